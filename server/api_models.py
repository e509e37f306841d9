"""What programs send and are answered, as strict models: requests are held to them, the description is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from server.messages import MessageId, SeatNumber, Strict, TableId

VariantName = Annotated[str, Field(max_length=60, description="as GET /variants names it")]
Fen = Annotated[str, Field(max_length=1000)]
MoveText = Annotated[str, Field(max_length=40, description="the `id` of one of the offered moves")]
SeatKey = Annotated[str, Field(pattern=r"\A(1?[0-9]|2[0-5])\z", description="the number of a seat, as text")]
TurnNumber = Annotated[int, Field(ge=0, le=1_000_000, description="turns played so far, as the view has it")]
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
    plain = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 7
    return int(str(value)) if plain and (value == "0" or not str(value).startswith("0")) else value


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


# What is answered


class Refusal(Strict):
    """What was refused: a code for programs, a sentence for people in the language of the request."""

    code: str
    sentence: str


class Refused(Strict):
    """Nothing was done."""

    refusal: Refusal


class ChoiceTold(Strict):
    """A value that an option can take."""

    value: bool | int | str
    title: str


class OptionTold(Strict):
    """A choice made before the game; the first is the usual one."""

    name: str
    title: str
    help: str
    choices: list[ChoiceTold]


class PresetTold(Strict):
    """A named bundle of settings."""

    name: str
    title: str
    settings: dict[str, bool | int | str]


class SeatTold(Strict):
    """A seat, by its number, its code, and its name in the language of the request."""

    seat: int
    code: str
    title: str


class VariantTold(Strict):
    """A variant."""

    name: str
    title: str
    summary: str
    rules_version: Annotated[int, Field(description="raised when the answer to an old position changes")]
    size: Annotated[list[int], Field(description="files, then ranks", min_length=2, max_length=2)]
    seats: list[SeatTold]
    hidden: Annotated[bool, Field(description="true where the board itself holds secrets")]
    pieces: Annotated[dict[str, str], Field(description="symbol on the board -> name")]
    options: list[OptionTold]
    presets: list[PresetTold]
    fen: Annotated[str | None, Field(description="the usual start; null where each game draws its own by lot")]
    controls: Annotated[list[str], Field(description="usual time controls; any that is well formed may be asked for")]


class VariantsTold(Strict):
    """All variants."""

    variants: list[VariantTold]


class MoveTold(Strict):
    """A move that a seat may send: `id` is what is sent, `path` the squares it is clicked on."""

    id: str
    path: Annotated[list[int], Field(description="squares: 0, 1, 2 … row by row from the top left, then hands")]
    label: Annotated[str, Field(description="as players write it")]
    risky: Annotated[bool, Field(description="what others do in the same turn may make it illegal")] = False
    special: str = ""
    title: str = ""
    ask: str = ""
    becomes: Annotated[str, Field(description="the symbol the mover will be")] = ""


class PictureTold(Strict):
    """A board as it may be seen."""

    size: list[int]
    board: Annotated[list[str], Field(description="a symbol or an empty text for each square")]
    marks: Annotated[dict[str, str], Field(description='square -> sign, such as "check"')]
    hands: list[list[str]]


class TallyTold(Strict):
    """A count that players watch."""

    code: str
    seat: int | None
    value: int
    limit: int | None
    text: str


class ResultTold(Strict):
    """How a game ended: a share for each seat, the code of the reason, who brought it about."""

    points: list[float]
    reason: str
    seat: int | None
    title: str
    sentence: str


class PositionTold(Strict):
    """A position and what may be done in it, by the rules alone (a table also counts repetitions)."""

    variant: str
    settings: dict[str, bool | int | str]
    fen: str
    to_act: Annotated[list[int], Field(description="the seats that are to act, all at once")]
    moves: Annotated[dict[str, list[MoveTold]], Field(description="seat -> its moves")]
    picture: PictureTold
    tallies: list[TallyTold]
    result: ResultTold | None


class EventTold(Strict):
    """One thing that a turn did and why."""

    code: str
    seat: int | None
    squares: list[int]
    pieces: list[str]
    sentence: str


class OutcomeTold(PositionTold):
    """The position after a turn, and how it came about."""

    notation: Annotated[dict[str, str], Field(description="seat -> its move as players write it")]
    events: list[EventTold]


class IdentityTold(Strict):
    """Who one is from now on: a public id, and a secret, to be sent as `Authorization: Bearer …`."""

    person: str
    secret: str


class Opened(Strict):
    """A table that was opened, and one's seat at it."""

    table: TableId
    seat: int


class Seated(Strict):
    """The seat that was taken."""

    seat: int


class Done(Strict):
    """It is done and kept; turns played since."""

    number: int


class PersonTold(Strict):
    """Who sits in a seat."""

    person: Annotated[str | None, Field(description="his public id; null where nobody sits")]
    name: str


class TableTold(Strict):
    """A table as a line of a list."""

    table: TableId
    variant: str
    status: str
    number: int
    control: str
    changed_at: Annotated[float, Field(description="seconds since 1970, UTC")]
    people: Annotated[list[PersonTold], Field(description="in the order of seats")]


class TablesTold(Strict):
    """The newest tables first; those that are not listed are not here."""

    tables: list[TableTold]


class ChairTold(Strict):
    """A chair of a table; `state`: free, choosing, sealed, waiting, done."""

    seat: int
    code: str
    title: str
    name: str
    person: str | None
    state: Literal["free", "choosing", "sealed", "waiting", "done"]
    seal: Annotated[str | None, Field(description="the commitment to the sealed move")]
    broken: int
    away: bool


class ViewTold(Strict):
    """A table as its viewer may see it, in words: what the site's own pages are sent (ARCHITECTURE.md describes it)."""

    model_config = ConfigDict(extra="allow")

    table: str
    number: int
    takebacks: Annotated[int, Field(description="how often turns were taken back")]
    status: Status
    viewer: int | None
    chairs: list[ChairTold]
    clocks: dict[str, Any] | None
    sealed: MoveTold | None
    offers: list[int]
    back: dict[str, Any] | None
    absent: dict[str, Any] | None
    may: Annotated[list[str], Field(description="what this viewer may do now, apart from moving")]
    variant: Annotated[str, Field(description="left out where `since` is not 0")] = ""
    settings: dict[str, bool | int | str] = Field({})
    control: str = ""
    control_title: str = ""
    signs: dict[str, str] = Field({})
    tallies: list[TallyTold]
    picture: PictureTold
    moves: list[MoveTold]
    since: int
    turns: list[dict[str, Any]]
    result: ResultTold | None
    rematch: dict[str, Any] | None


class CheckTold(Strict):
    """One thing that was looked at in a record: it holds, or the fault says where not, or it was not reached."""

    name: str
    title: str
    holds: bool
    reached: bool
    sentence: str
    fault: Annotated[str | None, Field(description="the code of what does not hold")]


class VersionsTold(Strict):
    """A record of other rules than those that played it."""

    record: int
    here: int


class VerificationTold(Strict):
    """What came of playing a record again."""

    holds: bool
    variant: str
    turns: Annotated[int, Field(description="how many the rules play as the record does")]
    fen: Annotated[str, Field(description="the position that they lead to")]
    checks: list[CheckTold]
    versions: VersionsTold | None
    ours: Annotated[bool | None, Field(description="whether this site's own record agrees; null where it has none")]
