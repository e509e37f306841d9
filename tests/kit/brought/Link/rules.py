"""The rules of Link: a move is one square, on which a stone is placed; the middle of the board is missing."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from variants import fen as text
from variants.grid import HOLE, ORTHOGONAL, grid
from variants.position import NO_SETTINGS, Event, Move, Position, Result, Seat, Sign

HOLES = frozenset({12})
BOARD = grid(5, 5, HOLES)
AROUND = BOARD.leaps((*ORTHOGONAL, (1, -1), (-1, 1)))
"""Squares touch along their sides, and at the corners on the way from a1 to e5."""
STONES = ("P", "p")
SIDES = ((range(0, 25, 5), range(4, 25, 5)), (range(5), range(20, 25)))
"""White links the a-file and the e-file, Black the first rank and the last."""


@dataclass(frozen=True, kw_only=True)
class Link(Position):
    """A position. Event: placed (square) (stone). Reasons: linked, full (a draw: the hole may part both)."""

    size = (5, 5)
    holes = HOLES
    drawings: ClassVar[Mapping[str, str]] = {"P": "wp", "p": "bp", HOLE: "hole"}
    event_codes: ClassVar[Mapping[str, Sign | None]] = {"placed": "arrow"}
    reasons = frozenset({"linked", "full"})

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """The empty board."""
        return cls.from_fen("5/5/2*2/5/5", settings)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """Rows and turn."""
        fields = cls.read_fields(fen)
        board = BOARD.read_rows(fields.rows, cls.drawings)
        turn = "wb".index(fields.turn or "w")
        return cls(board=board, to_act=(turn,), settings=cls.complete(settings))

    def fen(self) -> str:
        """As many plies as there are stones."""
        plies = sum(symbol in STONES for symbol in self.board)
        return text.join(BOARD.write_rows(self.board), "wb"[self.to_act[0]], plies, {})

    def moves(self, seat: Seat) -> list[Move]:
        """Every vacant square."""
        return [Move((square,)) for square in range(25) if seat in self.to_act and not self.board[square]]

    def becomes(self, seat: Seat, move: Move) -> str:
        """The stone that is placed."""
        return STONES[seat]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position with one stone more."""
        ((seat, move),) = actions.items()
        board = list(self.board)
        board[move.path[0]] = STONES[seat]
        event = Event("placed", seat, move.path, (STONES[seat],))
        return self.then(board=tuple(board), to_act=(1 - seat,), events=(event,))

    def result(self) -> Result | None:
        """Won by a chain of stones from side to side."""
        for seat in (0, 1):
            if self._linked(seat):
                return self.lost(1 - seat, "linked")
        return None if "" in self.board else self.drawn("full")

    def _linked(self, seat: Seat) -> bool:
        begin, end = SIDES[seat]
        reached = [square for square in begin if self.board[square] == STONES[seat]]
        for square in reached:  # Which grows meanwhile.
            reached += [at for at in AROUND[square] if self.board[at] == STONES[seat] and at not in reached]
        return any(square in end for square in reached)

    def key(self) -> Hashable:
        """The stones and the turn."""
        return (self.board, self.to_act)
