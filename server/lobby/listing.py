"""The lists of tables: the newest of each status, those of a person, and whether a player is still present."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from server.game import DICE, artificial, parse_control, start_of
from server.store import Journal, invitations
from server.store.journal import TableRow
from server.store.seeks import Seek
from server.tables import Presence
from variants.position import Position, Seat

MOST_READ = 300
"""The newest rows, among which those of a list are chosen."""

ABANDONED_AFTER = 60.0
"""Seconds after which a running game at whose seats nobody looks is no longer listed: a page may be reloading."""


Row = TypeVar("Row")


def fair_share(rows: Iterable[Row], key: Callable[[Row], Hashable], most: int) -> list[Row]:
    """At most `most` of these rows, in their order: the first of each key, then the second of each, and so on."""
    rounds: Counter[Hashable] = Counter()
    placed = []
    for row in rows:
        mine = key(row)
        placed.append((rounds[mine], row))
        rounds[mine] += 1
    chosen = {row for _, row in sorted(placed, key=lambda each: each[0])[:most]}
    return [row for _, row in placed if row in chosen]


class Summary(NamedTuple):
    """A table as a line of a list: the codes of its seats, its people ("" for a free seat), and its state."""

    table: str
    variant: str
    seats: tuple[str, ...]
    people: tuple[str, ...]
    control: str
    status: str
    number: int
    changed_at: float
    usual: bool
    """Whether its settings are the default ones."""
    rated: bool

    @property
    def players(self) -> tuple[str, ...]:
        """Its people without the chance player."""
        return tuple([person for person in self.people if person != DICE])


class Challenged(NamedTuple):
    """An open table to which a person is invited, and who opened it."""

    table: str
    variant: str
    control: str
    rated: bool
    host: str


@dataclass(frozen=True, eq=False)
class Listing:
    """The tables of a journal as lines of lists.

    `network_of` answers where a person is, `opened_from` where a table was opened, "" if that is not known.
    """

    _variants: Mapping[str, type[Position]]
    _journal: Journal
    _clock: Callable[[], float]
    _presence: Presence
    _network_of: Callable[[str], str]
    _opened_from: Callable[[str], str]
    _is_closed: Callable[[str], bool]
    """Whether a person has a closed account."""

    def summaries(self, status: str, most: int = 50) -> list[Summary]:
        """The newest listed tables of this status.

        If there are more than `most`, each address has its share of the list.
        """
        return self.fair_share(self._summaries_of(self._journal.tables(status, MOST_READ)), most)

    def fair_share(self, tables: Iterable[Summary], most: int) -> list[Summary]:
        """At most `most` of these tables, of which each address has its share."""
        return fair_share(tables, self._address_of, most)

    def tables_of(self, person: str, most: int = 500, status: str | None = None) -> list[Summary]:
        """The tables at which a person sits or sat, of one status or of all, newest first; aborted ones left out."""
        return self._summaries_of(self._journal.tables_of(person, most, status))

    def challenges(self, person: str, most: int = 50) -> list[Challenged]:
        """The open tables to which a person is invited, newest first."""
        games = self._summaries_of(invitations.of(self._journal, person, most))
        return [
            Challenged(game.table, game.variant, game.control, game.rated, next(filter(None, game.people), ""))
            for game in games
        ]

    def over_with(self, person: str, most: int = 500) -> list[Summary]:
        """The listed or rated games of a person that are over, newest first, without those that never began."""
        games = self._summaries_of(self._journal.tables_of(person, most, "finished", shown=True))
        return [game for game in games if game.number]

    def is_waiting(self, table: Summary) -> bool:
        """Whether a player waits at an open table; with days for a turn, the player need not be connected.

        Nobody waits who has a closed account: nobody else may sit down there.
        """
        if any(map(self._is_closed, table.people)):
            return False
        patience = parse_control(table.control).patience
        if patience is None:
            return True
        return self._is_present(table, [seat for seat, person in enumerate(table.people) if person], patience)

    def open_seeks(self) -> list[Seek]:
        """The seeks of people who wait at a listed table with default settings."""
        return [
            Seek(
                person=next(filter(None, table.people)),
                variants=frozenset((table.variant,)),
                controls=(parse_control(table.control),),
                since=table.changed_at,
                message="",
                table=table.table,
                rated=table.rated,
            )
            for table in self.summaries("open", MOST_READ)
            if table.usual and any(table.people) and self.is_waiting(table)
        ]

    def running(self, most: int = 50) -> list[Summary]:
        """The newest listed games at which a player is present; with days for a turn, players need not be connected."""
        return self.fair_share(filter(self._is_played, self.summaries("running", MOST_READ)), most)

    def _is_played(self, table: Summary) -> bool:
        if parse_control(table.control).patience is None:
            return True
        people = [seat for seat, person in enumerate(table.people) if person and not artificial([person])]
        # A game against the computer is listed from its first turn on.
        begun = table.number > 0 or len(people) > 1
        return begun and self._is_present(table, people, ABANDONED_AFTER)

    def _is_present(self, table: Summary, seats: Iterable[Seat], patience: float) -> bool:
        """Whether a connection looks from one of these seats, or did so less than `patience` seconds ago."""
        absent = self._presence.absent_since(table.table, len(table.people))
        latest = (max(absent[seat], table.changed_at) if seat in absent else None for seat in seats)
        return any(since is None or self._clock() < since + patience for since in latest)

    def _address_of(self, table: Summary) -> str:
        """The address from which a table was opened, if known, else that of its first human player."""
        person = next((person for person in table.people if person and not artificial([person])), "")
        return self._opened_from(table.table) or self._network_of(person)

    def _summaries_of(self, tables: Iterable[TableRow]) -> list[Summary]:
        summaries = []
        for row in tables:
            rules = self._variants.get(row.variant)
            if rules is None:
                continue
            start = start_of(rules, row.settings)
            sitters = dict(row.sitters)
            people = tuple([sitters.get(seat, "") for seat in range(max([*start.players(), *sitters]) + 1)])
            usual = row.settings == rules.complete({})
            state = (row.control, row.status, row.number, row.changed_at, usual, row.rated)
            summaries.append(Summary(row.id, row.variant, start.seats, people, *state))
        return summaries
