"""The clock of a site: the machine's, or that of the database which several processes share. It never goes back."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

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
