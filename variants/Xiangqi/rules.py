"""The rules of Xiangqi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, Final, Self

from variants import reading
from variants.perpetual_check import PerpetualCheck
from variants.position import NO_SETTINGS, Draws, Move, Result, Seat, Square
from variants.stalemate import StalemateLoses

FILES = "abcdefghi"
PALACE = "d1 e1 f1 d2 e2 f2 d3 e3 f3"
HOME = " ".join(f"{file}{rank}" for rank in range(1, 6) for file in FILES)
BEYOND = " ".join(f"{file}{rank}" for rank in range(6, 11) for file in FILES)


MOST_CHASES: Final = 2048
"""Boards whose chases are kept: lines that come back to them, and the analysis of one game, ask again and again."""


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

    def refuse(self) -> None:
        """Nor more pieces of a kind than a set has: none becomes another."""
        super().refuse()
        reading.refuse_more(self.board, self.setup)

    # Repetition

    def repeated(self, line: Sequence[Self]) -> Result:
        """Who always gave check loses; if nobody did, who always chased a piece, if only one did (X6)."""
        chasing = [] if self.checking(line) else [seat for seat in (0, 1) if _chases(seat, line)]
        return self.lost(chasing[0], "perpetual_chase") if len(chasing) == 1 else super().repeated(line)

    def chased(self, seat: Seat) -> frozenset[Square]:
        """The squares of pieces that this seat threatens to win, once it has moved (X6)."""
        return _chased(type(self), self.board, seat)

    def find_chased(self, seat: Seat) -> frozenset[Square]:
        """As `chased`, where this seat is to act, computed anew."""
        chased = set()
        for move in self.generated(seat, forcing=True):
            hunter, prey = self.board[move.path[0]].lower(), self.board[move.path[1]].lower()
            if not prey or hunter in "kp" or prey == "k" or (prey == "p" and not self._has_crossed(move.path[1], seat)):
                continue
            if (prey == "r" and hunter in "nc") or not self._is_retaken(seat, move):
                chased.add(move.path[1])
        return frozenset(chased)

    def _is_retaken(self, seat: Seat, move: Move) -> bool:
        """Whether a piece that captures can be captured by the rules."""
        origin, target = move.path
        board = list(self.board)
        board[origin], board[target] = "", board[origin]
        if not self.army(1 - seat).attacks(board, target):
            return False
        answers = self.play({seat: move}).generated(1 - seat, forcing=True)
        return any(target == each.path[1] for each in answers)

    def _has_crossed(self, square: Square, seat: Seat) -> bool:
        """Whether a soldier of the other seat that stands here has crossed the river."""
        return (square >= len(self.board) // 2) == (seat == 0)


@lru_cache(maxsize=MOST_CHASES)
def _chased(kind: type[Xiangqi], board: tuple[str, ...], seat: Seat) -> frozenset[Square]:
    return kind(board=board, to_act=(seat,)).find_chased(seat)


def _chases(seat: Seat, line: Sequence[Xiangqi]) -> bool:
    """Whether the same piece was chased after each move of this seat."""
    prey: frozenset[Square] | None = None
    for before, position in pairwise([line[-1], *line]):
        if position.to_act[0] != seat:
            chased = position.chased(seat)
            prey = chased if prey is None else prey & chased
            if not prey:
                return False
        elif prey is not None:
            changed = [square for square, symbol in enumerate(position.board) if symbol != before.board[square]]
            if len(changed) == 2:  # A move, and not the last repetition, to which none has led yet.
                origin, target = sorted(changed, key=lambda square: position.board[square] != "")
                prey = frozenset([target if square == origin else square for square in prey])
    return bool(prey)
