"""What a search answers for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from variants.position import Move

SMALL = 0.15
"""Odds below this are not played: they are more often an error of the search than a part of the plan.

Thresholding: S. Ganzfried, T. Sandholm and K. Waugh, "Strategy purification and thresholding: effective non-equilibrium
approaches for playing large games", AAMAS 2012, pp. 871-878.
"""


class Choice(NamedTuple):
    """Odds over a seat's own moves, and what they are believed to be worth."""

    odds: Mapping[Move, float]
    """They add up to 1; one entry where the choice is pure."""
    value: float
    """For this seat, in [-1, 1]: 1 wins the whole point."""
    depth: int
    """Turns looked ahead; 0 where nothing was searched."""
    nodes: int
    """Calls of `play`."""

    def draw(self, random: Random) -> Move:
        """One of the moves, by the odds; small ones are dropped."""
        least = min(SMALL, max(self.odds.values()) / 2)
        moves = [move for move, odds in self.odds.items() if odds >= least]
        return random.choices(moves, [self.odds[move] for move in moves])[0]


def pure(move: Move, value: float, depth: int, nodes: int) -> Choice:
    """The choice of one move."""
    return Choice({move: 1.0}, value, depth, nodes)
