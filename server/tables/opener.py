"""Opening tables and sitting down at them, and how many tables one person and one address may keep open or play at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gevent.lock import BoundedSemaphore

from server.bus import SITE, Bus
from server.game import (
    NO_CLOCK,
    Control,
    Decision,
    Refusal,
    TableState,
    decisions,
    find_rules,
    is_usual_start,
    new_table,
)
from server.ratings import check_ratable, pace, pool_of, pool_of_table
from server.runtime.limits import Limits
from server.runtime.lru import LRU
from server.runtime.sources import Sources
from server.store import Journal, Seeker, invitations
from server.tables.events import Events, TableOpened
from server.tables.rated import RatedPlayers
from server.tables.service import Tables
from variants.position import Position, Seat

MOST_OPEN = 10
"""Tables at which one person may wait for others."""

MOST_OPEN_AT_ADDRESS = 30
"""Tables at which all people of one address may wait for others."""

MOST_ADDRESSES = 10_000
"""Addresses whose open tables are counted, the most recent ones."""

MOST_TABLES = 10_000
"""Tables whose opener's address is remembered, the most recent ones."""

MOST_STANDING = 200
"""Open and running tables of a person, against any opponent; at this number no other can be opened."""


class TableQuota:
    """Counts the tables of persons, and those that were opened from each address, also by other processes."""

    def __init__(self, journal: Journal, bus: Bus, limits: Limits) -> None:
        self._journal = journal
        self._bus = bus
        self._limits = limits
        bus.on("opened", lambda _topic, body: self._remember(body["network"], body["table"]))
        self._opened_from: LRU[str, set[str]] = LRU(MOST_ADDRESSES)
        """The tables lately opened from each address; some may no longer be open."""
        self._network_of: LRU[str, str] = LRU(MOST_TABLES)
        self._counting = BoundedSemaphore(1)
        """Held from the count of a person's tables until the new one is stored: no other is opened in between."""

    @contextmanager
    def reserve(self, person: str, table_id: str, waits: bool) -> Iterator[None]:
        """Reserve a table in the quota of this person, who `waits` there for others or not. Raises Refusal.

        The caller stores the table inside the block; it counts unless that fails.
        """
        network = self._limits.network_of(person)
        with self._counting:
            self._check(person, network, waits)
            self._limits.check_new(person)
            yield
            self._remember(network, table_id)
            self._bus.publish("opened", SITE, {"network": network, "table": table_id})

    def _check(self, person: str, network: str, waits: bool) -> None:
        count = self._journal.count_tables(person)
        if count["open"] >= MOST_OPEN:
            raise Refusal(
                "too_many_tables", "You are already waiting at {most} tables. Withdraw one first.", most=MOST_OPEN
            )
        if count["open"] + count["running"] >= MOST_STANDING:
            raise Refusal("too_many_games", "You already play {most} games. Finish one first.", most=MOST_STANDING)
        if waits and len(self._open_at(network)) >= MOST_OPEN_AT_ADDRESS:
            raise Refusal(
                "too_many_tables",
                "Your network is already waiting at {most} tables. Withdraw one first.",
                most=MOST_OPEN_AT_ADDRESS,
            )

    def _remember(self, network: str, table_id: str) -> None:
        self._opened_from[network] = self._opened_from.pop(network, set()) | {table_id}
        self._network_of[table_id] = network

    def network_of(self, table_id: str) -> str:
        """The address from which a table was opened, in any process; "" if unknown."""
        return self._network_of.get(table_id, "")

    def _open_at(self, network: str) -> set[str]:
        """The open tables of this address; while they are few, tables that are over may be among them."""
        known = self._opened_from.get(network, set())
        if len(known) < MOST_OPEN_AT_ADDRESS:
            return known
        over = known - self._journal.still_open(known)
        # Another process may have announced a table meanwhile.
        left = self._opened_from[network] = self._opened_from.get(network, set()) - over
        return left


@dataclass(frozen=True, eq=False)
class TableOpener:
    """Opens tables within the quota of each person. `clock` gives seconds since the epoch."""

    _variants: Mapping[str, type[Position]]
    _journal: Journal
    _clock: Callable[[], float]
    _sources: Sources
    _events: Events
    _tables: Tables
    _quota: TableQuota
    _rated: RatedPlayers
    _check_company: Callable[[str, Iterable[str | None]], None]
    """Raises Refusal for a person who is not to play with these others."""

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
        rated: bool = False,
        invited: str | None = None,
    ) -> str:
        """Open a table and sit down at it; seat None draws one. Answers the table's id.

        `others` takes all the other chairs: the computer, or the same person where several players share one device,
        who is listed nowhere. A `rated` table is for people with accounts, each on a device of their own, and begins as
        usual. The free chair is kept for the person who is `invited`. Raises Refusal, SettingsError, FenError;
        JournalError if it could not be stored.
        """
        rules = find_rules(self._variants, variant)
        settings = rules.complete(settings)
        position = rules.start(settings, self._sources.random) if fen is None else rules.from_fen(fen, settings)
        if position.result() is not None:
            raise Refusal("position_over", "In this position the game is already over.")
        players = position.players()
        if seat is None:
            seat = self._sources.random.choice(players)
        if seat not in players:
            raise Refusal("no_seat", "There is no such seat.")
        people = [person if other == seat else others for other in players]
        set_up = fen is not None and not is_usual_start(position)
        listed = listed and others != person
        if rated:
            self._rated.check(person)
            if set_up or others is not None:
                raise Refusal(
                    "rated_people", "A rated game begins as usual, and each player has a device of their own."
                )
            check_ratable(position, control)
        if invited is not None and len(players) != 2:
            raise Refusal("challenge_two", "A challenge is a game of two players.")
        pool = pool_of(variant, control) if rated else None
        ratings = self._rated.ratings(pool, [person])
        more = (control, listed, set_up, rated, ratings)
        new = new_table(variant, settings, position, people, self._sources.token, self._clock(), *more)
        kept = []
        self._check_company(person, [invited])
        if invited is not None:
            kept.append(invitations.invite(new.opening.id, invited, self._clock()))
        with self._quota.reserve(person, new.opening.id, waits=others is None):
            self._journal.open_table(*new, more=kept)
        self._events.publish(TableOpened(new))
        return new.opening.id

    def open_between(
        self,
        variant: str,
        people: Sequence[str],
        control: Control,
        seekers: Sequence[Seeker] = (),
        rated: bool = False,
    ) -> str:
        """Open a table at which these people sit, in the order of their seats: a game that runs. Answers its id.

        The seeks of `seekers` end with it. Raises Refusal; JournalError if it could not be stored, Conflict where a
        seek has ended already.
        """
        for person in people:
            self._check_company(person, people)
        rules = find_rules(self._variants, variant)
        settings = rules.complete({})
        position = rules.start(settings, self._sources.random)
        if rated:
            check_ratable(position, control)
        ratings = self._rated.ratings(pool_of(variant, control) if rated else None, people)
        more = (control, True, False, rated, ratings)
        new = new_table(variant, settings, position, people, self._sources.token, self._clock(), *more)
        self._journal.open_table(*new, seekers=seekers)
        self._events.publish(TableOpened(new))
        return new.opening.id

    def check_seek(self, person: str, controls: Collection[Control], rated: bool) -> float:
        """The time from which on a person may be paired, in seconds since the epoch: later if they left rated games.

        Raises Refusal for a person who cannot play such games, or a control with which none is rated.
        """
        self._check_company(person, ())
        if not rated:
            return self._clock()
        self._rated.check(person)
        for control in controls:
            pace(control)
        return self._clock() + self._rated.delay(person)

    def sit(self, table_id: str, person: str, seat: Seat | None = None, several: bool = False) -> Seat:
        """Take a free chair and answer which. Raises Refusal; JournalError if it could not be kept."""
        decision = self._tables.decide(table_id, lambda state: self._sit(state, person, seat, several))
        taken = decision.entries[0].seat
        assert taken is not None
        return taken

    def check_sit(self, state: TableState, person: str, seat: Seat | None = None) -> None:
        """Raise Refusal if this person may not take a chair, or this one."""
        self._sit(state, person, seat)

    def sit_as_sought(self, table_id: str, seeker: Seeker) -> None:
        """Seat a person at a table that begins as usual, which ends their seek.

        Raises Refusal; JournalError if it could not be kept, Conflict where the seek has ended, or the table changed.
        """

        def sit(state: TableState) -> Decision:
            if state.set_up:
                raise Refusal("position_set_up", "This game begins from a position that was set up.")
            return self._sit(state, seeker.person)

        self._tables.decide(table_id, sit, (seeker,))

    def _sit(self, state: TableState, person: str, seat: Seat | None = None, several: bool = False) -> Decision:
        opening, rating = state.opening, None
        if not opening.listed and invitations.invited_to(self._journal, opening.id) not in (None, person):
            raise Refusal("invited_other", "This chair is kept for somebody else.")
        self._check_company(person, state.chairs)
        if opening.rated:
            self._rated.check(person, state.chairs)
            rating = self._rated.ratings(pool_of_table(opening), [person])[person]
        return decisions.sit(state, person, seat, self._clock(), several and not opening.rated, rating)
