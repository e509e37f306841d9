"""An evaluation of Apocalypse while the game goes on, by weights that were fitted to games and solved endgames."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from .bits import ALL, REACH, mask
from .weights import FOOTMEN, FOOTMEN_AT, HORSEMEN, HORSEMEN_AT, HUNTED, LAST, PAIR, POINTS, THREATS

_NOT_FIRST = ALL & ~mask(range(0, 25, 5))
"""All but the first file, from which a footman cannot capture to the left."""
_NOT_LAST = ALL & ~mask(range(4, 25, 5))
_FOOTMEN_AT = [[0] * 25 for _ in range(24)]
"""For each seat, the number of its footmen up to 3 and of its horsemen up to 2: what a footman is worth on a square."""
_HORSEMEN_AT = [[0] * 25 for _ in range(2)]


def place() -> None:
    """Spread the weights over the squares; again where they have been changed."""
    own_worth.cache_clear()
    for seat in (0, 1):
        for square in range(25):
            rank, file = 4 - square // 5 if seat == 0 else square // 5, min(square % 5, 4 - square % 5)
            _HORSEMEN_AT[seat][square] = HORSEMEN_AT[rank][file]
            for riders in range(3):
                if rank < 4:
                    _FOOTMEN_AT[seat * 12 + 3 + riders][square] = LAST[rank][riders]
                    _FOOTMEN_AT[seat * 12 + 6 + riders][square] = PAIR[rank][riders]
                    _FOOTMEN_AT[seat * 12 + 9 + riders][square] = FOOTMEN_AT[rank][file]


def estimated(white: int, black: int) -> float:
    """An estimate of seat 0's chances, in (-1, 1)."""
    return squashed(float(worth(white, black, 0) - worth(black, white, 1)) / 1000)


def worth(own: int, other: int, seat: int) -> int:
    """What the pieces of a seat, their squares, their threats and its penalty points are worth to it, in thousandths.

    It is whole, so that images of a position have equal sums in whatever order these are made.
    """
    value, riders, threatened, reached = own_worth(own, seat)
    foes = other & ALL
    hunters = other >> 25 & ALL
    value += riders * HUNTED[min(foes.bit_count(), 5)]
    if threatened & (foes | hunters):
        value += (threatened & foes).bit_count() * THREATS[0] + (threatened & hunters).bit_count() * THREATS[1]
    if reached & (foes | hunters):
        threat = 3 if foes & (foes - 1) == 0 else 2
        value += (reached & foes).bit_count() * THREATS[threat] + (reached & hunters).bit_count() * THREATS[4]
    return value


@lru_cache(1 << 14)  # A search meets the same men of one seat with many of the other.
def own_worth(own: int, seat: int) -> tuple[int, int, int, int]:
    """The value of a seat's pieces alone, the number of its horsemen up to 2, the squares that each kind attacks."""
    footmen = own & ALL
    horsemen = own >> 25 & ALL
    riders = min(horsemen.bit_count(), 2)
    men = footmen.bit_count()
    value = FOOTMEN[min(men, 5)] + HORSEMEN[riders] + POINTS[own >> 50]
    if seat == 0:
        threatened = (footmen & _NOT_FIRST) >> 6 | (footmen & _NOT_LAST) >> 4
    else:
        threatened = (footmen & _NOT_FIRST) << 4 | (footmen & _NOT_LAST) << 6
    places = _FOOTMEN_AT[seat * 12 + min(men, 3) * 3 + riders]
    while footmen:
        bit = footmen & -footmen
        footmen ^= bit
        value += places[bit.bit_length() - 1]
    places = _HORSEMEN_AT[seat]
    reached = 0
    while horsemen:
        bit = horsemen & -horsemen
        horsemen ^= bit
        value += places[bit.bit_length() - 1]
        reached |= REACH[bit.bit_length() - 1]
    return value, riders, threatened, reached


def squashed(x: float) -> float:
    """The hyperbolic tangent."""
    return 1 - 2 / (exp(2 * x) + 1)


place()
