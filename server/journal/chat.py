"""The chat of a table in the journal: a remark is on disk before a reader gets it."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from server.journal.entries import Remark
from server.journal.schema import chat
from server.journal.store import Journal


def load(journal: Journal, table: str) -> tuple[list[Remark], int]:
    """The remarks of a table that are kept, and the sequence number of the next one. Raises JournalError."""
    columns = [chat.c[name] for name in Remark._fields]
    query = select(chat.c.sequence, *columns).where(chat.c.table_id == table).order_by(chat.c.sequence)
    rows = journal.read(query)
    return [Remark._make(row[1:]) for row in rows], rows[-1][0] + 1 if rows else 0


def keep(journal: Journal, table: str, sequence: int, remark: Remark, most: int) -> None:
    """Keep a remark as the one of this sequence number, and no more than so many of the newest of its room.

    Returns when it is on disk; raises JournalError.
    """
    old = (chat.c.table_id == table, chat.c.room == remark.room, chat.c.number <= remark.number - most)
    row = {"table_id": table, "sequence": sequence, **remark._asdict()}
    journal.write((insert(chat), row), (delete(chat).where(*old), None))
