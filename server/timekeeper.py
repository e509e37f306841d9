"""Looks at each table at the moment when time alone changes it: a flag falls, somebody has been gone for long."""

from __future__ import annotations

import heapq
import logging
from collections.abc import Callable

from gevent.event import Event

from server.logs import report

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two signs of life; so much at most is given back too much after a crash."""


class Timekeeper:
    """The moments at which tables want to be looked at, one a table, in seconds since the epoch.

    `look` is called with a table's id once its moment has come, and may set another one; `beat`
    is called once a second while some table waits.
    """

    def __init__(self, clock: Callable[[], float], look: Callable[[str], None], beat: Callable[[], None]) -> None:
        self._clock = clock
        self._look = look
        self._beat = beat
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
        if self._heap[0] == (moment, table):
            self._wake.set()

    def look(self) -> None:
        """Look at every table whose moment has come."""
        now = self._clock()
        while self._heap and self._heap[0][0] <= now:
            moment, table = heapq.heappop(self._heap)
            if self._moments.get(table) != moment:  # It was set anew since.
                continue
            del self._moments[table]
            # One table that cannot be looked at must not stop the clocks of the others.
            self._do("a table could not be looked at", self._look, table)

    def run(self) -> None:
        """Look and beat until the greenlet is killed."""
        while True:
            self._wake.clear()
            self.look()
            if self._moments:
                self._do("a sign of life was not kept", self._beat)
            next_moment = self._heap[0][0] - self._clock() if self._heap else None
            self._wake.wait(None if next_moment is None else min(BEAT, max(next_moment, 0.0)))

    def _do(self, failure: str, work: Callable[..., None], *arguments: str) -> None:
        try:
            work(*arguments)
        except Exception as error:
            report(log, failure, error, table=" ".join(arguments))
