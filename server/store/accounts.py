"""Accounts: people who can sign in on another device, their unique names, passkeys, and challenges that were used."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from server.store.database import Conflict, Effect, change_one, insert_first, statement, upsert
from server.store.journal import Journal
from server.store.schema import account_names, accounts, passkeys, people, spent


class Account(NamedTuple):
    """An account; times in seconds since the epoch."""

    person: str
    at: float
    """When it was made."""
    closed_at: float | None
    moderator: bool
    private: bool
    """Whether nobody else sees its profile."""
    name: str | None
    """Its unique name, if it has claimed one."""
    reading: str | None
    named_at: float | None

    @property
    def is_shown(self) -> bool:
        """Whether everybody may see its profile."""
        return self.name is not None and self.closed_at is None and not self.private


class Passkey(NamedTuple):
    """A row of `passkeys`."""

    id: str
    person: str
    credential: str
    counter: int
    at: float
    used_at: float


_CURRENT = (accounts.c.person == account_names.c.person) & account_names.c.until.is_(None)
_ACCOUNTS = select(
    accounts.c.person,
    accounts.c["at"],
    accounts.c.closed_at,
    accounts.c.moderator,
    accounts.c.private,
    account_names.c.name,
    account_names.c.reading,
    account_names.c["at"],
).select_from(accounts.outerjoin(account_names, _CURRENT))
_PASSKEYS = select(*(passkeys.c[name] for name in Passkey._fields))


def load(journal: Journal, since: float = 0.0) -> list[Account]:
    """The accounts that were made or changed since this time. Raises JournalError."""
    rows = journal.read(_ACCOUNTS.where(accounts.c.changed_at >= since))
    return [Account._make(row)._replace(moderator=bool(row.moderator), private=bool(row.private)) for row in rows]


def open_account(journal: Journal, person: str, at: float) -> None:
    """Make an account for a person, unless there is one. Raises JournalError."""
    journal.write(_opened(person, at))


def claim(journal: Journal, person: str, name: str, reading: str, at: float, until: float, since: float) -> None:
    """Give an account this name in place of its last one, which stays reserved for it until a time.

    Raises JournalError; Conflict if the name is another account's, or the account got its last one after `since`.
    """
    free = (account_names.c.person == person) | (account_names.c.until < at)
    row = {"reading": reading, "name": name, "person": person, "at": at, "until": None}

    def check_last(connection: Connection) -> None:
        named_at = connection.execute(select(account_names.c["at"]).where(*mine)).scalar()
        if named_at is not None and named_at > since:
            raise Conflict("the name was changed meanwhile")

    def check(connection: Connection) -> None:
        if connection.execute(select(account_names.c.reading).where(*mine)).scalars().all() != [reading]:
            raise Conflict("the name is taken, or another one was given meanwhile")

    mine = (account_names.c.person == person, account_names.c.until.is_(None))
    journal.write(
        check_last,
        statement(update(account_names).where(*mine).values(until=until)),
        upsert(account_names, row, only=free),
        upsert(people, {"id": person, "name": name, "at": at}),
        change_one(update(accounts).where(accounts.c.person == person).values(changed_at=at)),
        # Last: two processes that name the same account have waited for each other by now.
        check,
    )


def add_passkey(journal: Journal, passkey: Passkey) -> None:
    """Store a new passkey, and make its person an account. Raises JournalError; Conflict for one that is known."""
    journal.write(statement(insert(passkeys), passkey._asdict()), _opened(passkey.person, passkey.at))


def passkey(journal: Journal, id: str) -> Passkey | None:
    """The passkey with this id. Raises JournalError."""
    rows = journal.read(_PASSKEYS.where(passkeys.c.id == id))
    return Passkey._make(rows[0]) if rows else None


def passkeys_of(journal: Journal, person: str) -> list[Passkey]:
    """The passkeys of a person, the oldest first. Raises JournalError."""
    rows = journal.read(_PASSKEYS.where(passkeys.c.person == person).order_by(passkeys.c["at"], passkeys.c.id))
    return [Passkey._make(row) for row in rows]


def use_passkey(journal: Journal, id: str, counter: int, at: float) -> None:
    """Note that a passkey was used. Raises JournalError; Conflict if it was removed."""
    journal.write(change_one(update(passkeys).where(passkeys.c.id == id).values(counter=counter, used_at=at)))


def remove_passkey(journal: Journal, person: str, id: str) -> None:
    """Remove a passkey of this person. Raises JournalError."""
    journal.write(statement(delete(passkeys).where(passkeys.c.id == id, passkeys.c.person == person)))


def is_free(journal: Journal, reading: str, person: str, at: float) -> bool:
    """Whether no name with this reading is another account's, reserved for it, or taken away. Raises JournalError."""
    query = select(account_names.c.person).where(account_names.c.reading == reading, account_names.c.person != person)
    return not journal.read(query.where(account_names.c.until.is_(None) | (account_names.c.until >= at)))


def set_moderator(journal: Journal, person: str, moderator: bool, at: float) -> None:
    """Make the person of an account a moderator, or no longer. Raises JournalError."""
    row = update(accounts).where(accounts.c.person == person)
    journal.write(change_one(row.values(moderator=int(moderator), changed_at=at)))


def set_private(journal: Journal, person: str, private: bool, at: float) -> None:
    """Show the profile of an account to nobody else, or to everybody. Raises JournalError."""
    row = update(accounts).where(accounts.c.person == person)
    journal.write(change_one(row.values(private=int(private), changed_at=at)))


def spend(journal: Journal, token: str, at: float, until: float) -> None:
    """Use up what works once, given by its digest. Raises JournalError; Conflict if it was used before."""
    journal.write(
        statement(delete(spent).where(spent.c.until < at)), statement(insert(spent), {"token": token, "until": until})
    )


def _opened(person: str, at: float) -> Effect:
    row = {"person": person, "at": at, "changed_at": at, "closed_at": None, "moderator": 0}
    return insert_first(accounts, row)
