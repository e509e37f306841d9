"""The chat of a table in the journal: a message is on disk before a reader gets it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from sqlalchemy import delete, func, insert, select

from server.store.database import statement
from server.store.journal import Journal
from server.store.schema import chat

Room = Literal["players", "onlookers"]


class ChatMessage(NamedTuple):
    """A chat message: a preset phrase or a text, its author, and the seat if it was sent from one.

    `number` counts within its room; `message` is the browser's id for it.
    """

    room: Room
    number: int
    seat: int | None
    person: str
    message: str
    preset: str | None
    text: str | None
    at: float


def load(journal: Journal, table: str, since: int = 0) -> tuple[list[ChatMessage], int]:
    """The messages of a table that are kept, from this sequence number on, and the number of the next one.

    Raises JournalError.
    """
    columns = [chat.c[name] for name in ChatMessage._fields]
    query = select(chat.c.sequence, *columns).where(chat.c.table_id == table, chat.c.sequence >= since)
    rows = journal.read(query.order_by(chat.c.sequence))
    return [ChatMessage._make(row[1:]) for row in rows], rows[-1][0] + 1 if rows else since


def lengths(journal: Journal, tables: Iterable[str]) -> dict[str, int]:
    """The number of the next message of those of these tables that have some. Raises JournalError."""
    query = select(chat.c.table_id, func.max(chat.c.sequence)).where(chat.c.table_id.in_(list(tables)))
    return {table: last + 1 for table, last in journal.read(query.group_by(chat.c.table_id))}


def keep(journal: Journal, table: str, sequence: int, message: ChatMessage, most: int) -> None:
    """Keep a message as the one of this sequence number, and no more than so many of the newest of its room.

    Returns when it is on disk; raises JournalError, and Conflict where the number is taken.
    """
    old = (chat.c.table_id == table, chat.c.room == message.room, chat.c.number <= message.number - most)
    row = {"table_id": table, "sequence": sequence, **message._asdict()}
    journal.write(statement(insert(chat), row), statement(delete(chat).where(*old)))
