"""The tables of a site. At each table, one action at a time is decided, committed, applied and published."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from server.bus import Body, Bus
from server.game import (
    BRIEF,
    Action,
    BriefView,
    Decision,
    Facts,
    Refusal,
    Row,
    TableState,
    TooSoon,
    View,
    is_private,
    not_kept,
    not_known,
)
from server.runtime import metrics
from server.runtime.fairness import FairPlaces
from server.runtime.limits import TOO_FAST
from server.runtime.logs import report
from server.runtime.loop import yield_to_loop
from server.store import Conflict, Journal, JournalError, Seeker, ratings
from server.tables.cache import Slot, TableCache
from server.tables.cluster import Heartbeat, Peers, follow_soon
from server.tables.credit import TimeCredit
from server.tables.events import Events, SeatChanged, TableChanged, TableLoaded, TableOpened, TableRewritten
from server.tables.facts import FactsSource
from server.tables.loader import MOST_TRIES, TableLoader, no_table
from server.tables.rules_calls import apply, automatic, brief_view, decide, due_move, view
from server.tables.timers import RETRY, Schedule, Timers
from variants.errors import RulesError
from variants.position import Viewer

log = logging.getLogger(__name__)

EARLY_ACTION_TIMEOUT = 15.0
"""Seconds that an action waits if it is only too early."""


MOST_LOADS = 16
"""Tables that are loaded at a time."""

LOADS_OF_ADDRESS = 2
"""Tables that are loaded for one address at a time."""


@contextmanager
def skip_unreadable(table_id: str) -> Iterator[None]:
    """Leave the block, and log it, if today's rules cannot read a game, or its reader loads too much at once.

    Other games are still listed.
    """
    try:
        yield
    except RulesError as error:
        level = logging.INFO if error.code == TOO_FAST else logging.ERROR
        log.log(level, "a game cannot be shown", extra={"table": table_id, "fault": error.code})


Following = Callable[[TableState, Decision | None], Decision | None]
"""The next decision at a table, from its state and the decision before; None where there is none. Raises RulesError."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables of a journal, and the actions of people there.

    `clock` gives seconds since the epoch. A change is published as an event when it is on disk.
    """

    _journal: Journal
    _clock: Callable[[], float]
    _bus: Bus
    _events: Events
    _peers: Peers
    _cache: TableCache
    _loader: TableLoader
    _facts: FactsSource
    _credit: TimeCredit
    _heartbeat: Heartbeat
    _schedule: Schedule
    _timers: Timers
    _loads: FairPlaces = field(default_factory=lambda: FairPlaces(MOST_LOADS, LOADS_OF_ADDRESS), init=False)

    def __post_init__(self) -> None:
        self._bus.on("decided", self._decided)
        self._bus.on("rewritten", lambda table_id, _body: follow_soon(partial(self._forget, table_id)))

    def act(self, table_id: str, person: str, action: Action) -> int:
        """Do an action of a player; the number of turns after it. When this returns it is on disk and published.

        A repeated message of the same person gets the first answer if it was accepted. An action that is only too early
        (TooSoon) waits a while for the next change. Raises RulesError if it is refused or could not be stored.
        """
        arrived = self._clock()
        with self._cache.pinned(table_id) as slot, metrics.counted(action.name()):

            def following(state: TableState, _last: Decision | None) -> Decision | None:
                if state.answer_to(person, action.id) is not None:
                    return None
                # Waiting for other actions at the table costs no clock time.
                facts = self._facts_at(slot, state, arrived)
                # An automatic decision from before the message arrived, such as a fallen flag, comes first.
                due = None if action.private else automatic(state, facts)
                return due or decide(action, state, person, facts)

            self._ensure_loaded(slot)
            while True:
                with slot.lock:
                    try:
                        return self._carry_out(slot, person, action, following)
                    except TooSoon as refusal:
                        early, changed = refusal.with_traceback(None), slot.changed
                if not changed.wait(EARLY_ACTION_TIMEOUT):
                    raise early

    def decide(self, table_id: str, ask: Callable[[TableState], Decision], seekers: Sequence[Seeker] = ()) -> Decision:
        """Commit the decision of `ask`, which may refuse; the seeks of `seekers` end with it.

        Raises JournalError if it could not be stored, Conflict where a seek has ended.
        """
        with self._cache.pinned(table_id) as slot:
            self._ensure_loaded(slot)
            with slot.lock:
                decision = self._commit_each(slot, lambda state, last: None if last else ask(state), seekers)
                assert decision is not None
                return decision

    @contextmanager
    def reading(self, table_id: str) -> Iterator[TableState]:
        """The state of a table for the duration of a block, without waiting for writers.

        The rows of other processes are read first. Raises Refusal if there is no such table.
        """
        with self._cache.pinned(table_id) as slot:
            self._refresh(slot)
            self._ensure_loaded(slot)
            assert slot.state is not None
            yield slot.state

    def check_exists(self, table_id: str) -> None:
        """Raise Refusal if there is no such table. It is not loaded."""
        if self._cache.state(table_id) is None and not self._loader.exists(table_id):
            raise no_table()

    def view(self, state: TableState, viewer: Viewer, since: int = 0) -> View:
        """All that this viewer may know now; turns after number `since`."""
        return view(state, viewer, self._facts.of(state), since)

    def brief_view(self, state: TableState, viewer: Viewer) -> BriefView:
        """What of the view changes without a turn."""
        return brief_view(state, viewer, self._facts.of(state))

    def expire(self, table_id: str) -> None:
        """Check what time has done to a table: flags that fell, players who are absent for long."""
        with self._cache.pinned(table_id) as slot, slot.lock:
            at = self._clock() - self._schedule.grace

            def following(state: TableState, last: Decision | None) -> Decision | None:
                return None if last else automatic(state, self._facts_at(slot, state, at))

            if self._commit_each(slot, following) is None:
                state = self._load(slot)
                self._schedule.set(state)
                self._events.publish(TableChanged(state, state.number, brief=True, local=False))

    def rewritten(self, table_id: str) -> None:
        """Forget a table whose stored rows were changed, here and in other processes: it is read again."""
        self._forget(table_id)
        self._bus.publish("rewritten", table_id, {})

    def resume_clocked_games(self) -> None:
        """At the start, or when another process has gone: load games with a clock, credit downtime, set timers."""
        for table_id in self._journal.timed():
            try:
                with self.reading(table_id):
                    pass
            except Exception as error:  # A table that cannot be read must not keep the others from their credit.
                report(log, "a game with a clock cannot be read", error, table=table_id)
                if isinstance(error, JournalError):
                    self._timers.set(table_id, self._clock() + RETRY)
        self._heartbeat.begin()

    def follow(self) -> None:
        """Read what other processes did at the tables in use here, and take over the games of one that is down."""
        held = {state.id: state.sequence for state in self._cache.pinned_states()}
        for table_id, length in self._journal.lengths(held).items() if held else ():
            if length > held[table_id]:
                metrics.MISSED_NOTIFICATIONS.inc()
                self._refresh_soon(table_id)
        for table_id in self._cache.stale():
            self._refresh_soon(table_id)
        if self._heartbeat.others_gone():
            self.resume_clocked_games()

    def _forget(self, table_id: str) -> None:
        if table_id in self._cache:
            # Not while it is read, nor in the middle of a decision, which is applied to the state that it was made of.
            with self._cache.pinned(table_id) as slot, slot.lock:
                if slot.state is not None:
                    slot.drop()
        self._events.publish(TableRewritten(table_id))

    def _decided(self, table_id: str, body: Body) -> None:
        # A table that is not in use is brought up to date when it is read.
        state = self._cache.state(table_id) if self._cache.is_pinned(table_id) else None
        if state is not None and body["length"] > state.lines:
            self._refresh_soon(table_id)

    def _refresh_soon(self, table_id: str) -> None:
        follow_soon(partial(self._refresh_table, table_id))

    def _refresh_table(self, table_id: str) -> None:
        with self._cache.pinned(table_id) as slot:
            self._refresh(slot)

    def _refresh(self, slot: Slot) -> None:
        """Bring a table in memory up to date, unless an action is in progress there."""
        if self._journal.shared and (slot.state is not None or slot.stale) and not slot.lock.locked():
            with slot.lock:
                self._catch_up(slot)

    def _ensure_loaded(self, slot: Slot) -> None:
        """Load a slot whose lock is not held; one address loads few at a time."""
        if slot.state is None:
            # First the place: who waits for one must not hold the lock of a table that others want.
            with self._loads.place(), slot.lock:
                self._load(slot)

    def _load(self, slot: Slot) -> TableState:
        """The state of a slot whose lock is held, read from the store if it is not in memory."""
        if slot.state is None:
            state = slot.state = self._loader.load(slot.table_id)
            self._schedule.set(state)
            self._events.publish(TableLoaded(state))
            if slot.stale:
                # The changes on disk meanwhile were not published here.
                slot.stale = False
                self._events.publish(TableChanged(state, 0, brief=False, local=False))
        return slot.state

    def _carry_out(self, slot: Slot, person: str, action: Action, following: Following) -> int:
        """Commit what an action decides; the number of turns after it. Raises RulesError."""
        fault: Refusal | None = None
        try:
            self._commit_each(slot, following)
        except Conflict:
            fault = not_kept()
        except JournalError:
            # If the table was read again, the action may be on disk after all.
            fault = not_known() if slot.state is None else not_kept()
        number = None if slot.state is None else slot.state.answer_to(person, action.id)
        if number is None:
            raise fault or not_kept()
        return number

    def _commit_each(self, slot: Slot, following: Following, seekers: Sequence[Seeker] = ()) -> Decision | None:
        """Commit the decisions that `following` makes of the state and of the last one; the last, None if it made none.

        It decides anew where another process was first. Raises RulesError and JournalError; Conflict where a seek of
        `seekers` has ended, and if others were first every time.
        """
        last: Decision | None = None
        for _ in range(MOST_TRIES):
            try:
                decision = following(self._load(slot), last)
                if decision is None:
                    return last
                self._commit(slot, decision, seekers)
                last = decision
            except Conflict:
                if seekers:
                    raise
            except RulesError:
                # Perhaps only because this process has not yet read what another one did.
                if not self._catch_up(slot):
                    raise
        if last is None:
            raise Conflict("Others acted at this table too often meanwhile.")
        return last

    def _facts_at(self, slot: Slot, state: TableState, at: float) -> Facts:
        """The facts about a table at this moment, or at its last entry where that is later."""
        at = max(at, state.last_at)
        return self._facts.of(state, at, self._credit.owed(slot, state, at))

    def _commit(self, slot: Slot, decision: Decision, seekers: Sequence[Seeker] = ()) -> None:
        """Write a decision and apply it, then the moves that are due.

        Raises Conflict if another process was first; its rows are applied then. After any other JournalError the table
        is as the store has it.
        """
        self._write(slot, decision, seekers)
        while slot.state is not None and slot.state.acts_by_itself() and not is_private(decision.entries):
            due = due_move(slot.state, self._facts.of(slot.state, slot.state.last_at))
            if due is None:
                return
            try:
                self._write(slot, due)
            except Conflict:
                # Another process has played the same.
                return

    def _write(self, slot: Slot, decision: Decision, seekers: Sequence[Seeker] = ()) -> None:
        state = slot.state
        assert state is not None
        try:
            if decision.also is None:
                last = ratings.effects_of(state, decision)
                self._journal.append(state.id, state.sequence, decision.entries, decision.status, seekers, last)
            else:
                self._journal.open_table(*decision.also, (state.id, state.sequence, decision.entries))
        except Conflict:
            if not self._catch_up(slot):
                slot.drop()
            raise
        except JournalError:
            # The outcome is unknown: only the store knows the state of the table.
            log.exception("an action was not stored", extra={"table": state.id})
            slot.drop()
            slot.mark_changed()
            self._load(slot)
            raise
        self._apply(slot, [decision.entries], decision)
        if not is_private(decision.entries):
            self._peers.announce(state)
        if decision.also is not None:
            self._events.publish(TableOpened(decision.also))

    def _catch_up(self, slot: Slot) -> bool:
        """Apply what other processes did at a table whose lock is held; whether there was anything."""
        state = self._load(slot)
        rows = self._journal.since(state.id, state.sequence) if self._journal.shared else []
        if rows:
            self._apply(slot, rows)
        return bool(rows)

    def _apply(self, slot: Slot, rows: list[Row], decision: Decision | None = None) -> None:
        """Apply rows that are on disk, and publish the change."""
        state = slot.state
        assert state is not None
        since = state.number
        try:
            for row in rows:
                if decision is None:
                    yield_to_loop()
                apply(state, row, decision and decision.next_game)
                since = min(since, state.number)
        except Exception:
            # It is on disk, whatever failed here.
            slot.drop()
            raise
        entries = tuple(entry for row in rows for entry in row)
        if is_private(entries):
            for seat in {entry.seat for entry in entries if entry.seat is not None}:
                self._events.publish(SeatChanged(state, seat))
            return
        # What another process did was broadcast there, and may be read here a long time afterwards.
        if decision is not None and any(entry.kind in ("turn", "left", "takeback") for entry in entries):
            slot.broadcast_at = self._clock()
        # What was hidden during the game is open to all once it is over.
        if state.rules.hidden and state.ending is not None:
            since = 0
        self._schedule.set(state)
        slot.mark_changed()
        brief = all(entry.kind in BRIEF for entry in entries)
        self._events.publish(TableChanged(state, since, brief, local=decision is not None))
