"""Heartbeats of processes in the store, and the downtime in which no process served."""

from __future__ import annotations

from collections.abc import Callable

from server.game import TableState
from server.store import Journal

LEAST_DOWNTIME = 5.0
"""Seconds without a heartbeat that count as downtime if several processes serve; fewer may be a late heartbeat."""

HEARTBEAT_TIMEOUT = 5.0
"""Seconds without a heartbeat after which another process counts as gone."""


class Heartbeat:
    """The heartbeat of this process. `alone`: no other process serves the same tables."""

    def __init__(self, journal: Journal, clock: Callable[[], float], alone: bool) -> None:
        self._journal = journal
        self._clock = clock
        self._least_downtime = 0.0 if alone else LEAST_DOWNTIME
        self._began = clock()
        self._last_alive = journal.last_alive()
        self._begun = False

    def begin(self) -> None:
        """Beat from now on: all games with a clock have been credited their downtime.

        If this process stops before, the next one credits the rest.
        """
        self._begun = True

    def beat(self) -> None:
        """Store a heartbeat. Raises JournalError."""
        if self._begun:
            self._journal.alive(self._clock())

    def others_gone(self) -> bool:
        """Whether another process has gone since the last call. Raises JournalError."""
        return self._begun and self._journal.gone(self._clock() - HEARTBEAT_TIMEOUT)

    def downtime(self, state: TableState) -> tuple[float, float] | None:
        """Beginning and end of the downtime while clocks of this table ran; None if there was none."""
        if state.status != "running" or state.control.kind == "none" or state.last_at >= self._began:
            return None
        since = max(self._last_alive, state.last_at)
        return (since, self._began) if since < self._began - self._least_downtime else None
