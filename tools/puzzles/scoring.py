"""Scores of every move of a seat, by a search or an endgame table."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from server.bots.budget import Budget
from server.bots.estimate import EndgameTable
from server.bots.evaluation import EVALUATION_DEPTH, evaluate
from server.bots.simplex import solve
from variants.position import Position, Seat

MIN_PROBABILITY = 0.01
"""Smaller probabilities are rounding errors of the search."""


class Scores(NamedTuple):
    """The value of a position for one seat, and the score of each of its moves; all from 0 (loss) to 1 (win)."""

    value: float
    odds: dict[str, float]
    """The seat's equilibrium: probabilities of its moves, without those below MIN_PROBABILITY."""
    worth: dict[str, float]
    """The score of each move against the opponent's equilibrium."""
    replies: list[str]
    """Where both seats act, the opponent's moves; else empty."""
    points: dict[str, list[float]]
    """The payoffs of each move, one for each reply."""
    depth: int
    exact: bool
    nodes: int

    def best(self) -> str:
        """The move with the highest score; of equal ones the most probable."""
        return max(self.worth, key=lambda move: (self.worth[move], self.odds.get(move, 0)))

    def second(self, best: str) -> tuple[float, str]:
        """The highest score of another move, and that move."""
        return max((worth, move) for move, worth in self.worth.items() if move != best)

    def guaranteed(self, move: str) -> float:
        """The payoff of this move against the best reply."""
        return min(self.points[move], default=self.worth[move])


def score(
    position: Position, seat: Seat, nodes: int, endgames: EndgameTable | None = None, deepest: int = EVALUATION_DEPTH
) -> Scores:
    """The scores by a search of so many nodes; deterministic.

    Raises ValueError for a position whose search samples.
    """
    result = evaluate(position, Budget(nodes), Random(0), known=endgames, deepest=deepest)
    value, depth, exact = result["scores"][seat], result["depth"], result["exact"]
    if result["kind"] == "sampled":
        raise ValueError("a sampled value is not exact enough for a puzzle")
    if result["kind"] == "turn":
        return Scores(value, result["odds"][str(seat)], result["moves"], [], {}, depth, exact, result["nodes"])
    rows, columns, cells = result["rows"], result["columns"], result["cells"]
    if seat == 1:
        rows, columns = columns, rows
        cells = [[round(1 - cell, 4) for cell in column] for column in zip(*cells, strict=True)]
    solution = solve(cells)
    odds = {move: share for move, share in zip(rows, solution.rows, strict=True) if share >= MIN_PROBABILITY}
    worth = result["worth"][str(seat)]
    return Scores(value, odds, worth, columns, dict(zip(rows, cells, strict=True)), depth, exact, result["nodes"])
