"""What a board of chess is worth: a guess for those who search, no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import tanh

from variants.position import Seat

PAWNS = {"p": 1.0, "n": 3.0, "b": 3.2, "r": 5.0, "q": 9.0, "k": 0.0}
"""What each nature is worth in chess, in pawns."""

Squares = Mapping[str, Sequence[float]]
"""For each symbol what it is worth to White on each square."""


def squares(worth: Callable[[str, int, int], float]) -> Squares:
    """This worth of a nature on a rank, counted from its own side, and on a file, for either colour."""
    table = {}
    for nature in PAWNS:
        table[nature.upper()] = [worth(nature, 7 - square // 8, square % 8) for square in range(64)]
        table[nature] = [-worth(nature, square // 8, square % 8) for square in range(64)]
    return table


PLAIN = squares(lambda nature, rank, file: PAWNS[nature])
"""As in chess, wherever a piece stands."""


def ahead(board: Sequence[str], worth: Squares) -> float:
    """How far White is ahead; a symbol that `worth` lacks counts for nobody."""
    score = 0.0
    for square, symbol in enumerate(board):
        if symbol and symbol in worth:
            score += worth[symbol][square]
    return score


MOST = 100.0
"""More pawns ahead than these are worth no more, so that an estimate stays within its bounds."""


def estimate(score: float, seat: Seat) -> float:
    """How well this seat stands where White is so many pawns ahead: a number in (-1, 1)."""
    return tanh(max(-MOST, min(score if seat == 0 else -score, MOST)) / 8)
