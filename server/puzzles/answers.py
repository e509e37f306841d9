"""An answer to a puzzle, marked: whether it is right, and what it gives away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from server.game import Refusal
from server.puzzles.puzzle import Puzzle

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
        raise Refusal("puzzle_sum", "The percentages of the moves add up to {sum}.", sum=WHOLE)
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
