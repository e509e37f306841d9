"""Invitations: the free chair of a table that is kept for one person."""

from __future__ import annotations

from itertools import permutations

from sqlalchemy import ColumnElement, delete, insert, or_, select

from server.store.database import Effect, statement
from server.store.journal import LISTED_TABLES, Journal, TableRow, has_status
from server.store.schema import invitations, sitters, tables


def invite(table_id: str, person: str, at: float) -> Effect:
    """The effect that keeps the free chair of a new table for a person."""
    return statement(insert(invitations), {"table_id": table_id, "person": person, "at": at})


def invited_to(journal: Journal, table_id: str) -> str | None:
    """The person for whom the free chair of a table is kept. Raises JournalError."""
    rows = journal.read(select(invitations.c.person).where(invitations.c.table_id == table_id))
    return str(rows[0].person) if rows else None


def of(journal: Journal, person: str, most: int) -> list[TableRow]:
    """The open tables to which a person is invited, newest first. Raises JournalError."""
    mine = select(invitations.c.table_id).where(invitations.c.person == person)
    return journal.rows(LISTED_TABLES.where(tables.c.id.in_(mine), has_status("open")), most)


def end_between(person: str, other: str) -> Effect:
    """The effect that ends the invitations of each of these two by the other."""
    return statement(
        delete(invitations).where(or_(*(_at_tables_of(host, guest) for host, guest in permutations((person, other)))))
    )


def end_all(person: str) -> Effect:
    """The effect that ends all invitations by a person, and those of the person."""
    return statement(delete(invitations).where(or_(_at_tables_of(person), invitations.c.person == person)))


def _at_tables_of(host: str, guest: str = "") -> ColumnElement[bool]:
    """Whether an invitation is to a table of a host, and for this guest, "" for any."""
    here = invitations.c.table_id.in_(select(sitters.c.table_id).where(sitters.c.person == host))
    return here & (invitations.c.person == guest) if guest else here


def decline(journal: Journal, table_id: str, person: str) -> None:
    """Delete the invitation of a person to a table. Raises JournalError."""
    mine = (invitations.c.table_id == table_id, invitations.c.person == person)
    journal.write(statement(delete(invitations).where(*mine)))
