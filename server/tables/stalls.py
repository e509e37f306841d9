"""When the process looked after nothing: time that no player could use, and that no player is charged for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

BEAT = 0.05
"""Seconds between two beats of a loop that is not held up."""

LEAST_STALL = 0.05
"""Seconds by which a beat must be late to count as a stall; a busy machine is late by less all the time."""

MOST_STALLS = 5_000
"""Stalls that are remembered; of a longer past nothing is given back."""


class Stalls:
    """The stalls of one process, measured by beats that come late.

    `clock` is the clock of the tables; `steady` measures, in seconds that never jump. Where nobody beats there are no
    stalls. A beat is due every `beat` seconds, and a stall where it is late by more than `least`.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        steady: Callable[[], float] = time.monotonic,
        beat: float = BEAT,
        least: float = LEAST_STALL,
    ) -> None:
        self._clock = clock
        self._steady = steady
        self._due, self._least = beat, least
        self._beaten_at: float | None = None
        self._kept: deque[tuple[float, float]] = deque(maxlen=MOST_STALLS)

    def beat(self) -> float:
        """What is measured is at work. Answers the length of the stall that this ends."""
        late = self._late()
        if late:
            now = self._clock()
            self._kept.append((now - late, now))
        self._beaten_at = self._steady()
        return late

    def between(self, since: float, until: float) -> float:
        """Seconds between these two moments in which the process looked after nothing: never more than passed."""
        late, now = self._late(), self._clock()
        stalls = [*self._kept, (now - late, now)] if late else self._kept
        found = 0.0
        for began, ended in reversed(stalls):
            if ended <= since:
                break
            found += max(0.0, min(ended, until) - max(began, since))
        return found

    def _late(self) -> float:
        """By how much the next beat is late already, where that is a stall; else 0."""
        if self._beaten_at is None:
            return 0.0
        late = self._steady() - self._beaten_at - self._due
        return late if late > self._least else 0.0
