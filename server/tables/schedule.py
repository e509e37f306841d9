"""When each table is checked without an action: for a flag, an absence, a move that is due."""

from __future__ import annotations

import math
from dataclasses import dataclass

from server.game import TableState, absence
from server.tables.events import Events, TableEvicted
from server.tables.facts import FactsSource
from server.tables.presence import Presence
from server.tables.rules_calls import due_move
from server.tables.timers import Timers

FLAG_GRACE = 0.5
"""Seconds that a flag stays up if several processes act: one of them may hold a move that arrived in time."""

DUE_PATIENCE = 1.0
"""Seconds after which a process plays a planned move that another one should have played."""


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
