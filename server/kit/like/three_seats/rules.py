"""The rules of Example for three seats: who may go where, what happens then, and who has won.

A position never changes: `play` returns the next one. Nothing here knows a clock, a language, a file or a screen.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from variants import fen as text
from variants.errors import FenError
from variants.grid import grid
from variants.position import NO_SETTINGS, Event, Move, Position, Result, Seat, Sign

LAWN = grid(3, 5)
AHEAD = LAWN.leaps([(-1, -1), (0, -1), (1, -1)])
LAST_RANK = range(3)
RUNNERS = ("P", "p", "s")
"""The letter of each seat's runner: seat 0 is White, seat 1 Black, seat 2 Checkered."""


@dataclass(frozen=True, kw_only=True)
class Example(Position):
    """A position. Three seats take turns; a runner goes one square ahead, straight or obliquely."""

    interface_version = 1
    size = (3, 5)
    drawings: ClassVar[Mapping[str, str]] = {"P": "wp", "p": "bp", "s": "cp"}
    # For each seat the letter by which a FEN says that it is to move.
    turn_letters = "wbc"
    # Whatever `play` tells and `result` answers is declared, so that both languages have a sentence for it.
    # An event with a sign is drawn on the board: here the way of the runner, as an arrow.
    event_codes: ClassVar[Mapping[str, Sign | None]] = {"ran": "arrow", "blocked": None}
    reasons = frozenset({"arrived"})
    # All sit at the same side of the board.
    turned = frozenset()

    seats: tuple[str, ...] = ("white", "black", "checkered")
    plies: int = 0
    """A field of your own. `board`, `to_act`, `quiet`, `settings` and `events` are there already."""

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """The initial position, as a FEN: rank by rank from the top, numbers for vacant squares."""
        return cls.from_fen("3/3/3/3/Pps", settings)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """A position from its text: `w`, `b` or `c` says who is to move. Refuse what no game could go on from."""
        fields = cls.read_fields(fen)
        board = LAWN.read_rows(fields.rows, cls.drawings)
        if sorted(filter(None, board)) != sorted(RUNNERS):
            raise FenError("runners", "Each seat has one runner.")
        turn = cls.turn_letters.index(fields.turn or "w")
        return cls(board=board, to_act=(turn,), plies=fields.plies or 0, settings=cls.complete(settings))

    def fen(self) -> str:
        """The same text again. All that matters to the game must be in it."""
        return text.join(LAWN.write_rows(self.board), self.turn_letters[self.to_act[0]], self.plies, {})

    def moves(self, seat: Seat) -> list[Move]:
        """What this seat may send: the squares in the order in which they are chosen."""
        return self._steps(seat) if seat in self.to_act else []

    def _steps(self, seat: Seat) -> list[Move]:
        origin = self.board.index(RUNNERS[seat])
        return [Move((origin, target)) for target in AHEAD[origin] if not self.board[target]]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The next position. A seat without a move is passed over: a seat that is to act always has a move."""
        ((seat, move),) = actions.items()
        board = list(self.board)
        board[move.path[0]], board[move.path[1]] = "", RUNNERS[seat]
        plies = min(self.plies + 1, text.MOST_PLIES)
        after = self.then(board=tuple(board), to_act=((seat + 1) % 3,), plies=plies)
        events = [Event("ran", seat, move.path, (RUNNERS[seat],))]
        while after.result() is None and not after.moves(after.to_act[0]):
            events.append(Event("blocked", after.to_act[0]))
            after = after.then(to_act=((after.to_act[0] + 1) % 3,))
        return after.then(events=tuple(events))

    def result(self) -> Result | None:
        """Who arrived has won; `shared` gives the point to those seats, `lost` and `drawn` are there as well."""
        for seat in range(3):
            if self.board.index(RUNNERS[seat]) in LAST_RANK:
                return self.shared([seat], "arrived")
        return None

    def key(self) -> Hashable:
        """What makes two positions the same."""
        return (self.board, self.to_act)

    def evaluate(self, seat: Seat) -> float:
        """A guess between -1 and 1: twice the share of the point that this seat may hope for, less 1."""
        ahead = [4 - self.board.index(runner) // 3 for runner in RUNNERS]
        return 2 * (ahead[seat] + 1) / (sum(ahead) + 3) - 1
