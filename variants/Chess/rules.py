"""The rules of chess: those of the base, and what pieces are too few to mate (C7, C8)."""

from __future__ import annotations

from dataclasses import dataclass
from math import tanh

from variants.material import could_mate
from variants.orthodox import Orthodox
from variants.position import Result, Seat

WORTH = {"p": 1.0, "n": 3.0, "b": 3.2, "r": 5.0, "q": 9.0, "k": 0.0}
"""In pawns: a guess for those who search, no part of the rules."""
CENTRE = {"p": 0.12, "n": 0.12, "b": 0.08, "r": 0.02, "q": 0.02, "k": -0.08}
"""What each step from the edge towards the middle is worth besides; a king had better stay away."""


def _worth(nature: str, square: int) -> float:
    row, file = divmod(square, 8)
    return WORTH[nature] + CENTRE[nature] * (7 - abs(row - 3.5) - abs(file - 3.5))


SQUARES = {nature: tuple(_worth(nature, square) for square in range(64)) for nature in WORTH}
"""What a piece is worth on each square."""


@dataclass(frozen=True, kw_only=True)
class Chess(Orthodox):
    """A position of chess. Reason besides checkmate and stalemate: dead (neither side could ever mate)."""

    reasons = Orthodox.reasons | {"dead"}

    def result(self) -> Result | None:
        """Mate and stalemate (C5, C6) come before the draw for want of pieces (C8)."""
        found = super().result()
        return found or (None if self.could_win(0) or self.could_win(1) else Result((0.5, 0.5), "dead"))

    def could_win(self, seat: Seat) -> bool:
        """Whether the pieces allow any mate by this seat, however badly the other plays (C7)."""
        return could_mate(self.board, self.army(seat), self.army(1 - seat))

    def evaluate(self, seat: Seat) -> float:
        """What each side has, and where it stands."""
        score = 0.0
        for square, symbol in enumerate(self.board):
            if symbol:
                worth = SQUARES[symbol.lower()][square]
                score += worth if symbol.isupper() else -worth
        return tanh((score if seat == 0 else -score) / 8)
