"""What an opened journal answers: the one place of the frozen set that names functions of the program."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import select

from server.bus import LocalBus
from server.people import Secrets
from server.records import writer
from server.runtime.sources import Sources, unguessable
from server.store import Journal, chat, mailboxes, reviews, schema, seeks, shared_signing_key
from server.store import answers as puzzle_answers
from server.store.schema import reviews as review_rows
from tests.harness.tables import LocalTables
from variants.position import Eyes
from variants.registry import load_all

VARIANTS = load_all()
MISSING = "(missing)"


class Opened:
    """A lobby over a journal on either engine, as a site opens it at a time (seconds since the epoch)."""

    def __init__(self, place: Path | str, at: float) -> None:
        self.place, self.time = place, at
        self.open_journal()

    def open_journal(self) -> None:
        """Open it, and give the time without a server back to the clocks."""
        self.journal = Journal(self.place)
        self.site = LocalTables(
            VARIANTS,
            self.journal,
            lambda: self.time,
            Sources(now=lambda: self.time, random=Random(1), token=unguessable),
            alone=True,  # To the moment on both engines.
        )
        self.site.tables.resume_clocked_games()


def answers(site: Opened, tables: Iterable[str], people: Iterable[str], secrets: Iterable[str], key: bytes) -> Any:
    """What the journal tells of these tables and people, as plain JSON values; `secrets` are asked whose they are."""
    journal = site.journal
    keys = Secrets(journal, key, LocalBus(), site.site.events)
    found: dict[str, Any] = {
        "tables": {table: table_answers(site, table) for table in tables},
        "people": {person: _person(site, person) for person in people},
        "secrets": {secret: [keys.person(secret), keys.ours(secret)] for secret in secrets},
        "names": dict(sorted(journal.names().items())),
        "lists": {
            each: [summary[:8] for summary in site.site.listing.summaries(each)]
            for each in ("open", "running", "finished", "stopped")
        },
        "followed": sorted(
            (each.table_id, each.length, each.person) for each in mailboxes.followed(journal, list(people), 0.0)
        ),
        "timed": sorted(journal.timed()),
        "last_alive": journal.last_alive(),
    }
    if journal.shared:
        # A site with a file keeps these in memory and beside the file.
        waiting = sorted(
            (person, sorted(variants), str(*controls), *more)
            for person, variants, controls, *more, _ in seeks.load(journal)
        )
        found["shared"] = {"seeks": waiting, "key": shared_signing_key(journal, b"").hex()}
    return plain(found)


def table_answers(site: Opened, table_id: str) -> dict[str, Any]:
    """What each seat and an onlooker see of a table, its record, and all else that is kept of it."""
    with site.site.tables.reading(table_id) as table:
        onlooker = plain(site.site.tables.view(table, Eyes.SPECTATOR))
        seats = {seat: plain(site.site.tables.view(table, seat)) for seat in range(len(table.chairs))}
        kept = site.journal.table(table_id)
        assert kept is not None
        asked = [(entry.person, entry.message) for row in kept[2] for entry in row if entry.message]
        answered = [[*each, table.answer_to(*each)] for each in asked]
    return {
        # Of a seat only what differs: the rest is the onlooker's.
        "views": {"onlooker": onlooker, **{seat: _unlike(view, onlooker) for seat, view in seats.items()}},
        "record": writer.fetch(
            site.site.tables, site.journal, table_id, lambda _: Eyes.SPECTATOR, lambda who: f"Name of {who}"
        ),
        "rows": len(kept[2]),
        "answered": answered,
        "chat": [each.content for each in chat.since(site.journal, table_id, 0)],
        "reviews": _reviews(site.journal, table_id),
    }


def _unlike(view: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    assert view.keys() == other.keys()
    return {key: value for key, value in view.items() if value != other[key]}


def _reviews(journal: Journal, table: str) -> dict[str, Any]:
    versions = journal.read(select(review_rows.c.versions).where(review_rows.c.table_id == table).distinct())
    return {text: reviews.load(journal, table, json.loads(text), 1000, 1000, 10**9) for (text,) in sorted(versions)}


def _person(site: Opened, person: str) -> dict[str, Any]:
    box = mailboxes.mailbox(site.journal, person)
    preferences = schema.preferences.c
    chosen = site.journal.read(select(preferences.chosen, preferences["at"]).where(preferences.person == person))
    return {
        "mailbox": box and {name: value for name, value in box._asdict().items() if name != "sent_at"},
        "settings": tuple(chosen[0]) if chosen else None,
        "puzzles": puzzle_answers.of(site.journal, person),
        "tables": [row.id for row in site.journal.tables_of(person, 1000)],
        "counts": dict(sorted(site.journal.count_tables(person).items())),
    }


def plain(value: Any) -> Any:
    """A value as JSON brings it back."""
    return json.loads(json.dumps(value))


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """A line for each place in which two JSON values differ: the path to it and both values."""
    if isinstance(expected, list) and isinstance(found, list):
        expected, found = dict(enumerate(expected)), dict(enumerate(found))
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected | found:
            yield from differences(expected.get(key, MISSING), found.get(key, MISSING), f"{path}/{key}")
    elif type(expected) is not type(found) or expected != found:
        yield f"{path}: expected {_short(expected)}, found {_short(found)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:200]}… ({len(text)} characters)"
