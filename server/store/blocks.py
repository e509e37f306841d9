"""Whom people block."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from server.store.database import upsert
from server.store.invitations import end_between
from server.store.journal import Journal
from server.store.schema import blocks


class Block(NamedTuple):
    """A row of `blocks`: `active` is whether the person blocks the other one, since `at`, or no longer."""

    person: str
    other: str
    at: float
    active: bool


def load(journal: Journal, since: float = 0.0) -> list[Block]:
    """The blocks that were made or ended since this time, the oldest change first. Raises JournalError."""
    query = select(*(blocks.c[name] for name in Block._fields)).where(blocks.c["at"] >= since)
    rows = journal.read(query.order_by(blocks.c["at"]))
    return [Block._make(row)._replace(active=bool(row.active)) for row in rows]


def save(journal: Journal, block: Block) -> None:
    """Store a block in place of the last one of these two; it ends their invitations. Raises JournalError."""
    ended = [end_between(block.person, block.other)] if block.active else []
    journal.write(upsert(blocks, {**block._asdict(), "active": int(block.active)}), *ended)
