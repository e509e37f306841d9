"""The names that people chose, the same in all processes of a site."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from server.bus import SITE, Body, Bus
from server.runtime.limits import Limits
from server.store import Journal
from server.texts.names import checked_name, is_reserved

OVERLAP = 10.0
"""Seconds of which names are read again: a slow commit may appear after a later one."""


class Names:
    """All chosen names. `clock` gives seconds since the epoch."""

    def __init__(self, journal: Journal, clock: Callable[[], float], bus: Bus, limits: Limits) -> None:
        self._journal = journal
        self._clock = clock
        self._bus = bus
        self._limits = limits
        self._read_at = clock()
        # A name chosen before it was reserved for the computer is not shown.
        self.chosen = {person: name for person, name in journal.names().items() if not is_reserved(name)}
        """The names by public id."""
        bus.on("named", self._receive)

    def knows(self, person: str) -> bool:
        """Whether somebody has a name, or sits or sat at a table. Raises JournalError."""
        return person in self.chosen or bool(self._journal.tables_of(person, 1))

    def rename(self, person: str, name: str) -> None:
        """Give a person a name. Raises Refusal for one that cannot be shown, JournalError if it could not be stored."""
        name = checked_name(name)
        self._limits.check_new(person)
        self._journal.rename(person, name, self._clock())
        self.chosen[person] = name
        self._bus.publish("named", SITE, {"person": person, "name": name})

    def forget(self, people: Iterable[str]) -> None:
        """Forget names that were deleted from the store."""
        for person in people:
            self.chosen.pop(person, None)

    def follow(self) -> None:
        """Read the names that were given in other processes. Raises JournalError."""
        at = self._clock()
        self.chosen |= self._journal.names(self._read_at - OVERLAP)
        self._read_at = at

    def _receive(self, _table: str, body: Body) -> None:
        self.chosen[body["person"]] = body["name"]
