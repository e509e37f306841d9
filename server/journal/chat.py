"""The chat of a table in the journal: a remark is on disk before a reader gets it."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, func, insert, select

from server.journal.entries import Remark
from server.journal.schema import chat
from server.journal.store import Journal


def load(journal: Journal, table: str, since: int = 0) -> tuple[list[Remark], int]:
    """The remarks of a table that are kept, from this sequence number on, and the number of the next one.

    Raises JournalError.
    """
    columns = [chat.c[name] for name in Remark._fields]
    query = select(chat.c.sequence, *columns).where(chat.c.table_id == table, chat.c.sequence >= since)
    rows = journal.read(query.order_by(chat.c.sequence))
    return [Remark._make(row[1:]) for row in rows], rows[-1][0] + 1 if rows else since


def lengths(journal: Journal, tables: Iterable[str]) -> dict[str, int]:
    """The number of the next remark of those of these tables that have some. Raises JournalError."""
    query = select(chat.c.table_id, func.max(chat.c.sequence)).where(chat.c.table_id.in_(list(tables)))
    return {table: last + 1 for table, last in journal.read(query.group_by(chat.c.table_id))}


def keep(journal: Journal, table: str, sequence: int, remark: Remark, most: int) -> None:
    """Keep a remark as the one of this sequence number, and no more than so many of the newest of its room.

    Returns when it is on disk; raises JournalError, and Conflict where the number is taken.
    """
    old = (chat.c.table_id == table, chat.c.room == remark.room, chat.c.number <= remark.number - most)
    row = {"table_id": table, "sequence": sequence, **remark._asdict()}
    journal.write((insert(chat), row), (delete(chat).where(*old), None))
