"""What the journal holds of a person: all of it as data, and its deletion."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import orjson
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    case,
    delete,
    func,
    literal,
    or_,
    select,
    tuple_,
    update,
)

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
    tables,
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
"""Tables in which a person is replaced in one commit, and whose decisions are read at once."""

SHOWN = ("finished", "stopped", "aborted")
"""The statuses of tables whose games hide nothing any more."""


def rows_of(journal: Journal, person: str, most: int = PART) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """By the name of a table, the rows about a person, `most` at a time; first none of each. Raises JournalError.

    Without what others keep secret: who reported or judged the person; the places of rows among those of others, whose
    plans and messages could be counted by them; the entries of decisions until the game is over, since a turn has the
    moves of others and the whole board. What a seal holds is left out too: if it was not opened, nobody sees it ever.
    """
    for table in PERSONS:
        names = [str(column.name) for column in table.columns]
        secret = {"sequence"} if table is accounts else {"sequence", "moderator"}
        if table is decisions:
            parts = _decisions(journal, person, most)
        else:
            parts = _parts(journal, select(table).where(_of(table) == person), table, most)
        yield str(table.name), []
        for rows in parts:
            named = (zip(names, row, strict=True) for row in rows)
            yield str(table.name), [{name: value for name, value in row if name not in secret} for row in named]


def _decisions(journal: Journal, person: str, most: int) -> Iterator[Sequence[Any]]:
    """The decisions of a person, found by their tables: a search in all decisions would read each of the site."""
    shown = case((tables.c.status.in_(SHOWN), decisions.c.entries), else_="")
    columns = [shown if column is decisions.c.entries else column for column in decisions.columns]
    query = select(*columns).join_from(decisions, tables).where(decisions.c.person == person)
    place = list(decisions.columns.keys()).index("entries")
    mine = tables_of(journal, person)
    for first in range(0, len(mine), BATCH):
        here = query.where(decisions.c.table_id.in_(mine[first : first + BATCH]))
        for rows in _parts(journal, here, decisions, most):
            yield [(*row[:place], _sealed(row[place]), *row[place + 1 :]) for row in rows]


def _sealed(entries: str) -> str:
    """The stored entries of a decision, with nothing of what a seal holds."""
    if '"seal"' not in entries:
        return entries
    return orjson.dumps(
        [
            [kind, *more, {}, asked] if kind == "seal" else [kind, *more, body, asked]
            for kind, *more, body, asked in orjson.loads(entries)
        ]
    ).decode()


def _parts(journal: Journal, query: Select[Any], table: Table, most: int) -> Iterator[Sequence[Any]]:
    """The rows of a query in the order of the table's primary key, so many at a time, found by the last ones before."""
    key = tuple(table.primary_key.columns)
    places = [query.selected_columns.keys().index(column.key) for column in key]
    further: ColumnElement[bool] | None = None
    while True:
        part = query if further is None else query.where(further)
        rows = journal.read(part.order_by(*key).limit(most))
        yield rows
        if len(rows) < most:
            return
        last = [literal(rows[-1][place], column.type) for place, column in zip(places, key, strict=True)]
        further = tuple_(*key) > tuple_(*last)


def tables_of(journal: Journal, person: str) -> list[str]:
    """All tables at which a person sits or sat, or has written. Raises JournalError."""
    queries = (select(table.c.table_id).where(table.c.person == person).distinct() for table in (sitters, chat))
    return sorted({table_id for query in queries for (table_id,) in journal.read(query)})


def known(journal: Journal, persons: Collection[str]) -> set[str]:
    """The given people whose data is not wholly erased. Raises JournalError."""
    listed = sorted(persons)
    # In parts: a query has a limited number of parameters, and people are deleted for years.
    return {person for first in range(0, len(listed), PART) for person in _known(journal, listed[first : first + PART])}


def _known(journal: Journal, persons: Sequence[str]) -> set[str]:
    closed = select(accounts.c.person).where(accounts.c.person.in_(persons), accounts.c.closed_at.is_not(None))
    found = set(persons) - {person for (person,) in journal.read(closed)}
    for table in (sitters, chat, passkeys, mailboxes, account_names, people):
        query = select(_of(table)).where(_of(table).in_(persons)).distinct()
        query = query.where(people.c.name != "") if table is people else query
        found |= {person for (person,) in journal.read(query)}
    return found


def erase(journal: Journal, person: str, successor: str, at: float) -> None:
    """Delete all that is stored of a person; in games that others played too, `successor` takes the person's place.

    What stays of the id says that it is no longer valid. A few tables in each commit, so that no move waits for long:
    after a failure in between it can be done again. Raises JournalError.
    """
    at_tables = tables_of(journal, person)
    for first in range(0, len(at_tables), BATCH):
        journal.write(partial(_replace, person, successor, at_tables[first : first + BATCH]))
    journal.write(partial(_delete, person, successor, at))


def _replace(person: str, successor: str, at_tables: Collection[str], connection: Connection) -> None:
    """Let the successor take a person's place at these tables; texts of the person in their chats are deleted."""
    entries = func.replace(decisions.c.entries, person, successor)
    sender = case((decisions.c.person == person, successor), else_=decisions.c.person)
    connection.execute(
        update(decisions).where(decisions.c.table_id.in_(at_tables)).values(entries=entries, person=sender)
    )
    # The rows stay, because later messages are counted by them.
    here = (chat.c.table_id.in_(at_tables), chat.c.person == person)
    connection.execute(update(chat).where(*here).values(text=None))
    for table in (sitters, ratings, chat):
        rows = (table.c.table_id.in_(at_tables), table.c.person == person)
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
