"""Scores of every move of a seat, by a search or an endgame table."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from server.bots.alphabeta import INFINITE, AlphaBeta
from server.bots.budget import Budget, Spent
from server.bots.estimate import EndgameTable
from server.bots.evaluation import EVALUATION_DEPTH, evaluate
from server.bots.simplex import solve
from variants.position import Move, Position, Seat

MAX_UNCLEAR_DEPTH = 3
"""Where no move leads clearly at this depth, the search for one stops."""
TINY = 1e-6
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


def clear_move(position: Position, seat: Seat, nodes: int, gap: float) -> tuple[Move, int] | None:
    """The move that leads all others by `gap`, and the depth that shows it; None without one. The seat acts alone.

    The others are searched with a null window, which takes a tenth of the nodes.
    """
    tree = AlphaBeta(Budget(nodes), first=position.players()[0])
    moves = list(position.moves(seat))
    found: tuple[Move, int] | None = None
    try:
        for depth in range(1, EVALUATION_DEPTH + 1):
            best = -INFINITE
            for move in list(moves):
                value = tree.after(position, move, depth, best, INFINITE)
                if value > best:
                    best = value
                    moves.remove(move)
                    moves.insert(0, move)
            bound = best - 2 * gap
            others = (tree.after(position, move, depth, bound, bound + TINY) for move in moves[1:])
            found = None if any(value > bound for value in others) else (moves[0], depth)
            if depth == MAX_UNCLEAR_DEPTH and found is None:
                return None
    except Spent:
        pass
    return found
