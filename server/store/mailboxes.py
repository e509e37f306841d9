"""Mailboxes: the addresses that people gave, and the time of the last mail to each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Update, delete, func, select, update

from server.store.database import Conflict, change_one, statement, upsert
from server.store.journal import LAST_DECISION, Journal
from server.store.schema import invitations, mailboxes, sitters, tables


class Mailbox(NamedTuple):
    """A row of `mailboxes`; times in seconds since the epoch."""

    person: str
    address: str
    language: str
    asked_at: float
    confirmed_at: float | None = None
    sent_at: float = 0.0
    """The time of the last mail since the address was given or confirmed; 0 for none."""


class Followed(NamedTuple):
    """A game with days for a turn, and one of its people who gets mail; or a table and the person invited to it."""

    table_id: str
    person: str
    length: int
    """The number of its decisions."""


_ALL = select(*(mailboxes.c[name] for name in Mailbox._fields))


def mailbox(journal: Journal, person: str) -> Mailbox | None:
    """The mailbox of a person, if they gave one. Raises JournalError."""
    rows = journal.read(_ALL.where(mailboxes.c.person == person))
    return Mailbox._make(rows[0]) if rows else None


def load(journal: Journal) -> list[Mailbox]:
    """All mailboxes. Raises JournalError."""
    return [Mailbox._make(row) for row in journal.read(_ALL.order_by(mailboxes.c.asked_at, mailboxes.c.person))]


def ask(journal: Journal, box: Mailbox) -> None:
    """Store an unconfirmed address, in place of another one of this person. Raises JournalError."""
    journal.write(upsert(mailboxes, box._asdict()))


def confirm(journal: Journal, box: Mailbox, at: float) -> None:
    """Note that a mailbox is confirmed, if its address has not changed. Raises JournalError."""
    same = (mailboxes.c.person == box.person, mailboxes.c.address == box.address, mailboxes.c.confirmed_at.is_(None))
    journal.write(statement(update(mailboxes).where(*same).values(confirmed_at=at, sent_at=0.0)))


def remove(journal: Journal, person: str) -> None:
    """Remove the address of a person. Raises JournalError."""
    journal.write(statement(delete(mailboxes).where(mailboxes.c.person == person)))


def remove_unconfirmed(journal: Journal, person: str) -> None:
    """Remove the address of a person if it is not confirmed. Raises JournalError."""
    journal.write(statement(delete(mailboxes).where(mailboxes.c.person == person, mailboxes.c.confirmed_at.is_(None))))


def remove_address(journal: Journal, address: str) -> None:
    """Remove this address from all who gave it. Raises JournalError."""
    journal.write(statement(delete(mailboxes).where(mailboxes.c.address == address)))


def forget(journal: Journal, before: float) -> None:
    """Remove the addresses that were given before this time and not confirmed. Raises JournalError."""
    unconfirmed = (mailboxes.c.confirmed_at.is_(None), mailboxes.c.asked_at < before)
    journal.write(statement(delete(mailboxes).where(*unconfirmed)))


def claim(journal: Journal, box: Mailbox, at: float) -> bool:
    """Claim the next mail to a mailbox, sent at this time, for the caller; False if another process was first.

    Raises JournalError.
    """
    try:
        journal.write(change_one(_unchanged(box).values(sent_at=at)))
    except Conflict:
        return False
    return True


def release(journal: Journal, box: Mailbox, at: float) -> None:
    """Release a claim of this time, because the mail was not sent. Raises JournalError."""
    journal.write(statement(_unchanged(box._replace(sent_at=at)).values(sent_at=box.sent_at)))


def followed(journal: Journal, people: Sequence[str], since: float) -> list[Followed]:
    """Games with days for a turn, open, running or ended since then, of those people whose mailbox is confirmed.

    And the open tables to which these people are invited, whatever their clock.
    """
    over = tables.c.status.in_(("finished", "stopped")) & (tables.c.changed_at > since)
    query = (
        select(tables.c.id, mailboxes.c.person, func.coalesce(LAST_DECISION, -1) + 1)
        .select_from(mailboxes)
        .join(sitters, sitters.c.person == mailboxes.c.person)
        .join(tables, tables.c.id == sitters.c.table_id)
        .where(mailboxes.c.person.in_(people), mailboxes.c.confirmed_at.is_not(None), tables.c.control.like("%d"))
        .where(tables.c.status.in_(("open", "running")) | over)
        .distinct()
    )
    invited = (
        select(tables.c.id, mailboxes.c.person, func.coalesce(LAST_DECISION, -1) + 1)
        .select_from(mailboxes)
        .join(invitations, invitations.c.person == mailboxes.c.person)
        .join(tables, tables.c.id == invitations.c.table_id)
        .where(mailboxes.c.person.in_(people), mailboxes.c.confirmed_at.is_not(None), tables.c.status == "open")
    )
    return [Followed(*row) for each in (query, invited) for row in journal.read(each)]


def _unchanged(box: Mailbox) -> Update:
    """An update of a mailbox, if its row has not changed."""
    same = (mailboxes.c[name].is_not_distinct_from(value) for name, value in box._asdict().items())
    return update(mailboxes).where(*same)
