"""Invitations: the free chair of a table that is kept for one person."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from server.store.database import Effect, statement
from server.store.journal import LISTED_TABLES, Journal, TableRow
from server.store.schema import invitations, tables


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
    return journal.rows(LISTED_TABLES.where(tables.c.id.in_(mine), tables.c.status == "open"), most)


def decline(journal: Journal, table_id: str, person: str) -> None:
    """Delete the invitation of a person to a table. Raises JournalError."""
    mine = (invitations.c.table_id == table_id, invitations.c.person == person)
    journal.write(statement(delete(invitations).where(*mine)))
