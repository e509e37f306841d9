"""What was said at a table, in the journal: a remark is on disk before anybody reads it."""

from __future__ import annotations

from server.tables.chat import MOST, Chat, Remark
from server.tables.store import Journal

COLUMNS = "room, number, seat, person, message, preset, text, at"


def load(journal: Journal, table: str) -> Chat:
    """The remarks of a table that are kept. Raises JournalError."""
    rows = journal.read(f"SELECT sequence, {COLUMNS} FROM chat WHERE table_id = ? ORDER BY sequence", (table,))
    sequence = rows[-1][0] + 1 if rows else 0
    return Chat((Remark(*rest) for _, *rest in rows), sequence)


def keep(journal: Journal, table: str, sequence: int, remark: Remark) -> None:
    """Keep a remark as the one of this sequence number, and no more than the newest `MOST` of its room.

    Returns when it is on disk; raises JournalError.
    """
    insert = f"INSERT INTO chat (table_id, sequence, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    forget = "DELETE FROM chat WHERE table_id = ? AND room = ? AND number <= ?"
    journal.write_together((insert, (table, sequence, *remark)), (forget, (table, remark.room, remark.number - MOST)))
