"""Values of a position of Progressive: a heuristic for searches, no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from variants.piece_values import ahead, estimate, sides, squares
from variants.position import Seat

WORTH = {"p": 1.0, "n": 3.0, "b": 3.0, "r": 4.5, "q": 10.0, "k": 0.0}
"""In pawns, by kind."""
ADVANCE = (0.0, 0.0, 0.1, 0.3, 0.6, 1.2, 2.5, 0.0)
"""The extra value of a pawn on each rank, seen from its side: a long series takes it to the last."""
TEMPO = 0.3
"""The value of each move that is left in a series."""

SIDES = sides(squares(lambda kind, rank, file: WORTH[kind] + (ADVANCE[rank] if kind == "p" else 0.0)))


def evaluation(board: Sequence[str], seat: Seat, turn: Seat, left: int) -> float:
    """The estimate for this seat, while so many moves are left to the seat to move."""
    tempo = TEMPO * left * (1 if turn == 0 else -1)
    return estimate(tempo + ahead(board, SIDES[0]), seat)
