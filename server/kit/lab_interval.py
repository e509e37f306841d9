"""How sure a figure is that was found by playing so many games."""

from __future__ import annotations

from math import sqrt

NORMAL = 1.96
"""Within so many standard deviations 95 % of a normal distribution lie."""


def interval(mean: float, games: int) -> tuple[float, float]:
    """Where the expected points of a game lie with 95 %.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
    Statistical Association 22, 1927, pp. 209-212.
    """
    if not games:
        return 0.0, 1.0
    square = NORMAL * NORMAL / games
    middle = (mean + square / 2) / (1 + square)
    reach = NORMAL * sqrt(mean * (1 - mean) / games + square / games / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
