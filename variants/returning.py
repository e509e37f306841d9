"""A part: a pawn becomes only what was captured."""

from __future__ import annotations

from variants.orthodox import Orthodox
from variants.position import Move, RuleFact, Seat


class ReturningPieces(Orthodox):
    """A pawn is promoted only to a kind of which fewer pieces stand on the board than at the beginning."""

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The condition of a promotion, behind what a pawn may become."""
        return [*super().rule_facts(), RuleFact("returning")]

    def legal(self, seat: Seat) -> list[Move]:
        """The moves whose promotion has a piece."""
        return [move for move in super().legal(seat) if not move.into or self.has_reserve(seat, move)]

    def has_reserve(self, seat: Seat, move: Move) -> bool:
        """Whether a piece of the kind that this move ends with is off the board."""
        symbol = self.becomes(seat, move)
        return self.board.count(symbol) < self.setup.count(symbol)
