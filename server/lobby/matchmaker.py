"""Pairs people who seek an opponent with each other, and with those who wait at listed tables.

Each seek is a row of the journal, which all processes read and write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from server.bus import SITE, Bus
from server.game import Control, Refusal
from server.lobby.listing import Listing
from server.lobby.seeks import Pairing, check, oldest, pair, pair_rated
from server.runtime.limits import Limits
from server.runtime.loop import Ticker, yield_to_loop
from server.runtime.sources import Sources
from server.store import Conflict, Journal, Seeker, ratings
from server.store import seeks as seek_store
from server.store.seeks import Seek
from server.tables import Events, TableOpener, follow_soon, skip_unreadable

SEEK_TIMEOUT = 10.0
"""Seconds that a seek lasts after the last connection of its person has closed: the page may be reloading."""

PAIRING_TIMEOUT = 600.0
"""Seconds that a pairing is kept after its player was last connected, unless they open the table before."""

INTERVAL = 1.0
"""Seconds between two readings of all seeks, while there are some."""

SEEK_NOTE_INTERVAL = 3.0
PAIRING_NOTE_INTERVAL = 60.0
"""Seconds between two notes that a person is connected: each note is a commit."""

MOST_TRIES = 20
"""Attempts to pair a person while other processes are first each time."""


class SeekPaired(NamedTuple):
    """A seek was paired: the table, the person's seat there, the opponent, and the message of the seek."""

    person: str
    table_id: str
    seat: int
    other: str
    message: str


@dataclass(eq=False)
class Matchmaker:
    """The seeks of all people. `variants` are those with two seats; `clock` gives seconds since the epoch.

    Its seeks are as they were last read: at most a second ago while there are some.
    """

    _variants: Collection[str]
    _journal: Journal
    _clock: Callable[[], float]
    _sources: Sources
    _bus: Bus
    _events: Events
    _opener: TableOpener
    _listing: Listing
    _limits: Limits
    _keeps_apart: Callable[[str, str], bool]
    """Whether two people are not paired."""
    _seeks: dict[str, Seek] = field(default_factory=dict, init=False)
    _points: Mapping[tuple[str, str], float] = field(default_factory=dict, init=False)
    """By person and pool, the ratings of those who seek a rated game, as they were last read."""
    _paired: dict[str, SeekPaired] = field(default_factory=dict, init=False)
    _here: set[str] = field(default_factory=set, init=False)
    """The people who are connected to this process."""
    _left: dict[str, float] = field(default_factory=dict, init=False)
    """When the last connection of each seeker ended, until it is noted."""
    _announced: set[SeekPaired] = field(default_factory=set, init=False)
    """The pairings that their people know, until they are deleted."""

    def __post_init__(self) -> None:
        self._ticker = Ticker(self._sources.later, INTERVAL, self.follow, self._is_needed)
        self._bus.on("paired", lambda _table, _body: follow_soon(self.follow))
        self._read()
        self._ticker.start()

    def __len__(self) -> int:
        return len(self._seeks)

    def of(self, person: str) -> Seek | None:
        """The seek of this person."""
        return self._seeks.get(person)

    def oldest(self) -> list[Seek]:
        """The seeks of those who may be paired now, the oldest first."""
        at = self._clock()
        return oldest(seek for seek in self._seeks.values() if seek.since <= at)

    def pairing(self, person: str) -> SeekPaired | None:
        """The pairing of this person, unless they are known to know it; it may have been announced before."""
        return self._paired.get(person)

    def arrive(self, person: str) -> None:
        """A person is connected to this process."""
        self._here.add(person)
        self._left.pop(person, None)

    def depart(self, person: str) -> None:
        """The last connection of a person to this process has closed."""
        self._here.discard(person)
        if person in self._seeks or person in self._paired:
            self._left[person] = self._clock()

    def seek(
        self,
        person: str,
        variants: Collection[str],
        controls: tuple[Control, ...],
        message: str,
        rated: bool = False,
        distance: int | None = None,
    ) -> None:
        """Seek an opponent, in place of this person's last seek; a repeated message keeps its place.

        A rated seek is paired with ratings that are at most `distance` points away, and later for a person who has left
        rated games today. Raises Refusal; JournalError if it could not be stored.
        """
        self._read()
        known, pairing = self._seeks.get(person), self._paired.get(person)
        if pairing is not None and pairing.message != message:
            raise Refusal("being_paired", "An opponent has just been found for you.")
        if pairing is None and (known is None or known.message != message):
            begins = self._opener.check_seek(person, controls, rated)
            self._limits.check_new(person)
            network = self._limits.network_of(person)
            seek = Seek(person, frozenset(variants), controls, begins, message, network, rated=rated)
            seek = seek._replace(distance=distance if rated else None)
            check(seek, self._seeks, self._variants)
            self._forget_announced()
            seek_store.save(self._journal, seek, self._clock())
            self._read()
        self._pair(person, self._read_tables())
        self._ticker.start()

    def cancel(self, person: str) -> None:
        """Cancel the seek of this person. Raises JournalError."""
        self._read()
        if person in self._seeks:
            seek_store.cancel(self._journal, person)
            self._read()

    def announced(self, pairing: SeekPaired) -> None:
        """Note that the person knows of a pairing: it is not announced again."""
        self._announced.add(pairing)
        if self._paired.get(pairing.person) == pairing:
            del self._paired[pairing.person]
        self._ticker.start()

    def follow(self) -> None:
        """Note which people are connected here, forget expired seeks, and pair the people here. Raises JournalError."""
        if self._is_used():  # Each process calls this once a second, mostly without any seek.
            self._forget_announced()
            self._note_people()
        self._read()
        # A table may have been listed since. Two seeks that two processes stored at the same moment have not seen each
        # other.
        if here := [person for person in self._seeks if person in self._here]:
            tables = self._read_tables()
            for person in here:
                yield_to_loop()
                self._pair(person, tables)

    def _is_used(self) -> bool:
        return bool(self._seeks or self._paired or self._announced)

    def _is_needed(self) -> bool:
        """Whether the ticker is needed: processes that share the journal call `follow` by their `Follower`."""
        return self._is_used() and not self._journal.shared and not self._journal.closed

    def _note_people(self) -> None:
        """Note when people were connected, and delete expired rows; without a commit if there is nothing to note."""
        at, noted = self._clock(), seek_store.seen_at(self._journal)
        left, self._left = self._left, {}
        seen, expired = {person: moment for person, moment in left.items() if person in noted}, False
        for person, moment in noted.items():
            timeout, interval = SEEK_TIMEOUT, SEEK_NOTE_INTERVAL
            if person in self._paired:
                timeout, interval = PAIRING_TIMEOUT, PAIRING_NOTE_INTERVAL
            expired |= moment < at - timeout
            if person in self._here and moment < at - interval:
                seen[person] = at
        if seen or expired:
            seek_store.seen(self._journal, seen, at - SEEK_TIMEOUT, at - PAIRING_TIMEOUT)

    def _forget_announced(self) -> None:
        announced = tuple(self._announced)
        if announced:
            seek_store.announced(self._journal, [(each.person, each.message) for each in announced])
            self._announced.difference_update(announced)

    def _pair(self, person: str, tables: Iterable[Seek]) -> None:
        """Seat this person with the oldest suitable seek or at such a table; again if another process was first."""
        unfit: set[str] = set()
        for _ in range(MOST_TRIES):
            mine = self._seeks.get(person)
            others = [*self._seeks.values(), *(each for each in tables if each.table not in unfit)]
            suitable = [other for other in others if not self._keeps_apart(person, other.person)]
            pairing = mine and self._pairing(mine, suitable)
            if pairing is None:
                return
            try:
                if self._seat(person, pairing):
                    self._read()
                    self._bus.publish("paired", SITE, {})
                    return
                unfit.add(pairing.table)
            except Conflict:
                self._read()

    def _read_tables(self) -> list[Seek]:
        """The seeks of those who wait at tables; also reads the ratings of all who seek a rated game."""
        tables = self._listing.open_seeks()
        rated = {seek.person for seek in (*self._seeks.values(), *tables) if seek.rated}
        known = ratings.newest_of(self._journal, rated) if rated else {}
        self._points = {key: row.rating for key, row in known.items()}
        return tables

    def _pairing(self, mine: Seek, others: Sequence[Seek]) -> Pairing | None:
        """How a seek is paired with one of these; None if none suits yet."""
        if not mine.rated:
            return pair(mine, others, self._variants, self._sources.random)
        return pair_rated(mine, others, self._variants, self._sources.random, self._points, self._clock())

    def _seat(self, person: str, pairing: Pairing) -> bool:
        """Seat a person as they were paired; False if their table is no longer as it was listed. Raises Conflict."""
        first, second = pairing.seeks
        seekers = [
            Seeker(first.person, first.message, second.person),
            Seeker(second.person, second.message, first.person),
        ]
        if not pairing.table:
            people = [each.person for each in seekers]
            self._opener.open_between(pairing.variant, people, pairing.control, seekers, first.rated)
            return True
        (seeker,) = (each for each in seekers if each.person == person)
        with skip_unreadable(pairing.table):
            try:
                self._opener.sit_as_sought(pairing.table, seeker)
            except Refusal:  # It was set up, or has been taken or withdrawn.
                return False
            return True
        return False

    def _read(self) -> None:
        """Read all seeks, and publish the pairings that are new here."""
        # A seek for a variant that this process does not have is another process's, or expires.
        known = set(self._variants)
        seeks = [seek for seek in seek_store.load(self._journal) if seek.variants <= known]
        before = self._paired
        paired = [pairing for seek in seeks if (pairing := _pairing(seek)) is not None]
        self._seeks = {seek.person: seek for seek in seeks if seek.paired is None}
        self._paired = {each.person: each for each in paired if each not in self._announced}
        for each in tuple(self._paired.values()):
            if before.get(each.person) != each:
                self._events.publish(each)


def _pairing(seek: Seek) -> SeekPaired | None:
    if seek.paired is None:
        return None
    return SeekPaired(seek.person, seek.paired["table"], seek.paired["seat"], seek.paired["other"], seek.message)
