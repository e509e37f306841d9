"""Selective search: pruning, reductions and extensions, with their numbers.

Null moves: C. Donninger, "Null move and deep search", ICCA Journal 16 (3), 1993, pp. 137-143. Margins near the horizon:
E. A. Heinz, "Extended futility pruning", ICCA Journal 21 (2), 1998, pp. 75-83; for the seat that is ahead, "static null
move pruning". Late move reductions: the later in the order, the less deep, and again at full depth if a move proves
better, as in Fruit (F. Letouzey, 2005). Positions without a known move: a depth less ("internal iterative reductions",
E. Schröder). Estimates are those of `estimate.horizon`, in which a pawn is a ninth in an even game.
"""

from __future__ import annotations

from math import log
from typing import Final

from server.bots.estimate import HORIZON
from server.bots.ordering import FIRST, FORCING

PAWN: Final = HORIZON / 8
"""The most that a pawn adds to an estimate."""
EXTENDED_PLIES: Final = 24
"""The extension by a turn for a threat that must be answered applies up to this many turns from the root."""
STATIC_DEPTH: Final = 1
NULL_DEPTH: Final = 2
UNKNOWN_DEPTH: Final = 4
FUTILE_DEPTH: Final = 1
REDUCED_DEPTH: Final = 3


def margin(depth: int) -> float:
    """The margin by which an estimate must exceed the bound at this depth to be good enough."""
    return PAWN * (0.5 + 0.8 * depth)


def null_reduction(depth: int) -> int:
    """The depth reduction of the search after a null move."""
    return 2 + depth // 4


def futility(depth: int) -> float:
    """The most that a quiet move may add to the estimate at this depth."""
    return PAWN * (0.7 + 0.9 * depth)


def reduction(depth: int, number: int) -> int:
    """The depth reduction of the quiet move of this number."""
    if depth < REDUCED_DEPTH or number < 3:
        return 0
    return min(depth - 2, _REDUCTIONS[min(depth, 63)][min(number, 63)])


_REDUCTIONS: Final = [
    [int(0.6 + log(max(1, depth)) * log(max(1, number)) / 2.2) for number in range(64)] for depth in range(64)
]


def delta(rank: float) -> float:
    """The most that a capture of this rank can add to an estimate: its gain and two pawns for other effects."""
    return PAWN * (2.0 + rank - FORCING) if FORCING <= rank < FIRST else 4.0
