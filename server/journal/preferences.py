"""The settings that people chose last, on whatever device."""

from __future__ import annotations

from sqlalchemy import delete, func, select

from server.journal.schema import preferences
from server.journal.store import Journal


def keep(journal: Journal, person: str, chosen: str, at: float) -> None:
    """Keep what a person chose at this time, unless they have chosen since. Raises JournalError."""
    insert = journal.engine.insert(preferences)
    insert = insert.on_conflict_do_update(
        index_elements=["person"],
        set_={"chosen": insert.excluded.chosen, "at": insert.excluded["at"]},
        where=preferences.c["at"] <= insert.excluded["at"],
    )
    journal.write((insert, {"person": person, "chosen": chosen, "at": at}))


def of(journal: Journal, person: str) -> tuple[str, float] | None:
    """What a person chose last, and when; None for somebody who has never chosen. Raises JournalError."""
    query = select(preferences.c.chosen, preferences.c["at"]).where(preferences.c.person == person)
    found = journal.read(query)
    return (str(found[0][0]), float(found[0][1])) if found else None


def forget(journal: Journal, before: float) -> int:
    """Remove what was chosen before this time; how many. Raises JournalError."""
    old = preferences.c["at"] < before
    ((count,),) = journal.read(select(func.count()).select_from(preferences).where(old))
    if count:
        journal.write((delete(preferences).where(old), None))
    return int(count)
