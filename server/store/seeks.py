"""The seeks of people who wait for an opponent."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, select, update

from server.store.database import statement, upsert
from server.store.journal import Journal
from server.store.schema import seeks


class SeekRow(NamedTuple):
    """A row of the seeks, without the last time at which the person was seen."""

    person: str
    variants: list[str]
    control: str
    since: float
    message: str
    network: str
    paired: dict[str, Any] | None
    """`table`, `seat` and `other`, once there is a table."""


def load(journal: Journal) -> list[SeekRow]:
    """All seeks, and the pairings that their people are not known to know. Raises JournalError."""
    names = ("person", "variants", "control", "since", "message", "network", "paired")
    rows = journal.read(select(*(seeks.c[name] for name in names)))
    return [
        SeekRow(person, json.loads(variants), control, since, message, network, json.loads(paired) if paired else None)
        for person, variants, control, since, message, network, paired in rows
    ]


def seen_at(journal: Journal) -> dict[str, float]:
    """By person of a seek or a pairing, when they were last noted as connected. Raises JournalError."""
    return dict(map(tuple, journal.read(select(seeks.c.person, seeks.c.seen_at))))


def save(journal: Journal, seek: SeekRow, at: float) -> None:
    """Store a seek in place of another one of this person, unless that was paired. Raises JournalError."""
    row = {**seek._asdict(), "variants": json.dumps(seek.variants), "paired": None, "seen_at": at}
    journal.write(upsert(seeks, row, only=seeks.c.paired.is_(None)))


def cancel(journal: Journal, person: str) -> None:
    """Delete a seek that was not paired. Raises JournalError."""
    journal.write(statement(delete(seeks).where(seeks.c.person == person, seeks.c.paired.is_(None))))


def announced(journal: Journal, pairings: Collection[tuple[str, str]]) -> None:
    """Delete announced pairings, by person and message. Raises JournalError."""
    gone = delete(seeks).where(
        seeks.c.person == bindparam("of"), seeks.c.message == bindparam("by"), seeks.c.paired.is_not(None)
    )
    journal.write(statement(gone, [{"of": person, "by": message} for person, message in sorted(pairings)]))


def seen(journal: Journal, people: Mapping[str, float], seeks_before: float, pairings_before: float) -> None:
    """Note when people were connected last, and forget the seeks and pairings of those who were not for long.

    Seeks of people who were not connected since the one moment, pairings of those who were not since the other. Raises
    JournalError.
    """
    later = seeks.c.seen_at < bindparam("at")  # Another process may have seen the person since.
    here = update(seeks).where(seeks.c.person == bindparam("of"), later).values(seen_at=bindparam("at"))
    alone = seeks.c.paired.is_(None) & (seeks.c.seen_at < seeks_before)
    missed = seeks.c.paired.is_not(None) & (seeks.c.seen_at < pairings_before)
    journal.write(
        *([statement(here, [{"of": person, "at": at} for person, at in sorted(people.items())])] if people else []),
        statement(delete(seeks).where(alone | missed)),
    )
