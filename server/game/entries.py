"""What is stored of a table: its opening, and one row of entries for each decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from variants.position import Seat


@dataclass(frozen=True)
class Opening:
    """The first row of a table: what it takes to start it again."""

    id: str
    variant: str
    rules_version: int
    settings: Mapping[str, Any]
    fen: str
    opened_at: float
    control: str = "none"
    """The time control, as `parse_control` reads it."""
    listed: bool = True
    """Whether the lists of open tables and of games show it; else it is found by its address alone."""


class Author(NamedTuple):
    """Who asked for an entry: a person at a seat by a message, all of them empty where time or the rules did."""

    seat: Seat | None = None
    person: str = ""
    message: str = ""


NOBODY = Author()


@dataclass(frozen=True)
class Entry:
    """One change that a decision makes: its kind, the person, seat and message that asked for it, and its body.

    `number` is the count of turns played before it, `at` the time in seconds since the epoch (UTC).
    """

    kind: str
    number: int
    seat: Seat | None
    person: str
    message: str
    body: Mapping[str, Any]
    at: float


Row = tuple[Entry, ...]
"""The entries of one decision: one row of the store. They have the same time, and one message at most."""

PRIVATE = frozenset({"plan", "unplan"})
"""Kinds of entries of which only their seat learns: no line of the record, no clock and no limit counts them."""

BRIEF = frozenset({"seal", "unseal", "offer", "decline", "ask_back", "addtime", "downtime"}) | PRIVATE
"""Kinds of entries after which a brief view shows all that changed."""


def is_private(row: Row) -> bool:
    """Whether a row holds nothing that anybody but its seats may know."""
    return all(entry.kind in PRIVATE for entry in row)
