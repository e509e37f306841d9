"""What was said at a table, in the journal: a remark is on disk before anybody reads it."""

from __future__ import annotations

from collections import Counter

from server.tables.chat import Chat, Remark
from server.tables.store import Journal

COLUMNS = "room, seat, person, message, preset, text, at"


def load(journal: Journal, table: str) -> Chat:
    """All that was said at a table. Raises JournalError."""
    rows = journal.read(f"SELECT {COLUMNS} FROM chat WHERE table_id = ? ORDER BY sequence", (table,))
    counted: Counter[str] = Counter()
    remarks = []
    for room, *rest in rows:
        counted[room] += 1
        remarks.append(Remark(room, counted[room], *rest))
    return Chat(remarks)


def keep(journal: Journal, table: str, sequence: int, remark: Remark) -> None:
    """Keep a remark as the one of this sequence number. Returns when it is on disk; raises JournalError."""
    room, _number, *rest = remark
    journal.write(
        f"INSERT INTO chat (table_id, sequence, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table, sequence, room, *rest),
    )
