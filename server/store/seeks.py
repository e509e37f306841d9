"""The seeks of people who wait for an opponent."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, select, update

from server.game import Control, parse_controls
from server.store.database import statement, upsert
from server.store.journal import Journal
from server.store.schema import seeks


class Seek(NamedTuple):
    """A person seeks an opponent: since when, by which message, and from which address ("" if unknown).

    One that begins later is not paired before. Without variants, for any variant. A listed table is the seek of its
    opener too: `table` is its id then.
    """

    person: str
    variants: frozenset[str]
    controls: tuple[Control, ...]
    since: float
    message: str
    network: str = ""
    paired: Mapping[str, Any] | None = None
    """`table`, `seat` and `other`, once there is a table."""
    table: str = ""
    rated: bool = False
    """Whether a rated game is sought; else a casual one."""
    distance: int | None = None
    """The points that the rating of the opponent of a rated game may be away; None for any."""


def load(journal: Journal) -> list[Seek]:
    """All seeks, and the pairings that their people are not known to know. Raises JournalError."""
    names = ("person", "variants", "controls", "since", "message", "network", "paired", "rated", "distance")
    rows = journal.read(select(*(seeks.c[name] for name in names)))
    return [
        Seek(
            person=person,
            variants=frozenset(json.loads(variants)),
            controls=parse_controls(controls),
            since=since,
            message=message,
            network=network,
            paired=json.loads(paired or "null"),
            rated=bool(rated),
            distance=distance,
        )
        for person, variants, controls, since, message, network, paired, rated, distance in rows
    ]


def seen_at(journal: Journal) -> dict[str, float]:
    """By person of a seek or a pairing, when they were last noted as connected. Raises JournalError."""
    return dict(map(tuple, journal.read(select(seeks.c.person, seeks.c.seen_at))))


def save(journal: Journal, seek: Seek, at: float) -> None:
    """Store a seek in place of another one of this person, unless that was paired. Raises JournalError."""
    row = {
        "person": seek.person,
        "variants": json.dumps(sorted(seek.variants)),
        "controls": " ".join(map(str, seek.controls)),
        "since": seek.since,
        "message": seek.message,
        "network": seek.network,
        "seen_at": at,
        "paired": None,
        "rated": int(seek.rated),
        "distance": seek.distance,
    }
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
