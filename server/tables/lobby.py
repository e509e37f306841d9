"""All tables: open, find, list them; who comes and goes; what time alone does to them."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from server.bus import Body, Bus
from server.game import (
    NO_CLOCK,
    Control,
    Decision,
    Entry,
    NewTable,
    Refusal,
    TableState,
    absence,
    artificial,
    decisions,
    find_rules,
    is_usual_start,
    new_table,
    next_table,
    reducer,
)
from server.runtime.logs import report
from server.runtime.loop import yield_to_loop
from server.runtime.sources import Sources
from server.store import Conflict, Journal, JournalError
from server.tables import endless
from server.tables.acting import MOST_TRIES
from server.tables.following import FLAG_GRACE, GONE, LEAST_DOWNTIME, PLAN_PATIENCE, Following
from server.tables.listing import Listing
from server.tables.room import Room
from server.tables.timekeeper import RETRY, Timekeeper
from server.texts.names import chosen, is_nobodys
from variants.position import Position, Seat

log = logging.getLogger(__name__)


class Lobby(Following):
    """The tables of a journal.

    Each function in `readers` is called with a table that was just read from the journal; it must wait for nothing.
    """

    def __init__(
        self,
        variants: Mapping[str, type[Position]],
        journal: Journal,
        clock: Callable[[], float],
        sources: Sources,
        bus: Bus | None = None,
    ) -> None:
        super().__init__(journal, clock, sources, bus)
        self.variants = variants
        self.network_of: Callable[[str], str] = lambda person: person
        """Where a person is, for what one address may do."""
        self.check_new: Callable[[str], None] = lambda _person: None
        """Called before something new of a person is kept; raises Refusal where the person has made too much."""
        self.readers: list[Callable[[TableState], None]] = []
        # Whoever was called as the computer is before that was refused has no name that is shown any more.
        self.names = {person: name for person, name in self.names.items() if not is_nobodys(name)}
        self.grace = FLAG_GRACE if journal.shared else 0.0
        """Seconds after which a flag is looked at."""
        self.least_downtime = LEAST_DOWNTIME if journal.shared else 0.0
        self.timekeeper = Timekeeper(clock, self.look, self._beat)
        self._awake = False
        self._last_alive = journal.last_alive()
        self._room = Room(journal, self.bus)
        self.listing = Listing(
            variants, journal, clock, self.presence, lambda person: self.network_of(person), self._room.network_of
        )
        self.followers += [self._follow_processes, self._follow_people]
        self.bus.on("present", self._present)

    def pause(self) -> None:
        """Let others go on in the middle of long work."""
        yield_to_loop()

    def open(
        self,
        variant: str,
        settings: Mapping[str, Any],
        person: str,
        seat: Seat | None,
        fen: str | None = None,
        *,
        control: Control = NO_CLOCK,
        listed: bool = True,
        others: str | None = None,
    ) -> str:
        """Open a table and sit down at it; seat None draws one. Answers the table's id.

        `others` takes all the other chairs: the computer, or the same person where several players
        share one device, who is listed nowhere. Raises Refusal, SettingsError, FenError; JournalError if it could
        not be kept.
        """
        rules = find_rules(self.variants, variant)
        settings = rules.complete(settings)
        position = rules.start(settings, self.sources.random) if fen is None else rules.from_fen(fen, settings)
        if position.result() is not None:
            raise Refusal("position_over", "In this position the game is already over.")
        players = position.players()
        if seat is None:
            seat = self.sources.random.choice(players)
        if seat not in players:
            raise Refusal("no_seat", "There is no such seat.")
        people = [person if other == seat else others for other in players]
        set_up = fen is not None and not is_usual_start(position)
        listed = listed and others != person
        new = new_table(variant, settings, position, people, self.sources.token, self.clock(), control, listed, set_up)
        with self._room.counted(person, self.network_of(person), others is None) as opened:
            self.check_new(person)
            self.journal.open_table(*new)
            opened(new.opening.id)
        self._set_out(new.opening.id, people)
        return new.opening.id

    def open_between(
        self,
        variant: str,
        people: Sequence[str],
        control: Control,
        waits: Sequence[tuple[str, str]] = (),
    ) -> str:
        """Open a table at which these people sit, in the order of their seats: a game that runs. Answers its id.

        `waits` names the waits that this ends, by person and message. Raises Refusal; JournalError if it could not be
        kept, Conflict where one of them has ended already.
        """
        rules = find_rules(self.variants, variant)
        settings = rules.complete({})
        start = rules.start(settings, self.sources.random)
        new = new_table(variant, settings, start, people, self.sources.token, self.clock(), control)
        self.journal.open_table(*new, seekers=waits)
        return new.opening.id

    def next_table(self, table: TableState, person: str, surprise: bool) -> NewTable:
        """The next game of the people at a table: the seats move on by one; `surprise` draws another variant."""
        self.check_new(person)
        return next_table(table, surprise, self.variants, self.sources.random, self.sources.token, self.clock())

    def table_opened(self, new: NewTable) -> None:
        """A table that is opened by an action is read at once if the computer sits there."""
        self._set_out(new.opening.id, [entry.person for entry in new.entries if entry.kind == "sit"])

    def sit(self, table_id: str, person: str, seat: Seat | None = None, several: bool = False) -> Seat:
        """Take a free chair and answer which. Raises Refusal; JournalError if it could not be kept."""
        decision = self.decide(table_id, lambda table: decisions.sit(table, person, seat, self.clock(), several))
        taken = decision.entries[0].seat
        assert taken is not None
        return taken

    def knows(self, person: str) -> bool:
        """Whether somebody has a name, or sits or sat at a table."""
        return person in self.names or bool(self.journal.tables_of(person, 1))

    def rename(self, person: str, name: str) -> None:
        """Give a person a name. Raises Refusal for one that cannot be shown, JournalError if it could not be kept."""
        name = chosen(name)
        self.check_new(person)
        self.journal.rename(person, name, self.clock())
        self.name(person, name)

    def arrive(self, table: TableState, seat: Seat) -> None:
        """Somebody looks from this seat of a table that is held."""
        away = absence.gone_since(table, seat, self.facts(table)) is not None
        self.presence.come(table.id, seat)
        self.bus.publish("present", table.id, {"seats": [seat]})
        self.set_moment(table)
        if away:
            self.tell(table, table.number, brief=True)

    def depart(self, table_id: str, seat: Seat) -> None:
        """Somebody looks no longer from this seat; after a while the others are told."""
        self.presence.go(table_id, seat, self.clock())
        table = self.in_hand(table_id)
        if table is not None:
            self.set_moment(table)

    def hear_from(self, table: TableState, seat: Seat) -> None:
        """Somebody at this seat of a table that is held gave a sign of life, without a lasting connection."""
        if table.status not in ("open", "running"):
            return
        facts = self.facts(table)
        away = absence.gone_since(table, seat, facts) is not None
        self.presence.seen(table.id, seat, facts.at)
        self.set_moment(table)
        if away:
            self.tell(table, table.number, brief=True)

    def look(self, table_id: str) -> None:
        """See what time alone has done to a table: whose flag has fallen, who has been gone for long."""
        # Another process that was first has done the same.
        with self.using(table_id) as (slot, table), suppress(Conflict):
            if not self.settle(slot, table, max(self.clock() - self.grace, table.last_at)):
                self.set_moment(table)
                self.tell(table, table.number, brief=True)

    def stop_unasked(self, table_id: str, fault: str) -> None:
        """Stop a table without asking its rules, which do not end; nobody is shown it any more. Raises JournalError."""
        found = self.journal.table(table_id)
        if found is None:
            return
        _, status, entries = found
        number = entries[-1][-1].number
        stop = Entry("stop", number, None, "", "", {"fault": fault, "endless": True}, self.clock())
        self.journal.append(table_id, len(entries), (stop,), "stopped" if status in ("open", "running") else None)

    def wake(self) -> None:
        """After a start: give the time without a server back to the games with a clock, and let their flags fall."""
        for table_id in self.journal.timed():
            try:
                with self.looking(table_id):
                    pass
            except Exception as error:  # A table that cannot be read must not keep the others from theirs.
                report(log, "a game with a clock cannot be read", error, table=table_id)
                if isinstance(error, JournalError):
                    self.timekeeper.set(table_id, self.clock() + RETRY)
        self._awake = True

    def read_table(self, table_id: str) -> TableState:
        """The table as it is on disk; one that cannot go on is ended or stopped; a clock gets its downtime back."""
        for _ in range(MOST_TRIES):
            # Where another process writes the same at this moment, it is read again.
            with suppress(Conflict):
                return self._read(table_id)
        raise JournalError("Others acted at this table too often meanwhile.")

    def _read(self, table_id: str) -> TableState:
        found = self.journal.table(table_id)
        if found is None:
            raise Refusal("no_table", "There is no game at this address.")
        opening, status, rows = found
        if rows and rows[-1][-1].body.get("endless"):
            raise Refusal("rules_failed", "The rules of this game have failed, and the game was stopped.")
        with endless.asking(table_id):
            table = TableState(find_rules(self.variants, opening.variant), opening)
        for row in rows:
            yield_to_loop()
            self.apply(table, row, kept=status not in ("open", "running"))
        with endless.asking(table_id):
            reducer.check_seals(table)
        if table.fault and status != "stopped":
            log.error("a running game is stopped", extra={"table": table_id, "fault": table.fault})
            self.keep(table, decisions.stop(table, self.clock()))
        elif table.status == "running" and table.control.kind != "none" and table.last_at < self.began:
            since = max(self._last_alive, table.last_at)
            if since < self.began - self.least_downtime:
                self.keep(table, decisions.downtime(table, since, self.began, max(self.clock(), table.last_at)))
        # A move that was due has not been played at once, because something failed: nobody could act in between.
        while (repair := self._repair(table)) is not None:
            self.keep(table, repair)
        self.set_moment(table)
        for reader in self.readers:
            reader(table)
        return table

    def _repair(self, table: TableState) -> Decision | None:
        with endless.asking(table.id):
            return decisions.repair(table, self.facts(table, max(self.clock(), table.last_at)))

    def table_left(self, table: TableState) -> None:
        """Without viewers absences have no effect: only the next flag is scheduled."""
        flag = absence.next_flag(table)
        self.timekeeper.set(table.id, None if flag is None else flag + self.grace)

    def _set_out(self, table_id: str, people: Iterable[str | None]) -> None:
        """Read a table that was just opened if the computer sits there, which learns of it thereby."""
        if artificial(people):
            with self.looking(table_id):
                pass

    def _beat(self) -> None:
        # Who stops before all games have got their time back was not there for those that have not.
        if self._awake:
            self.journal.alive(self.clock())

    def _follow_processes(self) -> None:
        """The games with a clock that another process held are looked after when it has gone."""
        if self._awake and self.journal.gone(self.clock() - GONE):
            self.wake()

    def _follow_people(self) -> None:
        """Tell the other processes who looks at the tables here."""
        if not self.bus.reachable:
            # Which players are connected to another process is unknown: none of them counts as absent.
            self.presence.began = self.clock()
        for table, seats in self.presence.seats().items():
            self.bus.publish("present", table, {"seats": seats})

    def _present(self, table_id: str, body: Body) -> None:
        table = self.in_hand(table_id)
        if table is not None:
            for seat in body["seats"]:
                self.hear_from(table, seat)

    def set_moment(self, table: TableState) -> None:
        """A table has changed, or somebody has come or gone: settle when it is to be looked at though nobody acts."""
        if table.status in ("finished", "stopped"):
            self.presence.forget(table.id, len(table.chairs))
        facts = self.facts(table)
        moment = absence.next_moment(table, facts, self.grace)
        if table.plans and self.due_move(table, facts) is not None:
            # The process that stored the turn before plays it at once, unless it is gone.
            moment = min(facts.at + PLAN_PATIENCE, moment or math.inf)
        self.timekeeper.set(table.id, moment)
