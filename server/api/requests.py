"""The requests of programs, as strict models: every request is checked, and the description is generated from them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from server.game import STRENGTHS, MoveText, SeatKey, SeatNumber, Strict, TurnNumber
from server.runtime.numbers import whole

VariantName = Annotated[str, Field(max_length=60, description="as GET /variants names it")]
Fen = Annotated[str, Field(max_length=1000)]
ControlText = Annotated[
    str, Field(max_length=40, description="`none`, `5+3` (minutes and seconds) or `3d` (days per turn)")
]
Choice = bool | Annotated[int, Field(ge=-(10**9), le=10**9)] | Annotated[str, Field(max_length=100)]
Settings = Annotated[
    dict[Annotated[str, Field(max_length=40)], Choice],
    Field(max_length=20, description="options and their values; an option left out has its default"),
]
Status = Literal["open", "running", "finished", "stopped"]


def _whole(value: object) -> object:
    """A number in an address; a text that is not a number is left as it is and then refused."""
    if not isinstance(value, str) or (value.startswith("0") and value != "0"):
        return value
    number = whole(value, 7)
    return value if number is None else number


Whole = BeforeValidator(_whole)


# What is asked for in an address


class Nothing(Strict):
    """No parameters."""


class ListQuery(Strict):
    """The tables to list."""

    status: Status = "open"
    most: Annotated[int, Whole, Field(ge=1, le=100)] = 50


class PuzzlesQuery(Strict):
    """The puzzles to list."""

    variant: VariantName | None = None
    level: Annotated[int | None, Whole, Field(ge=1, le=5)] = None
    most: Annotated[int, Whole, Field(ge=1, le=100)] = 50


class SeatQuery(Strict):
    """The own seat to look from; without it, an onlooker's view."""

    seat: Annotated[SeatNumber | None, Whole] = None


class ViewQuery(SeatQuery):
    """The seat to look from, and the first turn to report in `turns`."""

    since: Annotated[TurnNumber, Whole] = 0


# What is sent


class NewIdentity(Strict):
    """A new identity; a name has 1 to 32 visible characters."""

    name: Annotated[str, Field(max_length=200)] | None = None


class PositionAsked(Strict):
    """A position: from a FEN, or a start position."""

    variant: VariantName
    settings: Settings = Field({})
    fen: Fen | None = None


class OutcomeAsked(Strict):
    """A position, and a move for each seat that is to act in it."""

    variant: VariantName
    settings: Settings = Field({})
    fen: Fen
    actions: Annotated[dict[SeatKey, MoveText], Field(max_length=26)]


class PuzzleAnswer(Strict):
    """An answer to a puzzle: moves and how often each is played, in percent; one move has all 100."""

    mix: Annotated[dict[MoveText, Annotated[int, Field(ge=0, le=100)]], Field(min_length=1, max_length=3)]


class NewTable(Strict):
    """A table to open; without a seat, a random one."""

    variant: VariantName
    settings: Settings = Field({})
    fen: Fen | None = None
    control: ControlText = "none"
    seat: SeatNumber | None = None
    listed: bool = True
    computer: Annotated[
        int | None,
        Field(
            ge=min(STRENGTHS),
            le=max(STRENGTHS),
            description="the computer takes all other chairs, at strength 1 (easy), 2 (medium) or 3 (strong)",
        ),
    ] = None


class Join(Strict):
    """A chair to take; without it, the first free one."""

    seat: SeatNumber | None = None
