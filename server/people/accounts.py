"""Accounts: people who can sign in on another device, and may have a unique name; the same in all processes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from heapq import nsmallest
from math import inf

from server.bus import SITE, Bus
from server.game import DAY, Refusal
from server.people.changes import Changes
from server.runtime.limits import Limits
from server.store import Conflict, Journal, accounts
from server.store.accounts import Account
from server.tables import follow_soon
from server.texts.names import is_reserved, reading

NAME_INTERVAL = 30 * DAY
"""Seconds between two changes of a name."""

NAME_RESERVED = 365 * DAY
"""Seconds for which a name that its account has changed stays reserved for it."""

_NAME = re.compile(r"[A-Za-z0-9_-]{3,20}", re.ASCII)


class Accounts:
    """All accounts. `clock` gives seconds since the epoch."""

    def __init__(self, journal: Journal, clock: Callable[[], float], bus: Bus, limits: Limits) -> None:
        self._journal = journal
        self._clock = clock
        self._bus = bus
        self._limits = limits
        self._changes = Changes(partial(accounts.load, journal), clock)
        self._accounts: dict[str, Account] = {}
        self._people: dict[str, str] = {}
        """By reading of a name, the account that has it."""
        self._named: list[str] = []
        """The readings of names that accounts have got lately (`newly_named`)."""
        self._note(self._changes.all())
        bus.on("account", lambda _table, _body: follow_soon(self.follow))

    def __contains__(self, person: object) -> bool:
        return person in self._accounts

    def of(self, person: str | None) -> Account | None:
        """The account of a person, if they have one."""
        return self._accounts.get(person or "")

    def called(self, name: str) -> Account | None:
        """The account with a name, however it is spelled."""
        return self._accounts.get(self._people.get(reading(name), ""))

    def newly_named(self) -> set[str]:
        """The readings of the names that accounts have got since the last call."""
        named, self._named = set(self._named), []
        return named

    def beginning_with(self, name: str, most: int) -> list[Account]:
        """The accounts whose names begin like this and whose profiles are shown, in the order of the alphabet."""
        wanted = reading(name)
        if not wanted:
            return []
        found = (self._accounts[person] for name, person in self._people.items() if name.startswith(wanted))
        shown = (account for account in found if account.is_shown)
        return nsmallest(most, shown, key=lambda account: account.reading or "")

    def is_closed(self, person: str) -> bool:
        """Whether a person has a closed account."""
        account = self._accounts.get(person)
        return account is not None and account.closed_at is not None

    def check_open(self, person: str) -> None:
        """Raise Refusal for a closed account."""
        if self.is_closed(person):
            raise Refusal("account_closed", "This account is closed.")

    def open(self, person: str) -> None:
        """Make an account of a person. Raises JournalError."""
        accounts.open_account(self._journal, person, self._clock())
        self.changed()

    def claim(self, person: str, name: str) -> None:
        """Give an account a unique name. Raises Refusal, JournalError."""
        since = self._clock() - NAME_INTERVAL
        if person not in self._accounts:
            raise Refusal("no_account", "Only an account has a unique name: make a passkey first.")
        _check_name(name)
        self._check_interval(person, since)
        self._limits.check_new(person)
        self._rename(person, name, since)

    def rename(self, person: str, name: str) -> None:
        """Give an account another name, whenever it got the last one. Raises Refusal, JournalError."""
        _check_name(name)
        self._rename(person, name, inf)

    def _rename(self, person: str, name: str, since: float) -> None:
        at = self._clock()
        try:
            accounts.claim(self._journal, person, name, reading(name), at, at + NAME_RESERVED, since)
        except Conflict as error:
            # Another request of the same person may have been first.
            self.follow()
            self._check_interval(person, since)
            raise name_taken() from error
        self.changed()

    def _check_interval(self, person: str, since: float) -> None:
        """Raise Refusal for an account that got its name after this time."""
        named_at = self._accounts[person].named_at
        if named_at is not None and named_at > since:
            raise Refusal("name_changed", "A name can be changed once in 30 days.")

    def check_free(self, name: str, person: str) -> None:
        """Raise Refusal for a name that looks like one that another account has, or that is reserved for it.

        Also for one that a moderator has taken away. Raises JournalError.
        """
        other = self.called(name)
        if other is not None and other.person != person:
            raise name_taken()
        if not accounts.is_free(self._journal, reading(name), person, self._clock()):
            raise name_taken()

    def set_moderator(self, person: str, moderator: bool) -> None:
        """Make the person of an account a moderator, or no longer. Raises JournalError."""
        accounts.set_moderator(self._journal, person, moderator, self._clock())
        self.changed()

    def set_private(self, person: str, private: bool) -> None:
        """Show the profile of an account to nobody else, or to everybody. Raises JournalError."""
        accounts.set_private(self._journal, person, private, self._clock())
        self.changed()

    def changed(self) -> None:
        """Read what this process has stored, and let the others read it."""
        self.follow()
        self._bus.publish("account", SITE, {})

    def follow(self) -> None:
        """Read the accounts that were made or changed. Raises JournalError."""
        self._note(self._changes.read())

    def _note(self, changed: list[Account]) -> None:
        for account in changed:
            before = self._accounts.get(account.person)
            if before is not None and before.reading is not None:
                self._people.pop(before.reading, None)
            self._accounts[account.person] = account
            if account.reading is not None:
                self._people[account.reading] = account.person
                self._named.append(account.reading)


def _check_name(name: str) -> None:
    if _NAME.fullmatch(name) is None:
        raise Refusal("account_name", "The name of an account has 3 to 20 letters, digits, “_” or “-”.")
    if is_reserved(name):
        raise Refusal("name_reserved", "That name is reserved. Choose another.")


def name_taken() -> Refusal:
    """The refusal of a name that somebody else has."""
    return Refusal("name_taken", "Somebody else has this name, or one that looks like it. Choose another.")
