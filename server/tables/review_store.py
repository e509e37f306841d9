"""What was thought of the turns of games that are over, in the journal: a review that was broken off can go on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from server.tables.store import Journal

CURRENT = "table_id = ? AND versions = ?"
"""What was thought by other rules, or by another judge, is as good as never thought."""


def numbers(journal: Journal, table: str, versions: list[int]) -> set[int]:
    """After how many turns the positions of a game stood that were judged by these versions. Raises JournalError."""
    rows = journal.read(f"SELECT number FROM reviews WHERE {CURRENT}", (table, json.dumps(versions)))
    return {number for (number,) in rows}


def load(
    journal: Journal, table: str, versions: list[int], since: int, most: int, longest: int
) -> dict[int, dict[str, Any]]:
    """What was thought of so many positions at most, from this number of turns on. Raises JournalError.

    They end after so many letters, but not before the first of them.
    """
    rows = journal.read(
        f"SELECT number, body FROM reviews WHERE {CURRENT} AND number >= ? ORDER BY number LIMIT ?",
        (table, json.dumps(versions), since, most),
    )
    found: dict[int, dict[str, Any]] = {}
    letters = 0
    for number, body in rows:
        letters += len(body)
        if found and letters > longest:
            break
        found[number] = json.loads(body)
    return found


def keep(journal: Journal, table: str, number: int, versions: list[int], body: Mapping[str, Any], at: float) -> None:
    """Keep what was thought of a position by these versions of the rules and of the judge.

    Returns when it is on disk; raises JournalError.
    """
    journal.write(
        "INSERT INTO reviews (table_id, number, versions, body, at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, number)"
        " DO UPDATE SET versions = excluded.versions, body = excluded.body, at = excluded.at",
        (table, number, json.dumps(versions), json.dumps(dict(body), separators=(",", ":")), at),
    )
