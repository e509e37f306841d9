"""All tables: open, find, act on them one action at a time, and let those go that nobody watches."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from gevent.lock import BoundedSemaphore

from server.names import check_name, composed
from server.refusal import Refusal, not_kept, not_known
from server.store import Journal, JournalError, Opening
from server.table import Decision, Table
from variants.errors import RulesError
from variants.position import Position, Seat

log = logging.getLogger(__name__)

BRIEF = frozenset({"seal", "unseal", "offer", "decline"})
"""Kinds of entries after which a brief view says all that changed."""

IDLE = 64
"""Tables kept in memory though nobody watches them."""


class Summary(NamedTuple):
    """A table as a line of a list: its people in seat order ("" where nobody sits), and how it stands."""

    table: str
    variant: str
    people: tuple[str, ...]
    names: tuple[str, ...]
    status: str
    number: int
    changed_at: float


class _Slot:
    """A table's place in memory, its lock, and how many hold on to it."""

    def __init__(self) -> None:
        self.lock = BoundedSemaphore(1)
        self.table: Table | None = None
        self.holders = 0


class Lobby:
    """The tables of a journal.

    `clock` gives seconds since the epoch, `new_id` an unguessable text, `random` draws seats and
    start positions. Each function in `listeners` is called after an action with the table, the
    number of turns from which it has news, and whether a brief view says all of it; it must not
    wait for anything.
    """

    def __init__(
        self,
        variants: Mapping[str, type[Position]],
        journal: Journal,
        clock: Callable[[], float],
        new_id: Callable[[], str],
        random: Random,
    ) -> None:
        self.variants = variants
        self.journal = journal
        self.clock = clock
        self.new_id = new_id
        self.random = random
        self.listeners: list[Callable[[Table, int, bool], None]] = []
        self.names: dict[str, str] = journal.names()
        self._slots: dict[str, _Slot] = {}
        self._idle: OrderedDict[str, _Slot] = OrderedDict()

    def open(
        self, variant: str, settings: Mapping[str, Any], person: str, seat: Seat | None, fen: str | None = None
    ) -> str:
        """Open a table and sit down at it; seat None draws one. Answers the table's id.

        Raises Refusal, SettingsError, FenError; JournalError if it could not be kept.
        """
        rules = self._rules(variant)
        settings = rules.complete(settings)
        position = rules.start(settings, self.random) if fen is None else rules.from_fen(fen, settings)
        if position.result() is not None:
            raise Refusal("position_over", "In this position the game is already over.")
        at = self.clock()
        opening = Opening(self.new_id(), variant, rules.rules_version, settings, position.fen(), at)
        table = Table(rules, opening, self.names)
        if seat is None:
            seat = self.random.randrange(len(table.chairs))
        if not 0 <= seat < len(table.chairs):
            raise Refusal("no_seat", "There is no such seat.")
        decision = table.sit(person, seat, at)
        self.journal.open_table(opening, decision.entries, decision.status or "open")
        return opening.id

    def sit(self, table_id: str, person: str, seat: Seat | None = None, several: bool = False) -> Seat:
        """Take a free chair and answer which. Raises Refusal; JournalError if it could not be kept."""
        decision = self._decide(table_id, lambda table: table.sit(person, seat, self.clock(), several))
        taken = decision.entries[0].seat
        assert taken is not None
        return taken

    def send(self, table_id: str, person: str, message: str, ask: Callable[[Table, float], Decision]) -> dict[str, Any]:
        """Do one action of a player and answer `{"ok": True, "number": turns}`, or `{"ok": False, "refusal": error}`.

        The same message of the same person gets the first answer again. When this returns the
        action is on disk and the listeners have been told.
        """
        with self.using(table_id) as (slot, table):
            known = table.answer(person, message)
            if known is not None:
                return known
            try:
                self._carry_out(slot, table, ask(table, self.clock()))
            except JournalError:
                if slot.table is None:
                    return {"ok": False, "refusal": not_known()}
                # The table was read again: if the action is on disk after all, it is done.
                return slot.table.answer(person, message) or {"ok": False, "refusal": not_kept()}
            except RulesError as refusal:
                # Without its traceback, which would keep alive all that was in reach when it was raised.
                answer = {"ok": False, "refusal": refusal.with_traceback(None)}
                # Only players are remembered, so that strangers cannot crowd their answers out.
                if table.seats_of(person):
                    table.remember(person, message, answer)
                return answer
            done = table.answer(person, message)
            assert done is not None
            return done

    def rename(self, person: str, name: str) -> None:
        """Give a person a name. Raises Refusal for one that cannot be shown, JournalError if it could not be kept."""
        name = composed(name)
        check_name(name)
        self.journal.rename(person, name)
        self.names[person] = name

    def summaries(self, status: str, most: int = 50) -> list[Summary]:
        """The newest tables of this status."""
        found = []
        for kept in self.journal.tables(status, most):
            rules = self.variants.get(kept.variant)
            if rules is None:
                continue
            people = [""] * max([len(rules.seats), *(seat + 1 for seat, _ in kept.sitters)])
            for seat, person in kept.sitters:
                people[seat] = person
            names = tuple(self.names.get(person, "") for person in people)
            found.append(Summary(kept.id, kept.variant, tuple(people), names, status, kept.number, kept.changed_at))
        return found

    @contextmanager
    def using(self, table_id: str) -> Iterator[tuple[_Slot, Table]]:
        """The table, for nobody else meanwhile. Raises Refusal if there is none."""
        slot = self.hold(table_id)
        try:
            with slot.lock:
                yield slot, self._load(slot, table_id)
        finally:
            self.let_go(table_id)

    @contextmanager
    def looking(self, table_id: str) -> Iterator[Table]:
        """The table, to look at without waiting for those who act. Raises Refusal if there is none."""
        slot = self.hold(table_id)
        try:
            if slot.table is None:
                with slot.lock:
                    self._load(slot, table_id)
            assert slot.table is not None
            yield slot.table
        finally:
            self.let_go(table_id)

    def hold(self, table_id: str) -> _Slot:
        """Keep a table in memory until `let_go`, as often as it was held."""
        slot = self._slots.get(table_id)
        if slot is None:
            slot = self._slots[table_id] = _Slot()
        slot.holders += 1
        self._idle.pop(table_id, None)
        return slot

    def let_go(self, table_id: str) -> None:
        """Hold the table no longer; one that nobody holds may leave memory."""
        slot = self._slots[table_id]
        slot.holders -= 1
        if slot.holders:
            return
        if slot.table is None:
            del self._slots[table_id]
            return
        self._idle[table_id] = slot
        if len(self._idle) > IDLE:
            oldest, _ = self._idle.popitem(last=False)
            del self._slots[oldest]

    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._slots)

    def _rules(self, variant: str) -> type[Position]:
        rules = self.variants.get(variant)
        if rules is None:
            raise Refusal("no_variant", "There is no variant “{variant}” here.", variant=variant)
        return rules

    def _load(self, slot: _Slot, table_id: str) -> Table:
        if slot.table is None:
            found = self.journal.table(table_id)
            if found is None:
                raise Refusal("no_table", "There is no game at this address.")
            opening, status, entries = found
            table = Table.replay(self._rules(opening.variant), opening, self.names, status, entries)
            if table.fault and status != "stopped":
                log.error("a running game is stopped", extra={"table": table_id, "fault": table.fault})
                decision = table.stop(self.clock())
                self.journal.append(table_id, table.sequence, decision.entries, decision.status)
                table.apply(decision)
            slot.table = table
        return slot.table

    def _decide(self, table_id: str, ask: Callable[[Table], Decision]) -> Decision:
        with self.using(table_id) as (slot, table):
            decision = ask(table)
            self._carry_out(slot, table, decision)
            return decision

    def _carry_out(self, slot: _Slot, table: Table, decision: Decision) -> None:
        before = table.number
        try:
            self.journal.append(table.id, table.sequence, decision.entries, decision.status)
        except JournalError:
            # Nobody knows what is on disk: only the disk can say how the table stands.
            log.exception("an action was not kept", extra={"table": table.id})
            slot.table = None
            self._tell(self._load(slot, table.id), 0, brief=False)
            raise
        try:
            table.apply(decision)
        except Exception:
            # It has happened on disk, whatever happened here.
            slot.table = None
            raise
        # What was hidden during the game is open to all once it is over.
        since = 0 if table.rules.hidden and table.ending is not None else before
        self._tell(table, since, brief=all(entry.kind in BRIEF for entry in decision.entries))

    def _tell(self, table: Table, since: int, brief: bool) -> None:
        for listener in self.listeners:
            listener(table, since, brief)
