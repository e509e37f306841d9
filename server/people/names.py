"""The names that people chose, the same in all processes of a site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from server.bus import SITE, Body, Bus
from server.people.accounts import Accounts
from server.people.changes import Changes
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.store import Journal
from server.texts.names import checked_name, is_reserved, reading


class Names:
    """All chosen names. `clock` gives seconds since the epoch."""

    def __init__(
        self, journal: Journal, clock: Callable[[], float], bus: Bus, limits: Limits, accounts: Accounts
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._bus = bus
        self._limits = limits
        self._accounts = accounts
        self._changes = Changes(journal.names, clock)
        self.chosen: dict[str, str] = {}
        """The names by public id, "" for one that was taken away. One that was chosen before it became that of the
        computer or of an account is not shown."""
        self._take(self._changes.all())
        accounts.newly_named()
        bus.on("named", self._receive)

    def knows(self, person: str) -> bool:
        """Whether somebody has a name, or sits or sat at a table. Raises JournalError."""
        return person in self.chosen or bool(self._journal.tables_of(person, 1))

    def rename(self, person: str, name: str) -> None:
        """Give a person a name, and an account that has a unique one another such name.

        Raises Refusal for a name that cannot be shown or is an account's; JournalError if it could not be stored.
        """
        name, account = checked_name(name), self._accounts.of(person)
        if account is not None and account.name is not None:
            self.claim(person, name)
            return
        self._accounts.check_free(name, person)
        self._limits.check_new(person)
        self._journal.rename(person, name, self._clock())
        self._note(person, name)

    def claim(self, person: str, name: str) -> None:
        """Give an account a unique name, under which it is shown from now on, and nobody else. Raises as `rename`."""
        self._accounts.claim(person, name)
        self._note(person, name)
        self._hide()

    def take_away(self, person: str) -> None:
        """Show a person by a generated name again, after the store has taken the chosen one away."""
        self._note(person, "")

    def _note(self, person: str, name: str) -> None:
        # An account may have claimed it while it was stored.
        self._take({person: name})
        self._bus.publish("named", SITE, {"person": person, "name": name})

    def forget(self, people: Iterable[str]) -> None:
        """Forget names that were deleted from the store."""
        for person in people:
            self.chosen.pop(person, None)

    def follow(self) -> None:
        """Read the names that were given in other processes. Raises JournalError."""
        self._take(self._changes.read())
        self._hide()

    def _receive(self, _table: str, body: Body) -> None:
        self._take({body["person"]: body["name"]})

    def _take(self, names: Mapping[str, str]) -> None:
        for person, name in names.items():
            self.chosen[person] = name
            if not self._is_free(name, person):
                del self.chosen[person]

    def _hide(self) -> None:
        """Show no more the names of others that look like those that accounts have got lately."""
        named = self._accounts.newly_named()
        for person, name in tuple(self.chosen.items()) if named else ():
            yield_to_loop()
            if reading(name) in named and not self._is_free(name, person):
                self.chosen.pop(person, None)

    def _is_free(self, name: str, person: str) -> bool:
        holder = self._accounts.called(name) if name else None
        return not is_reserved(name) and (holder is None or holder.person == person)
