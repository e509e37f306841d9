"""A part: a piece that captures stays where it is, and only its victim leaves the board."""

from __future__ import annotations

from variants.army import Choices, stays
from variants.orthodox import Effects, Orthodox
from variants.piece_values import value_at
from variants.position import Move, RuleFact, Seat


class Shoots(Orthodox):
    """A capture takes the victim off the board; the capturing piece stays on its square.

    A pawn that captures on the last rank is not promoted, as it does not get there. A king or a rook that has captured
    castles no more.
    """

    legality_by_trial = True  # A piece that captures shields what it shielded before.

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """That captors stay, and what follows for pawns."""
        pawns = [RuleFact("shots_pawns")] if cls.has_pawns() else []
        return [RuleFact("shots"), *pawns, *super().rule_facts()]

    @classmethod
    def promotes(cls, mover: str, victim: str) -> Choices:
        """A pawn that captures stays a pawn."""
        return stays(mover, victim) if victim else super().promotes(mover, victim)

    def settle(self, board: list[str], effects: Effects) -> None:
        """The victim goes, and nothing else changes."""
        if effects.taken is None:
            super().settle(board, effects)
        else:
            board[effects.taken] = ""

    def gain(self, seat: Seat, move: Move) -> float | None:
        """A capture wins its victim: nobody recaptures on that square."""
        effects = self.effects(seat, move)
        if effects.taken is None:
            return super().gain(seat, move)
        return -value_at(self.piece_values(seat), effects.victim, effects.taken)
