"""One action at a time at each table: decided, stored, applied, and sent to the listeners."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from server.game import (
    BRIEF,
    Action,
    Decision,
    Facts,
    NewTable,
    Row,
    TableState,
    TooSoon,
    decisions,
    is_private,
    not_kept,
    not_known,
    own_view,
    reducer,
    shared_view,
    table_view,
)
from server.runtime import metrics
from server.runtime.logs import report
from server.runtime.loop import yield_to_loop
from server.runtime.pauses import LEAST_PAUSE, Pauses
from server.runtime.sources import Sources
from server.store import Conflict, Journal, JournalError
from server.tables import endless
from server.tables.presence import Presence
from server.tables.slots import Slot, Slots
from variants.errors import RulesError
from variants.position import Seat, Viewer

log = logging.getLogger(__name__)

MOST_TRIES = 20
"""How often an action is decided again because another process was first each time."""

ASK_INTERVAL = 1.0
"""Seconds between two questions to a journal that others write to as well."""

LEAST_OUTAGE = 1.0
"""Seconds by which its answer must be late to count as an outage."""

EARLY_ACTION_TIMEOUT = 15.0
"""Seconds that an action waits which is only too early."""


class Acting(Slots):
    """The tables of a journal, as people act at them.

    `clock` gives seconds since the epoch. Each function in `listeners` is called after an action with the table, the
    number of turns from which it has news, and whether a brief view says all of it; it must not wait for anything.
    """

    def __init__(self, journal: Journal, clock: Callable[[], float], sources: Sources) -> None:
        super().__init__()
        self.journal = journal
        self.clock = clock
        self.sources = sources
        self.names: dict[str, str] = journal.names()
        """The chosen names, by public id."""
        self.began = clock()
        self.presence = Presence(self.began)
        self.pauses = Pauses(clock, steady=sources.steady)
        self.outages = Pauses(clock, beat=ASK_INTERVAL, least=LEAST_OUTAGE, steady=sources.steady)
        """The same for the journal, where it is asked again and again because others write to it too."""
        self.listeners: list[Callable[[TableState, int, bool], None]] = []
        self.confidants: list[Callable[[TableState, Seat], None]] = []
        """Each is called after what one seat did unknown to all others, with the table and that seat."""

    @abstractmethod
    def set_moment(self, table: TableState) -> None:
        """A table has changed: settle when it is to be looked at though nobody acts."""

    @abstractmethod
    def news(self, table: TableState) -> None:
        """A decision of this process is on disk: the other processes that hold the table are told."""

    @abstractmethod
    def next_table(self, table: TableState, person: str, surprise: bool) -> NewTable:
        """Prepare another game of the same people, for which this person asks. Raises Refusal."""

    @abstractmethod
    def table_opened(self, new: NewTable) -> None:
        """Told of a table that an action opened."""

    def facts(self, table: TableState, at: float | None = None, credit: float = 0.0) -> Facts:
        """What the site knows of a table at this moment, by default now."""
        return Facts(
            self.clock() if at is None else at,
            self.presence.absent_since(table.id, len(table.chairs)),
            self.names,
            credit,
            lambda: self.sources.token("nonce"),
            self.next_table,
            yield_to_loop,
        )

    def view(self, table: TableState, viewer: Viewer, since: int = 0, brief: bool = False) -> dict[str, Any]:
        """All that this viewer may know now (see ARCHITECTURE.md); turns after number `since`."""
        with endless.asking(table.id):
            return table_view(table, viewer, self.facts(table), since, brief)

    def shared_view(self, table: TableState, eyes: Viewer, facts: Facts, since: int, brief: bool) -> dict[str, Any]:
        """The part of a view that all viewers with these `shared_eyes` have in common."""
        with endless.asking(table.id):
            return shared_view(table, eyes, facts, since, brief)

    def own_view(self, table: TableState, viewer: Viewer, facts: Facts, brief: bool) -> dict[str, Any]:
        """The part of a view that is the viewer's own."""
        with endless.asking(table.id):
            return own_view(table, viewer, facts, brief)

    def send(self, table_id: str, person: str, action: Action) -> dict[str, Any]:
        """Do an action of a player and answer `{"ok": True, "number": turns}`, or `{"ok": False, "refusal": error}`.

        The same message of the same person gets the answer to what was accepted again. What is only too early (TooSoon)
        waits a while for what must happen first. When this returns the action is on disk and the
        listeners have been told.
        """
        arrived = self.clock()
        slot = self.hold(table_id)
        try:
            while True:
                with slot.lock:
                    answer = self._try(slot, table_id, person, action, arrived)
                    news = slot.news
                if not isinstance(answer.get("refusal"), TooSoon) or not news.wait(EARLY_ACTION_TIMEOUT):
                    metrics.answered(action.name(), answer)
                    return answer
        finally:
            self.let_go(table_id)

    def decide(self, table_id: str, ask: Callable[[TableState], Decision]) -> Decision:
        """Carry out what `ask` decides, which may refuse. Raises JournalError if it could not be kept."""
        with self.using(table_id) as (slot, table):
            for _ in range(MOST_TRIES):
                try:
                    decision = ask(table)
                    self._carry_out(slot, table, decision)
                    return decision
                except Conflict:
                    table = self.load(slot, table_id)
                except RulesError:
                    if not self.catch_up(slot, table):
                        raise
                    table = self.load(slot, table_id)
            raise JournalError("Others acted at this table too often meanwhile.")

    def keep(self, table: TableState, decision: Decision) -> None:
        """Put a decision on disk and let it happen, told to nobody here. Raises JournalError."""
        self.journal.append(table.id, table.sequence, decision.entries, decision.status)
        self.apply(table, decision.entries, decision)
        self.news(table)

    def apply(self, table: TableState, row: Row, decision: Decision | None = None, kept: bool = False) -> None:
        """Apply a row that is stored; `decision` is the one that wrote it, where that was this process."""
        with endless.asking(table.id):
            reducer.apply(table, row, decision and decision.next_game, kept)

    def settle(self, slot: Slot, table: TableState, at: float) -> bool:
        """Carry out what happened by itself until this moment, such as a flag that fell. Whether anything did."""
        settled = False
        while (due := self._automatic(slot, table, at)) is not None:
            self._carry_out(slot, table, due)
            settled = True
        return settled

    def _automatic(self, slot: Slot, table: TableState, at: float) -> Decision | None:
        """What happens at a table by itself at this moment: a move that is due, or a flag that fell."""
        facts = self.facts(table, at, self._credit(slot, table, at))
        if (due := self.due_move(table, facts)) is not None:
            return due
        with endless.asking(table.id):
            return decisions.fallen_flag(table, facts)

    def due_move(self, table: TableState, facts: Facts) -> Decision | None:
        """A chance move or a planned move that is due; None also where the rules fail on it, which is logged.

        So players can still end a game whose rules fail.
        """
        if not table.plans and table.rules.chance.isdisjoint(table.waited_for()):
            return None
        with endless.asking(table.id):
            try:
                return decisions.due_move(table, facts)
            except Exception as error:
                report(log, "a move that is due cannot be played", error, table=table.id)
                return None

    def _credit(self, slot: Slot, table: TableState, at: float) -> float:
        """Seconds up to this moment in which the process was held up while clocks of the table ran.

        The time in which a turn waited for the table's lock or the disk counts too: the next player had not been told.
        """
        if table.status != "running" or table.control.kind == "none" or not table.clocks.running:
            return 0.0
        since = table.clocks.since
        unheard = min(slot.broadcast_at, at) - since
        if unheard <= LEAST_PAUSE:
            unheard = 0.0
        # One may lie within the other.
        stalled = max(each.between(since + unheard, at) for each in (self.pauses, self.outages))
        return round(unheard + stalled, 3)

    def table_read_again(self, table: TableState) -> None:
        """Tell the listeners all: what has happened on disk meanwhile, nobody here was told."""
        self.tell(table, 0, brief=False)

    def tell(self, table: TableState, since: int, brief: bool) -> None:
        """Tell the listeners."""
        for listener in self.listeners:
            listener(table, since, brief)

    def catch_up(self, slot: Slot, table: TableState) -> bool:
        """Bring a table whose lock is held up to what other processes did there; whether they did anything."""
        if not self.journal.shared:
            return False
        rows = self.journal.since(table.id, table.sequence)
        if not rows:
            return False
        before = fewest = table.number
        try:
            for row in rows:
                yield_to_loop()
                self.apply(table, row)
                fewest = min(fewest, table.number)
        except Exception:
            # It has happened on disk, whatever happened here.
            slot.drop()
            raise
        self._happened(slot, table, min(before, fewest), tuple(entry for row in rows for entry in row))
        return True

    def _try(self, slot: Slot, table_id: str, person: str, action: Action, arrived: float) -> dict[str, Any]:
        for _ in range(MOST_TRIES):
            table = self.load(slot, table_id)
            if (done := table.answer_to(person, action.id)) is not None:
                return done
            # Waiting for others who act at the table costs nobody time.
            at = max(arrived, table.last_at)
            try:
                if not action.private:
                    self.settle(slot, table, at)
                with endless.asking(table_id):
                    decision = action.decide(table, person, self.facts(table, at, self._credit(slot, table, at)))
                self._carry_out(slot, table, decision)
            except Conflict:
                # Another process was first, and the table was brought up to date: it is decided anew.
                continue
            except JournalError:
                if slot.table is None:
                    return {"ok": False, "refusal": not_known()}
                # The table was read again: if the action is on disk after all, it is done.
                return slot.table.answer_to(person, action.id) or {"ok": False, "refusal": not_kept()}
            except RulesError as refusal:
                # Perhaps only because another process has done something of which this one has not heard yet.
                if not self.catch_up(slot, table):
                    # Without its traceback, which would keep alive all that was in reach when it was raised.
                    return {"ok": False, "refusal": refusal.with_traceback(None)}
        return {"ok": False, "refusal": not_kept()}

    def _carry_out(self, slot: Slot, table: TableState, decision: Decision) -> None:
        before = table.number
        try:
            if decision.also is None:
                self.journal.append(table.id, table.sequence, decision.entries, decision.status)
            else:
                self.journal.open_table(*decision.also, (table.id, table.sequence, decision.entries))
        except Conflict:
            if not self.catch_up(slot, table):
                slot.drop()
            raise
        except JournalError:
            # Nobody knows what is on disk: only the disk can say how the table stands.
            log.exception("an action was not kept", extra={"table": table.id})
            slot.drop()
            slot.tell()
            self.load(slot, table.id)
            raise
        try:
            self.apply(table, decision.entries, decision)
        except Exception:
            # It has happened on disk, whatever happened here.
            slot.drop()
            raise
        self._happened(slot, table, min(before, table.number), decision.entries)
        if decision.private:
            return
        self.news(table)
        if decision.also is not None:
            self.table_opened(decision.also)
        # Where another process was first, it has played the same.
        if (due := self.due_move(table, self.facts(table, table.last_at))) is not None:
            with suppress(Conflict):
                self._carry_out(slot, table, due)

    def _happened(self, slot: Slot, table: TableState, since: int, row: Row) -> None:
        """Tell everybody here what has happened at a table, since it had so many turns."""
        if is_private(row):
            for seat in {entry.seat for entry in row if entry.seat is not None}:
                for confidant in self.confidants:
                    confidant(table, seat)
            return
        if any(entry.kind in ("turn", "left", "takeback") for entry in row):
            slot.broadcast_at = self.clock()
        # What was hidden during the game is open to all once it is over.
        if table.rules.hidden and table.ending is not None:
            since = 0
        self.set_moment(table)
        slot.tell()
        brief = all(entry.kind in BRIEF for entry in row)
        for listener in self.listeners:
            listener(table, since, brief)
