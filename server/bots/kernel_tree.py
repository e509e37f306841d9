"""Search where both seats act at once, on a kernel: the method of `matrix`, with numbers in place of positions.

Double oracle inside a tree with bounds, iterative deepening and a transposition table: the sources are named in
`matrix`. What is tried first is what was played elsewhere (J. Schaeffer, "The history heuristic and alpha-beta search
enhancements in practice", IEEE Transactions on Pattern Analysis and Machine Intelligence 11:11, 1989, pp. 1203-1212).

All values are those of seat 0, who chooses the row.
"""

from __future__ import annotations

from typing import Final, final

from server.bots.budget import Budget
from server.bots.estimate import DISCOUNT, HORIZON, Facts
from server.bots.memory import Entry, Memory
from server.bots.small import Small
from variants.kernel import GOES_ON, Kernel
from variants.native import i64
from variants.position import Position

EQUAL: Final = 1e-10
"""A gain that counts as none."""
AT_ONCE: Final = 64
"""Nodes that are taken from the budget at once."""
PLAIN: Final = 1023
"""The part of a move's number by which its history is kept."""


@final
class Tree:
    """One search: what it takes for granted, its budget and its history."""

    def __init__(self, kernel: Kernel, root: Position, budget: Budget, facts: Facts, memory: Memory) -> None:
        self.kernel: Final = kernel
        self.root: Final = root
        self.budget: Final = budget
        self.memory: Final = memory
        # What came before the last irreversible turn cannot come again.
        self.past: Final = frozenset([kernel.words(key) for key in facts.past] if root.quiet else [])
        self.known: Final = facts.known
        self.probed: Final[dict[tuple[int, int], float]] = {}
        self.era: i64 = memory.era((type(root), *sorted(root.settings.items()), self.past, facts.known))
        self.history: Final = [[0.0] * (PLAIN + 1), [0.0] * (PLAIN + 1)]
        """How much each seat's moves were played so far, weighted by depth."""
        self.horizons: i64 = 0
        """How often a value was an estimate."""
        self.granted: i64 = 0
        """Nodes that are taken from the budget and not used."""

    def spend(self) -> None:
        """Take a node. Raises Spent."""
        if self.granted <= 0:
            self.granted = self.budget.take(AT_ONCE)
        self.granted -= 1

    def close(self) -> None:
        """Give back the nodes that were not used."""
        self.budget.nodes_spent -= self.granted
        self.granted = 0

    def settled(self, white: i64, black: i64) -> float:
        """The value of a position that needs no search, or `GOES_ON`; one of the past counts as drawn."""
        value = self.kernel.result(white, black)
        if value != GOES_ON:
            return value
        if self.past and (white, black) in self.past:
            return 0.0
        return GOES_ON if self.known is None else self.probe(white, black)

    def probe(self, white: i64, black: i64) -> float:
        """What the tables of endgames know, or `GOES_ON`; they are asked once."""
        assert self.known is not None
        place = (white, black)
        value = self.probed.get(place)
        if value is None:
            known = self.known(self.root.then(**self.kernel.fields(white, black)))
            value = self.probed[place] = GOES_ON if known is None else known
        return value

    def value(self, white: i64, black: i64, depth: i64, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value of a position: equal, unless both are at most `low` or both at least `high`."""
        value = self.settled(white, black)
        if value == GOES_ON:
            if depth:
                return self.expand(white, black, depth, low, high)
            self.horizons += 1
            value = HORIZON * self.kernel.estimate(white, black)
        return value, value

    def expand(self, white: i64, black: i64, depth: i64, low: float, high: float) -> tuple[float, float]:
        """The same for a game that is not over, by its successors."""
        entry = self.memory.find(white, black)
        if entry is not None and entry.tells(self.era, depth, low, high):
            if not entry.final:
                self.horizons += 1
            return entry.low, entry.high
        horizons = self.horizons
        game = Game(self, white, black, depth, entry)
        lowest, highest = game.solve(low, high)
        entry = self.memory.find(white, black)
        if entry is None:
            entry = Entry(white, black)
            self.memory.put(entry)
        entry.depth = depth
        entry.low = lowest
        entry.high = highest
        entry.era = self.era
        entry.final = self.horizons == horizons
        entry.rows = self.played(game, 0)
        entry.columns = self.played(game, 1)
        return lowest, highest

    def played(self, game: Game, seat: i64) -> list[i64]:
        """The moves of the strategy that was found, which count in the history."""
        found: list[i64] = []
        history = self.history[seat]
        weight = float(game.depth * game.depth)
        moves, odds, chosen = game.moves[seat], game.odds[seat], game.chosen[seat]
        for place in range(len(odds)):
            if odds[place] > 0.0:
                move = moves[chosen[place]]
                found.append(move)
                history[move & PLAIN] += odds[place] * weight
        return found


@final
class Game:
    """The matrix game of one position, with the rows and columns of the double oracle: only best responses join."""

    def __init__(self, tree: Tree, white: i64, black: i64, depth: i64, entry: Entry | None) -> None:
        self.tree: Final = tree
        self.white: i64 = white
        self.black: i64 = black
        self.depth: i64 = depth
        kernel = tree.kernel
        rows, columns = kernel.safe(white, black, 0), kernel.safe(white, black, 1)
        risky_rows, risky_columns = kernel.risky(white, black, 0, columns), kernel.risky(white, black, 1, rows)
        self.chosen: Final = [
            begun(rows, tree.history[0], entry.rows if entry is not None else []),
            begun(columns, tree.history[1], entry.columns if entry is not None else []),
        ]
        """For each seat the numbers of the moves that have joined."""
        sort(risky_rows, tree.history[0])
        sort(risky_columns, tree.history[1])
        rows.extend(risky_rows)
        columns.extend(risky_columns)
        self.moves: Final = [rows, columns]
        self.odds: list[list[float]] = [[], []]
        self.width: i64 = len(columns)
        self.low: Final = [-1.0] * (len(rows) * len(columns))
        self.high: Final = [1.0] * (len(rows) * len(columns))

    def solve(self, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value, as `Tree.value` promises them."""
        rows, columns = self.chosen[0], self.chosen[1]
        while True:
            cells: list[float] = []
            for row in rows:
                for column in columns:
                    cells.append(self.cell(row, column, -1.0, 1.0)[0])
            small = Small(cells, len(rows), len(columns))
            value = small.value
            self.odds = [small.rows, small.columns]
            joining = self.answer(0, max(value + EQUAL, low))
            if joining < 0 and value <= low:
                return -1.0, low
            other = self.answer(1, max(EQUAL - value, -high))
            if other < 0 and value >= high:
                return high, 1.0
            if joining < 0 and other < 0:
                return value, value
            if joining >= 0:
                rows.append(joining)
            if other >= 0:
                columns.append(other)

    def answer(self, seat: i64, least: float) -> i64:
        """The best response of a seat to the other's strategy, if it gains more than `least`, or -1."""
        theirs, odds, chosen = self.chosen[1 - seat], self.odds[1 - seat], self.chosen[seat]
        against: list[i64] = []
        weights: list[float] = []
        for place in range(len(odds)):
            if odds[place] > 0.0:
                spot: i64 = len(against)
                against.append(theirs[place])
                weights.append(odds[place])
                while spot > 0 and weights[spot - 1] < odds[place]:
                    against[spot] = against[spot - 1]
                    weights[spot] = weights[spot - 1]
                    spot -= 1
                against[spot] = theirs[place]
                weights[spot] = odds[place]
        found: i64 = -1
        for number in range(len(self.moves[seat])):
            if number not in chosen:
                reached = self.against(seat, number, against, weights, least)
                if reached > least:
                    found = number
                    least = reached
        return found

    def against(self, seat: i64, number: i64, against: list[i64], weights: list[float], least: float) -> float:
        """The value of this move against a strategy; where it is not more than `least`, any upper bound up to that."""
        sure = 0.0
        hoped = 0.0
        for place in range(len(against)):
            hoped += weights[place] * self.most(seat, number, against[place])
        for place in range(len(against)):
            other, weight = against[place], weights[place]
            most = self.most(seat, number, other)
            hoped -= weight * most
            needed = (least - sure - hoped) / weight
            if most <= needed:
                return least
            if seat == 0:
                bottom, most = self.cell(number, other, needed, 1.0)
            else:
                low, high = self.cell(other, number, -1.0, -needed)
                bottom, most = -high, -low
            if most <= needed:
                return least
            sure += weight * bottom
        return sure

    def most(self, seat: i64, number: i64, other: i64) -> float:
        """The upper bound of a cell for this seat, without a search."""
        return self.high[number * self.width + other] if seat == 0 else -self.low[other * self.width + number]

    def cell(self, row: i64, column: i64, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value after both moves, as `Tree.value` promises them."""
        place: i64 = row * self.width + column
        lowest, highest = self.low[place], self.high[place]
        if lowest == highest or highest <= low or lowest >= high:
            return lowest, highest
        tree = self.tree
        tree.spend()
        white, black = tree.kernel.play(self.white, self.black, self.moves[0][row], self.moves[1][column])
        bottom, top = tree.value(white, black, self.depth - 1, low / DISCOUNT, high / DISCOUNT)
        lowest, highest = max(lowest, DISCOUNT * bottom), min(highest, DISCOUNT * top)
        self.low[place] = lowest
        self.high[place] = highest
        return lowest, highest


def begun(moves: list[i64], history: list[float], before: list[i64]) -> list[i64]:
    """Sort the safe moves of a seat by their history; the numbers of those played before, or else of the first."""
    sort(moves, history)
    found: list[i64] = [number for number in range(len(moves)) if moves[number] in before]
    return found or [0]


def sort(moves: list[i64], history: list[float]) -> None:
    """Sort by history, the most played first; equal ones stay in order."""
    for place in range(1, len(moves)):
        move = moves[place]
        played = history[move & PLAIN]
        spot: i64 = place
        while spot > 0 and history[moves[spot - 1] & PLAIN] < played:
            moves[spot] = moves[spot - 1]
            spot -= 1
        moves[spot] = move
