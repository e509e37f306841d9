"""What the journal holds of a person: all of it as data, and its deletion."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import count
from typing import Any

from sqlalchemy import Column, Connection, Table, case, delete, func, or_, select, update

from server.store.database import upsert
from server.store.journal import Journal
from server.store.schema import (
    account_names,
    accounts,
    blocks,
    chat,
    decisions,
    invitations,
    keys,
    mailboxes,
    passkeys,
    people,
    ratings,
    reports,
    sanctions,
    seeks,
    sitters,
    solved,
)

NAMES = {people: "id", reports: "reporter"}
"""The column with the public id of the person whose rows these are, where it is not `person`."""

PERSONS: Mapping[Table, str] = {
    table: NAMES.get(table, "person")
    for table in (
        people,
        accounts,
        account_names,
        passkeys,
        mailboxes,
        keys,
        sitters,
        decisions,
        chat,
        ratings,
        solved,
        seeks,
        invitations,
        blocks,
        reports,
        sanctions,
    )
}
"""The tables with rows about a person, and the column with the person's public id."""

PART = 500
"""Rows that are read at once."""

BATCH = 20
"""Tables in which a person is replaced in one commit."""


def rows_of(journal: Journal, person: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """By the name of a table, the rows about a person, in parts; at least one, perhaps empty. Raises JournalError."""
    for table in PERSONS:
        # Who reported or judged a person is not told to them.
        columns = [column for column in table.columns if column.name != "moderator" or table is accounts]
        query = select(*columns).where(_of(table) == person).order_by(*table.primary_key.columns)
        names = [str(column.name) for column in columns]
        for first in count(0, PART):
            rows = journal.read(query.limit(PART).offset(first))
            yield str(table.name), [dict(zip(names, row, strict=True)) for row in rows]
            if len(rows) < PART:
                break


def tables_of(journal: Journal, person: str) -> list[str]:
    """All tables at which a person sits or sat. Raises JournalError."""
    return [table for (table,) in journal.read(select(sitters.c.table_id).where(sitters.c.person == person).distinct())]


def known(journal: Journal, persons: Collection[str]) -> set[str]:
    """The given people whose data is not wholly erased. Raises JournalError."""
    closed = select(accounts.c.person).where(accounts.c.person.in_(sorted(persons)), accounts.c.closed_at.is_not(None))
    found = set(persons) - {person for (person,) in journal.read(closed)}
    for table in (sitters, chat, passkeys, mailboxes, account_names, people):
        query = select(_of(table)).where(_of(table).in_(sorted(persons))).distinct()
        query = query.where(people.c.name != "") if table is people else query
        found |= {person for (person,) in journal.read(query)}
    return found


def erase(journal: Journal, person: str, successor: str, at: float) -> None:
    """Delete all that is stored of a person; in games that others played too, `successor` takes the person's place.

    What stays of the id says that it is no longer valid. A few tables in each commit, so that no move waits for long:
    after a failure in between it can be done again. Raises JournalError.
    """
    queries = (select(table.c.table_id).where(table.c.person == person).distinct() for table in (sitters, chat))
    tables = sorted({table_id for query in queries for (table_id,) in journal.read(query)})
    for first in range(0, len(tables), BATCH):
        journal.write(partial(_replace, person, successor, tables[first : first + BATCH]))
    journal.write(partial(_delete, person, successor, at))


def _replace(person: str, successor: str, tables: Collection[str], connection: Connection) -> None:
    """Let the successor take a person's place at these tables; texts of the person in their chats are deleted."""
    entries = func.replace(decisions.c.entries, person, successor)
    sender = case((decisions.c.person == person, successor), else_=decisions.c.person)
    connection.execute(update(decisions).where(decisions.c.table_id.in_(tables)).values(entries=entries, person=sender))
    here = (chat.c.table_id.in_(tables), chat.c.person == person)
    connection.execute(delete(chat).where(*here, chat.c.text.is_not(None)))
    for table in (sitters, ratings, chat):
        rows = (table.c.table_id.in_(tables), table.c.person == person)
        connection.execute(update(table).where(*rows).values(person=successor))


def _delete(person: str, successor: str, at: float, connection: Connection) -> None:
    for table in (account_names, passkeys, mailboxes, solved, invitations, blocks, reports, sanctions):
        connection.execute(delete(table).where(_of(table) == person))
    connection.execute(delete(blocks).where(blocks.c.other == person))
    connection.execute(delete(reports).where(reports.c.person == person))
    for table in (reports, sanctions):
        connection.execute(update(table).where(table.c.moderator == person).values(moderator=successor))
    paired = func.coalesce(seeks.c.paired, "")
    connection.execute(delete(seeks).where(or_(seeks.c.person == person, paired.contains(person))))
    connection.execute(update(keys).where(keys.c.person == person).values(person=""))
    # These stay without a name, so that other processes see that it is gone.
    upsert(people, {"id": person, "name": "", "at": at})(connection)
    row = {"person": person, "at": at, "changed_at": at, "closed_at": at, "moderator": 0}
    upsert(accounts, row)(connection)


def _of(table: Table) -> Column[str]:
    return table.c[PERSONS[table]]
