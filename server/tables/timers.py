"""Timers of tables: each table is checked when its flag falls, an absence is to be shown, or a move is due."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable

from gevent.event import Event

from server.runtime.logs import report

log = logging.getLogger(__name__)

ALIVE_INTERVAL = 1.0
"""Seconds between two heartbeats; the credit after a crash is too high by at most as much."""

RETRY = 10.0
"""Seconds after which a table is looked at again that could not be looked at."""


class Timers:
    """The moments at which tables want to be looked at, one a table, in seconds since the epoch."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._beaten_at = -math.inf
        self._moments: dict[str, float] = {}
        self._next = math.inf
        """No table wants to be looked at before."""
        self._wake = Event()

    def set(self, table: str, moment: float | None) -> None:
        """Look at a table at this moment, in place of the one that was set before; None is never."""
        if moment is None:
            self._moments.pop(table, None)
            return
        self._moments[table] = moment
        if moment < self._next:
            self._next = moment
            self._wake.set()

    def fire(self, look: Callable[[str], None]) -> None:
        """Call `look` with every table whose moment has come; it may set another one."""
        now = self._clock()
        # First all of them are collected: one that asks to be looked at again at once must not keep the others waiting.
        due = sorted((moment, table) for table, moment in self._moments.items() if moment <= now)
        for _, table in due:
            del self._moments[table]
        for _, table in due:
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
            self._next = min(self._moments.values(), default=math.inf)
            pause = min(ALIVE_INTERVAL, max(self._next - self._clock(), 0.0))
            self._wake.wait(pause if self._moments else None)

    def _done(self, failure: str, work: Callable[..., None], *arguments: str) -> bool:
        """Do it; a failure is logged, because one table must not stop the clocks of the others."""
        try:
            work(*arguments)
        except Exception as error:
            report(log, failure, error, table=" ".join(arguments))
            return False
        return True
