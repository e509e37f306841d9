"""What programs send and get, as strict models: every request is checked, the tests check every answer, and the
description is generated from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypedDict

from pydantic import BeforeValidator, Field

from server.game import STRENGTHS, MoveText, SeatKey, SeatNumber, Strict, TableId, TurnNumber
from server.game.view_types import BoardView, EventView, MoveView, ResultView, Status, TurnView
from server.runtime.parsing import whole_number

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


def _whole(value: object) -> object:
    """A number in an address; a text that is not a number is left as it is and then refused."""
    if not isinstance(value, str) or (value.startswith("0") and value != "0"):
        return value
    number = whole_number(value, 7)
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
    """The seat to look from, and the number of turns before those of `turns`."""

    since: Annotated[TurnNumber, Whole] = 0


# What is sent


class NewIdentity(Strict):
    """A new identity; a name has 1 to 32 visible characters."""

    name: Annotated[str, Field(max_length=200)] | None = None


class PositionRequest(Strict):
    """A position: from a FEN, or a start position."""

    variant: VariantName
    settings: Settings = Field({})
    fen: Fen | None = None


class OutcomeRequest(Strict):
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
    rated: Annotated[bool, Field(description="for people with accounts alone, with a clock and usual settings")] = False
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


# What is answered


class Refusal(Strict):
    """A refusal: a code for programs, a sentence for people in the language of the request."""

    code: str
    sentence: str


class Refused(Strict):
    """The request was refused and changed nothing."""

    refusal: Refusal


class ChoiceSchema(Strict):
    """A value that an option can take."""

    value: bool | int | str
    title: str


class OptionSchema(Strict):
    """An option of the game; its first choice is the default."""

    name: str
    title: str
    help: str
    choices: list[ChoiceSchema]


class PresetSchema(Strict):
    """A named set of options."""

    name: str
    title: str
    settings: dict[str, bool | int | str]


class SeatSchema(Strict):
    """A seat, by its number, its code, and its name in the language of the request."""

    seat: int
    code: str
    title: str


class VariantSchema(Strict):
    """A variant."""

    name: str
    title: str
    summary: str
    rules_version: Annotated[int, Field(description="raised when the answer to an old position changes")]
    size: Annotated[list[int], Field(description="files, then ranks", min_length=2, max_length=2)]
    seats: list[SeatSchema]
    hidden: Annotated[bool, Field(description="true if the board itself is hidden from players")]
    pieces: Annotated[dict[str, str], Field(description="symbol on the board -> name")]
    options: list[OptionSchema]
    presets: list[PresetSchema]
    fen: Annotated[str | None, Field(description="the usual start; null if each game has a random one")]
    controls: Annotated[list[str], Field(description="the usual time controls; any well-formed one is accepted")]


class VariantsSchema(Strict):
    """All variants."""

    variants: list[VariantSchema]


class SpokenEventView(EventView):
    """One event of a turn, with its sentence."""

    sentence: str


class PositionView(BoardView):
    """A position and what may be done in it, by the rules alone (a table also counts repetitions)."""

    variant: str
    settings: Mapping[str, bool | int | str]
    fen: str
    standard_fen: Annotated[str | None, Field(description="the six fields of chess programs, where they say all of it")]
    to_act: Annotated[Sequence[int], Field(description="the seats to act, all at the same time")]
    moves: Annotated[Mapping[str, Sequence[MoveView]], Field(description="seat -> its moves")]
    result: ResultView | None


class OutcomeView(PositionView):
    """The position after a turn, and what happened in that turn."""

    notation: Annotated[Mapping[str, str], Field(description="seat -> its move as players write it")]
    events: Sequence[SpokenEventView]


class TurnsView(TypedDict):
    """Turns of a table, at most 200, with sentences; as long as `takebacks` and `status` are those of a view."""

    takebacks: int
    status: Status
    turns: Sequence[TurnView]


class IdentitySchema(Strict):
    """A new identity: a public id, and a secret to send as `Authorization: Bearer …`."""

    person: str
    secret: str


class Seated(Strict):
    """The seat that was taken."""

    seat: int


class Opened(Seated):
    """A new table and your seat at it."""

    table: TableId


class Done(Strict):
    """The action is done and saved; the turns played since."""

    number: int


class PersonSchema(Strict):
    """The person in a seat."""

    person: Annotated[str | None, Field(description="their public id; null for a free seat")]
    name: str


class TableSchema(Strict):
    """A table as a line of a list."""

    table: TableId
    variant: str
    status: str
    number: int
    control: str
    changed_at: Annotated[float, Field(description="seconds since 1970, UTC")]
    people: Annotated[list[PersonSchema], Field(description="in the order of seats")]


class TablesSchema(Strict):
    """Listed tables, the newest first."""

    tables: list[TableSchema]


class CheckSchema(Strict):
    """One check of a record: passed, failed with its fault, or not reached."""

    name: str
    title: str
    holds: bool
    reached: bool
    sentence: str
    fault: Annotated[str | None, Field(description="the code of the fault")]


class VersionsSchema(Strict):
    """The record was made with another version of the rules."""

    record: int
    here: int


class RecordQuery(Strict):
    """Which game of a record is meant."""

    game: Annotated[int | None, Whole, Field(ge=1, description="the number of the game in PGN that holds several")] = (
        None
    )


class VerificationSchema(Strict):
    """The result of replaying a record."""

    holds: bool
    variant: str
    turns: Annotated[int, Field(description="the number of turns that the rules play as the record does")]
    fen: Annotated[str, Field(description="the position that they lead to")]
    checks: list[CheckSchema]
    versions: VersionsSchema | None
    ours: Annotated[bool | None, Field(description="whether this site's own record agrees; null if it has none")]
    notice: Annotated[str | None, Field(description="what was passed over, with its lines; null for nothing")]


class PuzzleSchema(Strict):
    """A puzzle, without its answer: the seat that solves it is to act in the position."""

    id: str
    variant: str
    fen: str
    settings: Annotated[dict[str, bool | int | str], Field(description="those that differ from the defaults")]
    seat: int
    asks: Annotated[Literal["move", "mix"], Field(description="for one move, or for how often each of some is played")]
    moves: Annotated[list[str], Field(description="the moves to mix; empty where one move is asked for")]
    level: Annotated[int, Field(ge=1, le=5)]
    address: Annotated[str, Field(description="the page on which people solve it")]


class PuzzlesSchema(Strict):
    """Puzzles, without their answers."""

    puzzles: list[PuzzleSchema]


class PuzzleMarked(Strict):
    """What an answer is worth, and the solution; points are shares of the point of the game."""

    right: bool
    lost: Annotated[float, Field(description="the points that the answer gives away against the best reply")]
    value: Annotated[float, Field(description="the points that the solution keeps")]
    solution: Annotated[dict[str, float], Field(description="move -> probability")]
    costs: Annotated[dict[str, float], Field(description="move -> the points it gives away; empty for a mix")]
    replies: Annotated[list[str], Field(description="the moves of the opponent that matter to a mix")]
    points: Annotated[list[list[float]], Field(description="the points of each move of `moves` against each reply")]
    line: Annotated[list[dict[str, str]], Field(description="the turns of the solution: seat -> move")]
    exact: bool
    nodes: Annotated[int | None, Field(description="of the search that verified the puzzle, where it is not exact")]
