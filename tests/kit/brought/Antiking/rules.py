"""The rules of Antiking chess: those of chess, and a second king that must be attacked at all times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

from variants.army import LEAPERS, Choices, armies, stays
from variants.errors import FenError
from variants.orthodox import Orthodox
from variants.position import NO_SETTINGS, Seat, Square


def take(mover: str, victim: str) -> Choices:
    """An antiking takes own pieces alone, any other piece those of the enemy."""
    own = mover.isupper() == victim.isupper()
    return stays(mover, victim) if own == (mover in "Aa") else ()


ATTACKERS = armies(letters="pnbrqk"), armies(letters="pnbrq")
"""What attacks kings, and what attacks antikings: no antiking, and no king."""


class Antiking(Orthodox):
    """A position of Antiking chess."""

    options = ()
    drawings: ClassVar[Mapping[str, str]] = {**Orthodox.drawings, "A": "wk", "a": "bk"}
    armies = armies(own="pnbrq", letters="pnbrqka", take=take, leapers={**LEAPERS, "a": LEAPERS["k"]})
    legality_by_trial = True  # Nearly any move can take the attack from an antiking.

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """As in chess, the antikings on d6 and d3."""
        return cls.from_fen("rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w 0", settings)

    def kings(self, seat: Seat) -> str:
        """The king, and the antiking."""
        return ("KA", "ka")[seat]

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """A king that is attacked, and an antiking that is not."""
        anti = board[square] in ("A", "a")
        return ATTACKERS[anti][1 - seat].attacks(board, square) != anti

    def refuse_kings(self) -> None:
        """Raise FenError unless each side has one king and one antiking."""
        super().refuse_kings()
        if (self.board.count("A"), self.board.count("a")) != (1, 1):
            raise FenError("antikings", "Each side has one antiking.")
