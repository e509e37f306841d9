"""The chat of a table in the journal: a message is on disk before anybody reads it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select

from server.store.database import Conflict
from server.store.journal import Journal
from server.store.schema import chat

Room = Literal["players", "onlookers"]

MOST_STORED = 500
"""The newest messages of one room of a table that are kept."""


class ChatMessage(NamedTuple):
    """A chat message: a preset phrase or a text, its author, and the seat if it was sent from one.

    `number` counts within its room; `message` is the browser's id for it. Of a text whose author was deleted, only its
    place is left (`is_blank`).
    """

    room: Room
    number: int
    seat: int | None
    person: str
    message: str
    preset: str | None
    text: str | None
    at: float

    @property
    def is_blank(self) -> bool:
        """Whether its text was deleted."""
        return self.preset is None and self.text is None


class StoredMessage(NamedTuple):
    """A chat message with its sequence number at the table, from 0."""

    sequence: int
    content: ChatMessage


# Built once: building a statement takes longer than executing it.
MESSAGES = select(chat.c.sequence, *(chat.c[name] for name in ChatMessage._fields)).where(
    chat.c.table_id == bindparam("table")
)
SINCE = MESSAGES.where(chat.c.sequence >= bindparam("sequence")).order_by(chat.c.sequence)
OF_PERSON = MESSAGES.where(chat.c.person == bindparam("person")).order_by(chat.c.sequence)
LENGTHS = (
    select(chat.c.table_id, func.max(chat.c.sequence))
    .where(chat.c.table_id.in_(bindparam("tables", expanding=True)))
    .group_by(chat.c.table_id)
)


def since(journal: Journal, table: str, sequence: int) -> list[StoredMessage]:
    """The messages of a table from this sequence number on. Raises JournalError."""
    return [_stored(row) for row in journal.read(SINCE, {"table": table, "sequence": sequence})]


def of_person(journal: Journal, table: str, person: str) -> list[StoredMessage]:
    """The messages of a person at a table. Raises JournalError."""
    return [_stored(row) for row in journal.read(OF_PERSON, {"table": table, "person": person})]


def lengths(journal: Journal, tables: Collection[str]) -> dict[str, int]:
    """By table with messages, the sequence number after the last one. Raises JournalError."""
    return {table: last + 1 for table, last in journal.read(LENGTHS, {"tables": list(tables)})}


def add(journal: Journal, table: str, message: ChatMessage, most: int = MOST_STORED) -> None:
    """Add a message with the next number of its room, whatever its own; the oldest ones of a full room are deleted.

    Returns when it is on disk; raises JournalError, and Conflict if this message exists already, or another process
    added one at the same time.
    """
    here = chat.c.table_id == table
    in_room = here & (chat.c.room == message.room)
    again = select(chat.c.sequence).where(here, chat.c.person == message.person, chat.c.message == message.message)
    sequence = select(func.coalesce(func.max(chat.c.sequence) + 1, 0)).where(here)
    number = select(func.coalesce(func.max(chat.c.number), 0) + 1).where(in_room)

    def effect(connection: Connection) -> None:
        if connection.execute(again).first() is not None:
            raise Conflict("the message is there")
        placed = {"table_id": table, "sequence": connection.scalar(sequence), "number": connection.scalar(number)}
        connection.execute(insert(chat), {**message._asdict(), **placed})
        connection.execute(delete(chat).where(in_room, chat.c.number <= placed["number"] - most))

    journal.write(effect)


def _stored(row: Row[tuple[object, ...]]) -> StoredMessage:
    return StoredMessage(row[0], ChatMessage._make(row[1:]))  # type: ignore[arg-type]  # As the schema has them.
