"""Signs of life that processes leave in the store, and the time in which none of them served."""

from __future__ import annotations

from collections.abc import Callable

from server.game import TableState
from server.store import Journal

LEAST_DOWNTIME = 5.0
"""Seconds without any process that are given back where several processes serve: another has served meanwhile."""

GONE = 5.0
"""Seconds without a sign of life after which another process is taken for gone."""


class Heartbeat:
    """The signs of life of this process. `alone`: no other process serves the same tables."""

    def __init__(self, journal: Journal, clock: Callable[[], float], alone: bool) -> None:
        self._journal = journal
        self._clock = clock
        self._least_downtime = 0.0 if alone else LEAST_DOWNTIME
        self._began = clock()
        self._last_alive = journal.last_alive()
        self._begun = False

    def begin(self) -> None:
        """Beat from now on: all games with a clock have got their downtime back.

        A process that stops before leaves the rest of them to the next one.
        """
        self._begun = True

    def beat(self) -> None:
        """Leave a sign of life. Raises JournalError."""
        if self._begun:
            self._journal.alive(self._clock())

    def others_gone(self) -> bool:
        """Whether another process has gone since this was asked last. Raises JournalError."""
        return self._begun and self._journal.gone(self._clock() - GONE)

    def downtime(self, state: TableState) -> tuple[float, float] | None:
        """Since when and until when no process served while clocks of this table ran; None for never."""
        if state.status != "running" or state.control.kind == "none" or state.last_at >= self._began:
            return None
        since = max(self._last_alive, state.last_at)
        return (since, self._began) if since < self._began - self._least_downtime else None
