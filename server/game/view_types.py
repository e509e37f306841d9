"""The view of a table as types: the API's models, the tables of docs/interfaces.md and the browser's types follow them.

`tools/view_types.py` writes the last two. Metadata of a field says more than Python's types: `SPEECH` marks what
`Descriptions.view` adds in the reader's language, `FIRST` what only a view with all turns (`since` is 0) has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from pydantic import Field

from variants.position import Seat, Square, Stone

MOST_SHOWN = 200
"""Turns in one view; the earlier ones of a long game are requested in parts."""

SPEECH = "speech"
FIRST = "first"

Status = Literal["open", "running", "finished", "stopped"]
"""A chair is free, the game goes on, it is over, or the rules disagree with its journal."""

ChairState = Literal["free", "later", "choosing", "sealed", "waiting", "out", "done", "nature"]
"""Free, or free to be taken during the game; of a player in a game, or out of it; of a game that is over; of chance."""

Sign = Literal["arrow", "failed", "clash", "lost", "born"]


class RiskView(TypedDict):
    """What a risky move needs and costs."""

    needs: str
    price: str
    squares: Sequence[Square]
    pieces: Sequence[str]
    needs_told: NotRequired[Annotated[str, SPEECH, Field(description="part of a sentence")]]
    price_told: NotRequired[Annotated[str, SPEECH, Field(description="part of a sentence")]]


class MoveView(TypedDict):
    """A move that a seat may send: `id` is the text to send, `path` the squares that a player chooses for it."""

    id: str
    path: Annotated[
        Sequence[Square], Field(description="squares: 0, 1, 2 … row by row from the top left, then the slots of hands")
    ]
    label: Annotated[str, Field(description="as players write it")]
    risky: NotRequired[Annotated[bool, Field(description="moves of others in the same turn may make it illegal")]]
    risk: NotRequired[RiskView]
    special: NotRequired[Annotated[str, Field(description="the code of a move without squares, such as a pass")]]
    becomes: NotRequired[
        Annotated[str, Field(description="the symbol that the mover will be, where a player chooses among several")]
    ]
    title: NotRequired[Annotated[str, Field(description="(speech) of a special move")]]
    ask: NotRequired[Annotated[str, Field(description="(speech) the question before a special move, or empty")]]


class PictureView(TypedDict):
    """A board as this viewer may see it."""

    size: Annotated[tuple[int, int], Field(description="files, then ranks")]
    board: Annotated[Sequence[str], Field(description="a symbol, or an empty text, for each square")]
    marks: Annotated[
        Mapping[str, str],
        Field(
            description="square -> `check`, `unseen`, or `appeared`: on a hidden board, an opponent's piece that the "
            "viewer did not see there before the last turn"
        ),
    ]
    hands: Annotated[Sequence[Sequence[str]], Field(description="seat -> the symbol in each slot, or an empty text")]
    counts: NotRequired[
        Annotated[
            Sequence[Sequence[int]], Field(description="the pieces in each slot, only where one may hold several")
        ]
    ]


class TallyView(TypedDict):
    """A count that players watch."""

    code: str
    seat: Seat | None
    value: int
    limit: int | None
    text: NotRequired[Annotated[str, SPEECH]]
    to_move: NotRequired[Annotated[str, SPEECH, Field(description="what a player to move may do about it, or empty")]]


class BoardView(TypedDict):
    """What a position looks like."""

    picture: PictureView
    tallies: Sequence[TallyView]


class EventView(TypedDict):
    """One event of a turn."""

    code: str
    seat: Seat | None
    squares: Sequence[Square]
    pieces: Sequence[str]


class LeftView(TypedDict):
    """Seats that left a game that the others play on."""

    seats: Sequence[Seat]
    reason: str


class OpenedView(TypedDict):
    """A seal that was opened; on a hidden board only its digest until the game is over."""

    seal: str
    move: NotRequired[str]
    nonce: NotRequired[str]
    takebacks: NotRequired[int]


class HeadlineView(TypedDict):
    """The event that matters most in a turn."""

    title: str
    verdict: str
    rest: Annotated[str, Field(description="the events that the moves do not show, as sentences")]


class PlaceView(TypedDict):
    """The place of a turn on the score sheet."""

    row: int
    latest: Annotated[int, Field(description="the number of the first turn that a board shows together with it")]
    described_from: Annotated[int, Field(description="the number of the first turn described together with it")]
    chance: Annotated[bool, Field(description="only the chance player acted")]
    begins: Annotated[bool, Field(description="no other seat has moved before in its row: `3.`, else `3…`")]


class PlayedView(TypedDict):
    """What happened in a turn; number 1 is the first. A turn without moves is one in which seats left."""

    number: int
    texts: Annotated[Mapping[str, str], Field(description="seat -> its move as players write it")]
    events: Sequence[EventView]
    left: NotRequired[LeftView]
    opened: NotRequired[Annotated[Mapping[str, OpenedView], Field(description="by seat, where several seats acted")]]
    sentences: NotRequired[Annotated[Sequence[str], SPEECH, Field(description="one an event")]]
    notes: NotRequired[Annotated[Sequence[str], SPEECH, Field(description="those that the moves do not show")]]
    headline: NotRequired[Annotated[HeadlineView | None, SPEECH]]


class TurnView(PlayedView, PlaceView):
    """A turn."""


class ResultView(TypedDict):
    """How a game ended: a share for each seat, the code of the reason, the seat that caused it."""

    points: Sequence[float]
    reason: str
    seat: Seat | None
    title: NotRequired[Annotated[str, SPEECH]]
    sentence: NotRequired[Annotated[str, SPEECH]]
    counts: NotRequired[Annotated[bool, SPEECH, Field(description="false for a withdrawn or aborted game")]]


class RatingView(TypedDict):
    """The rating of a player when they sat down, in points; with a deviation above 110 it is provisional."""

    rating: int
    deviation: int


class SeatView(TypedDict):
    """A seat of a game, and its player."""

    seat: Seat
    code: Annotated[str, Field(description="as the variant calls it")]
    stone: Annotated[Stone, Field(description="the colour of the pieces that the seat commands")]
    name: Annotated[str, Field(description='the chosen name or ""; (speech) a generated one')]
    person: Annotated[str | None, Field(description="a public id; null where nobody sits")]
    computer: Annotated[int | None, Field(description="the strength of the computer that plays it, from 1 to 3")]
    state: ChairState
    title: NotRequired[Annotated[str, SPEECH, Field(description="the name of the seat")]]


class ChairView(SeatView):
    """A chair of a table."""

    seal: Annotated[str | None, Field(description="the commitment to a sealed move")]
    broken: Annotated[int, Field(description="seals broken in this turn")]
    away: Annotated[bool, Field(description="the player is absent")]
    rating: NotRequired[Annotated[RatingView, Field(description="at a rated table")]]


class ClocksView(TypedDict):
    """The clocks at the moment of sending. Those of `running` count down, but for a seat with a `first_move`."""

    left: Annotated[Sequence[float | None], Field(description="seconds by seat; null for a chance player")]
    running: Sequence[Seat]
    first_move: Annotated[
        Sequence[float | None],
        Field(description="seconds for the first move of a seat; null after it, and with days for a turn"),
    ]


class BackView(TypedDict):
    """A request of these seats to take turns back: to the position after `to` turns."""

    to: int
    seats: Sequence[Seat]


AbsentView = TypedDict(
    "AbsentView",
    {"seats": Sequence[Seat], "in": Annotated[int, Field(description="seconds until the others may claim")]},
)
AbsentView.__doc__ = "The absent seats that are to act."


class PlanView(TypedDict):
    """What the viewer has planned: one answer to whatever is played, or lines of what is played from now on."""

    answer: MoveView | None
    lines: Annotated[Sequence[Sequence[str]], Field(description="the moves of each line, turn by turn")]
    missed: Annotated[
        bool, Field(description="no line fits the last turns: the plan ends with the next move of the seat")
    ]


class DiceView(TypedDict):
    """The commitment to the dice."""

    seal: str
    seed: Annotated[str | None, Field(description="null until the game is over")]


class RematchView(TypedDict):
    """Who wants another game, which of them want another variant, and the table where it is played."""

    seats: Sequence[Seat]
    surprise: Sequence[Seat]
    table: str | None


class FixedFacts(TypedDict):
    """The constant facts of a game."""

    signs: Annotated[Mapping[str, Sign], Field(description="event code -> how a board shows it")]
    owners: Annotated[Mapping[str, Seat], Field(description="symbol -> the seat whose piece it is")]


class BriefOwnView(TypedDict):
    """What concerns a viewer alone, in every update."""

    viewer: Annotated[Seat | None, Field(description="the seat of the viewer; null for an onlooker")]
    sealed: Annotated[MoveView | None, Field(description="the own sealed move")]
    plan: PlanView | None
    may: Annotated[
        Sequence[str],
        Field(
            description="the actions allowed to this viewer now, apart from moves: `abort`, `absent`, `addtime`, "
            "`claim`, `decline`, `offer`, `plan`, `rematch`, `resign`, `takeback`, `unplan`, `unrematch`, `withdraw`"
        ),
    ]


class OwnView(BriefOwnView):
    """What concerns a viewer alone, in an update after a turn."""

    moves: Annotated[Sequence[MoveView], Field(description="the viewer's own")]
    join: Annotated[
        Mapping[str, Sequence[MoveView]],
        Field(description="for onlookers, by free seat of a running game, the moves by which they may take it"),
    ]
    result: ResultView | None


class BriefSharedView(TypedDict):
    """What all viewers see, in every update."""

    table: Annotated[str, Field(description="the id of the table")]
    number: Annotated[int, Field(description="turns played and not taken back, which `act` must repeat")]
    takebacks: Annotated[int, Field(description="takebacks so far; with `number` it identifies the position")]
    status: Annotated[
        Status,
        Field(description="`open`: a chair is free, `stopped`: the rules disagree with the journal of the table"),
    ]
    chairs: Annotated[Sequence[ChairView], Field(description="in the order of seats")]
    clocks: ClocksView | None
    offers: Annotated[Sequence[Seat], Field(description="the seats that offer a draw now")]
    back: BackView | None
    absent: AbsentView | None


class SharedView(BriefSharedView, BoardView):
    """What all viewers with the same eyes see, in an update after a turn."""

    variant: NotRequired[Annotated[str, FIRST, Field(description="the name of its folder")]]
    settings: NotRequired[Annotated[Mapping[str, bool | int | str], FIRST]]
    control: NotRequired[
        Annotated[str, FIRST, Field(description="`none`, `5+3` (minutes, seconds) or `3d` (days a turn)")]
    ]
    control_title: NotRequired[Annotated[str, FIRST, SPEECH]]
    set_up: NotRequired[
        Annotated[
            bool,
            FIRST,
            Field(description="the game began from a position that was set up: of a hidden board one player knows it"),
        ]
    ]
    rated: NotRequired[Annotated[bool, FIRST, Field(description="the game counts for the ratings of its players")]]
    signs: NotRequired[Annotated[Mapping[str, Sign], FIRST, Field(description="event code -> how a board shows it")]]
    owners: NotRequired[
        Annotated[Mapping[str, Seat], FIRST, Field(description="symbol -> the seat whose piece it is, to count pieces")]
    ]
    army: NotRequired[
        Annotated[
            Mapping[str, Sequence[float]],
            FIRST,
            Field(
                description="symbol -> the number of these pieces in the first position that count as material, "
                "and the value of one in pawns; empty for a hidden board"
            ),
        ]
    ]
    dice: NotRequired[Annotated[DiceView, Field(description="only with a chance player")]]
    since: Annotated[int, Field(description="the number of turns that the reader is taken to have")]
    turns: Annotated[
        Sequence[TurnView],
        Field(description=f"those after `since`, at most the last {MOST_SHOWN}; `/turns` has the earlier ones"),
    ]
    rematch: RematchView | None


class BriefView(BriefSharedView, BriefOwnView):
    """An update without a new turn, which the browser merges into its view."""


class View(SharedView, OwnView):
    """A table as its viewer may see it."""


class PublicView(BoardView, FixedFacts):
    """A game without players and secrets: an example, an analysis, a record."""

    variant: str
    viewer: None
    number: int
    chairs: Sequence[SeatView]
    moves: Sequence[MoveView]
    sealed: None
    turns: Sequence[TurnView]
    result: ResultView | None


class PastView(BoardView):
    """The position after `number` turns, as a replay shows it."""

    number: int
    seats: Annotated[Sequence[str], Field(description="the codes of the seats")]
    stones: Annotated[Sequence[Stone], Field(description="the colour of the pieces of each seat")]
