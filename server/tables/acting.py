"""One action at a time at each table: decided, kept on disk, done, and told to the listeners."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from server import metrics
from server.journal.engine import Conflict, JournalError
from server.journal.entries import Entry
from server.journal.store import Journal
from server.loop import breathe
from server.runtime.sources import Sources
from server.tables import decisions, endless
from server.tables.action import Action, Facts
from server.tables.decisions import Decision, NextTable
from server.tables.plan import PRIVATE
from server.tables.refusal import TooSoon, not_kept, not_known
from server.tables.slots import Slot, Slots
from server.tables.stalls import LEAST_STALL, Stalls
from server.tables.state import State
from server.tables.table import Table
from variants.errors import RulesError
from variants.position import Seat

log = logging.getLogger(__name__)

BRIEF = frozenset({"seal", "unseal", "offer", "decline", "ask_back", "addtime", "downtime"}) | PRIVATE
"""Kinds of entries after which a brief view says all that changed."""

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
        self.stalls = Stalls(clock, steady=sources.steady)
        self.outages = Stalls(clock, beat=ASK_INTERVAL, least=LEAST_OUTAGE, steady=sources.steady)
        """The same for the journal, where it is asked again and again because others write to it too."""
        self.listeners: list[Callable[[Table, int, bool], None]] = []
        self.confidants: list[Callable[[Table, Seat], None]] = []
        """Each is called after what one seat did unknown to all others, with the table and that seat."""

    @abstractmethod
    def set_moment(self, table: Table) -> None:
        """A table has changed: settle when it is to be looked at though nobody acts."""

    @abstractmethod
    def news(self, table: Table) -> None:
        """A decision of this process is on disk: the other processes that hold the table are told."""

    @abstractmethod
    def next_game(self, table: State, person: str, surprise: bool) -> NextTable:
        """Prepare another game of the same people, for which this person asks. Raises Refusal."""

    @abstractmethod
    def table_opened(self, new: NextTable) -> None:
        """Told of a table that an action opened."""

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

    def decide(self, table_id: str, ask: Callable[[Table], Decision]) -> Decision:
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

    def keep(self, table: Table, decision: Decision) -> None:
        """Put a decision on disk and let it happen, told to nobody here. Raises JournalError."""
        self.journal.append(table.id, table.sequence, decision.entries, decision.status)
        table.apply(decision)
        self.news(table)

    def settle(
        self, slot: Slot, table: Table, at: float, ask: Callable[[Table, float], Decision] | None = None
    ) -> bool:
        """End the game if a flag has fallen; whether one has.

        First the running clocks get back the time in which the process or the journal was held up: where a flag would
        fall, and where `ask` decides something, which it is asked before, so that what is refused writes nothing.
        """
        self.play_plans(slot, table)
        held_up = self._held_up(table, at)
        if held_up > 0:
            if ask is not None and not table.clocks.fallen(at):
                with endless.asking(table.id):
                    ask(table, at)
            if ask is not None or table.clocks.fallen(at):
                self._carry_out(slot, table, decisions.downtime(table, at - held_up, at, at))
        fallen = decisions.fallen(table, at)
        if fallen is not None:
            self._carry_out(slot, table, fallen)
        return fallen is not None

    def _held_up(self, table: Table, at: float) -> float:
        """Seconds up to this moment in which the process was held up while clocks of the table ran.

        The time in which a turn waited for the table's lock or the disk counts too: the next player had not been told.
        """
        if table.status != "running" or table.control.kind == "none" or not table.clocks.running:
            return 0.0
        since = table.clocks.since
        unheard = min(table.told_at, at) - since
        if unheard <= LEAST_STALL:
            unheard = 0.0
        # One may lie within the other.
        stalled = max(each.between(since + unheard, at) for each in (self.stalls, self.outages))
        return round(unheard + stalled, 3)

    def table_read_again(self, table: Table) -> None:
        """Tell the listeners all: what has happened on disk meanwhile, nobody here was told."""
        self.tell(table, 0, brief=False)

    def tell(self, table: Table, since: int, brief: bool) -> None:
        """Tell the listeners."""
        for listener in self.listeners:
            listener(table, since, brief)

    def catch_up(self, slot: Slot, table: Table) -> bool:
        """Bring a table whose lock is held up to what other processes did there; whether they did anything."""
        if not self.journal.shared:
            return False
        decided = self.journal.since(table.id, table.sequence)
        if not decided:
            return False
        before = fewest = table.number
        try:
            for entries in decided:
                breathe()
                table.take(entries)
                fewest = min(fewest, table.number)
        except Exception:
            # It has happened on disk, whatever happened here.
            slot.drop()
            raise
        self._happened(slot, table, min(before, fewest), [entry for entries in decided for entry in entries])
        return True

    def _try(self, slot: Slot, table_id: str, person: str, action: Action, arrived: float) -> dict[str, Any]:
        for _ in range(MOST_TRIES):
            table = self.load(slot, table_id)
            if (done := table.answer(person, action.id)) is not None:
                return done
            # Waiting for others who act at the table costs nobody time.
            at = max(arrived, table.last_at)
            try:
                if not action.private:
                    self.settle(slot, table, at, lambda table, at: action.decide(table, person, self._facts(at)))
                with endless.asking(table_id):
                    decision = action.decide(table, person, self._facts(at))
                self._carry_out(slot, table, decision)
            except Conflict:
                # Another process was first, and the table was brought up to date: it is decided anew.
                continue
            except JournalError:
                if slot.table is None:
                    return {"ok": False, "refusal": not_known()}
                # The table was read again: if the action is on disk after all, it is done.
                return slot.table.answer(person, action.id) or {"ok": False, "refusal": not_kept()}
            except RulesError as refusal:
                # Perhaps only because another process has done something of which this one has not heard yet.
                if not self.catch_up(slot, table):
                    # Without its traceback, which would keep alive all that was in reach when it was raised.
                    return {"ok": False, "refusal": refusal.with_traceback(None)}
        return {"ok": False, "refusal": not_kept()}

    def _facts(self, at: float) -> Facts:
        return Facts(at, self.next_game, self.nonce)

    def nonce(self) -> str:
        """A new nonce for an envelope."""
        return self.sources.token("nonce")

    def planned(self, table: Table) -> Decision | None:
        """The move that the seat to act has planned; None where there is none."""
        return decisions.planned(table, self.nonce)

    def _carry_out(self, slot: Slot, table: Table, decision: Decision) -> None:
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
            table.apply(decision)
        except Exception:
            # It has happened on disk, whatever happened here.
            slot.drop()
            raise
        self._happened(slot, table, min(before, table.number), decision.entries)
        if _private(decision.entries):
            return
        self.news(table)
        if decision.also is not None:
            self.table_opened(decision.also)
        if (roll := decisions.roll(table, table.last_at, self.nonce)) is not None:
            # Where another process was first, it has cast the same.
            with suppress(Conflict):
                self._carry_out(slot, table, roll)
        with suppress(Conflict):
            self.play_plans(slot, table)

    def play_plans(self, slot: Slot, table: Table) -> None:
        """Play what the seat to act has planned, if anything: whoever finds it first, after a crash too."""
        if (planned := self.planned(table)) is not None:
            self._carry_out(slot, table, planned)

    def _happened(self, slot: Slot, table: Table, since: int, entries: Sequence[Entry]) -> None:
        """Tell everybody here what has happened at a table, since it had so many turns."""
        if _private(entries):
            for seat in {entry.seat for entry in entries if entry.seat is not None}:
                for confidant in self.confidants:
                    confidant(table, seat)
            return
        if any(entry.kind in ("turn", "left", "takeback") for entry in entries):
            table.told_at = self.clock()
        # What was hidden during the game is open to all once it is over.
        if table.rules.hidden and table.ending is not None:
            since = 0
        self.set_moment(table)
        slot.tell()
        brief = all(entry.kind in BRIEF for entry in entries)
        for listener in self.listeners:
            listener(table, since, brief)


def _private(entries: Sequence[Entry]) -> bool:
    """Whether these tell of nothing that anybody but their seats may know."""
    return all(entry.kind in PRIVATE for entry in entries)
