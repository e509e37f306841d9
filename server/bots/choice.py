"""The result of a search for one seat: a mixed strategy and its value."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from variants.position import Move

LEAST_PLAYED = 0.15
"""Smaller probabilities are not played: they are more often errors of the search than part of the strategy.

Thresholding: S. Ganzfried, T. Sandholm and K. Waugh, "Strategy purification and thresholding: effective non-equilibrium
approaches for playing large games", AAMAS 2012, pp. 871-878.
"""


class Choice(NamedTuple):
    """A mixed strategy over a seat's moves, and its expected value."""

    probabilities: Mapping[Move, float]
    """They add up to 1; a pure strategy has one entry."""
    value: float
    """For this seat, in [-1, 1]: 1 wins the whole point."""
    depth: int
    """The depth in turns; 0 without a search."""
    nodes: int
    """Calls of `play`."""

    def draw(self, random: Random) -> Move:
        """A move drawn by its probability; small probabilities are dropped."""
        least = min(LEAST_PLAYED, max(self.probabilities.values()) / 2)
        moves = [move for move, probability in self.probabilities.items() if probability >= least]
        return random.choices(moves, [self.probabilities[move] for move in moves])[0]


def pure(move: Move, value: float, depth: int) -> Choice:
    """The pure strategy of one move, before its nodes are counted."""
    return Choice({move: 1.0}, value, depth, 0)
