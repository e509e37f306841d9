"""Values of pieces in Atomic: a heuristic for searches, no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from variants.piece_values import estimate
from variants.position import Seat

WORTH = {"p": 1.0, "n": 2.5, "b": 2.5, "r": 4.0, "q": 8.0, "k": 0.0}
"""In pawns, by kind: less than in chess, since a piece goes when it captures; a pawn stays beside explosions."""
NEAR = 0.15
"""What each step nearer to the enemy king is worth to a piece that is no pawn: there it explodes to most purpose."""


KING = 100.0
"""The other's king explodes: that wins."""


def lead(board: Sequence[str], seat: Seat) -> float:
    """The lead of this seat, wherever the pieces stand and even where a king is gone."""
    score = 0.0
    for symbol in board:
        if symbol:
            worth = WORTH[symbol.lower()] or KING
            score += worth if symbol.isupper() else -worth
    return score if seat == 0 else -score


def evaluation(board: Sequence[str], seat: Seat) -> float:
    """The estimate for this seat, with both kings on the board."""
    kings = {"K": divmod(board.index("K"), 8), "k": divmod(board.index("k"), 8)}
    score = 0.0
    for square, symbol in enumerate(board):
        if symbol:
            kind, (row, file) = symbol.lower(), divmod(square, 8)
            king_row, king_file = kings["k" if symbol.isupper() else "K"]
            steps = max(abs(row - king_row), abs(file - king_file))
            worth = WORTH[kind] + (NEAR * (7 - steps) if kind in "nbrq" else 0.0)
            score += worth if symbol.isupper() else -worth
    return estimate(score, seat)
