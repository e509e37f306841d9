"""Values of a position of dice chess, in pawns: a heuristic for searches, no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from variants.piece_values import PAWNS, ahead, estimate, sides, squares

CENTRE = {"p": 0.02, "n": 0.08, "b": 0.06, "r": 0.02, "q": 0.02, "k": 0.0}
"""The value of each step away from the edges, on ranks and files."""
ADVANCE = (0.0, 0.0, 0.05, 0.1, 0.25, 0.6, 1.4, 0.0)
"""The value of a pawn's rank: the die stops who would stop it as often as it."""
CLEAR = 4.0
"""A lead from which on the other king is driven to an edge."""
EDGE = 0.15
"""The value of each step of that king towards it."""
NEAR = 0.1
"""The value of each step of one's own king towards that king."""


def _worth(kind: str, rank: int, file: int) -> float:
    advance = ADVANCE[rank] if kind == "p" else 0.0
    return PAWNS[kind] + CENTRE[kind] * (7 - abs(rank - 3.5) - abs(file - 3.5)) + advance


SIDES = sides(squares(_worth))


def evaluation(board: Sequence[str]) -> float:
    """White's estimate, in (-1, 1)."""
    score = ahead(board, SIDES[0])
    if abs(score) > CLEAR:
        kings = [divmod(board.index(king), 8) for king in "Kk"]
        row, file = kings[1 if score > 0 else 0]
        steps = max(abs(kings[0][0] - kings[1][0]), abs(kings[0][1] - kings[1][1]))
        drive = EDGE * (abs(row - 3.5) + abs(file - 3.5)) - NEAR * steps
        score += drive if score > 0 else -drive
    return estimate(score, 0)
