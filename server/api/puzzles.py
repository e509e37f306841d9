"""The endpoints of puzzles: those of each variant, that of the day, and the mark of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, Literal

from flask import url_for
from pydantic import Field

import server.api.requests as models
from server.api.endpoint import Endpoints
from server.content import Library
from server.game import Strict
from server.http.identity import Identity
from server.http.responses import absolute
from server.puzzles.answers import mark
from server.puzzles.puzzle import Puzzle
from server.puzzles.service import PuzzleService, no_puzzle

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


@dataclass(frozen=True, eq=False)
class PuzzlesApi:
    """The endpoints of puzzles."""

    endpoints = Endpoints()
    _library: Library
    _service: PuzzleService
    _identity: Identity

    @endpoints.add("GET", "/puzzles", PuzzlesTold, query=models.PuzzlesQuery, refused=(404,))
    def puzzles(self, query: models.PuzzlesQuery) -> Json:
        """Puzzles, of all variants or of one, without their answers."""
        if query.variant is not None:
            self._library.rules(query.variant)
        found = (
            puzzle
            for puzzle in self._service.store.puzzles.values()
            if query.variant in (None, puzzle.variant) and query.level in (None, puzzle.level)
        )
        return {"puzzles": [_told(puzzle) for puzzle in islice(found, query.most)]}

    @endpoints.add("GET", "/puzzles/daily", PuzzleTold, refused=(404,))
    def daily_puzzle(self) -> Json:
        """The puzzle of today, by UTC."""
        puzzle = self._service.daily()
        if puzzle is None:
            raise no_puzzle()
        return _told(puzzle)

    @endpoints.add("GET", "/puzzles/<puzzle_id>", PuzzleTold, refused=(404,))
    def puzzle(self, puzzle_id: str) -> Json:
        """One puzzle, without its answer."""
        return _told(self._service.puzzle(puzzle_id))

    @endpoints.add(
        "POST", "/puzzles/<puzzle_id>/answer", PuzzleMarked, body=models.PuzzleAnswer, refused=(404, 409, 503)
    )
    def answer(self, puzzle_id: str, body: models.PuzzleAnswer) -> Json:
        """Mark an answer and tell the solution.

        With an identity the first answer to each puzzle is kept, as on the page.
        """
        puzzle, me = self._service.puzzle(puzzle_id), self._identity.caller()
        found = mark(puzzle, body.mix)
        if me is not None:
            self._service.keep(me, puzzle, found)
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
        "address": absolute(url_for("puzzles.show", puzzle_id=puzzle.id)),
    }
