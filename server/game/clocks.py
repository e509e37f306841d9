"""Time controls, written as one short text, and the clocks of one table: the seconds left to each seat."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from server.game.errors import Refusal
from variants.position import Position, Seat

_GAME = re.compile(r"([1-9]\d{0,2})\+(0|[1-9]\d?)", re.ASCII)
_TURN = re.compile(r"([1-9]\d?)d", re.ASCII)

MINUTE = 60.0
DAY = 86_400.0
MOST_MINUTES, MOST_INCREMENT, MOST_DAYS = 180, 60, 14


class Control(NamedTuple):
    """A time control; times in seconds.

    Kind `none` is no clock; `game` gives `base` for the whole game and `increment` for each turn; `turn` gives `base`
    for every turn.
    """

    kind: str = "none"
    base: float = 0.0
    increment: float = 0.0

    def __str__(self) -> str:
        """As `parse_control` reads it: `none`, `5+3` (minutes and seconds), `3d` (days a turn)."""
        match self.kind:
            case "game":
                return f"{self.base / MINUTE:.0f}+{self.increment:.0f}"
            case "turn":
                return f"{self.base / DAY:.0f}d"
        return "none"

    @property
    def more(self) -> float:
        """Seconds that a player gives another one at a time."""
        return {"game": 15.0, "turn": DAY}.get(self.kind, 0.0)

    @property
    def patience(self) -> float | None:
        """Seconds of absence after which the others may claim; None if only the clock decides."""
        match self.kind:
            case "game":
                return min(max(self.base / 4, 30.0), 300.0)
            case "turn":
                return None
        return 600.0

    @property
    def first_move(self) -> float | None:
        """Seconds that a seat has for its first move; None without a clock. Of days all, and its clock counts them."""
        return {"game": self.patience, "turn": self.base}.get(self.kind)


NO_CLOCK = Control()

CONTROLS = ("none", "3+2", "5+3", "10+5", "15+10", "30+20", "1d", "3d", "7d")
"""The controls that forms offer."""


def parse_controls(text: str) -> tuple[Control, ...]:
    """The controls that a text writes with blanks between, each once. Raises Refusal as `parse_control`."""
    return tuple(dict.fromkeys(map(parse_control, text.split() or [text])))


@lru_cache(maxsize=256)  # Lists parse the controls of hundreds of tables.
def parse_control(text: str) -> Control:
    """The control that a text writes. Raises Refusal for one that is none or out of bounds."""
    if text == "none":
        return NO_CLOCK
    if game := _GAME.fullmatch(text):
        minutes, seconds = map(int, game.groups())
        if minutes <= MOST_MINUTES and seconds <= MOST_INCREMENT:
            return Control("game", minutes * MINUTE, float(seconds))
    if (turn := _TURN.fullmatch(text)) and int(turn[1]) <= MOST_DAYS:
        return Control("turn", int(turn[1]) * DAY)
    raise Refusal(
        "no_control",
        "“{text}” is not a time control: write “5+3” (at most {minutes} minutes and {seconds} seconds), “3d” (at most "
        "{days} days) or “none”.",
        text=text[:40],
        minutes=MOST_MINUTES,
        seconds=MOST_INCREMENT,
        days=MOST_DAYS,
    )


class Clocks:
    """A clock for each seat. It asks nobody for the time: a reading names its moment, in seconds since the epoch.

    Where there is a clock for the whole game, the first move of each seat has a time limit of its own, and the clock of
    the seat stands until that move is made.
    """

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self.running: frozenset[Seat] = frozenset()
        """The seats whose time runs: their clock, or the time for their first move. Empty without a time control."""
        self.unmoved: set[Seat] = set(range(seats))
        """The seats that have not made their first move."""
        self._left = [control.base] * seats
        self._first = [control.first_move or 0.0] * seats
        self.given_back = [0.0] * seats
        """Seconds that each seat was credited since it got its time for this turn."""
        self.since = 0.0
        """The moment from which the running clocks are counted."""

    def left(self, seat: Seat, at: float) -> float:
        """Seconds that a seat has left on its clock at this moment; 0 when its flag has fallen."""
        return max(0.0, self._left[seat] if self._before_first(seat) else self._remaining(seat, at))

    def for_first_move(self, seat: Seat, at: float) -> float | None:
        """Seconds that a seat has left for its first move, to the millisecond; None where its clock counts."""
        if not self._before_first(seat):
            return None
        return max(0.0, round(self._remaining(seat, at), 3))

    def readings(self, at: float) -> list[float]:
        """What every seat has left on its clock at this moment, to the millisecond."""
        return [round(self.left(seat, at), 3) for seat in range(len(self._left))]

    def run(self, seats: Collection[Seat], at: float) -> None:
        """Let the time of these seats run from this moment on, and of no others."""
        self._count(at)
        self.running = frozenset(seats)

    def moved(self, seats: Iterable[Seat], at: float) -> None:
        """Note that these seats moved at this moment: their clocks count from now on, also after a takeback."""
        self._count(at)
        self.unmoved.difference_update(seats)

    def grant(self, seats: Iterable[Seat]) -> None:
        """Give these seats the increment, or their full time for a turn."""
        for seat in seats:
            if self.control.kind == "turn":
                self._left[seat] = self.control.base
                self.given_back[seat] = 0.0
            else:
                self._left[seat] += self.control.increment

    def take_back(self, seconds: Sequence[float], at: float) -> None:
        """Take from each seat at this moment the increments of turns taken back, but not its last increment."""
        self._count(at)
        for seat, earned in enumerate(seconds):
            left = self._left[seat]
            self._left[seat] = max(left - earned, min(left, self.control.increment))

    def add(self, seats: Iterable[Seat], seconds: float) -> None:
        """Give these seats more time, also for their first move if they have not made it."""
        for seat in seats:
            self._left[seat] += seconds
            self._first[seat] += seconds if self._before_first(seat) else 0.0

    def copy(self, credit: float = 0.0) -> Clocks:
        """A copy in which the running clocks are credited, in seconds."""
        other = Clocks(self.control, 0)
        other.running, other.since = self.running, self.since
        other._left, other._first, other.given_back = list(self._left), list(self._first), list(self.given_back)
        other.unmoved = set(self.unmoved)
        other.give_back(credit)
        return other

    def give_back(self, seconds: float) -> None:
        """Credit the seats whose time runs for time in which no player could act, in seconds."""
        for seat in self.running:
            self._counted(seat)[seat] += seconds
            self.given_back[seat] += seconds

    def put(self, left: Sequence[float]) -> None:
        """Stop all clocks at these readings."""
        self._left = list(left)
        self.running = frozenset()

    def fallen(self, at: float) -> frozenset[Seat]:
        """The seats whose time is used up at this moment, to the millisecond."""
        return frozenset(seat for seat in self.running if round(self._remaining(seat, at), 3) <= 0)

    def deadline(self) -> float | None:
        """When the next flag falls if nothing happens before."""
        return min((self.since + self._counted(seat)[seat] for seat in self.running), default=None)

    def _before_first(self, seat: Seat) -> bool:
        return self.control.kind == "game" and seat in self.unmoved

    def _counted(self, seat: Seat) -> list[float]:
        """The times that are counted down while this seat is to move."""
        return self._first if self._before_first(seat) else self._left

    def _remaining(self, seat: Seat, at: float) -> float:
        """The seconds left of the time that runs while this seat is to move; negative when it is over."""
        left = self._counted(seat)[seat]
        return left - max(0.0, at - self.since) if seat in self.running else left

    def _count(self, at: float) -> None:
        for seat in self.running:
            self._counted(seat)[seat] = max(0.0, self._remaining(seat, at))
        self.since = max(at, self.since)


def earners(before: Position, after: Position, actions: Mapping[Seat, str]) -> list[Seat]:
    """The players who get an increment for a turn: those who acted; a seat acting alone, only with its last action."""
    if len(before.to_act) == 1 and tuple(actions) == before.to_act and after.continues(before):
        return []
    return [seat for seat in actions if seat not in before.chance]


def timed(waited_for: Iterable[Seat], position: Position, computers: Collection[Seat]) -> Sequence[Seat]:
    """The seats whose clocks run, of those that are waited for: where several act, first the computer's alone.

    The computer seals first, and people cannot act before it has: the time it takes is not theirs. Chance players have
    no clock.
    """
    players = [seat for seat in waited_for if seat not in position.chance]
    first = [seat for seat in players if seat in computers] if len(position.to_act) > 1 else []
    return first or players
