"""When each table is checked without an action: for a flag, an absence, a move that is due."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass

from gevent.event import Event

from server.game import TableState, absence
from server.runtime.logs import report
from server.tables.events import Events, TableEvicted
from server.tables.facts import FactsSource, Presence
from server.tables.rules_calls import due_move

log = logging.getLogger(__name__)

ALIVE_INTERVAL = 1.0
"""Seconds between two heartbeats; the credit after a crash is too high by at most as much."""

RETRY = 10.0
"""Seconds after which a table is checked again that could not be checked."""

FLAG_GRACE = 0.5
"""Seconds that a flag stays up if several processes act: one of them may hold a move that arrived in time."""

DUE_PATIENCE = 1.0
"""Seconds after which a process plays a planned move that another one should have played."""


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
            if not self._done("a table could not be checked", look, table):
                self.set(table, now + RETRY)

    def tend(self, look: Callable[[str], None], beat: Callable[[], None]) -> None:
        """Fire the timers that are due; call `beat` once a second while some table waits."""
        self.fire(look)
        now = self._clock()
        if self._moments and now >= self._beaten_at + ALIVE_INTERVAL:
            self._beaten_at = now
            self._done("a heartbeat was not stored", beat)

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


@dataclass(frozen=True, eq=False)
class Schedule:
    """Sets the timer of each table: for the next flag, for an absence that is to be shown, for a move that is due."""

    _timers: Timers
    _facts: FactsSource
    _presence: Presence
    _events: Events
    grace: float
    """Seconds after which a fallen flag is checked: `FLAG_GRACE` if several processes act."""

    def set(self, state: TableState) -> None:
        """Set the timer of a table after a change, an arrival or a departure."""
        facts = self._facts.of(state)
        moment = absence.next_moment(state, facts, self.grace)
        if state.plans and due_move(state, facts) is not None:
            # The process that stored the turn before plays it at once, if it still runs.
            moment = min(facts.at + DUE_PATIENCE, moment or math.inf)
        self._timers.set(state.id, moment)

    def evicted(self, table_id: str, state: TableState | None) -> None:
        """Set the timer of a table that leaves memory to its next flag: nobody is there to see absences."""
        if state is not None:
            if state.status in ("finished", "stopped"):
                self._presence.forget(state.id, len(state.chairs))
            flag = state.clocks.deadline()
            self._timers.set(table_id, None if flag is None else flag + self.grace)
        self._events.publish(TableEvicted(table_id))
