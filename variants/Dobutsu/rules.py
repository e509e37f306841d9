"""Dobutsu shogi: the position, its moves and results."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import tanh
from random import Random
from typing import Any, ClassVar, Self

from variants import fen as text
from variants.errors import FenError
from variants.keys import Value
from variants.position import NO_SETTINGS, Draws, Event, Move, Picture, Position, Result, Seat, Viewer

from .animals import (
    DRAWINGS,
    EVENTS,
    HANDS,
    KINDS,
    LAST,
    LIONS,
    SQUARES,
    START,
    WORTH,
    animal_moves,
    attacked,
    keep_captured,
    move_labels,
    read_board,
    read_drop,
    refuse_stuck,
    write_board,
    write_drop,
)
from .foreign import from_foreign


@dataclass(frozen=True, kw_only=True)
class Dobutsu(Position):
    """A position of dobutsu shogi; behind the squares of `board` stand the slots of White's hand, then of Black's.

    Events, with their squares and pieces: moved (from, to) (mover); captured (from, to) (mover, victim); dropped
    (square) (piece); promoted (square) (chick, hen); check (the lion's square) (lion): `seat` is the lion's.
    Reasons: caught (the loser's lion); reached (the winner's lion is on its last rank).
    """

    size = (3, 4)
    drawings: ClassVar[Mapping[str, str]] = DRAWINGS
    fen_keys: ClassVar[Mapping[str, Value]] = {"hands": Value(hands=(KINDS, KINDS.lower()))}
    event_codes = EVENTS
    reasons = frozenset({"caught", "reached"})
    draws = Draws(occurrences=3, kind="automatic")

    plies: int = 0

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """D1; there is no randomness."""
        return cls.from_fen(START, settings)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """Reads `rows turn plies {"hands":"CCg"}`, and what other programs write (D14).

        What is missing: White's turn, empty hands.
        """
        settings = cls.complete(settings)
        fields = cls.read_fields(from_foreign(fen))
        if fields.plain:
            raise FenError("fen_fields", "“{word}” is one field too many in the FEN.", word=fields.plain[0])
        board = read_board(fields.rows, fields.named.get("hands", "-"))
        new = cls(board=board, to_act=("wb".index(fields.turn or "w"),), plies=fields.plies or 0, settings=settings)
        refuse_stuck(bool(new.result() or new.moves(new.to_act[0])))
        return new

    def fen(self) -> str:
        """The hands as letters, White's first (D14)."""
        rows, hands = write_board(self.board)
        return text.join(rows, "wb"[self.to_act[0]], self.plies, {"hands": hands})

    def moves(self, seat: Seat) -> list[Move]:
        """Steps, captures and promotions (D2-D6), then drops, each from the first slot of its kind (D7, D8)."""
        return animal_moves(self.board, seat) if seat in self.to_act else []

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after a step or a drop; a captured animal is in the hand of its new owner (D3)."""
        ((seat, move),) = actions.items()
        board, (origin, target) = list(self.board), move.path
        mover, victim = board[origin], board[target]
        board[origin], board[target] = "", self.becomes(seat, move)
        if origin >= SQUARES:
            board[origin], board[origin + 3] = board[origin + 3], ""
            events = [Event("dropped", seat, (target,), (mover,))]
        elif victim:
            keep_captured(board, seat, victim)
            events = [Event("captured", seat, move.path, (mover, victim))]
        else:
            events = [Event("moved", seat, move.path, (mover,))]
        events += [Event("promoted", seat, (target,), (mover, board[target]))] if move.into else []
        other, plies = 1 - seat, min(self.plies + 1, text.MOST_PLIES)
        events += [Event("check", other, (lion,), (LIONS[other],)) for lion in attacked(board, other)]
        return self.then(board=tuple(board), to_act=(other,), plies=plies, quiet=self.quiet + 1, events=tuple(events))

    def result(self) -> Result | None:
        """A lion that was caught (D9); that came home and was not caught (D10); that came and cannot be (D11)."""
        turn, other = self.to_act[0], 1 - self.to_act[0]
        for seat in (turn, other):
            if LIONS[1 - seat] not in self.board:
                return self.lost(1 - seat, "caught")
        for seat in (turn, other):
            lion = self.board.index(LIONS[seat])
            if lion in LAST[seat] and (seat == turn or not attacked(self.board, seat)):
                return self.lost(1 - seat, "reached")
        return None

    def key(self) -> Hashable:
        """All of the position but the ply counter (D12)."""
        return (self.board, self.to_act)

    def evaluate(self, seat: Seat) -> float:
        """Animals against animals, on the board and in hand."""
        return tanh(sum(WORTH[symbol] for symbol in self.board) * (1 if seat == 0 else -1) / 6)

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """As players write them: `Gc2`, `Cxb3`, `Ca4=H`, `E@b2`."""
        return move_labels(self.board, self.moves(seat))

    def picture(self, viewer: Viewer) -> Picture:
        """The board, a lion in danger marked, and both hands, six slots each."""
        marks = dict.fromkeys(attacked(self.board, self.to_act[0]), "check")
        white, black = self.board[SQUARES : HANDS[1].start], self.board[HANDS[1].start :]
        return Picture(self.size, self.board[:SQUARES], marks, (white, black))

    @classmethod
    def write(cls, move: Move) -> str:
        """A drop names its animal: `C@b2` (D7)."""
        return write_drop(move) or super().write(move)

    @classmethod
    def read(cls, text: str) -> Move:
        """Squares, or a drop. Raises MoveError."""
        return read_drop(text) or super().read(text)
