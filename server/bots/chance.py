"""The outcomes of a chance move, with bounds of the value of each, from which their mean is bounded.

Expectimax: D. Michie, "Game-playing and game-learning automata", in: L. Fox (ed.), Advances in Programming and
Non-Numerical Computation, 1966, pp. 183-200. Bounds: B. W. Ballard, "The *-minimax search procedure for trees
containing chance nodes", Artificial Intelligence 21 (3), 1983, pp. 327-350 (Star1, and Star2, which probes one move
after each outcome first); with a transposition table: J. Veness and A. Blair, "Effective use of transposition tables in
stochastic game tree search", IEEE CIG 2007, pp. 112-116.
"""

from __future__ import annotations

from typing import Final

from variants.position import Position, Seat

PROBED_DEPTH: Final = 1
"""From this depth on, one move after each outcome is probed before all are searched."""
NEARLY: Final = 1e-9
"""The rounding error of sums of bounds."""
WORST: Final = -1.0
BEST: Final = 1.0


class Outcomes:
    """The outcomes of one chance node, and a lower and an upper bound of each for one seat (Star1)."""

    def __init__(self, seat: Seat, children: list[Position], low: float, high: float) -> None:
        count = len(children)
        self.seat = seat
        self.children = children
        self._low, self._high = low * count, high * count
        """The bounds with which the sum is compared."""
        self._lows, self._highs = [WORST] * count, [BEST] * count

    def at_least(self, static: float) -> None:
        """Bound each outcome by this estimate, which the player who acts has without a move."""
        for number, child in enumerate(self.children):
            if child.to_act == (self.seat,):
                self._lows[number] = static
            else:
                self._highs[number] = static

    def settled(self) -> bool:
        """Whether the bounds of the sum are sufficient."""
        least, most = sum(self._lows), sum(self._highs)
        return least >= self._high - NEARLY or most <= self._low + NEARLY or most - least <= NEARLY

    def mean(self) -> tuple[float, float]:
        """The bounds of the mean."""
        count = len(self.children)
        return sum(self._lows) / count, sum(self._highs) / count

    def window(self, number: int) -> tuple[float, float]:
        """The bounds between which the value of an outcome matters."""
        lows, highs = self._lows, self._highs
        least = max(lows[number], self._low - sum(highs) + highs[number])
        return least, min(highs[number], self._high - sum(lows) + lows[number])

    def narrow(self, number: int, least: float, most: float, reached: float) -> None:
        """Note the value of a search with this window."""
        self.raise_low(number, least, reached)
        self.lower_high(number, most, reached)

    def raise_low(self, number: int, least: float, reached: float) -> None:
        """Note the value of one move of this seat: a lower bound."""
        if reached > least:
            self._lows[number] = max(self._lows[number], min(reached, self._highs[number]))

    def lower_high(self, number: int, most: float, reached: float) -> None:
        """Note the value of one move of the other seat: an upper bound."""
        if reached < most:
            self._highs[number] = min(self._highs[number], max(reached, self._lows[number]))
