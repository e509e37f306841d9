"""The rules of Antiking chess: those of chess, and a second king that must be attacked at all times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from variants.army import Army, Choices, armies, stays
from variants.errors import FenError
from variants.orthodox import Orthodox
from variants.position import Seat, Square

ATTACKERS = armies(letters="pnbrqk"), armies(letters="pnbrq")
"""What attacks kings, and what attacks antikings: no antiking, and no king."""


class Antiking(Orthodox):
    """A position of Antiking chess."""

    options = ()
    pieces: ClassVar[Mapping[str, str]] = {"a": "K"}
    drawing_names: ClassVar[Mapping[str, str]] = {"a": "k"}
    setup = "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR"
    royal = "ka"
    legality_by_trial = True  # Nearly any move can take the attack from an antiking.

    @classmethod
    def make_armies(cls, own: str = "") -> Sequence[Army]:
        """An antiking takes own pieces,"""
        return super().make_armies("pnbrq")

    @classmethod
    def takes(cls, mover: str, victim: str) -> Choices:
        """and no others; any other piece those of the enemy."""
        own = mover.isupper() == victim.isupper()
        return stays(mover, victim) if own == (mover in "Aa") else ()

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """A king that is attacked, and an antiking that is not."""
        anti = board[square] in ("A", "a")
        return ATTACKERS[anti][1 - seat].attacks(board, square) != anti

    def refuse_kings(self) -> None:
        """Raise FenError unless each side has one king and one antiking."""
        if (self.board.count("A"), self.board.count("a")) != (1, 1):
            raise FenError("antikings", "Each side has one antiking.")
        super().refuse_kings()
