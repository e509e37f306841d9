"""Search for games in which both seats act at once: matrix games, solved by double oracle with bounds.

Double oracle: H. B. McMahan, G. J. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an
adversary", ICML 2003, pp. 536-543. Inside a tree, with bounds that leave most cells alone: B. Bosansky, V. Lisy,
M. Lanctot, J. Cermak and M. H. M. Winands, "Algorithms for computing strategies in two-player simultaneous move
games", Artificial Intelligence 237, 2016, pp. 1-40; bounds as in A. Saffidine, H. Finnsson and M. Buro, "Alpha-beta
pruning for games with simultaneous moves", AAAI 2012, pp. 556-562. Iterative deepening and the table as in `alphabeta`;
what was played elsewhere is tried first (J. Schaeffer, "The history heuristic and alpha-beta search enhancements in
practice", IEEE Transactions on Pattern Analysis and Machine Intelligence 11:11, 1989, pp. 1203-1212).

All values are those of seat 0, who chooses the row. If one seat acts alone, the other has one row or column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple

from server.bots.budget import Budget, Spent
from server.bots.choice import Choice
from server.bots.estimate import DISCOUNT, RULES_ALONE, SearchFacts, horizon
from server.bots.lines import Expected
from server.bots.models import Model, State, model_of
from server.bots.simplex import solve
from server.bots.transposition import Bounds, TranspositionTable
from variants.position import Position, Seat

MATRIX_DEPTH: Final = 32
"""Turns looked ahead at most."""
EQUAL: Final = 1e-10
"""Smaller gains count as none."""
MOST_KILLERS: Final = 6
"""Answers of a seat to moves of the other one after which no single move is tried any more."""

Strategy = Mapping[Any, float]
"""A mixed strategy: the probabilities of the moves that are played, by their keys."""
StrategyPair = tuple[Strategy, Strategy]
"""The strategies of both seats."""


NOTHING: Final = Bounds[StrategyPair](0, -1.0, 1.0, ({}, {}), False)
"""The bounds of a position that was not searched."""


class Equilibrium(NamedTuple):
    """The equilibrium strategies of one position, and its value for seat 0."""

    value: float
    strategies: StrategyPair
    depth: int


def search(
    position: Position, seat: Seat, budget: Budget, deepest: int = MATRIX_DEPTH, facts: SearchFacts = RULES_ALONE
) -> Choice:
    """The equilibrium strategy of this seat in a game that is not over, as deep as the budget allows.

    At depth 0 it is any safe move.
    """
    model = model_of(position, facts)
    solution = equilibrium(model, position, budget, deepest)
    moves = [(model.move(key), probability) for key, probability in solution.strategies[seat].items()]
    probabilities = {move: probability for move, probability in moves if move is not None}
    return Choice(probabilities, solution.value if seat == 0 else -solution.value, solution.depth, budget.nodes_spent)


def equilibrium(model: Model[Any], position: Position, budget: Budget, deepest: int = MATRIX_DEPTH) -> Equilibrium:
    """The equilibrium of a game that is not over, as deep as the budget allows.

    Depth 1 begins with one move of each seat, so a turn of many moves needs only a part of its matrix.
    """
    tree, root = Search(model, budget), model.state(position)
    safe = [moves.keys[: moves.safe] or moves.keys for moves in model.moves(root)]
    rows, columns = (dict.fromkeys(keys, 1 / len(keys)) for keys in safe)
    best = Equilibrium(horizon(position, 0), (rows, columns), 0)
    before = None
    for depth in range(1, deepest + 1):
        tree.horizons = 0
        game = MatrixGame(tree, root, depth, NOTHING.best if before is None else best.strategies)
        try:
            value, _ = game.solve(-1.0, 1.0)
        except Spent:
            return best if before is None else game.with_help_of(before)
        best = Equilibrium(value, game.strategies(), depth)
        before = game
        if not tree.horizons:
            break
    return best


class Search(Generic[State]):
    """The transposition table and the history of one search."""

    def __init__(self, model: Model[State], budget: Budget) -> None:
        self.model = model
        self.budget = budget
        self._table: TranspositionTable[StrategyPair] = TranspositionTable()
        self.history: tuple[dict[Any, float], dict[Any, float]] = ({}, {})
        """By seat, how much its moves were played so far, weighted by depth."""
        self.horizons = 0
        """How often a value was an estimate."""

    def value(self, state: State, depth: int, low: float = -1.0, high: float = 1.0) -> tuple[float, float]:
        """Bounds of the value of a state: equal, unless both are at most `low` or both at least `high`."""
        value = self.model.settled(state) if depth else self.leaf(state)
        return self._expand(state, depth, low, high) if value is None else (value, value)

    def leaf(self, state: State) -> float:
        """The value of a state that is not searched."""
        value = self.model.settled(state)
        if value is None:
            self.horizons += 1
            value = self.model.estimate(state)
        return value

    def expected(self, position: Position, depth: int) -> Expected | None:
        """The best play of a position by a search of this depth, or the deepest one with a known value."""
        key = self.model.key(self.model.state(position))
        entries = (self._table.exact((key, each)) for each in range(depth, 0, -1))
        entry = next((entry for entry in entries if entry is not None), None)
        if entry is None:
            return None
        played = {
            seat: {move: share for key, share in strategy.items() if (move := self.model.move(key)) is not None}
            for seat, strategy in enumerate(entry.best)
        }
        return Expected({seat: played[seat] for seat in position.to_act}, entry.low)

    def _expand(self, state: State, depth: int, low: float, high: float) -> tuple[float, float]:
        """As `value`, for an unfinished game, by its next states."""
        key = self.model.key(state)
        # An entry is valid for its own depth: a position further down has another value. Games of one depth less
        # were searched by the last iteration.
        entry, before = self._table.get((key, depth)), self._table.get((key, depth - 1))
        if entry is None and before is not None and before.final:
            entry = before
        if entry is not None and (entry.low == entry.high or entry.high <= low or entry.low >= high):
            self.horizons += not entry.final
            return entry.low, entry.high
        horizons = self.horizons
        played = (entry or before or NOTHING).best
        game = MatrixGame(self, state, depth, played)
        lowest, highest = game.solve(low, high)
        first, second = (new or old for new, old in zip(game.strategies(), played, strict=True))
        strategies = (first, second)
        self._table.put((key, depth), Bounds(depth, lowest, highest, strategies, self.horizons == horizons))
        for history, strategy in zip(self.history, strategies, strict=True):
            for key, probability in strategy.items():
                history[key] = history.get(key, 0.0) + probability * depth * depth
        return lowest, highest


class MatrixGame(Generic[State]):
    """The matrix game of one state, with the rows and columns of the double oracle: only best responses join.

    A bound is first tried to be proved by a single move, before strategies are mixed: a saddle point then costs no
    more than in alpha-beta.
    """

    def __init__(self, tree: Search[State], state: State, depth: int, before: StrategyPair) -> None:
        self._tree = tree
        self._state = state
        self._depth = depth
        self._moves: list[list[Any]] = []
        self._chosen: list[list[int]] = []
        """By seat the places of the moves that have joined."""
        for (keys, safe), played, history in zip(tree.model.moves(state), before, tree.history, strict=True):
            ordered = [
                *sorted(keys[:safe], key=lambda key: -history.get(key, 0.0)),
                *sorted(keys[safe:], key=lambda key: -history.get(key, 0.0)),
            ]
            self._moves.append(ordered)
            # Risky moves join again at each depth, so they are played only if they gain something.
            self._chosen.append([place for place in range(safe) if ordered[place] in played] or [0])
        self._odds: list[Sequence[float]] = [(), ()]
        self._width = len(self._moves[1])
        # Of each cell, row by row.
        cells = len(self._moves[0]) * self._width
        self._low, self._high = [-1.0] * cells, [1.0] * cells
        self._states: dict[int, State] = {}

    def strategies(self) -> StrategyPair:
        """The mixed strategies found; if one move proved a bound, that move."""
        rows, columns = (
            {moves[place]: share for place, share in zip(chosen, odds, strict=False) if share > 0}
            for moves, chosen, odds in zip(self._moves, self._chosen, self._odds, strict=True)
        )
        return rows, columns

    def with_help_of(self, before: MatrixGame[State]) -> Equilibrium:
        """The best known equilibrium if the budget ends before this game, which is a turn deeper, is solved.

        It is over the moves of `before`, and those that joined here and have exact cells against all of them.
        """
        chosen = [[before._moves[seat][place] for place in before._chosen[seat]] for seat in (0, 1)]
        for seat in (0, 1):
            for move in [self._moves[seat][place] for place in self._chosen[seat]]:
                pairs = [(move, other) if seat == 0 else (other, move) for other in chosen[1 - seat]]
                if move not in chosen[seat] and all(self._exact(*pair) is not None for pair in pairs):
                    chosen[seat].append(move)
        rows, columns = chosen
        cells = [[self._exact(row, column, before) or 0.0 for column in columns] for row in rows]
        solution = solve(cells)
        white, black = (
            {move: share for move, share in zip(moves, odds, strict=True) if share > 0}
            for moves, odds in ((rows, solution.rows), (columns, solution.columns))
        )
        return Equilibrium(solution.value, (white, black), before._depth)

    def _exact(self, row: int, column: int, before: MatrixGame[State] | None = None) -> float | None:
        """The value after these moves, if known here, else from the game of the last depth."""
        place = self._moves[0].index(row) * self._width + self._moves[1].index(column)
        if self._low[place] == self._high[place]:
            return self._low[place]
        return None if before is None else before._exact(row, column)

    def solve(self, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value, as `Search.value` promises them."""
        if low > -1.0 and self._refutes(1, low):
            return -1.0, low
        if high < 1.0 and self._refutes(0, high):
            return high, 1.0
        rows, columns = self._chosen
        while True:
            starts = [row * self._width for row in rows]
            solution = solve([[self._cell(start + column, -1.0, 1.0)[0] for column in columns] for start in starts])
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
            for chosen, joining in zip(self._chosen, (row, column), strict=True):
                if joining is not None:
                    chosen.append(joining)

    def _refutes(self, seat: Seat, bound: float) -> bool:
        """Whether a single move of this seat proves that the value for the other one is not beyond the bound."""
        chosen, theirs = self._chosen[seat], range(len(self._moves[1 - seat]))
        killers: list[int] = []
        """Moves of the other seat against which a move has failed: the next one probably fails too."""
        for move in (*chosen, *(place for place in range(len(self._moves[seat])) if place not in chosen)):
            if not all(self._holds(seat, move, other, bound) for other in killers):
                continue
            failed = next((other for other in theirs if not self._holds(seat, move, other, bound)), None)
            if failed is None:
                self._chosen[seat], self._odds[seat] = [move], [1.0]
                return True
            killers.insert(0, failed)
            if len(killers) > MOST_KILLERS:
                return False
        return False

    def _holds(self, seat: Seat, move: int, other: int, bound: float) -> bool:
        """Whether a move of this seat keeps the value within the bound against this move of the other one."""
        if seat == 0:
            return self._cell(move * self._width + other, bound, bound)[0] >= bound
        return self._cell(other * self._width + move, bound, bound)[1] <= bound

    def _answer(self, seat: Seat, least: float) -> int | None:
        """The best response to the other seat's strategy, if it gains more than `least`."""
        mix = [pair for pair in zip(self._chosen[1 - seat], self._odds[1 - seat], strict=True) if pair[1] > 0]
        mix.sort(key=lambda pair: -pair[1])
        best, chosen = None, self._chosen[seat]
        for move in range(len(self._moves[seat])):
            if move not in chosen:
                reached = self._against(seat, move, mix, least)
                if reached > least:
                    best, least = move, reached
        return best

    def _against(self, seat: Seat, move: int, mix: Sequence[tuple[int, float]], least: float) -> float:
        """The value of this move against a strategy; if it is at most `least`, any upper bound up to that."""
        if seat == 0:
            cells = [(move * self._width + other, share) for other, share in mix]
            hoped = sum(share * self._high[place] for place, share in cells)
        else:
            cells = [(other * self._width + move, share) for other, share in mix]
            hoped = -sum(share * self._low[place] for place, share in cells)
        sure = 0.0
        for place, share in cells:
            most = self._high[place] if seat == 0 else -self._low[place]
            hoped -= share * most
            needed = (least - sure - hoped) / share
            if most <= needed:
                return least
            if seat == 0:
                bottom, most = self._cell(place, needed, 1.0)
            else:
                low, high = self._cell(place, -1.0, -needed)
                bottom, most = -high, -low
            if most <= needed:
                return least
            sure += share * bottom
        return sure

    def _cell(self, place: int, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value after the moves of a cell, as `Search.value` promises them."""
        lowest, highest = self._low[place], self._high[place]
        if lowest == highest or highest <= low or lowest >= high:
            return lowest, highest
        tree, state = self._tree, self._states.get(place)
        if state is None:
            tree.budget.spend()
            row, column = divmod(place, self._width)
            state = tree.model.play(self._state, self._moves[0][row], self._moves[1][column])
        if self._depth == 1:
            lowest = highest = DISCOUNT * tree.leaf(state)
        else:
            self._states[place] = state
            bottom, top = tree.value(state, self._depth - 1, low / DISCOUNT, high / DISCOUNT)
            lowest, highest = max(lowest, DISCOUNT * bottom), min(highest, DISCOUNT * top)
        self._low[place], self._high[place] = lowest, highest
        return lowest, highest
