"""The rules of Example, whole: who may go where, what happens then, and who has won.

A position never changes: `play` returns the next one. Nothing here knows a clock, a language, a file or a screen.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from variants import fen as text
from variants.errors import FenError
from variants.grid import DIAGONAL, ORTHOGONAL, grid
from variants.position import NO_SETTINGS, Event, Move, Position, Result, Seat, Sign

# Squares are numbered row by row from the top left: 0 is a5, 19 is d1. `rays` tells for each square and each step
# (files to the right, rows downward) which squares lie that way, here at most two.
POND = grid(4, 5)
AHEAD = (
    POND.rays([(-1, -1), (0, -1), (1, -1)], 2),  # White hops up the board,
    POND.rays([(-1, 1), (0, 1), (1, 1)], 2),  # Black down.
)
AROUND = POND.leaps(ORTHOGONAL + DIAGONAL)
FAR_BANK = (range(4), range(16, 20))
FROGS = ("P", "p")
"""The letter of each seat's frogs, in `board` and in a FEN: seat 0 is White, seat 1 Black."""


@dataclass(frozen=True, kw_only=True)
class Example(Position):
    """A position. Two seats take turns; a frog hops forward, and leaps over others; those of the other side it eats."""

    interface_version = 1
    size = (4, 5)
    # Which drawing of `pieces/` each letter gets. Draw your own in a folder `pieces` of this variant.
    drawings: ClassVar[Mapping[str, str]] = {"P": "wp", "p": "bp"}
    # Whatever `play` tells and `result` answers is declared, so that both languages have a sentence for it.
    # An event is shown by a sign on the board, or by None: then it is only told.
    event_codes: ClassVar[Mapping[str, Sign | None]] = {"hopped": "arrow", "eaten": "lost"}
    reasons = frozenset({"crossed", "stuck"})

    plies: int = 0
    """A field of your own. `seats`, `board`, `to_act`, `quiet`, `settings` and `events` are there already."""

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """The initial position, as a FEN: rank by rank from the top, numbers for vacant squares."""
        return cls.from_fen("pppp/4/4/4/PPPP", settings)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """A position from its text. Refuse whatever no game could go on from, by a code and a sentence."""
        fields = cls.read_fields(fen)
        board = POND.read_rows(fields.rows, cls.drawings)
        for frog in FROGS:
            if board.count(frog) > 4:
                raise FenError("frogs", "A side has at most four frogs, not {count}.", count=board.count(frog))
        turn = "wb".index(fields.turn or "w")
        return cls(board=board, to_act=(turn,), plies=fields.plies or 0, settings=cls.complete(settings))

    def fen(self) -> str:
        """The same text again. All that matters to the game must be in it."""
        return text.join(POND.write_rows(self.board), "wb"[self.to_act[0]], self.plies, {})

    def moves(self, seat: Seat) -> list[Move]:
        """What this seat may send: the squares in the order in which they are chosen."""
        if seat not in self.to_act:
            return []
        found = []
        for origin in range(len(self.board)):
            if self.board[origin] == FROGS[seat]:
                for near, *beyond in AHEAD[seat][origin]:
                    if not self.board[near]:
                        found.append(Move((origin, near)))
                    elif beyond and not self.board[beyond[0]]:
                        found.append(Move((origin, beyond[0])))
        return found

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The next position, and what happened, told as events. `actions` has one move for each seat of `to_act`."""
        ((seat, move),) = actions.items()
        origin, target = move.path
        board = list(self.board)
        board[origin], board[target] = "", FROGS[seat]
        events = [Event("hopped", seat, move.path, (FROGS[seat],))]
        between = (origin + target) // 2
        if target not in AROUND[origin] and board[between] == FROGS[1 - seat]:
            board[between] = ""
            events.append(Event("eaten", 1 - seat, (between,), (FROGS[1 - seat],)))
        # Nothing here can be undone, so `quiet` stays 0 and no position comes twice.
        return self.then(
            board=tuple(board),
            to_act=(1 - seat,),
            plies=min(self.plies + 1, text.MOST_PLIES),
            events=tuple(events),
        )

    def result(self) -> Result | None:
        """Who has won and why, or None: shares of one point, a seat each, and a reason."""
        turn = self.to_act[0]
        won = (1.0, 0.0), (0.0, 1.0)
        for seat in (1 - turn, turn):
            if any(self.board[square] == FROGS[seat] for square in FAR_BANK[seat]):
                return Result(won[seat], "crossed")
        return None if self.moves(turn) else Result(won[1 - turn], "stuck")

    def key(self) -> Hashable:
        """What makes two positions the same."""
        return (self.board, self.to_act)

    def evaluate(self, seat: Seat) -> float:
        """A guess at how well a seat stands, between -1 and 1. The computer plays without one too, but worse."""
        return sum(1 if self.board[s] == FROGS[seat] else -1 for s in range(20) if self.board[s]) / 20
