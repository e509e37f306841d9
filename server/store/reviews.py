"""The evaluations of finished games in the journal, from which an interrupted review resumes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, select

from server.store.database import upsert
from server.store.journal import Journal
from server.store.schema import reviews


def numbers(journal: Journal, table: str, versions: list[int]) -> set[int]:
    """The turn numbers of the positions of a game that these versions evaluated. Raises JournalError."""
    rows = journal.read(select(reviews.c.number).where(*_current(table, versions)))
    return {number for (number,) in rows}


def load(
    journal: Journal, table: str, versions: list[int], before: int, most: int, longest: int
) -> dict[int, dict[str, Any]]:
    """The evaluations of at most `most` positions before this turn number, the last first. Raises JournalError.

    They are cut after `longest` letters, but contain at least one.
    """
    query = select(reviews.c.number, reviews.c.body).where(*_current(table, versions), reviews.c.number < before)
    evaluations: dict[int, dict[str, Any]] = {}
    letters = 0
    for number, body in journal.read(query.order_by(reviews.c.number.desc()).limit(most)):
        letters += len(body)
        if evaluations and letters > longest:
            break
        evaluations[number] = json.loads(body)
    return evaluations


def save(journal: Journal, table: str, number: int, versions: list[int], body: Mapping[str, Any], at: float) -> None:
    """Keep the evaluation of a position by these versions of the rules and of the evaluation.

    Returns when it is on disk; raises JournalError.
    """
    row = {
        "table_id": table,
        "number": number,
        "versions": json.dumps(versions),
        "body": json.dumps(dict(body), separators=(",", ":")),
        "at": at,
    }
    journal.write(upsert(reviews, row))


def _current(table: str, versions: list[int]) -> tuple[ColumnElement[bool], ...]:
    """Evaluations by other rules, or by another version, are ignored."""
    return reviews.c.table_id == table, reviews.c.versions == json.dumps(versions)
