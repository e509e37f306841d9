"""The addresses that people gave for mail, and the mails for them, each of which one sender alone takes."""

from __future__ import annotations

import json
import secrets
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, insert, select, update

from server.store.database import Effect, statement
from server.store.journal import Journal
from server.store.schema import decisions, mailboxes, mails, site, sitters, tables

WAITING, SENT, FAILED = "waiting", "sent", "failed"

TAKEN_AT_ONCE = 20
"""Mails that one sender takes at a time."""

KEPT = 60 * 86_400.0
"""Seconds that it is kept what somebody was told: longer than any turn lasts."""

LEADER = "postman"
"""The name in `site` of the process that looks for what is to be told."""


class Mailbox(NamedTuple):
    """A row of `mailboxes`."""

    person: str
    address: str
    language: str
    asked_at: float
    confirmed_at: float | None
    silent: frozenset[str]
    """The tables that send no mail any more."""


class Mail(NamedTuple):
    """A row of `mails`."""

    id: str
    person: str
    box: str
    """The digest of the address."""
    kind: str
    table_id: str
    made_at: float
    due_at: float
    tries: int
    state: str = WAITING


class Followed(NamedTuple):
    """A game of days and one of its people who gets mail."""

    table_id: str
    length: int
    """How many decisions it has."""
    person: str


_MAIL = [mails.c[name] for name in Mail._fields]


def mailbox(journal: Journal, person: str) -> Mailbox | None:
    """The mailbox of a person, if they gave one. Raises JournalError."""
    rows = journal.read(select(*(mailboxes.c[name] for name in Mailbox._fields)).where(mailboxes.c.person == person))
    return Mailbox._make([*rows[0][:5], frozenset(json.loads(rows[0][5]))]) if rows else None


def ask(journal: Journal, box: Mailbox, mail: Mail) -> None:
    """Keep an unconfirmed address in place of another one, and the mail that asks there. Raises JournalError."""
    keep = journal.database.insert(mailboxes)
    names = ("address", "language", "asked_at", "confirmed_at", "silent")
    keep = keep.on_conflict_do_update(index_elements=["person"], set_={name: keep.excluded[name] for name in names})
    row = {**box._asdict(), "silent": json.dumps(sorted(box.silent))}
    journal.write(_unsent(box.person), statement(keep, row), statement(insert(mails), mail._asdict()))


def confirm(journal: Journal, box: Mailbox, at: float) -> None:
    """Whoever reads the mail there wants more of it, if this is still the address. Raises JournalError."""
    same = (mailboxes.c.person == box.person, mailboxes.c.address == box.address, mailboxes.c.confirmed_at.is_(None))
    journal.write(statement(update(mailboxes).where(*same).values(confirmed_at=at)))


def silence(journal: Journal, box: Mailbox, table_id: str) -> None:
    """No more mail about this table. Raises JournalError."""
    silent = json.dumps(sorted({*box.silent, table_id}))
    same = (mailboxes.c.person == box.person, mailboxes.c.address == box.address)
    journal.write(statement(update(mailboxes).where(*same).values(silent=silent)))


def remove(journal: Journal, person: str) -> None:
    """Remove the address, and what was to be sent there. Raises JournalError."""
    journal.write(_unsent(person), statement(delete(mailboxes).where(mailboxes.c.person == person)))


def followed(journal: Journal, since: float) -> list[Followed]:
    """The open and running games of days of people who get mail, and those that ended since then."""
    newest = (
        select(decisions.c.sequence)
        .where(decisions.c.table_id == tables.c.id)
        .order_by(decisions.c.sequence.desc())
        .limit(1)
        .scalar_subquery()
    )
    over = tables.c.status.in_(("finished", "stopped")) & (tables.c.changed_at > since)
    query = (
        select(tables.c.id, func.coalesce(newest, -1) + 1, mailboxes.c.person)
        .select_from(mailboxes)
        .join(sitters, sitters.c.person == mailboxes.c.person)
        .join(tables, tables.c.id == sitters.c.table_id)
        .where(mailboxes.c.confirmed_at.is_not(None), tables.c.control.like("%d"))
        .where(tables.c.status.in_(("open", "running")) | over)
        .distinct()
    )
    return [Followed(*row) for row in journal.read(query)]


def known(journal: Journal, ids: list[str]) -> set[str]:
    """Those of these mails that were made already."""
    return {found for (found,) in journal.read(select(mails.c.id).where(mails.c.id.in_(ids)))} if ids else set()


def post(journal: Journal, mail: Mail) -> None:
    """Let this be sent, unless it was made already. Raises JournalError."""
    once = journal.database.insert(mails).on_conflict_do_nothing(index_elements=["id"])
    journal.write(statement(once, mail._asdict()))


def take(journal: Journal, at: float) -> list[Mail]:
    """Mails that are due, from now on the caller's alone; what is not settled is never sent. Raises JournalError."""
    due = select(mails.c.id).where(mails.c.state == WAITING, mails.c.due_at <= at)
    found = [each for (each,) in journal.read(due.order_by(mails.c.due_at).limit(TAKEN_AT_ONCE))]
    if not found:
        return []
    token = secrets.token_hex(8)
    journal.write(statement(update(mails).where(mails.c.id.in_(found), mails.c.state == WAITING).values(state=token)))
    return _mails(journal, select(*_MAIL).where(mails.c.state == token).order_by(mails.c.id))


def settle(journal: Journal, taken: list[Mail], state: str, due_at: float) -> None:
    """Say what came of mails that were taken; those that wait again are due then. Raises JournalError."""
    for mail in taken:
        here = (mails.c.id == mail.id, mails.c.state == mail.state)
        journal.write(statement(update(mails).where(*here).values(state=state, due_at=due_at, tries=mail.tries + 1)))


def asked(journal: Journal, kind: str, since: float) -> list[Mail]:
    """The mails of one kind that were made since then. Raises JournalError."""
    return _mails(journal, select(*_MAIL).where(mails.c.made_at > since, mails.c.kind == kind))


def sent(journal: Journal, person: str, since: float) -> int:
    """How many of the mails for a person that were made since then were sent. Raises JournalError."""
    query = select(func.count()).select_from(mails)
    query = query.where(mails.c.made_at > since, mails.c.person == person, mails.c.state == SENT)
    ((count,),) = journal.read(query)
    return int(count)


def forget(journal: Journal, before: float, unconfirmed: float) -> None:
    """Remove what people were told before a time, and addresses not confirmed since another. Raises JournalError."""
    given_up = delete(mailboxes).where(mailboxes.c.confirmed_at.is_(None), mailboxes.c.asked_at < unconfirmed)
    journal.write(statement(delete(mails).where(mails.c.made_at < before)), statement(given_up))


def leads(journal: Journal, name: str, at: float, lasts: float) -> bool:
    """Whether this process is the one that looks for what is to be told: until it has not asked for so many seconds."""
    if not journal.shared:
        return True
    mine = select(site.c.value).where(site.c.name == LEADER)
    found = journal.read(mine)
    before = found[0][0] if found else ""
    leader, _, until = before.partition(" ")
    if leader != name and until and float(until) > at:
        return False
    keep = journal.database.insert(site)
    # Of two that see at once that the leader has gone, the second finds another value.
    keep = keep.on_conflict_do_update(
        index_elements=["name"], set_={"value": keep.excluded.value}, where=site.c.value == before
    )
    value = f"{name} {at + lasts}"
    journal.write(statement(keep, {"name": LEADER, "value": value}))
    return bool(journal.read(mine)[0][0] == value)


def _unsent(person: str) -> Effect:
    # They count on among what somebody asked for.
    return statement(update(mails).where(mails.c.person == person, mails.c.state == WAITING).values(state=FAILED))


def _mails(journal: Journal, query: Select[Any]) -> list[Mail]:
    return [Mail(*row) for row in journal.read(query)]
