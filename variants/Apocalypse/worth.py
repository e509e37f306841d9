"""What a position of Apocalypse is worth where the game goes on, by weights that were fitted to self-play."""

from __future__ import annotations

from math import exp
from typing import Final

from variants.native import i64

from .bits import ALL, SQUARE, count
from .weights import FOOTMEN, FOOTMEN_AT, HORSEMEN, HORSEMEN_AT, HUNTED, POINTS


def _placed(weights: list[list[float]]) -> list[list[float]]:
    """For each seat the weight of each square: the tables name the files from the edge in, the ranks from home on."""
    ranks = [[line[min(file, 4 - file)] for file in range(5)] for line in weights]
    return [
        [weight for rank in reversed(ranks) for weight in rank],
        [weight for rank in ranks for weight in rank],
    ]


FOOTMEN_PLACED: Final[list[list[float]]] = _placed(FOOTMEN_AT)
HORSEMEN_PLACED: Final[list[list[float]]] = _placed(HORSEMEN_AT)


def estimated(white: i64, black: i64) -> float:
    """An estimate of seat 0's chances, in (-1, 1)."""
    return squashed(worth(white, black, 0) - worth(black, white, 1))


def worth(own: i64, other: i64, seat: i64) -> float:
    """What the pieces of a seat and where they stand are worth to it, less its penalty points."""
    footmen: i64 = own & ALL
    horsemen: i64 = own >> 25 & ALL
    men, riders = count(footmen), count(horsemen)
    value = FOOTMEN[min(men, 5)] + HORSEMEN[min(riders, 3)] + POINTS[own >> 50]
    value += float(riders) * HUNTED[min(count(other & ALL), 5)]
    places = FOOTMEN_PLACED[seat]
    while footmen:
        bit: i64 = footmen & -footmen
        footmen ^= bit
        value += places[SQUARE[bit % 29]]
    places = HORSEMEN_PLACED[seat]
    while horsemen:
        bit = horsemen & -horsemen
        horsemen ^= bit
        value += places[SQUARE[bit % 29]]
    return value


def squashed(x: float) -> float:
    """The hyperbolic tangent, by a function that is the same where it is compiled."""
    return 1 - 2 / (exp(2 * x) + 1)
