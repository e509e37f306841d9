"""How far the games of some people are: what tells a process that one of their lists may have changed."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from server.journal.schema import decisions, sitters, tables
from server.journal.store import Journal

_LENGTH = (
    select(decisions.c.sequence)
    .where(decisions.c.table_id == tables.c.id)
    .order_by(decisions.c.sequence.desc())
    .limit(1)
    .scalar_subquery()
)
_GOING = select(sitters.c.person, tables.c.id, _LENGTH).join(tables, tables.c.id == sitters.c.table_id)


def going(journal: Journal, people: Collection[str]) -> dict[str, dict[str, int]]:
    """By person, the last decision of each open or running table at which they sit. Raises JournalError."""
    found: dict[str, dict[str, int]] = {person: {} for person in people}
    query = _GOING.where(sitters.c.person.in_(list(people)), tables.c.status.in_(("open", "running")))
    for person, table, last in journal.read(query):
        found[person][table] = last
    return found
