"""Where a process gets time and chance from: the machine, or what a test gives it; and the clock of a site."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random, SystemRandom
from string import ascii_lowercase, digits

import gevent

log = logging.getLogger(__name__)

Later = Callable[[float, Callable[[], None]], object]

DIGITS = {"nonce": 32, "seed": 64, "secret": 36, "message": 32, "challenge": 64, "report": 32, "sanction": 32}
"""Hexadecimal digits of the tokens of each kind: 128 bits of a nonce, 256 of a seed, 144 of a secret."""

TABLE_LENGTH = 20
"""Letters and digits of a table's id: 36 ** 20, over a hundred bits."""


def unguessable(kind: str) -> str:
    """A new token: the id of a `table`, or hexadecimal digits for the other kinds."""
    if kind == "table":
        return "".join(secrets.choice(ascii_lowercase + digits) for _ in range(TABLE_LENGTH))
    return secrets.token_hex(DIGITS[kind] // 2)


@dataclass(frozen=True)
class Sources:
    """Where time and chance come from; by default from the machine."""

    now: Callable[[], float] | None = None
    """The clock of the site, in seconds since the epoch; None for one made of the machine's and the journal's."""
    steady: Callable[[], float] = time.monotonic
    """Seconds that never jump, from any beginning."""
    random: Random = field(default_factory=SystemRandom)
    token: Callable[[str], str] = unguessable
    """Answers a new token of a kind, as `unguessable` does."""
    later: Later = gevent.spawn_later
    """Calls a function after a number of seconds."""


INTERVAL = 10.0
"""Seconds between two measurements."""

TRIES = 3
"""Questions to the database at each measurement; the fastest answer counts."""

MOST_UNSURE = 0.1
"""Seconds that the clock may be off the database's in a process that is ready."""


def steady_clock(since: float, steady: Callable[[], float]) -> Callable[[], float]:
    """Seconds since the epoch that never jump: the system time now, and from then on what has passed by `steady`.

    If the system time is before `since`, it begins at `since`.
    """
    now = time.time()
    if now < since:
        log.warning("the clock of the machine was set back", extra={"seconds": round(since - now, 3)})
    ahead = max(now, since) - steady()
    return lambda: steady() + ahead


class SharedClock:
    """Seconds since the epoch that never go back: the machine's monotonic clock plus the offset of the database clock.

    `ahead` answers the offset and its uncertainty, in seconds.
    """

    def __init__(self, ahead: Callable[[], tuple[float, float]]) -> None:
        self._ask = ahead
        self._last = 0.0
        self.unsure = 0.0
        """The uncertainty of the offset, in seconds."""
        self.measure()

    def __call__(self) -> float:
        """Now."""
        self._last = max(self._last, time.monotonic() + self._ahead)
        return self._last

    @property
    def ready(self) -> bool:
        """Whether the clock is near enough to the database's."""
        return self.unsure <= MOST_UNSURE

    def follow(self) -> None:
        """Measure again if it is time. Raises what `ahead` raises."""
        if time.monotonic() >= self._measured + INTERVAL:
            self.measure()

    def measure(self) -> None:
        """Ask the database again. Raises what `ahead` raises."""
        self._ahead, self.unsure = min((self._ask() for _ in range(TRIES)), key=lambda answer: answer[1])
        self._measured = time.monotonic()
