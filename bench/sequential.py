"""When a match may stop."""

from __future__ import annotations

from collections.abc import Iterable
from math import log
from typing import NamedTuple

ERROR = 0.05
"""How often either hypothesis may be accepted though the other holds."""


class Hypotheses(NamedTuple):
    """What a sequential probability ratio test decides between: a player expects `low` points a game, or `high`.

    A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16, 1945, pp. 117-186. A
    draw counts as half a win and half a loss, which makes the test a little slower and no less sure.
    """

    low: float
    high: float

    def verdict(self, points: Iterable[float]) -> str:
        """`low` or `high` as soon as the points of the games in their order allow it, else ""."""
        won, lost = log(self.high / self.low), log((1 - self.high) / (1 - self.low))
        enough = log((1 - ERROR) / ERROR)
        ratio = 0.0
        for each in points:
            ratio += each * won + (1 - each) * lost
            if abs(ratio) >= enough:
                return "high" if ratio > 0 else "low"
        return ""
