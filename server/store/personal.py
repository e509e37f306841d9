"""What the journal holds of a person: all of it as data, and its deletion."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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

SHARED = (sitters, decisions, ratings, chat)
"""Rows that others need: those of their games. A deleted person has another id there."""


def rows_of(journal: Journal, person: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """By the name of a table, the rows about a person. Raises JournalError."""
    for table in PERSONS:
        # Who reported or judged a person is not told to them.
        columns = [column for column in table.columns if column.name != "moderator" or table is accounts]
        rows = journal.read(select(*columns).where(_of(table) == person))
        names = [column.name for column in columns]
        yield str(table.name), [dict(zip(map(str, names), row, strict=True)) for row in rows]


def tables_of(journal: Journal, person: str) -> list[str]:
    """All tables at which a person sits or sat. Raises JournalError."""
    return [table for (table,) in journal.read(select(sitters.c.table_id).where(sitters.c.person == person).distinct())]


def known(journal: Journal, persons: Collection[str]) -> set[str]:
    """Those of these people of whom games, messages, a name or a way to sign in are stored. Raises JournalError."""
    found: set[str] = set()
    for table in (sitters, chat, passkeys, mailboxes, account_names, people):
        query = select(_of(table)).where(_of(table).in_(sorted(persons))).distinct()
        query = query.where(people.c.name != "") if table is people else query
        found |= {person for (person,) in journal.read(query)}
    return found


def erase(journal: Journal, person: str, successor: str, at: float) -> None:
    """Delete all that is stored of a person; in games that others played too, `successor` takes the person's place.

    What stays of the id says that it is no longer valid. All or none. Raises JournalError.
    """

    def effect(connection: Connection) -> None:
        connection.execute(delete(chat).where(chat.c.person == person, chat.c.text.is_not(None)))
        # Before the rows of those who sat are changed, by which these tables are found.
        mine = select(sitters.c.table_id).where(sitters.c.person == person)
        entries = func.replace(decisions.c.entries, person, successor)
        sender = case((decisions.c.person == person, successor), else_=decisions.c.person)
        connection.execute(
            update(decisions).where(decisions.c.table_id.in_(mine)).values(entries=entries, person=sender)
        )
        for table in (sitters, ratings, chat):
            connection.execute(update(table).where(_of(table) == person).values(person=successor))
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

    journal.write(effect)


def _of(table: Table) -> Column[str]:
    return table.c[PERSONS[table]]
