"""What a search or a table says of every move of a seat: its worth, and the matrix of all moves and replies."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from server.bots.alphabeta import INFINITE, AlphaBeta
from server.bots.budget import Budget, Spent
from server.bots.estimate import Known
from server.bots.evaluation import EVALUATION_DEPTH, evaluate
from server.bots.simplex import solve
from variants.position import Move, Position, Seat

ENOUGH = 3
"""Where nothing stands out so many turns ahead, nobody looks further."""
TINY = 1e-6
PLAYED = 0.01
"""Smaller probabilities are the rounding of the search."""


class Weighed(NamedTuple):
    """The worth of a position and of each of its moves for one seat."""

    value: float
    odds: dict[str, float]
    """The seat's equilibrium over all its moves, without those that are hardly played."""
    worth: dict[str, float]
    """What each move brings against the other's equilibrium."""
    replies: list[str]
    """Where both seats act, the other's moves, else empty."""
    points: dict[str, list[float]]
    """And what each move brings against each of them."""
    depth: int
    exact: bool
    nodes: int

    def best(self) -> str:
        """The move of most worth; of several the one that is played most."""
        return max(self.worth, key=lambda move: (self.worth[move], self.odds.get(move, 0)))

    def second(self) -> float:
        """The worth of the best move but one."""
        return sorted(self.worth.values())[-2]

    def caution(self, move: str) -> float:
        """What this move alone is sure to bring, whatever the reply."""
        return min(self.points[move], default=self.worth[move])


def weighed(
    position: Position, seat: Seat, nodes: int, known: Known | None = None, deepest: int = EVALUATION_DEPTH
) -> Weighed:
    """What a search of so many nodes says; it is the same each time."""
    found = evaluate(position, Budget(nodes), Random(0), known=known, deepest=deepest)
    value, depth, exact = found["scores"][seat], found["depth"], found["exact"]
    if found["kind"] == "sampled":
        raise ValueError("what is sampled is not sure enough for a puzzle")
    if found["kind"] == "turn":
        return Weighed(value, found["odds"][str(seat)], found["moves"], [], {}, depth, exact, found["nodes"])
    rows, columns, cells = found["rows"], found["columns"], found["cells"]
    if seat == 1:
        rows, columns = columns, rows
        cells = [[round(1 - cell, 4) for cell in column] for column in zip(*cells, strict=True)]
    solution = solve(cells)
    odds = {move: share for move, share in zip(rows, solution.rows, strict=True) if share >= PLAYED}
    worth = found["worth"][str(seat)]
    return Weighed(value, odds, worth, columns, dict(zip(rows, cells, strict=True)), depth, exact, found["nodes"])


def standing_out(position: Position, seat: Seat, nodes: int, gap: float) -> tuple[Move, int] | None:
    """The one move that is worth so much more than any other, for a seat that acts alone, and the depth that shows it.

    None where the search finds no such move. The others are only compared with it, which takes a tenth of the nodes.
    """
    tree = AlphaBeta(Budget(nodes), first=position.players()[0])
    moves = list(position.moves(seat))
    found: tuple[Move, int] | None = None
    try:
        for depth in range(1, EVALUATION_DEPTH + 1):
            value = -INFINITE
            for move in list(moves):
                reached = tree.after(position, move, depth, value, INFINITE)
                if reached > value:
                    value = reached
                    moves.remove(move)
                    moves.insert(0, move)
            bound = value - 2 * gap
            others = (tree.after(position, move, depth, bound, bound + TINY) for move in moves[1:])
            found = None if any(reached > bound for reached in others) else (moves[0], depth)
            if depth == ENOUGH and found is None:
                return None
    except Spent:
        pass
    return found
