"""The data types of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

Room = Literal["players", "onlookers"]


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
