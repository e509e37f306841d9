"""Timers of tables: each is looked at when time alone changes it, because a flag falls or somebody is gone for long."""

from __future__ import annotations

import heapq
import logging
import math
from collections.abc import Callable

from gevent.event import Event

from server.runtime.logs import report

log = logging.getLogger(__name__)

ALIVE_INTERVAL = 1.0
"""Seconds between two signs of life; so much at most is given back too much after a crash."""

RETRY = 10.0
"""Seconds after which a table is looked at again that could not be looked at."""

STALE = 1000
"""Moments that may lie in the heap though they were set anew, beside as many as count."""


class Timers:
    """The moments at which tables want to be looked at, one a table, in seconds since the epoch."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._beaten_at = -math.inf
        self._moments: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._wake = Event()

    def set(self, table: str, moment: float | None) -> None:
        """Look at a table at this moment, in place of the one that was set before; None is never."""
        if moment is None:
            self._moments.pop(table, None)
            return
        if self._moments.get(table) == moment:
            return
        self._moments[table] = moment
        heapq.heappush(self._heap, (moment, table))
        if len(self._heap) > 2 * len(self._moments) + STALE:
            self._heap = [(moment, table) for table, moment in self._moments.items()]
            heapq.heapify(self._heap)
        if self._heap[0] == (moment, table):
            self._wake.set()

    def fire(self, look: Callable[[str], None]) -> None:
        """Call `look` with every table whose moment has come; it may set another one."""
        now = self._clock()
        # First all of them are collected: one that asks to be looked at again at once must not keep the others waiting.
        due = []
        while self._heap and self._heap[0][0] <= now:
            moment, table = heapq.heappop(self._heap)
            if self._moments.get(table) == moment:  # Else it was set anew since.
                del self._moments[table]
                due.append(table)
        for table in due:
            if not self._done("a table could not be looked at", look, table):
                self.set(table, now + RETRY)

    def tend(self, look: Callable[[str], None], beat: Callable[[], None]) -> None:
        """Fire the timers that are due; call `beat` once a second while some table waits."""
        self.fire(look)
        now = self._clock()
        if self._moments and now >= self._beaten_at + ALIVE_INTERVAL:
            self._beaten_at = now
            self._done("a sign of life was not kept", beat)

    def run(self, look: Callable[[str], None], beat: Callable[[], None]) -> None:
        """Do so until the greenlet is killed."""
        while True:
            self._wake.clear()
            self.tend(look, beat)
            next_moment = self._heap[0][0] - self._clock() if self._heap else None
            self._wake.wait(None if next_moment is None else min(ALIVE_INTERVAL, max(next_moment, 0.0)))

    def _done(self, failure: str, work: Callable[..., None], *arguments: str) -> bool:
        """Do it; a failure is logged, because one table must not stop the clocks of the others."""
        try:
            work(*arguments)
        except Exception as error:
            report(log, failure, error, table=" ".join(arguments))
            return False
        return True
