"""Search where both seats act at once: every position is a matrix game, solved by double oracle with bounds.

Double oracle: H. B. McMahan, G. J. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an
adversary", ICML 2003, pp. 536-543. Inside a tree, with bounds that leave most cells alone: B. Bosansky, V. Lisy,
M. Lanctot, J. Cermak and M. H. M. Winands, "Algorithms for computing strategies in two-player simultaneous move
games", Artificial Intelligence 237, 2016, pp. 1-40; bounds as in A. Saffidine, H. Finnsson and M. Buro, "Alpha-beta
pruning for games with simultaneous moves", AAAI 2012, pp. 556-562. Iterative deepening and the table as in `alphabeta`.

All values are those of seat 0, who chooses the row. Where one seat acts alone, the other has one row or column.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from server.bots.budget import Budget, Spent
from server.bots.choice import Choice
from server.bots.estimate import DISCOUNT, RULES_ALONE, Facts, horizon
from server.bots.lines import Expected
from server.bots.simplex import solve
from variants.position import Move, Position, Seat

MATRIX_DEPTH = 32
"""Turns looked ahead at most."""
EQUAL = 1e-10
"""A gain that counts as none."""

Act = Move | None
"""None: this seat does not act now."""
Strategy = Mapping[Act, float]
"""A mixed strategy: the probabilities of the acts that are played."""


class Equilibrium(NamedTuple):
    """The equilibrium strategies of one position and its value for seat 0."""

    value: float
    strategies: tuple[Strategy, Strategy]
    depth: int


def search(
    position: Position,
    seat: Seat,
    budget: Budget,
    deepest: int = MATRIX_DEPTH,
    facts: Facts = RULES_ALONE,
) -> Choice:
    """The equilibrium strategy of this seat, as deep as the budget allows."""
    found = equilibrium(position, budget, deepest, facts)
    probability = {move: probability for move, probability in found.strategies[seat].items() if move is not None}
    return Choice(probability, found.value if seat == 0 else -found.value, found.depth, budget.nodes_spent)


def equilibrium(
    position: Position,
    budget: Budget,
    deepest: int = MATRIX_DEPTH,
    facts: Facts = RULES_ALONE,
) -> Equilibrium:
    """The equilibrium of a game that is not over, as deep as the budget allows; at depth 0, any safe move."""
    tree = MatrixSearch(budget, facts)
    best = Equilibrium(horizon(position, 0), (_any_safe(position, 0), _any_safe(position, 1)), 0)
    before = None
    for depth in range(1, deepest + 1):
        tree.horizons = 0
        game = _MatrixGame(tree, position, depth, best.strategies)
        try:
            value, _ = game.solve(-1.0, 1.0)
        except Spent:
            return best if before is None else game.with_help_of(before)
        best = Equilibrium(value, game.strategies(), depth)
        before = game
        if not tree.horizons:
            break
    return best


def acts(position: Position, seat: Seat) -> tuple[list[Act], int]:
    """The acts of this seat, the safe ones first, and how many of them are safe."""
    if seat not in position.to_act:
        return [None], 1
    moves = list(position.moves(seat))
    risks = [position.risky(seat, move) for move in moves]
    safe: list[Act] = [move for move, risky in zip(moves, risks, strict=True) if not risky]
    return [*safe, *(move for move, risky in zip(moves, risks, strict=True) if risky)], len(safe)


def _any_safe(position: Position, seat: Seat) -> Strategy:
    every, safe = acts(position, seat)
    moves = every[:safe] or every
    return dict.fromkeys(moves, 1 / len(moves))


class _Solved(NamedTuple):
    depth: int
    low: float
    high: float
    game: _MatrixGame
    """As far as it was solved: with other bounds it is solved on from there."""
    strategies: tuple[Strategy, Strategy]
    final: bool
    """No estimate is in it: a deeper search would find the same value."""


class MatrixSearch:
    """The transposition table and history of one search; they hold for these facts alone."""

    def __init__(self, budget: Budget, facts: Facts = RULES_ALONE) -> None:
        self.budget = budget
        self._settled = facts.settled
        self._table: dict[Hashable, _Solved] = {}
        self.history: tuple[dict[Act, float], dict[Act, float]] = ({}, {})
        """How much each seat's moves were played so far, weighted by depth: what to try first elsewhere."""
        self.horizons = 0
        """How often a value was an estimate."""

    def value(self, position: Position, depth: int, low: float = -1.0, high: float = 1.0) -> tuple[float, float]:
        """Bounds of the value of the position: equal, unless both are at most `low` or both at least `high`."""
        value = self._settled(position)
        if value is None and not depth:
            self.horizons += 1
            value = horizon(position, 0)
        return self.expand(position, depth, low, high) if value is None else (value, value)

    def expand(self, position: Position, depth: int, low: float = -1.0, high: float = 1.0) -> tuple[float, float]:
        """The same for a game that is not over, by its successors; the facts are used for those alone."""
        key = position.key()
        entry = self._table.get(key)
        known = entry is not None and (entry.depth == depth or entry.final)
        if entry and known and (entry.low == entry.high or entry.high <= low or entry.low >= high):
            self.horizons += not entry.final
            return entry.low, entry.high
        horizons = self.horizons
        if entry is not None and entry.depth == depth:
            # An entry of another depth could be reached again while it is being solved.
            game = entry.game
            self.horizons += not entry.final
        else:
            game = _MatrixGame(self, position, depth, entry.strategies if entry else ({}, {}))
        lowest, highest = game.solve(low, high)
        strategies = game.strategies()
        self._table[key] = _Solved(depth, lowest, highest, game, strategies, self.horizons == horizons)
        for history, strategy in zip(self.history, strategies, strict=True):
            for act, probability in strategy.items():
                history[act] = history.get(act, 0.0) + probability * depth * depth
        return lowest, highest

    def expected(self, position: Position) -> Expected | None:
        """What was found to be best in a position, if its value is known."""
        entry = self._table.get(position.key())
        if entry is None or entry.low != entry.high:
            return None
        played = {
            seat: {act: share for act, share in entry.strategies[seat].items() if act} for seat in position.to_act
        }
        return Expected(played, entry.low)


class _MatrixGame:
    """The matrix game of one position, with the rows and columns of the double oracle: only best responses join."""

    def __init__(self, tree: MatrixSearch, position: Position, depth: int, before: tuple[Strategy, Strategy]) -> None:
        self._tree = tree
        self._position = position
        self._depth = depth
        self._acts: list[list[Act]] = []
        self._chosen: list[list[int]] = []
        """For each seat the numbers of the acts that have joined."""
        for seat in (0, 1):
            every, safe = acts(position, seat)
            played = tree.history[seat]
            every[:safe] = sorted(every[:safe], key=lambda act: -played.get(act, 0.0))
            every[safe:] = sorted(every[safe:], key=lambda act: -played.get(act, 0.0))
            self._acts.append(every)
            # Risky moves join anew at each depth, so they are played only where they gain something.
            self._chosen.append([number for number in range(safe) if every[number] in before[seat]] or [0])
        self._odds: list[Sequence[float]] = [(), ()]
        self._children: dict[tuple[int, int], Position] = {}
        self._bounds: dict[tuple[int, int], tuple[float, float]] = {}

    def strategies(self) -> tuple[Strategy, Strategy]:
        """The mixed strategies that were found."""
        rows, columns = (
            {self._acts[seat][number]: probability for number, probability in self._mix(seat) if probability > 0}
            for seat in (0, 1)
        )
        return rows, columns

    def _mix(self, seat: Seat) -> list[tuple[int, float]]:
        return list(zip(self._chosen[seat], self._odds[seat], strict=True))

    def with_help_of(self, before: _MatrixGame) -> Equilibrium:
        """The best equilibrium known when the budget ends before this game, which looks a turn further, is solved.

        It is over the acts of `before`, and those that joined here and have exact cells against all of them.
        """
        chosen = [[before._acts[seat][number] for number in before._chosen[seat]] for seat in (0, 1)]
        for seat in (0, 1):
            for act in [self._acts[seat][number] for number in self._chosen[seat]]:
                pairs = [(act, other) if seat == 0 else (other, act) for other in chosen[1 - seat]]
                if act not in chosen[seat] and all(self._exact(row, column) is not None for row, column in pairs):
                    chosen[seat].append(act)
        rows, columns = chosen
        solution = solve([[self._exact(row, column, before) or 0.0 for column in columns] for row in rows])
        strategies = (dict(zip(rows, solution.rows, strict=True)), dict(zip(columns, solution.columns, strict=True)))
        white, black = (
            {act: probability for act, probability in strategy.items() if probability > 0} for strategy in strategies
        )
        return Equilibrium(solution.value, (white, black), before._depth)

    def _exact(self, row: Act, column: Act, before: _MatrixGame | None = None) -> float | None:
        """The value after these acts, if it is known here, or else in the previous depth's game."""
        place = (self._acts[0].index(row), self._acts[1].index(column))
        lowest, highest = self._bounds.get(place, (-1.0, 1.0))
        if lowest == highest:
            return lowest
        return None if before is None else before._exact(row, column)

    def solve(self, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value, as `MatrixSearch.value` promises them."""
        while True:
            rows, columns = self._chosen
            solution = solve([[self._cell(row, column, -1.0, 1.0)[0] for column in columns] for row in rows])
            value = solution.value
            self._odds = [solution.rows, solution.columns]
            row = self._answer(0, max(value + EQUAL, low))
            if row is None and value <= low:
                return -1.0, low
            column = self._answer(1, max(EQUAL - value, -high))
            if column is None and value >= high:
                return high, 1.0
            if row is None and column is None:
                return value, value
            for seat, joining in enumerate((row, column)):
                if joining is not None:
                    insort(self._chosen[seat], joining)

    def _answer(self, seat: Seat, least: float) -> int | None:
        """The best response to the other seat's strategy, if it gains more than `least`."""
        mix = sorted(
            ((number, probability) for number, probability in self._mix(1 - seat) if probability > 0),
            key=lambda pair: -pair[1],
        )
        found = None
        for number in range(len(self._acts[seat])):
            if number not in self._chosen[seat]:
                reached = self._against(seat, number, mix, least)
                if reached > least:
                    found, least = number, reached
        return found

    def _against(self, seat: Seat, number: int, mix: Sequence[tuple[int, float]], least: float) -> float:
        """The value of this act against a strategy; where it is not more than `least`, any upper bound up to that."""
        sure = 0.0
        hoped = sum(probability * self._known(seat, number, other)[1] for other, probability in mix)
        for other, probability in mix:
            most = self._known(seat, number, other)[1]
            hoped -= probability * most
            needed = (least - sure - hoped) / probability
            if most > needed:
                bottom, most = self._seen_by(seat, number, other, needed)
            if most <= needed:
                return least
            sure += probability * bottom
        return sure

    def _known(self, seat: Seat, number: int, other: int) -> tuple[float, float]:
        """The bounds of a cell for this seat, without a search."""
        low, high = self._bounds.get((number, other) if seat == 0 else (other, number), (-1.0, 1.0))
        return (low, high) if seat == 0 else (-high, -low)

    def _seen_by(self, seat: Seat, number: int, other: int, needed: float) -> tuple[float, float]:
        """The bounds of a cell for this seat: equal, unless it is not more than `needed`."""
        if seat == 0:
            return self._cell(number, other, needed, 1.0)
        low, high = self._cell(other, number, -1.0, -needed)
        return -high, -low

    def _cell(self, row: int, column: int, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value after both acts, as `MatrixSearch.value` promises them."""
        place = (row, column)
        lowest, highest = self._bounds.get(place, (-1.0, 1.0))
        if lowest == highest or highest <= low or lowest >= high:
            return lowest, highest
        child = self._children.get(place)
        if child is None:
            played = (self._acts[0][row], self._acts[1][column])
            self._tree.budget.spend()
            child = self._position.play({seat: act for seat, act in enumerate(played) if act is not None})
            if self._depth > 1:
                self._children[place] = child
        bounds = self._tree.value(child, self._depth - 1, low / DISCOUNT, high / DISCOUNT)
        lowest, highest = max(lowest, DISCOUNT * bounds[0]), min(highest, DISCOUNT * bounds[1])
        self._bounds[place] = lowest, highest
        return lowest, highest
