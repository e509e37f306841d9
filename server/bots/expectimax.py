"""Search for two players and chance, of whom one acts at a time: expectimax with bounds, by iterative deepening.

D. Michie, "Game-playing and game-learning automata", in: L. Fox (ed.), Advances in Programming and Non-Numerical
Computation, 1966, pp. 183-200. Bounds at chance nodes: B. W. Ballard, "The *-minimax search procedure for trees
containing chance nodes", Artificial Intelligence 21 (3), 1983, pp. 327-350 (Star1, and Star2, which probes one move
after each outcome first); with a transposition table: J. Veness and A. Blair, "Effective use of transposition tables in
stochastic game tree search", IEEE CIG 2007, pp. 112-116. The rest as in `alphabeta`.

A value is that of the seat that acts; where chance acts, of the seat that asks.
"""

from __future__ import annotations

from random import Random
from typing import Final

from server.bots import selection
from server.bots.bounds import Bounds, Table
from server.bots.budget import Budget, Spent
from server.bots.choice import Choice, pure
from server.bots.estimate import DISCOUNT, HORIZON, RULES_ALONE, Facts, horizon
from server.bots.ordering import FORCING, Ordering
from variants.position import Move, Position, Seat

EXPECTIMAX_DEPTH: Final = 32
"""Turns of players looked ahead at most."""
QUIESCENCE_DEPTH: Final = 2
"""Captures in a row that are looked at beyond the depth, at most."""
PROBED_DEPTH: Final = 1
"""From this depth on one move after each outcome is searched before all of them are."""
WORST: Final = -1.0
BEST: Final = 1.0
NEARLY: Final = 1e-9
"""What sums of bounds may be off by."""


def search(
    position: Position,
    seat: Seat,
    budget: Budget,
    random: Random,
    deepest: int = EXPECTIMAX_DEPTH,
    facts: Facts = RULES_ALONE,
) -> Choice:
    """The best move for the seat that acts, as deep as the budget allows; of equal moves, any."""
    tree = Expectimax(budget, facts, position.players()[0])
    moves = list(position.moves(seat))
    random.shuffle(moves)
    moves = [move for _, move in Ordering().ranked(position, seat, 0, None, moves)]
    best = pure(moves[0], horizon(position, seat), 0, 0)
    try:
        for depth in range(1, deepest + 1):
            tree.horizons = 0
            value = WORST - 1.0
            for move in list(moves):
                reached = tree.after(position, move, depth, value, BEST)
                if reached > value:
                    value = reached
                    # A better move stands even where the budget ends before all moves have a value of this depth.
                    if move == moves[0] or reached > best.value or depth > best.depth:
                        best = pure(move, reached, depth, 0)
                    moves.remove(move)
                    moves.insert(0, move)
            if not tree.horizons or abs(value) > HORIZON or len(moves) == 1:
                break
    except Spent:
        pass
    return best._replace(value=max(WORST, min(BEST, best.value)), nodes=budget.nodes_spent)


class Expectimax:
    """The transposition table and the order of moves of one search; they hold for these facts alone."""

    def __init__(self, budget: Budget, facts: Facts = RULES_ALONE, first: Seat = 0, quiescence: bool = True) -> None:
        self._budget = budget
        self._facts = facts
        self._first = first
        """The first of the two players."""
        self._quiet = QUIESCENCE_DEPTH if quiescence else 0
        self._table: Table[Move | None] = Table()
        self._ordering = Ordering()
        self.horizons = 0
        """How often a value was an estimate."""

    def after(self, position: Position, move: Move, depth: int, low: float, high: float, ply: int = 0) -> float:
        """The value of a move for the seat that acts, if it is between the bounds, at this depth."""
        (seat,) = position.to_act
        self._budget.spend()
        child = position.play({seat: move})
        return DISCOUNT * self._seen_by(seat, child, depth - 1, low / DISCOUNT, high / DISCOUNT, ply + 1)

    def value(self, position: Position, depth: int, low: float = WORST, high: float = BEST) -> float:
        """The value for the first player; outside the bounds, a bound of it (fail-soft)."""
        return self._seen_by(self._first, position, depth, low, high, 0)

    def _seen_by(self, seat: Seat, position: Position, depth: int, low: float, high: float, ply: int) -> float:
        known = self._facts.settled(position, self._first)
        if known is not None:
            return known if seat == self._first else -known
        if len(position.to_act) > 1:
            self.horizons += 1
            return horizon(position, seat)
        (acting,) = position.to_act
        if acting in position.chance:
            return self._chance(position, seat, depth, low, high, ply)
        if acting == seat:
            return self._value(position, depth, low, high, ply)
        return -self._value(position, depth, -high, -low, ply)

    def _value(self, position: Position, depth: int, low: float, high: float, ply: int) -> float:
        """The value where a player acts."""
        (seat,) = position.to_act
        if depth <= 0:
            return self._quiescence(position, horizon(position, seat), depth, low, high, ply)
        key = position.key()
        entry = self._table.get(key)
        if entry is not None and (entry.final or entry.depth >= depth):
            self.horizons += not entry.final
            if entry.low == entry.high or entry.low >= high:
                return entry.low
            if entry.high <= low:
                return entry.high
        horizons = self.horizons
        first = entry.best if entry is not None else None
        best, chosen = WORST - 1.0, None
        for rank, move in self._ordering.ranked(position, seat, ply, first, position.moves(seat)):
            reached = self.after(position, move, depth, max(low, best), high, ply)
            if reached > best:
                best, chosen = reached, move
                if best >= high:
                    self._ordering.cutoff(seat, ply, depth, move, rank)
                    break
        final = self.horizons == horizons
        lowest, highest = (best if best > low else WORST), (best if best < high else BEST)
        self._table.keep(key, Bounds(depth, lowest, highest, chosen if best > low else first, final))
        return best

    def _chance(self, position: Position, seat: Seat, depth: int, low: float, high: float, ply: int) -> float:
        """The mean over the outcomes, which are equally likely, for this seat; outside the bounds, a bound of it."""
        static = horizon(position, seat) if depth <= 0 else 0.0
        if depth <= -self._quiet:
            self.horizons += 1
            return static
        key = (position.key(), seat)
        entry = self._table.get(key)
        if entry is not None and (entry.final or entry.depth >= depth):
            self.horizons += not entry.final
            if entry.low == entry.high or entry.low >= high:
                return entry.low
            if entry.high <= low:
                return entry.high
        horizons = self.horizons
        (chance,) = position.to_act
        rolls = list(position.moves(chance))
        self._budget.spend(len(rolls))
        outcomes = Outcomes(seat, [position.play({chance: roll}) for roll in rolls], low, high)
        if depth <= 0:
            outcomes.at_least(static)
        elif depth >= PROBED_DEPTH:
            self._probe_all(outcomes, position, depth, ply)
        for number, child in enumerate(outcomes.children):
            if outcomes.settled():
                break
            least, most = outcomes.window(number)
            if least < most:
                outcomes.narrow(number, least, most, self._seen_by(seat, child, depth, least, most, ply))
        lowest, highest = outcomes.mean()
        self._table.keep(key, Bounds(depth, lowest, highest, None, self.horizons == horizons))
        return lowest if lowest >= high - NEARLY else highest

    def _probe_all(self, outcomes: Outcomes, position: Position, depth: int, ply: int) -> None:
        """Search the most promising move after each outcome (Star2): it bounds the value on the side of who acts."""
        for number, child in enumerate(outcomes.children):
            if outcomes.settled():
                return
            (acting,) = child.to_act
            if acting in child.chance:
                continue
            least, most = outcomes.window(number)
            entry = self._table.get(child.key())
            move = entry.best if entry is not None else None
            if move is None:
                move = self._ordering.ranked(child, acting, ply, None, child.moves(acting))[0][1]
            if acting == outcomes.seat:
                outcomes.raise_low(number, least, self.after(child, move, depth, least, most, ply))
            else:
                outcomes.lower_high(number, most, -self.after(child, move, depth, -most, -least, ply))

    def _quiescence(self, position: Position, static: float, depth: int, low: float, high: float, ply: int) -> float:
        """The estimate where a player acts: what is not quiet is searched on."""
        (seat,) = position.to_act
        self.horizons += 1
        best = static
        if best >= high or depth <= -self._quiet:
            return best
        for rank, move in self._ordering.ranked(position, seat, ply, None, position.forcing(seat)):
            if rank < FORCING or static + selection.delta(rank) <= max(low, best):
                break
            best = max(best, self.after(position, move, depth, max(low, best), high, ply))
            if best >= high:
                break
        return best


class Outcomes:
    """The outcomes of one chance node, and a lower and an upper bound of each for one seat (Star1)."""

    def __init__(self, seat: Seat, children: list[Position], low: float, high: float) -> None:
        count = len(children)
        self.seat = seat
        self.children = children
        self._low, self._high = low * count, high * count
        """What the sum is compared with."""
        self._lows, self._highs = [WORST] * count, [BEST] * count

    def at_least(self, static: float) -> None:
        """Whoever acts is taken to have this without a move."""
        for number, child in enumerate(self.children):
            if child.to_act == (self.seat,):
                self._lows[number] = static
            else:
                self._highs[number] = static

    def settled(self) -> bool:
        """Whether the bounds tell enough of the sum."""
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
        """Take what a search with this window found."""
        if reached > least:
            self._lows[number] = max(self._lows[number], min(reached, self._highs[number]))
        if reached < most:
            self._highs[number] = max(self._lows[number], min(self._highs[number], reached))

    def raise_low(self, number: int, least: float, reached: float) -> None:
        """Take what a search of one move of this seat found."""
        if reached > least:
            self._lows[number] = max(self._lows[number], min(reached, self._highs[number]))

    def lower_high(self, number: int, most: float, reached: float) -> None:
        """Take what a search of one move of the other seat found."""
        if reached < most:
            self._highs[number] = min(self._highs[number], max(reached, self._lows[number]))
