"""Glicko-2: the rating of a player, how sure it is, and how steady the player is.

Source: M. E. Glickman, “Example of the Glicko-2 system” (2013); the numbers of steps below are those of its text.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Points of a rating that are 1 on the scale on which Glicko-2 computes."""

INITIAL, INITIAL_DEVIATION, INITIAL_VOLATILITY = 1500.0, 350.0, 0.06

LEAST_DEVIATION = 45.0
"""A deviation does not fall below this: a rating must still be able to follow its player."""

TAU = 0.5
"""The bound on changes of the volatility."""

PRECISION = 1e-6


class Rating(NamedTuple):
    """A rating, its deviation (in points, too), and its volatility."""

    rating: float = INITIAL
    deviation: float = INITIAL_DEVIATION
    volatility: float = INITIAL_VOLATILITY

    def after(self, periods: float) -> Rating:
        """The rating after a time without a game: its deviation grows, up to that of a new player."""
        return self._replace(deviation=_grown(self, self.volatility, periods))


class Opponent(NamedTuple):
    """The rating of an opponent before the game, and the player's score against them from 0 to 1."""

    rating: Rating
    score: float


def updated(player: Rating, opponents: Sequence[Opponent], periods: float = 0.0) -> Rating:
    """The rating of a player after these games, all at once, which end a time of so many rating periods.

    A period of 1 is that of the source; for a game that is counted by itself it is the time since the last one.
    """
    mu, phi = _scaled(player)
    # Steps 3 and 4.
    weights = [(_g(_scaled(each.rating)[1]), _scaled(each.rating)[0], each.score) for each in opponents]
    expected = [1 / (1 + exp(-g * (mu - other))) for g, other, _ in weights]
    variance = 1 / sum(g * g * e * (1 - e) for (g, _, _), e in zip(weights, expected, strict=True))
    gained = sum(g * (score - e) for (g, _, score), e in zip(weights, expected, strict=True))
    volatility = _volatility(phi, player.volatility, variance, variance * gained)
    # Steps 6 to 8.
    grown = _grown(player, volatility, periods) / SCALE
    deviation = 1 / sqrt(1 / grown**2 + 1 / variance)
    return Rating(INITIAL + SCALE * (mu + deviation**2 * gained), max(SCALE * deviation, LEAST_DEVIATION), volatility)


def _scaled(player: Rating) -> tuple[float, float]:
    return (player.rating - INITIAL) / SCALE, player.deviation / SCALE


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _grown(player: Rating, volatility: float, periods: float) -> float:
    """The deviation, in points, after a time of so many periods."""
    return min(sqrt(player.deviation**2 + periods * (SCALE * volatility) ** 2), INITIAL_DEVIATION)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the volatility that explains these results best, by the Illinois method."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
