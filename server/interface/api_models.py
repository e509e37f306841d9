"""What programs send, as strict models: every request is held to them, and the description is made of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from server.digits import whole
from server.strict import MessageId, SeatKey, SeatNumber, Strict, TurnCount
from server.tables.machines import STRENGTHS

VariantName = Annotated[str, Field(max_length=60, description="as GET /variants names it")]
Fen = Annotated[str, Field(max_length=1000)]
MoveText = Annotated[str, Field(max_length=40, description="the `id` of one of the offered moves")]
TurnNumber = Annotated[TurnCount, Field(description="turns played so far, as the view has it")]
ControlText = Annotated[
    str, Field(max_length=40, description="`none`, `5+3` (minutes and seconds) or `3d` (days a turn)")
]
Choice = bool | Annotated[int, Field(ge=-(10**9), le=10**9)] | Annotated[str, Field(max_length=100)]
Settings = Annotated[
    dict[Annotated[str, Field(max_length=40)], Choice],
    Field(max_length=20, description="options and their values; those left out have their first choice"),
]
Status = Literal["open", "running", "finished", "stopped"]


def _whole(value: object) -> object:
    """A number as an address spells it; what is none is left as it is, to be refused."""
    if not isinstance(value, str) or (value.startswith("0") and value != "0"):
        return value
    number = whole(value, 7)
    return value if number is None else number


Whole = BeforeValidator(_whole)


# What is asked for in an address


class Nothing(Strict):
    """Nothing may be asked."""


class ListQuery(Strict):
    """Which tables."""

    status: Status = "open"
    most: Annotated[int, Whole, Field(ge=1, le=100)] = 50


class SeatQuery(Strict):
    """From which of one's own seats; left out, as an onlooker."""

    seat: Annotated[SeatNumber | None, Whole] = None


class ViewQuery(SeatQuery):
    """From where one looks, and the turn from which `turns` tells."""

    since: Annotated[TurnNumber, Whole] = 0


# What is sent


class NewIdentity(Strict):
    """Somebody new; a name is 1 to 32 visible characters."""

    name: Annotated[str, Field(max_length=200)] | None = None


class PositionAsked(Strict):
    """A position: of a FEN, else a start."""

    variant: VariantName
    settings: Settings = Field({})
    fen: Fen | None = None


class OutcomeAsked(Strict):
    """A position, and a move for each seat that is to act in it."""

    variant: VariantName
    settings: Settings = Field({})
    fen: Fen
    actions: Annotated[dict[SeatKey, MoveText], Field(max_length=26)]


class NewTable(Strict):
    """A table to open; a seat left out is drawn by lot."""

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
            description="the computer takes all other chairs and plays easy (1), medium (2) or strong (3)",
        ),
    ] = None


class Join(Strict):
    """A chair to take; left out, the first that is free."""

    seat: SeatNumber | None = None


class Deed(Strict):
    """Something a player does. The same `id` sent again gets the first answer again and changes nothing."""

    seat: SeatNumber
    id: MessageId


class DeedInTurn(Deed):
    """Something that only makes sense in the turn it was meant for."""

    number: TurnNumber


class Act(DeedInTurn):
    """A move; where several seats act it is sealed until all have chosen."""

    takebacks: Annotated[
        TurnNumber | None,
        Field(description="the view's: the move is refused if turns were taken back since; null: not"),
    ] = None
    move: MoveText


class Takeback(Deed):
    """Ask for turns to be taken back, or agree to it."""

    to: Annotated[
        TurnNumber | None,
        Field(description="how many turns are to stay; null: as many as are asked for, whatever it is"),
    ] = None


class Absent(Deed):
    """A claim against a player who has gone: to the win, else to a draw."""

    win: bool


class Rematch(Deed):
    """The wish for another game: of the same variant, or by surprise of another."""

    surprise: bool
