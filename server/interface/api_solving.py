"""The endpoints of puzzles: those of each variant, that of the day, and the mark of an answer."""

from __future__ import annotations

from itertools import islice
from typing import Any

from flask import g, url_for

from server.house import the_house
from server.interface import api_answers as answers
from server.interface import api_models as models
from server.interface.api_door import endpoint
from server.puzzles.answers import marked
from server.puzzles.puzzle import Puzzle
from server.tables.refusal import Refusal
from server.web.discovery import whole
from server.web.identity import caller
from server.web.puzzles import kept, today

Json = dict[str, Any]


@endpoint("GET", "/puzzles", answers.PuzzlesTold, query=models.PuzzlesQuery, refused=(404,))
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


@endpoint("GET", "/puzzles/daily", answers.PuzzleTold, refused=(404,))
def daily_puzzle() -> Json:
    """The puzzle of today, by UTC."""
    house = the_house()
    puzzle = house.shelf.daily(today(house))
    if puzzle is None:
        raise _none()
    return _told(puzzle)


@endpoint("GET", "/puzzles/<puzzle_id>", answers.PuzzleTold, refused=(404,))
def puzzle(puzzle_id: str) -> Json:
    """One puzzle, without its answer."""
    return _told(_found(puzzle_id))


@endpoint(
    "POST", "/puzzles/<puzzle_id>/answer", answers.PuzzleMarked, body=models.PuzzleAnswer, refused=(404, 409, 503)
)
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
