"""Values of a position of dark chess, in pawns: a heuristic for searches, no part of the rules."""

from __future__ import annotations

from variants.piece_values import PAWNS, sides, squares

KING = 40.0
"""A king is captured like any piece, and that wins."""
CENTRE = {"p": 0.05, "n": 0.1, "b": 0.08, "r": 0.03, "q": 0.02, "k": -0.15}
"""The value of each step away from the edges, on ranks and files: what stands there sees more, and is seen."""
ADVANCE = (0.0, 0.0, 0.05, 0.1, 0.25, 0.5, 1.0, 0.0)
"""The value of a pawn's rank."""


def _worth(kind: str, rank: int, file: int) -> float:
    advance = ADVANCE[rank] if kind == "p" else 0.0
    return (PAWNS[kind] or KING) + CENTRE[kind] * (7 - abs(rank - 3.5) - abs(file - 3.5)) + advance


SIDES = sides(squares(_worth))
