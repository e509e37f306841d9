"""The rules of Xiangqi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from variants.perpetual_check import PerpetualCheck
from variants.position import NO_SETTINGS, Draws, Result, Seat, Square
from variants.stalemate import StalemateLoses

FILES = "abcdefghi"
PALACE = "d1 e1 f1 d2 e2 f2 d3 e3 f3"
HOME = " ".join(f"{file}{rank}" for rank in range(1, 6) for file in FILES)
BEYOND = " ".join(f"{file}{rank}" for rank in range(6, 11) for file in FILES)


class Xiangqi(StalemateLoses, PerpetualCheck):
    """Nine by ten points, a river and two palaces (X1); generals may not see each other (X3)."""

    size = (9, 10)
    setup = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
    pieces: ClassVar[Mapping[str, str]] = {
        "p": "fWisW", "n": "nN", "b": "nA", "a": "F", "k": "W", "c": "mRcpR",
    }  # fmt: skip
    initial_squares: ClassVar[Mapping[str, str]] = {"p": BEYOND}
    confined: ClassVar[Mapping[str, str]] = {"k": PALACE, "a": PALACE, "b": HOME}
    regions = ("d1 f3", "d8 f10", "a1 i5")
    castling_files = ""
    promotes_to = ""
    legality_by_trial = True
    draws = Draws(3, "automatic", 120)
    reasons = frozenset({"perpetual_chase"})
    options = ()
    uci_name = "xiangqi"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("xiangqi", "chinese chess"), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Xiangqi."""
        return "Xiangqi"

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """Also by the other general, where nothing stands between the two (X3)."""
        files = self.size[0]
        ahead = board[square - files :: -files] if seat == 0 and square >= files else board[square + files :: files]
        seen = next((symbol for symbol in ahead if symbol), "")
        return seen == self.guarded[1 - seat] or super().threatened(board, square, seat)

    # Repetition

    def repeated(self, line: Sequence[Self]) -> Result:
        """Who always gave check loses; if nobody did, who always chased a piece, if only one did (X6)."""
        chasing = [] if self.checking(line) else [seat for seat in (0, 1) if _chases(seat, line)]
        return self.lost(chasing[0], "perpetual_chase") if len(chasing) == 1 else super().repeated(line)

    def chased(self, seat: Seat) -> set[Square]:
        """The squares of pieces that this seat threatens to win, once it has moved (X6)."""
        return self.once(("chased", seat), lambda: self._find_chased(seat))

    def _find_chased(self, seat: Seat) -> set[Square]:
        turned = self.then(to_act=(seat,))
        chased = set()
        for move in turned.moves(seat):
            hunter, prey = self.board[move.path[0]].lower(), self.board[move.path[1]].lower()
            if not prey or hunter in "kp" or prey == "k" or (prey == "p" and not self._has_crossed(move.path[1], seat)):
                continue
            answers = turned.play({seat: move}).moves(1 - seat)
            if (prey == "r" and hunter in "nc") or all(move.path[1] != each.path[1] for each in answers):
                chased.add(move.path[1])
        return chased

    def _has_crossed(self, square: Square, seat: Seat) -> bool:
        """Whether a soldier of the other seat that stands here has crossed the river."""
        return (square >= len(self.board) // 2) == (seat == 0)


def _chases(seat: Seat, line: Sequence[Xiangqi]) -> bool:
    """Whether the same piece was chased after each move of this seat."""
    prey: set[Square] | None = None
    for position in line:
        if position.to_act[0] != seat:
            chased = position.chased(seat)
            prey = chased if prey is None else prey & chased
            if not prey:
                return False
        elif prey is not None:
            origin, target = position.events[0].squares[:2]
            prey = {target if square == origin else square for square in prey}
    return bool(prey)
