"""The pool of those who wait, where several processes pair: each reads and writes the rows of one journal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random

from server.game import Refusal, parse_control
from server.store import Conflict, Journal, seeks
from server.store.seeks import SeekRow
from server.tables.pairing import Found, Pair, Pool, Wait

LASTS = 10.0
"""Seconds that a wait or a pairing lasts of which no process has had a connection."""

MOST_TRIES = 20
"""How often a person is paired anew because another process was first each time."""


class SharedPool(Pool):
    """A pool that is read from the journal before it is used. Its methods raise JournalError."""

    def __init__(self, variants: Collection[str], random: Random, journal: Journal, clock: Callable[[], float]) -> None:
        super().__init__(variants, random)
        self._journal = journal
        self._clock = clock
        self._found: dict[str, Found] = {}

    def read(self) -> None:
        """Read which people wait, and which were paired and have not been told."""
        rows = seeks.load(self._journal)
        self._found = {row.person: Found(row.message, **row.paired) for row in rows if row.paired is not None}
        self._waits = {row.person: _wait(row) for row in rows if row.paired is None}

    def add(self, wait: Wait) -> None:
        """Wait, instead of what this person waited for before. Raises Refusal."""
        self.read()
        if wait.person in self._found:
            raise Refusal("being_paired", "An opponent has just been found for you.")
        super().add(wait)
        row = SeekRow(
            wait.person, sorted(wait.variants), str(wait.control), wait.since, wait.message, wait.network, None
        )
        seeks.keep(self._journal, row, self._clock())

    def cancel(self, person: str) -> bool:
        """Wait no longer; False for who does not wait."""
        self.read()
        cancelled = super().cancel(person)
        if cancelled:
            seeks.cancel(self._journal, person)
        return cancelled

    def left(self, person: str) -> None:
        """Nothing: the person may be connected to another process, and waits no longer once no process says so."""

    def seat(self, person: str, open_table: Callable[[Pair], str]) -> tuple[Pair, str] | None:
        """Pair this person; anew where another process has paired one of the two."""
        for _ in range(MOST_TRIES):
            try:
                return super().seat(person, open_table)
            except Conflict:
                self.read()
        return None

    def keep(self, pair: Pair) -> None:
        """There is a table for this pair; that may have been read already."""
        self.give_up(pair)
        for wait in pair.waits:
            self._waits.pop(wait.person, None)

    def told(self, person: str) -> None:
        """This person knows of the pairing."""
        found = self._found.pop(person, None)
        if found is not None:
            seeks.announced(self._journal, person, found.message)

    def follow(self, here: Collection[str]) -> Mapping[str, Found]:
        """Say who is connected here, and read who waits and who was paired."""
        self.read()
        if self._waits or self._found:  # Every process asks once a second, and mostly nobody waits.
            at = self._clock()
            seeks.seen(self._journal, [person for person in here if person in self._waits], at, at - LASTS)
            self.read()
        return self._found


def _wait(row: SeekRow) -> Wait:
    return Wait(row.person, frozenset(row.variants), parse_control(row.control), row.since, row.message, row.network)
