"""The rules of chess: those of the base, and what pieces are too few to mate (C7, C8)."""

from __future__ import annotations

from dataclasses import dataclass

from variants.material import could_mate
from variants.orthodox import Orthodox
from variants.position import Result, Seat
from variants.worth import PAWNS, ahead, estimate, squares

CENTRE = {"p": 0.12, "n": 0.12, "b": 0.08, "r": 0.02, "q": 0.02, "k": -0.08}
"""What each step from the edge towards the middle is worth besides; a king had better stay away."""


def _worth(nature: str, rank: int, file: int) -> float:
    return PAWNS[nature] + CENTRE[nature] * (7 - abs(rank - 3.5) - abs(file - 3.5))


SQUARES = squares(_worth)


@dataclass(frozen=True, kw_only=True)
class Chess(Orthodox):
    """A position of chess. Reason besides checkmate and stalemate: dead (neither side could ever mate)."""

    reasons = Orthodox.reasons | {"dead"}
    rules_version = 2

    def result(self) -> Result | None:
        """Mate and stalemate (C5, C6) come before the draw for want of pieces (C8)."""
        return super().result() or self.dead()

    def could_win(self, seat: Seat) -> bool:
        """Whether the pieces allow any mate by this seat, however badly the other plays (C7)."""
        return could_mate(self.board, self.army(seat), self.army(1 - seat))

    def evaluate(self, seat: Seat) -> float:
        """What each side has, and where it stands."""
        return estimate(ahead(self.board, SQUARES), seat)
