"""What a position of Apocalypse is worth where the game goes on, by weights that were fitted to games and endgames."""

from __future__ import annotations

from math import exp
from typing import Final

from .bits import ALL, REACH, SQUARE, count, mask
from .weights import FOOTMEN, FOOTMEN_AT, HORSEMEN, HORSEMEN_AT, HUNTED, LAST, PAIR, POINTS, THREATS

_NOT_FIRST: Final = ALL & ~mask(range(0, 25, 5))
"""All but the first file, from which a footman cannot capture to the left."""
_NOT_LAST: Final = ALL & ~mask(range(4, 25, 5))
_FOOTMEN_AT: Final[list[list[int]]] = [[0] * 25 for _ in range(24)]
"""For each seat, the number of its footmen up to 3 and of its horsemen up to 2: what a footman is worth on a square."""
_HORSEMEN_AT: Final[list[list[int]]] = [[0] * 25 for _ in range(2)]


def place() -> None:
    """Spread the weights over the squares; again where they have been changed."""
    for seat in (0, 1):
        for square in range(25):
            rank, file = 4 - square // 5 if seat == 0 else square // 5, min(square % 5, 4 - square % 5)
            _HORSEMEN_AT[seat][square] = HORSEMEN_AT[rank][file]
            for riders in range(3):
                if rank < 4:
                    _FOOTMEN_AT[seat * 12 + 3 + riders][square] = LAST[rank][riders]
                    _FOOTMEN_AT[seat * 12 + 6 + riders][square] = PAIR[rank][riders]
                    _FOOTMEN_AT[seat * 12 + 9 + riders][square] = FOOTMEN_AT[rank][file]


place()


def estimated(white: int, black: int) -> float:
    """An estimate of seat 0's chances, in (-1, 1)."""
    return squashed(float(worth(white, black, 0) - worth(black, white, 1)) / 1000)


def worth(own: int, other: int, seat: int) -> int:
    """What the pieces of a seat, their squares, their threats and its penalty points are worth to it, in thousandths.

    It is whole, so that images of a position have equal sums in whatever order these are made.
    """
    footmen: int = own & ALL
    horsemen: int = own >> 25 & ALL
    foes: int = other & ALL
    riders: int = min(count(horsemen), 2)
    men: int = count(footmen)
    value: int = FOOTMEN[min(men, 5)] + HORSEMEN[riders] + riders * HUNTED[min(count(foes), 5)]
    value += POINTS[own >> 50]
    if seat == 0:
        threatened: int = (footmen & _NOT_FIRST) >> 6 | (footmen & _NOT_LAST) >> 4
    else:
        threatened = (footmen & _NOT_FIRST) << 4 | (footmen & _NOT_LAST) << 6
    places = _FOOTMEN_AT[seat * 12 + min(men, 3) * 3 + riders]
    while footmen:
        bit: int = footmen & -footmen
        footmen ^= bit
        value += places[SQUARE[bit % 29]]
    places = _HORSEMEN_AT[seat]
    reached: int = 0
    while horsemen:
        bit = horsemen & -horsemen
        horsemen ^= bit
        value += places[SQUARE[bit % 29]]
        reached |= REACH[SQUARE[bit % 29]]
    if threatened & (foes | other >> 25):
        value += count(threatened & foes) * THREATS[0] + count(threatened & other >> 25) * THREATS[1]
    if reached & (foes | other >> 25):
        one: int = 3 if foes & (foes - 1) == 0 else 2
        value += count(reached & foes) * THREATS[one] + count(reached & other >> 25) * THREATS[4]
    return value


def squashed(x: float) -> float:
    """The hyperbolic tangent."""
    return 1 - 2 / (exp(2 * x) + 1)
