"""The clock that the processes of a site share: that of their database."""

from __future__ import annotations

import time
from collections.abc import Callable

INTERVAL = 10.0
"""Seconds between two measurements."""

TRIES = 3
"""Questions of which the one that was answered fastest counts."""

MOST_UNSURE = 0.1
"""Seconds that the clock may be off the database's in a process that is ready."""


class SharedClock:
    """Seconds since the epoch, that never go back: the machine's monotonic clock, and how far ahead the database's is.

    `ahead` asks for that: seconds, and how many it may be off.
    """

    def __init__(self, ahead: Callable[[], tuple[float, float]]) -> None:
        self._ask = ahead
        self._last = 0.0
        self.unsure = 0.0
        """Seconds that it may be off."""
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
        """Ask the database anew. Raises what `ahead` raises."""
        self._ahead, self.unsure = min((self._ask() for _ in range(TRIES)), key=lambda answer: answer[1])
        self._measured = time.monotonic()
