"""Loading tables from the store: their rows are replayed, and decisions that are due are made."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from server.game import TABLE_ID, Decision, Entry, Refusal, TableState, decisions, find_rules
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.store import Conflict, Journal, JournalError, ratings
from server.tables.cluster import Heartbeat, Peers
from server.tables.facts import FactsSource
from server.tables.rules_calls import apply, check_seals, new_state, repair
from variants.position import Position

log = logging.getLogger(__name__)

ROW_COST = 0.04
"""The cost of a decision that is loaded for its address, in requests: it takes 0.2 ms, where a request has 5."""

MOST_TRIES = 20
"""Attempts to decide something while other processes are first each time."""


def no_table() -> Refusal:
    """The refusal where there is no such table."""
    return Refusal("no_table", "There is no game at this address.")


@dataclass(frozen=True, eq=False)
class TableLoader:
    """Reads tables from the store."""

    _variants: Mapping[str, type[Position]]
    _journal: Journal
    _clock: Callable[[], float]
    _peers: Peers
    _facts: FactsSource
    _heartbeat: Heartbeat
    _limits: Limits

    def load(self, table_id: str) -> TableState:
        """A table, replayed from its rows. A game that cannot go on is stopped, and clocks are credited the downtime.

        The address for which it is loaded is charged by its length. Raises Refusal if that is too much, or if there is
        no such table, and JournalError.
        """
        length = self._length(table_id)
        if not length:
            raise no_table()
        self._limits.charge(length * ROW_COST)
        for _ in range(MOST_TRIES):
            # Another process repairs the same table: read it again.
            with suppress(Conflict):
                return self._load(table_id)
        raise JournalError("Others acted at this table too often meanwhile.")

    def exists(self, table_id: str) -> bool:
        """Whether there is such a table. Raises JournalError."""
        return bool(self._length(table_id))

    def stop_endless(self, table_id: str, fault: str) -> None:
        """Stop a table without calling its rules, which do not end; it is never loaded again. Raises JournalError."""
        stored = self._journal.table(table_id)
        if stored is None:
            return
        _, status, rows = stored
        number = rows[-1][-1].number
        stop = Entry("stop", number, None, "", "", {"fault": fault, "endless": True}, self._clock())
        self._journal.append(table_id, len(rows), (stop,), "stopped" if status in ("open", "running") else None)

    def _length(self, table_id: str) -> int:
        """The number of decisions of a table; 0 if there is no such table."""
        # A database fails on some texts, such as one with a zero byte.
        known = re.fullmatch(TABLE_ID, table_id) is not None
        return self._journal.lengths([table_id]).get(table_id, 0) if known else 0

    def _load(self, table_id: str) -> TableState:
        stored = self._journal.table(table_id)
        if stored is None:
            raise no_table()
        opening, status, rows = stored
        if rows and rows[-1][-1].body.get("endless"):
            raise Refusal("rules_failed", "The rules of this game have failed, and the game was stopped.")
        state = new_state(find_rules(self._variants, opening.variant), opening)
        for row in rows:
            yield_to_loop()
            apply(state, row, kept=status not in ("open", "running"))
        check_seals(state)
        if state.fault and status != "stopped":
            log.error("a running game is stopped", extra={"table": table_id, "fault": state.fault})
            self._store(state, decisions.stop(state, self._clock()))
        elif (downtime := self._heartbeat.downtime(state)) is not None:
            self._store(state, decisions.downtime(state, *downtime, max(self._clock(), state.last_at)))
        # A move that was due was not played because of a failure: nobody could act in between.
        while (due := repair(state, self._facts.of(state, max(self._clock(), state.last_at)))) is not None:
            self._store(state, due)
        return state

    def _store(self, state: TableState, decision: Decision) -> None:
        last = ratings.effects_of(state, decision)
        self._journal.append(state.id, state.sequence, decision.entries, decision.status, last=last)
        apply(state, decision.entries, decision.next_game)
        self._peers.announce(state)
