"""The endpoints of puzzles: those of each variant, that of the day, and the mark of an answer."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any, Literal

from flask import g, url_for
from pydantic import Field

from server.game import Refusal, Strict
from server.house import the_house
from server.interface import api_models as models
from server.interface.api_door import endpoint
from server.puzzles.answers import marked
from server.puzzles.puzzle import Puzzle
from server.web.discovery import whole
from server.web.identity import caller
from server.web.puzzles import kept, today

Json = dict[str, Any]


class PuzzleTold(Strict):
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


class PuzzlesTold(Strict):
    """Puzzles, without their answers."""

    puzzles: list[PuzzleTold]


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


@endpoint("GET", "/puzzles", PuzzlesTold, query=models.PuzzlesQuery, refused=(404,))
def puzzles(query: models.PuzzlesQuery) -> Json:
    """Puzzles, of all variants or of one, without their answers."""
    house = the_house()
    if query.variant is not None:
        house.words(query.variant, g.language)  # Raises Refusal for an unknown variant.
    found = (
        puzzle
        for puzzle in house.shelf.puzzles.values()
        if query.variant in (None, puzzle.variant) and query.level in (None, puzzle.level)
    )
    return {"puzzles": [_told(puzzle) for puzzle in islice(found, query.most)]}


@endpoint("GET", "/puzzles/daily", PuzzleTold, refused=(404,))
def daily_puzzle() -> Json:
    """The puzzle of today, by UTC."""
    house = the_house()
    puzzle = house.shelf.daily(today(house))
    if puzzle is None:
        raise _none()
    return _told(puzzle)


@endpoint("GET", "/puzzles/<puzzle_id>", PuzzleTold, refused=(404,))
def puzzle(puzzle_id: str) -> Json:
    """One puzzle, without its answer."""
    return _told(_found(puzzle_id))


@endpoint("POST", "/puzzles/<puzzle_id>/answer", PuzzleMarked, body=models.PuzzleAnswer, refused=(404, 409, 503))
def answer(puzzle_id: str, body: models.PuzzleAnswer) -> Json:
    """Mark an answer and tell the solution.

    With an identity the first answer to each puzzle is kept, as on the page.
    """
    puzzle, me = _found(puzzle_id), caller()
    found = marked(puzzle, body.mix)
    if me is not None:
        kept(the_house(), me, puzzle, found)
    return {
        "right": found.right,
        "lost": found.lost,
        **puzzle.model_dump(mode="json", include={"value", "solution", "costs", "replies", "points"}),
        **puzzle.model_dump(mode="json", include={"line", "exact", "nodes"}),
    }


def _told(puzzle: Puzzle) -> Json:
    return {
        **puzzle.model_dump(mode="json", include={"id", "fen", "settings", "seat", "moves", "level"}),
        "variant": puzzle.variant,
        "asks": "mix" if puzzle.theme == "mix" else "move",
        "address": whole(url_for("puzzles.show", puzzle_id=puzzle.id)),
    }


def _found(puzzle_id: str) -> Puzzle:
    found = the_house().shelf.puzzles.get(puzzle_id)
    if found is None:
        raise _none()
    return found


def _none() -> Refusal:
    return Refusal("no_puzzle", "There is no puzzle at this address.")
