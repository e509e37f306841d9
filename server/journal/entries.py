"""The data types of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Room = Literal["players", "onlookers"]


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
    """The time control, as `control.parse` reads it."""
    listed: bool = True
    """Whether the lists of open tables and of games show it; else it is found by its address alone."""


@dataclass(frozen=True)
class Entry:
    """One change that a decision makes: its kind, the person, seat and message that asked for it, and its body.

    `number` is the count of turns played before it, `at` the time in seconds since the epoch (UTC).
    """

    kind: str
    number: int
    seat: int | None
    person: str
    message: str
    body: Mapping[str, Any]
    at: float


Decided = tuple[Entry, ...]
"""The entries of one decision: one row of the journal. They have the same time, and one message at most."""


class Kept(NamedTuple):
    """A table as the journal lists it: its status and since when, turns played, and (seat, person) as they sat down."""

    id: str
    variant: str
    settings: Mapping[str, Any]
    control: str
    status: str
    changed_at: float
    number: int
    sitters: list[tuple[int, str]]


class Remark(NamedTuple):
    """A chat message: a preset phrase or a text, its author, and the seat if it was sent from one.

    `number` counts within its room; `message` is the browser's id for it.
    """

    room: Room
    number: int
    seat: int | None
    person: str
    message: str
    preset: str | None
    text: str | None
    at: float
