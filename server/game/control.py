"""Time controls: how much time a table gives its players, written as one short text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from server.game.errors import Refusal

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
