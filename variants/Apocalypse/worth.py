"""What a position of Apocalypse is worth where the game goes on, by a short list of weights."""

from __future__ import annotations

from math import exp
from typing import Final

from variants.native import i64

from .bits import ALL, count

FOOTMEN_WORTH: Final[list[float]] = [-2.0, 0.0, 1.2, 2.0, 2.6, 3.0]
"""By the number of footmen: the fewer are left, the more each is worth, because a seat without footmen loses (R23)."""
HORSEMAN_WORTH: Final = 1.3
PENALTY_WORTH: Final = 1.0
SCALE: Final = 4.0
"""What a difference is divided by before it is squashed into (-1, 1)."""


def estimated(white: i64, black: i64) -> float:
    """Pieces and penalty points of seat 0 against those of seat 1."""
    return squashed((worth(white) - worth(black)) / SCALE)


def worth(own: i64) -> float:
    """What the pieces and the penalty points of a seat are worth."""
    horsemen, points = count(own >> 25 & ALL), own >> 50
    return FOOTMEN_WORTH[min(count(own & ALL), 5)] + HORSEMAN_WORTH * float(horsemen) - PENALTY_WORTH * float(points)


def squashed(x: float) -> float:
    """The hyperbolic tangent, by a function that is the same where it is compiled."""
    return 1 - 2 / (exp(2 * x) + 1)
