"""What programs are answered, as models: the description is made of them, and the tests hold every answer to it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from server.interface.api_models import Status
from server.strict import Strict, TableId


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
    risk: Annotated[
        dict[str, Any], Field(description="what a risky move needs and costs: codes, squares, pieces, words")
    ] = Field({})
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
    counts: Annotated[bool, Field(description="false where the game was withdrawn or aborted")]


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
    """A chair of a table; `state`: free, choosing, sealed, waiting, done; nature where the dice sit."""

    seat: int
    code: str
    title: str
    name: str
    person: str | None
    computer: Annotated[int | None, Field(description="how strong the computer plays that sits there, from 1 to 3")]
    state: Literal["free", "choosing", "sealed", "waiting", "done", "nature"]
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
    set_up: Annotated[bool, Field(description="the game began from a position that somebody laid out")] = False
    signs: dict[str, str] = Field({})
    owners: Annotated[dict[str, int], Field(description="symbol -> the seat whose piece it is")] = Field({})
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
