"""Search where both seats act at once, on a kernel: the method of `matrix`, with numbers in place of positions.

Double oracle inside a tree with bounds, iterative deepening and a transposition table: the sources are named in
`matrix`. A bound alone is tried to be proved by one move before strategies are mixed: a saddle point costs then no more
than alpha-beta would.

All values are those of seat 0, who chooses the row.
"""

from __future__ import annotations

from typing import Final, final

from server.bots.estimate import DISCOUNT
from server.bots.last_game import EQUAL, TRIES, LastGame
from server.bots.memory import Entry, Memory
from server.bots.outlook import Outlook, begun, sort
from server.bots.small import Small
from variants.kernel import GOES_ON


@final
class Tree:
    """One search, with a memory that may hold what others found."""

    def __init__(self, outlook: Outlook, memory: Memory) -> None:
        self.outlook: Final = outlook
        self.kernel: Final = outlook.kernel
        self.memory: Final = memory
        root = outlook.root
        self.era: int = memory.era((type(root), *sorted(root.settings.items()), outlook.past, outlook.known))

    def value(self, white: int, black: int, depth: int, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value of a position: equal, unless both are at most `low` or both at least `high`."""
        value = self.outlook.settled(white, black) if depth else self.outlook.leaf(white, black)
        return self.expand(white, black, depth, low, high) if value == GOES_ON else (value, value)

    def expand(self, white: int, black: int, depth: int, low: float, high: float) -> tuple[float, float]:
        """The same for a game that is not over, by its successors."""
        entry = self.memory.find(white, black)
        if entry is not None and entry.tells(self.era, depth, low, high):
            if not entry.final:
                self.outlook.horizons += 1
            return entry.low, entry.high
        horizons = self.outlook.horizons
        if depth == 1:
            leaf = LastGame(self.outlook, white, black, entry)
            lowest, highest = leaf.solve(low, high)
            rows = self.outlook.played(leaf.rows, leaf.row_odds, leaf.chosen_rows, 0, 1)
            columns = self.outlook.played(leaf.columns, leaf.column_odds, leaf.chosen_columns, 1, 1)
            row_odds, column_odds = leaf.row_odds, leaf.column_odds
        else:
            game = Game(self, white, black, depth, entry)
            lowest, highest = game.solve(low, high)
            rows = self.outlook.played(game.moves[0], game.odds[0], game.chosen[0], 0, depth)
            columns = self.outlook.played(game.moves[1], game.odds[1], game.chosen[1], 1, depth)
            row_odds, column_odds = game.odds[0], game.odds[1]
        entry = self.memory.find(white, black)
        if entry is None:
            entry = Entry(white, black)
            self.memory.put(entry)
        entry.depth = depth
        entry.low = lowest
        entry.high = highest
        entry.era = self.era
        entry.final = self.outlook.horizons == horizons
        entry.rows = rows
        entry.columns = columns
        entry.odds = []
        if lowest == highest and len(rows) + len(columns) > 2:
            entry.odds = [share for odds in (row_odds, column_odds) for share in odds if share > 0.0]
        return lowest, highest

    def exact(self, white: int, black: int) -> Entry | None:
        """What this search, or one that takes the same for granted, found of a position whose value it knows."""
        entry = self.memory.find(white, black)
        return entry if entry is not None and entry.era == self.era and entry.low == entry.high else None


@final
class Game:
    """The matrix game of one position, with the rows and columns of the double oracle: only best responses join."""

    def __init__(self, tree: Tree, white: int, black: int, depth: int, entry: Entry | None) -> None:
        self.tree: Final = tree
        self.white: int = white
        self.black: int = black
        self.depth: int = depth
        kernel = tree.kernel
        rows, columns = kernel.safe(white, black, 0), kernel.safe(white, black, 1)
        risky_rows, risky_columns = kernel.risky(white, black, 0, columns), kernel.risky(white, black, 1, rows)
        self.chosen: Final = [
            begun(rows, tree.outlook.history[0], entry.rows if entry is not None else []),
            begun(columns, tree.outlook.history[1], entry.columns if entry is not None else []),
        ]
        """For each seat the numbers of the moves that have joined."""
        sort(risky_rows, tree.outlook.history[0])
        sort(risky_columns, tree.outlook.history[1])
        rows.extend(risky_rows)
        columns.extend(risky_columns)
        self.moves: Final = [rows, columns]
        self.odds: list[list[float]] = [[], []]
        self.width: int = len(columns)
        self.low: Final = [-1.0] * (len(rows) * len(columns))
        self.high: Final = [1.0] * (len(rows) * len(columns))

    def solve(self, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value, as `Tree.value` promises them."""
        if low > -1.0 and self.refuted(1, low):
            return -1.0, low
        if high < 1.0 and self.refuted(0, high):
            return high, 1.0
        return self.mixed(low, high)

    def refuted(self, seat: int, bound: float) -> bool:
        """Whether one move of this seat alone proves that the value is not beyond the bound."""
        best: list[int] = list(self.chosen[seat])
        for number in range(len(self.moves[seat])):
            if number not in best:
                best.append(number)
        killers: list[int] = []
        others: int = len(self.moves[1 - seat])
        for number in best:
            holds = True
            for killer in killers:
                if not self.holds(seat, number, killer, bound):
                    holds = False
                    break
            if not holds:
                continue
            for other in range(others):
                if other not in killers and not self.holds(seat, number, other, bound):
                    killers.insert(0, other)
                    holds = False
                    break
            if holds:
                return True
            if len(killers) > TRIES:
                return False
        return False

    def holds(self, seat: int, number: int, other: int, bound: float) -> bool:
        """Whether against this move of the other seat it keeps the value within the bound."""
        if seat == 0:
            return self.cell(number, other, bound, bound)[0] >= bound
        return self.cell(other, number, bound, bound)[1] <= bound

    def mixed(self, low: float, high: float) -> tuple[float, float]:
        """The same by the double oracle."""
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

    def answer(self, seat: int, least: float) -> int:
        """The best response of a seat to the other's strategy, if it gains more than `least`, or -1."""
        theirs, odds, chosen = self.chosen[1 - seat], self.odds[1 - seat], self.chosen[seat]
        against: list[int] = []
        weights: list[float] = []
        for place in range(len(odds)):
            if odds[place] > 0.0:
                spot: int = len(against)
                against.append(theirs[place])
                weights.append(odds[place])
                while spot > 0 and weights[spot - 1] < odds[place]:
                    against[spot] = against[spot - 1]
                    weights[spot] = weights[spot - 1]
                    spot -= 1
                against[spot] = theirs[place]
                weights[spot] = odds[place]
        found: int = -1
        for number in range(len(self.moves[seat])):
            if number not in chosen:
                reached = self.against(seat, number, against, weights, least)
                if reached > least:
                    found = number
                    least = reached
        return found

    def against(self, seat: int, number: int, against: list[int], weights: list[float], least: float) -> float:
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

    def most(self, seat: int, number: int, other: int) -> float:
        """The upper bound of a cell for this seat, without a search."""
        return self.high[number * self.width + other] if seat == 0 else -self.low[other * self.width + number]

    def cell(self, row: int, column: int, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value after both moves, as `Tree.value` promises them."""
        place: int = row * self.width + column
        lowest, highest = self.low[place], self.high[place]
        if lowest == highest or highest <= low or lowest >= high:
            return lowest, highest
        tree = self.tree
        tree.outlook.spend()
        white, black = tree.kernel.play(self.white, self.black, self.moves[0][row], self.moves[1][column])
        bottom, top = tree.value(white, black, self.depth - 1, low / DISCOUNT, high / DISCOUNT)
        lowest, highest = max(lowest, DISCOUNT * bottom), min(highest, DISCOUNT * top)
        self.low[place] = lowest
        self.high[place] = highest
        return lowest, highest
