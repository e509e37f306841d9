"""The endpoints of puzzles: those of each variant, that of the day, and the mark of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask import url_for

import server.api.schemas as schemas
from server.api.endpoint import Endpoints
from server.content import Library
from server.http.identity import Identity
from server.http.responses import absolute
from server.puzzles.puzzle import Puzzle, mark
from server.puzzles.service import PuzzleService, no_puzzle

Json = dict[str, Any]


@dataclass(frozen=True, eq=False)
class PuzzlesApi:
    """The endpoints of puzzles."""

    endpoints = Endpoints()
    _library: Library
    _service: PuzzleService
    _identity: Identity

    @endpoints.add("GET", "/puzzles", schemas.PuzzlesSchema, query=schemas.PuzzlesQuery, refused=(404,))
    def puzzles(self, query: schemas.PuzzlesQuery) -> Json:
        """Puzzles, of all variants or of one, without their answers."""
        if query.variant is not None:
            self._library.rules(query.variant)
        puzzles = (
            puzzle
            for puzzle in self._service.store.puzzles.values()
            if query.variant in (None, puzzle.variant) and query.level in (None, puzzle.level)
        )
        return {"puzzles": [_described(puzzle) for puzzle in islice(puzzles, query.most)]}

    @endpoints.add("GET", "/puzzles/daily", schemas.PuzzleSchema, refused=(404,))
    def daily_puzzle(self) -> Json:
        """The puzzle of today, by UTC."""
        puzzle = self._service.daily()
        if puzzle is None:
            raise no_puzzle()
        return _described(puzzle)

    @endpoints.add("GET", "/puzzles/<puzzle_id>", schemas.PuzzleSchema, refused=(404,))
    def puzzle(self, puzzle_id: str) -> Json:
        """One puzzle, without its answer."""
        return _described(self._service.puzzle(puzzle_id))

    @endpoints.add(
        "POST", "/puzzles/<puzzle_id>/answer", schemas.PuzzleMarked, body=schemas.PuzzleAnswer, refused=(404, 409, 503)
    )
    def answer(self, puzzle_id: str, body: schemas.PuzzleAnswer) -> Json:
        """Mark an answer and tell the solution.

        With an identity the first answer to each puzzle is kept, as on the page.
        """
        puzzle, me = self._service.puzzle(puzzle_id), self._identity.caller()
        marked_answer = mark(puzzle, body.mix)
        if me is not None:
            self._service.save_answer(me, puzzle, marked_answer)
        return {
            "right": marked_answer.right,
            "lost": marked_answer.lost,
            **puzzle.model_dump(mode="json", include={"value", "solution", "costs", "replies", "points"}),
            **puzzle.model_dump(mode="json", include={"line", "exact", "nodes"}),
        }


def _described(puzzle: Puzzle) -> Json:
    return {
        **puzzle.model_dump(mode="json", include={"id", "fen", "settings", "seat", "moves", "level"}),
        "variant": puzzle.variant,
        "asks": "mix" if puzzle.theme == "mix" else "move",
        "address": absolute(url_for("puzzles.show", puzzle_id=puzzle.id)),
    }
