"""Who waits for an opponent, in a journal that several processes share."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update

from server.journal.schema import waits
from server.journal.store import Journal


class Waiting(NamedTuple):
    """A row of `waits`, without the last time at which the person was seen."""

    person: str
    variants: list[str]
    control: str
    since: float
    message: str
    network: str
    paired: dict[str, Any] | None
    """`table`, `seat` and `other`, once there is a table."""


def load(journal: Journal) -> list[Waiting]:
    """Everybody who waits, and those who were paired and have not been told. Raises JournalError."""
    names = ("person", "variants", "control", "since", "message", "network", "paired")
    rows = journal.read(select(*(waits.c[name] for name in names)))
    return [
        Waiting(person, json.loads(variants), control, since, message, network, json.loads(paired) if paired else None)
        for person, variants, control, since, message, network, paired in rows
    ]


def keep(journal: Journal, wait: Waiting, at: float) -> None:
    """Keep a wait in place of another one of this person, unless that was paired. Raises JournalError."""
    insert = journal.engine.insert(waits)
    changed = {
        name: insert.excluded[name] for name in ("variants", "control", "since", "message", "network", "seen_at")
    }
    row = {**wait._asdict(), "variants": json.dumps(wait.variants), "paired": None, "seen_at": at}
    journal.write(
        (insert.on_conflict_do_update(index_elements=["person"], set_=changed, where=waits.c.paired.is_(None)), row)
    )


def cancel(journal: Journal, person: str) -> None:
    """Forget a wait that was not paired. Raises JournalError."""
    journal.write((delete(waits).where(waits.c.person == person, waits.c.paired.is_(None)), None))


def told(journal: Journal, person: str, message: str) -> None:
    """Forget a pairing of which the person was told. Raises JournalError."""
    journal.write((delete(waits).where(waits.c.person == person, waits.c.message == message), None))


def seen(journal: Journal, people: Collection[str], at: float, gone: float) -> None:
    """These people are connected now; a person who was not since `gone` waits no longer. Raises JournalError."""
    here = (update(waits).where(waits.c.person.in_(list(people))).values(seen_at=at), None)
    journal.write(*([here] if people else []), (delete(waits).where(waits.c.seen_at < gone), None))
