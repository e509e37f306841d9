"""Pauses of the event loop or of the journal. Clocks are credited for them, because nobody could act."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

BEAT = 0.05
"""Seconds between two beats of a loop that runs."""

LEAST_PAUSE = 0.05
"""Seconds by which a beat must be late to count as a pause; a busy machine is late by less all the time."""

MOST_PAUSES = 5_000
"""Pauses that are remembered; earlier ones are not credited."""


class Pauses:
    """Pauses measured by beats that come late.

    `clock` is the clock of the tables; `steady` never jumps; both in seconds. A beat is due every `beat` seconds, and
    one that is late by more than `least` ends a pause. Without beats there are no pauses.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        steady: Callable[[], float],
        beat: float = BEAT,
        least: float = LEAST_PAUSE,
    ) -> None:
        self._clock = clock
        self._steady = steady
        self._due, self._least = beat, least
        self._beaten_at: float | None = None
        self._pauses: deque[tuple[float, float]] = deque(maxlen=MOST_PAUSES)

    def beat(self) -> float:
        """Note a beat. The length of the pause that it ends, in seconds; 0 for none."""
        late = self._late()
        if late:
            now = self._clock()
            self._pauses.append((now - late, now))
        self._beaten_at = self._steady()
        return late

    def between(self, since: float, until: float) -> float:
        """Seconds of pauses between these two moments: never more than passed."""
        late, now = self._late(), self._clock()
        pauses = [*self._pauses, (now - late, now)] if late else self._pauses
        total = 0.0
        for began, ended in reversed(pauses):
            if ended <= since:
                break
            total += max(0.0, min(ended, until) - max(began, since))
        return total

    def _late(self) -> float:
        """Seconds by which the next beat is late already, where that is a pause; else 0."""
        if self._beaten_at is None:
            return 0.0
        late = self._steady() - self._beaten_at - self._due
        return late if late > self._least else 0.0
