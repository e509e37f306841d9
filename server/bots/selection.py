"""What a search looks at less deeply, or not at all, and what more deeply: rules of thumb, with their numbers.

Leaving out a turn: C. Donninger, "Null move and deep search", ICCA Journal 16 (3), 1993, pp. 137-143. Margins near the
horizon: E. A. Heinz, "Extended futility pruning", ICCA Journal 21 (2), 1998, pp. 75-83; for the seat that is ahead,
"static null move pruning". Late moves: the later in the order, the less deep, and again where one proves better, as in
Fruit (F. Letouzey, 2005). Positions without a known move: a depth less ("internal iterative reductions", E.
Schröder). Estimates are those of `estimate.horizon`, in which a pawn is a ninth where the game is even.
"""

from __future__ import annotations

from math import log
from typing import Final

from server.bots.estimate import HORIZON
from server.bots.ordering import FIRST, FORCING

PAWN: Final = HORIZON / 8
"""What a pawn adds to an estimate at most."""
EXTENDED_PLIES: Final = 24
"""The depth is a turn more where a threat must be answered, so far from the root at most."""
STATIC_DEPTH: Final = 1
NULL_DEPTH: Final = 2
UNKNOWN_DEPTH: Final = 4
FUTILE_DEPTH: Final = 1
REDUCED_DEPTH: Final = 3


def margin(depth: int) -> float:
    """How far above the bound an estimate must be, so near the horizon, to be good enough."""
    return PAWN * (0.5 + 0.8 * depth)


def null_reduction(depth: int) -> int:
    """How much less deep the other seat's best answer to no move is looked for."""
    return 2 + depth // 4


def futility(depth: int) -> float:
    """What a quiet move may add to the estimate, so near the horizon."""
    return PAWN * (0.7 + 0.9 * depth)


def reduction(depth: int, number: int) -> int:
    """How much less deep a quiet move of this number is looked at."""
    if depth < REDUCED_DEPTH or number < 3:
        return 0
    return min(depth - 2, _REDUCTIONS[min(depth, 63)][min(number, 63)])


_REDUCTIONS: Final = [
    [int(0.6 + log(max(1, depth)) * log(max(1, number)) / 2.2) for number in range(64)] for depth in range(64)
]


def delta(rank: float) -> float:
    """What a capture of this rank can add to an estimate at most, and two pawns for what it changes besides."""
    return PAWN * (2.0 + rank - FORCING) if FORCING <= rank < FIRST else 4.0
