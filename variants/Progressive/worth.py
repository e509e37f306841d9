"""What a position of Progressive is worth: a guess for those who search, no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from variants.position import Seat
from variants.worth import ahead, estimate, squares

WORTH = {"p": 1.0, "n": 3.0, "b": 3.0, "r": 4.5, "q": 10.0, "k": 0.0}
"""In pawns, by nature."""
ADVANCE = (0.0, 0.0, 0.1, 0.3, 0.6, 1.2, 2.5, 0.0)
"""What a pawn is worth besides on each rank, seen from its side: a long series takes it to the last."""
TEMPO = 0.3
"""What each move is worth that is left in a series."""

SQUARES = squares(lambda nature, rank, file: WORTH[nature] + (ADVANCE[rank] if nature == "p" else 0.0))


def opinion(board: Sequence[str], seat: Seat, turn: Seat, left: int) -> float:
    """How well this seat stands, while so many moves are left to whose turn it is."""
    tempo = TEMPO * left * (1 if turn == 0 else -1)
    return estimate(tempo + ahead(board, SQUARES), seat)
