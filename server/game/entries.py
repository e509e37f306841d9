"""The stored form of a table: its opening, and one row of entries for each decision."""

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
    """Whether the lists of open tables and of games show it; else only its address leads there."""
    rated: bool = False
    """Whether its game counts for the ratings of its players."""


class Author(NamedTuple):
    """The author of an entry: a seat, its person and their message; empty if time or the rules caused it."""

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
"""Kinds of entries that only their seat may know: they are no lines of a record, and no clock or limit counts them."""

BRIEF = frozenset({"seal", "unseal", "offer", "decline", "ask_back", "addtime", "downtime"}) | PRIVATE
"""Kinds of entries after which a brief view shows all that changed."""


def is_private(row: Row) -> bool:
    """Whether only their seats may know the entries of a row."""
    return all(entry.kind in PRIVATE for entry in row)
