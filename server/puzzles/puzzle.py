"""One puzzle: a position, the seat to move, the best move or mix of moves, and the mark of an answer."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from json import dumps, loads
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from server.game import Refusal

ID_LENGTH = 8
SUM_WITHIN = 1e-6
"""The tolerance of the sum of the probabilities of a solution."""

Theme = Literal["best", "mix", "trap"]
Share = Annotated[float, Field(ge=0, le=1)]
Settings = dict[str, bool | int | str]


class PuzzleError(Exception):
    """A puzzle that cannot be used: the file, the line and the fault, in a sentence."""


class Source(BaseModel):
    """The source of the position of a puzzle."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    kind: Literal["self-play", "table", "game"]
    seed: int | None = None
    """The seed of a game of the computer against itself, or of the draw from a table of endgames."""
    turn: int | None = None
    """The number of turns before the position."""
    name: str | None = None
    """The name of the table."""
    record: str | None = None
    """The id of the finished game."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        needed = {"self-play": (self.seed, self.turn), "table": (self.name, self.seed), "game": (self.record,)}
        if None in needed[self.kind]:
            raise ValueError("it does not tell all of where the position is from")
        return self


class Puzzle(BaseModel):
    """A puzzle. Moves are texts, as in records of games; points are shares of the point that the solver may expect."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    variant: str = Field(exclude=True)
    id: str
    fen: str
    settings: Settings = {}
    """The settings that differ from the defaults."""
    seat: Annotated[int, Field(ge=0)]
    theme: Theme
    """best: one move is clearly best; mix: the answer is a mix of moves; trap: the move that looks best is wrong."""
    solution: Annotated[dict[str, Share], Field(min_length=1)]
    value: Share
    """The points of the solution."""
    moves: list[str] = []
    """Theme mix: the two or three moves to mix; no other move is in the equilibrium over all legal moves."""
    replies: list[str] = []
    """Theme mix: the opponent's moves; a best reply to each mix of `moves` is among them."""
    points: list[list[Share]] = []
    """Theme mix: the points of each move against each reply."""
    costs: dict[str, Share] = {}
    """Themes best and trap: the points that each legal move but the solution gives away."""
    trap: str | None = None
    """Theme trap: the move that looks best to a shallow search."""
    line: list[dict[str, str]] = []
    """The turn of the solution and the following ones, each by the seats that act."""
    exact: bool = False
    """Whether the values come from a table of endgames or a search to the end of the game."""
    nodes: int | None = None
    """The nodes of the search that verified the puzzle, if the values are not exact."""
    source: Source
    level: Annotated[int, Field(ge=1, le=5)]
    since: date
    """The first day on which it may be the daily puzzle."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        for wrong, fault in self._faults():
            if wrong:
                raise ValueError(fault)
        return self

    def _faults(self) -> list[tuple[bool, str]]:
        shape = [len(row) for row in self.points] == [len(self.replies)] * len(self.moves)
        mix = self.theme == "mix"
        own = [turn.get(str(self.seat)) for turn in self.line[:1]]
        expected = id_of(self.variant, self.settings, self.fen, self.seat)
        return [
            (self.id != expected, f"the id of this position is {expected}, not {self.id}"),
            (abs(sum(self.solution.values()) - 1) > SUM_WITHIN, "the probabilities of the solution do not add up to 1"),
            (not self.exact and not self.nodes, "neither exact nor verified by a search: nodes is missing"),
            (mix and not 2 <= len(self.moves) <= 3, "a mix offers two or three moves"),
            (mix and not self.replies, "a mix needs replies"),
            (mix and not set(self.solution) <= set(self.moves), "the solution mixes moves that are not offered"),
            (mix and not shape, "points needs a row for each move and a column for each reply"),
            (not mix and len(self.solution) != 1, f"the theme {self.theme} has one move as its solution"),
            (not mix and not self.costs, f"the theme {self.theme} needs costs"),
            (not set(self.costs).isdisjoint(self.solution), "the solution has a cost"),
            ((self.theme == "trap") != (self.trap is not None), "the theme trap, and no other, names the trap"),
            (self.trap is not None and self.trap not in self.costs, "the trap has no cost"),
            (not mix and own not in ([], list(self.solution)), "the line does not begin with the solution"),
        ]

    def text(self) -> str:
        """The puzzle as a line of a file."""
        return dumps(self.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)


def id_of(variant: str, settings: Mapping[str, Any], fen: str, seat: int) -> str:
    """The id of the puzzle of this position: eight letters and digits."""
    content = dumps([variant, dict(settings), fen, seat], sort_keys=True)
    return b32encode(sha256(content.encode()).digest()).decode().lower()[:ID_LENGTH]


def read(text: str, variant: str, place: str) -> Puzzle:
    """The puzzle of a line. Raises PuzzleError, which names `place` and the first fault."""
    try:
        data = loads(text)
        if not isinstance(data, dict):
            raise PuzzleError(f"{place}: not a JSON object")
        return Puzzle.model_validate_json(dumps({**data, "variant": variant}), strict=True)
    except ValueError as error:
        raise PuzzleError(f"{place}: {_fault(error)}") from None


def _fault(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return f"not JSON: {error}"
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else first["msg"].removeprefix("Value error, ")


RIGHT_WITHIN = 0.04
"""Points that a right answer may give away: enough for ten plays, that is steps of ten percent, to meet every mix."""
WHOLE = 100
"""The sum of the percentages of a mix."""
STEP = 5
"""The step of the percentages that a reader sets."""


class MarkedAnswer(NamedTuple):
    """An answer with its mark."""

    lost: float
    """Points, from 0 to 1, that it gives away against the best reply."""
    reply: str | None = None
    """Theme mix: the opponent's best reply."""

    @property
    def right(self) -> bool:
        """Whether it gives away no more than `RIGHT_WITHIN`."""
        return self.lost <= RIGHT_WITHIN


def mark(puzzle: Puzzle, answer: Mapping[str, int]) -> MarkedAnswer:
    """Mark a mix, or a single move at 100 percent. Raises Refusal."""
    if sum(answer.values()) != WHOLE or min(answer.values(), default=-1) < 0:
        raise Refusal("puzzle_sum", "The percentages of the moves must add up to {sum}.", sum=WHOLE)
    if puzzle.theme == "mix":
        return _mix(puzzle, answer)
    (move, *more) = [move for move, share in answer.items() if share]
    if more:
        raise Refusal("puzzle_one", "This puzzle asks for one move.")
    lost = 0.0 if move in puzzle.solution else puzzle.costs.get(move)
    if lost is None:
        raise _no_move(move)
    return MarkedAnswer(lost)


def _mix(puzzle: Puzzle, answer: Mapping[str, int]) -> MarkedAnswer:
    for move in answer:
        if move not in puzzle.moves:
            raise _no_move(move)
    shares = [answer.get(move, 0) / WHOLE for move in puzzle.moves]
    values = [
        sum(share * row[column] for share, row in zip(shares, puzzle.points, strict=True))
        for column in range(len(puzzle.replies))
    ]
    least = min(values)
    return MarkedAnswer(max(0.0, puzzle.value - least), puzzle.replies[values.index(least)])


def _no_move(move: str) -> Refusal:
    return Refusal("puzzle_move", "This puzzle does not offer the move {move}.", move=move[:40])
