"""All tables: open, find, list them; who comes and goes; what time alone does to them."""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

import gevent
from gevent.lock import BoundedSemaphore

from server.journal.entries import Kept
from server.journal.sqlite import JournalError
from server.journal.store import Journal
from server.logs import report
from server.loop import breathe
from server.tables import absence, decisions
from server.tables.acting import Acting
from server.tables.control import NO_CLOCK, Control, parse
from server.tables.decisions import NextTable
from server.tables.machines import machines, strength_of
from server.tables.openings import Openings
from server.tables.presence import Presence
from server.tables.refusal import Refusal
from server.tables.state import State
from server.tables.table import Table
from server.tables.timekeeper import RETRY, Timekeeper
from server.texts.names import chosen, is_nobodys
from variants.position import Position, Seat

log = logging.getLogger(__name__)

MOST_OPEN = 10
"""Tables at which one person may wait for others."""

MOST_OPEN_AT_ADDRESS = 30
"""Tables at which all people of one address may wait for others."""

REMEMBERED = 10_000
"""Addresses whose open tables are counted: those where one was opened last."""

LOOKED_AT = 300
"""Rows among which those of a list are chosen."""

MOST_STANDING = 200
"""Tables that are not over at which one may open another, whoever sits there."""


LEFT = 600.0
"""Seconds after which a game against the computer counts as left by its player: nobody resigns to a machine."""

LOOKED_THROUGH = 200
"""Running tables among which those that are played are looked for."""


Row = TypeVar("Row")


def in_rounds(rows: Iterable[Row], key: Callable[[Row], Hashable]) -> list[Row]:
    """The first row of each key, then the second of each, and so on; those of one key keep their order."""
    rounds: Counter[Hashable] = Counter()
    placed = []
    for row in rows:
        mine = key(row)
        placed.append((rounds[mine], row))
        rounds[mine] += 1
    return [row for _, row in sorted(placed, key=lambda one: one[0])]


class Summary(NamedTuple):
    """A table as a line of a list: its people in seat order ("" where nobody sits), and how it stands."""

    table: str
    variant: str
    people: tuple[str, ...]
    control: str
    status: str
    number: int
    changed_at: float


class Lobby(Acting):
    """The tables of a journal.

    `new_id` gives an unguessable text, `random` draws seats and start positions. Each function in
    `readers` is called with a table that was just read from the journal; it must not wait for anything.
    """

    def __init__(
        self,
        variants: Mapping[str, type[Position]],
        journal: Journal,
        clock: Callable[[], float],
        new_id: Callable[[], str],
        random: Random,
    ) -> None:
        super().__init__(journal, clock)
        self.openings = Openings(variants, clock, new_id, random)
        self.variants = variants
        self.random = random
        self.network_of: Callable[[str], str] = lambda person: person
        """Where a person is, for what one address may do."""
        self.check_new: Callable[[str], None] = lambda _person: None
        """Called before something new of a person is kept; raises Refusal where the person has made too much."""
        self._opened_from: OrderedDict[str, set[str]] = OrderedDict()
        """The tables that were opened lately from each address, those that are no longer open perhaps among them."""
        self.readers: list[Callable[[Table], None]] = []
        # Whoever was called as the computer is before that was refused has no name that is shown any more.
        self.names = {person: name for person, name in journal.names().items() if not is_nobodys(name)}
        self.began = clock()
        self.presence = Presence(self.began)
        self.timekeeper = Timekeeper(clock, self.look, self._beat)
        self._awake = False
        self._last_alive = journal.last_alive()
        self._counting = BoundedSemaphore(1)
        """Held from the count of somebody's tables until the next one is kept, so that none comes in between."""

    def breathe(self) -> None:
        """Let others go on in the middle of long work."""
        breathe()

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
        rules = self.openings.rules(variant)
        settings = rules.complete(settings)
        position = rules.start(settings, self.random) if fen is None else rules.from_fen(fen, settings)
        if position.result() is not None:
            raise Refusal("position_over", "In this position the game is already over.")
        players = position.players()
        if seat is None:
            seat = self.random.choice(players)
        if seat not in players:
            raise Refusal("no_seat", "There is no such seat.")
        people = [person if other == seat else others for other in players]
        set_up = fen is not None and not self.openings.is_usual(position)
        new = self.openings.new(variant, settings, position, people, control, listed and others != person, set_up)
        with self._counting:
            self._must_have_room(person, others is None)
            self.check_new(person)
            self.journal.open_table(*new)
            if new.status == "open":
                self._note_open(self.network_of(person), new.opening.id)
        self._set_out(new.opening.id, people)
        return new.opening.id

    def open_between(
        self, variant: str, people: Sequence[str], control: Control, settings: Mapping[str, Any] | None = None
    ) -> str:
        """Open a table at which these people sit, in the order of their seats: a game that runs. Answers its id.

        Raises Refusal, SettingsError; JournalError if it could not be kept.
        """
        rules = self.openings.rules(variant)
        settings = rules.complete(settings or {})
        new = self.openings.new(variant, settings, rules.start(settings, self.random), people, control, True, False)
        self.journal.open_table(*new)
        return new.opening.id

    def next_game(self, table: State, person: str, surprise: bool) -> NextTable:
        """The next game of the people at a table: the seats move on by one; `surprise` draws another variant."""
        self.check_new(person)
        return self.openings.next_game(table, surprise)

    def table_opened(self, new: NextTable) -> None:
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
        self.names[person] = name

    def summaries(self, status: str, most: int = 50) -> list[Summary]:
        """The newest listed tables of this status.

        Where there are more than so many, each address has its share of them, so that nobody fills a list alone.
        """
        found = self._summed_up(self.journal.tables(status, LOOKED_AT))
        chosen = set(in_rounds(found, lambda one: self._from(one.people))[:most])
        return [one for one in found if one in chosen]

    def tables_of(self, person: str, most: int = 500, status: str | None = None) -> list[Summary]:
        """The tables at which somebody sits or sat, of one status or of all, newest first; none that was aborted."""
        return self._summed_up(self.journal.tables_of(person, most, status))

    def keeps_open(self, table: Summary) -> bool:
        """Whether who joins finds a player there, or one who has days for a turn and need not be there."""
        patience = parse(table.control).patience
        if patience is None:
            return True
        sitting = [seat for seat, person in enumerate(table.people) if person]
        gone = [self.presence.gone_since(table.table, seat, table.changed_at) for seat in sitting]
        return any(since is None or self.clock() < since + patience for since in gone)

    def running(self, most: int = 50) -> list[Summary]:
        """The newest listed games that are being played; one against the computer while its player has not left it."""
        return [one for one in self.summaries("running", LOOKED_THROUGH) if self._played(one)][:most]

    def arrive(self, table: Table, seat: Seat) -> None:
        """Somebody looks from this seat of a table that is held."""
        away = absence.gone_since(table, seat, self.clock()) is not None
        self.presence.come(table.id, seat)
        self.set_moment(table)
        if away:
            self.tell(table, table.number, brief=True)

    def depart(self, table_id: str, seat: Seat) -> None:
        """Somebody looks no longer from this seat; after a while the others are told."""
        self.presence.go(table_id, seat, self.clock())
        table = self.in_hand(table_id)
        if table is not None:
            self.set_moment(table)

    def hear_from(self, table: Table, seat: Seat) -> None:
        """Somebody at this seat of a table that is held gave a sign of life, without a lasting connection."""
        if table.status not in ("open", "running"):
            return
        at = self.clock()
        away = absence.gone_since(table, seat, at) is not None
        self.presence.seen(table.id, seat, at)
        self.set_moment(table)
        if away:
            self.tell(table, table.number, brief=True)

    def look(self, table_id: str) -> None:
        """See what time alone has done to a table: whose flag has fallen, who has been gone for long."""
        with self.using(table_id) as (slot, table):
            if not self.settle(slot, table, max(self.clock(), table.last_at)):
                self.set_moment(table)
                self.tell(table, table.number, brief=True)

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

    def read_table(self, table_id: str) -> Table:
        """The table as it is on disk; one that cannot go on is ended or stopped; a clock gets its downtime back."""
        found = self.journal.table(table_id)
        if found is None:
            raise Refusal("no_table", "There is no game at this address.")
        opening, status, entries = found
        rules = self.openings.rules(opening.variant)
        table = Table.replay(rules, opening, self.names, status, entries, self.presence, breathe)
        if table.fault and status != "stopped":
            log.error("a running game is stopped", extra={"table": table_id, "fault": table.fault})
            self.keep(table, decisions.stop(table, self.clock()))
        elif table.status == "running" and table.control.kind != "none" and table.last_at < self.began:
            since = max(self._last_alive, table.last_at)
            if since < self.began:
                self.keep(table, decisions.downtime(table, since, self.began, max(self.clock(), table.last_at)))
        ended = decisions.ended(table, max(self.clock(), table.last_at))
        if ended is not None:
            self.keep(table, ended)
        # Here it has not been cast at once, because something failed: nobody could act in between.
        while (roll := decisions.roll(table, max(self.clock(), table.last_at))) is not None:
            self.keep(table, roll)
        table.on_failure = lambda: gevent.spawn(self._stop, table_id)
        self.set_moment(table)
        for reader in self.readers:
            reader(table)
        return table

    def _stop(self, table_id: str) -> None:
        """Stop a game whose rules failed when somebody looked at it."""
        with self.using(table_id) as (slot, table):
            if table.failed and table.status in ("open", "running"):
                self.stop_failed(slot, table, table.failed)

    def table_left(self, table: Table) -> None:
        """Whoever is absent is missed by nobody who is there: of what time changes, a flag is left."""
        self.timekeeper.set(table.id, absence.next_flag(table))

    def _set_out(self, table_id: str, people: Iterable[str | None]) -> None:
        """Read a table that was just opened if the computer sits there, which learns of it thereby."""
        if machines(people):
            with self.looking(table_id):
                pass

    def _played(self, table: Summary) -> bool:
        if not any(strength_of(person) for person in table.people):
            return True
        if not table.number:
            return False
        people = [seat for seat, person in enumerate(table.people) if person and not machines([person])]
        gone = [self.presence.gone_since(table.table, seat, table.changed_at) for seat in people]
        return any(since is None or self.clock() < since + LEFT for since in gone)

    def _from(self, people: Iterable[str]) -> str:
        """Where the first of these who is a person is."""
        person = next((person for person in people if person and not machines([person])), "")
        return self.network_of(person)

    def _must_have_room(self, person: str, waits: bool) -> None:
        count = self.journal.count_tables(person)
        if count["open"] >= MOST_OPEN:
            raise Refusal(
                "too_many_tables", "You are already waiting at {most} tables. Withdraw one first.", most=MOST_OPEN
            )
        if count["open"] + count["running"] >= MOST_STANDING:
            raise Refusal("too_many_games", "You already play {most} games. Finish one first.", most=MOST_STANDING)
        if waits and len(self._open_at(self.network_of(person))) >= MOST_OPEN_AT_ADDRESS:
            raise Refusal(
                "too_many_tables",
                "Your network is already waiting at {most} tables. Withdraw one first.",
                most=MOST_OPEN_AT_ADDRESS,
            )

    def _note_open(self, network: str, table_id: str) -> None:
        """A table was opened from this address."""
        self._opened_from[network] = self._opened_from.pop(network, set()) | {table_id}
        if len(self._opened_from) > REMEMBERED:
            self._opened_from.popitem(last=False)

    def _open_at(self, network: str) -> set[str]:
        """The tables that were opened from this address and are still open."""
        known = self._opened_from.pop(network, set())
        if known:
            self._opened_from[network] = known = self.journal.still_open(known)
        return known

    def _beat(self) -> None:
        # Who stops before all games have got their time back was not there for those that have not.
        if self._awake:
            self.journal.alive(self.clock())

    def set_moment(self, table: Table) -> None:
        """A table has changed, or somebody has come or gone: settle when it is to be looked at though nobody acts."""
        if table.status in ("finished", "stopped"):
            self.presence.forget(table.id, len(table.chairs))
        self.timekeeper.set(table.id, absence.next_moment(table, self.clock()))

    def _summed_up(self, tables: Iterable[Kept]) -> list[Summary]:
        found = []
        for kept in tables:
            rules = self.variants.get(kept.variant)
            if rules is None:
                continue
            people = [""] * max([len(rules.seats), *(seat + 1 for seat, _ in kept.sitters)])
            for seat, person in kept.sitters:
                people[seat] = person
            found.append(
                Summary(kept.id, kept.variant, tuple(people), kept.control, kept.status, kept.number, kept.changed_at)
            )
        return found
