"""The matrix game of a position at the horizon of a search: its turns are estimated, not searched.

All values are those of seat 0, who chooses the row.
"""

from __future__ import annotations

from typing import Final, final

from server.bots.estimate import DISCOUNT
from server.bots.memory import Entry
from server.bots.outlook import Outlook, begun
from server.bots.small import Small

EQUAL: Final = 1e-10
"""A gain that counts as none."""
TRIES: Final = 6
"""So many moves are tried alone, before mixed strategies are."""
UNSEEN: Final = 9.0
"""In place of the value of a cell."""


@final
class LastGame:
    """The double oracle where each cell costs no more than a turn: most games of a search are such."""

    def __init__(self, outlook: Outlook, white: int, black: int, entry: Entry | None) -> None:
        self.outlook: Final = outlook
        self.white: int = white
        self.black: int = black
        kernel = outlook.kernel
        rows, columns = kernel.safe(white, black, 0), kernel.safe(white, black, 1)
        risky_rows, risky_columns = kernel.risky(white, black, 0, columns), kernel.risky(white, black, 1, rows)
        self.chosen_rows: Final = begun(rows, outlook.history[0], entry.rows if entry is not None else [])
        self.chosen_columns: Final = begun(columns, outlook.history[1], entry.columns if entry is not None else [])
        rows.extend(risky_rows)
        columns.extend(risky_columns)
        self.rows: Final = rows
        self.columns: Final = columns
        self.row_odds: list[float] = []
        self.column_odds: list[float] = []
        self.width: int = len(columns)
        """Those of a row are so many."""
        self.cells: Final = [UNSEEN] * (len(rows) * len(columns))

    def cell(self, row: int, column: int) -> float:
        """The value after both moves."""
        place: int = row * self.width + column
        value = self.cells[place]
        if value == UNSEEN:
            outlook = self.outlook
            outlook.spend()
            white, black = outlook.kernel.play(self.white, self.black, self.rows[row], self.columns[column])
            value = DISCOUNT * outlook.leaf(white, black)
            self.cells[place] = value
        return value

    def solve(self, low: float, high: float) -> tuple[float, float]:
        """Bounds of the value, as `Tree.value` promises them."""
        if low > -1.0 and self.kept_down(low):
            return -1.0, low
        if high < 1.0 and self.kept_up(high):
            return high, 1.0
        rows, columns = self.chosen_rows, self.chosen_columns
        while True:
            cells: list[float] = []
            for row in rows:
                for column in columns:
                    cells.append(self.cell(row, column))
            small = Small(cells, len(rows), len(columns))
            value = small.value
            self.row_odds = small.rows
            self.column_odds = small.columns
            joining = self.best_row(max(value + EQUAL, low))
            if joining < 0 and value <= low:
                return -1.0, low
            other = self.best_column(min(value - EQUAL, high))
            if other < 0 and value >= high:
                return high, 1.0
            if joining < 0 and other < 0:
                return value, value
            if joining >= 0:
                rows.append(joining)
            if other >= 0:
                columns.append(other)

    def kept_down(self, bound: float) -> bool:
        """Whether a column alone keeps the value down."""
        killer: int = 0
        height: int = len(self.rows)
        for turn in range(min(TRIES, len(self.columns))):
            column: int = self.chosen_columns[0] if turn == 0 else turn
            if self.cell(killer, column) > bound:
                continue
            row: int = 0
            while row < height and self.cell(row, column) <= bound:
                row += 1
            if row == height:
                return True
            killer = row
        return False

    def kept_up(self, bound: float) -> bool:
        """Whether a row alone keeps the value up."""
        killer: int = 0
        for turn in range(min(TRIES, len(self.rows))):
            row: int = self.chosen_rows[0] if turn == 0 else turn
            if self.cell(row, killer) < bound:
                continue
            column: int = 0
            while column < self.width and self.cell(row, column) >= bound:
                column += 1
            if column == self.width:
                return True
            killer = column
        return False

    def best_row(self, least: float) -> int:
        """The row that gains most against the strategy of the columns, if it gains more than `least`, or -1."""
        found: int = -1
        odds, columns = self.column_odds, self.chosen_columns
        for row in range(len(self.rows)):
            reached = 0.0
            for place in range(len(odds)):
                weight = odds[place]
                if weight > 0.0:
                    reached += weight * self.cell(row, columns[place])
            if reached > least:
                found = row
                least = reached
        return found

    def best_column(self, most: float) -> int:
        """The column that loses least against the strategy of the rows, if it loses less than `most`, or -1."""
        found: int = -1
        odds, rows = self.row_odds, self.chosen_rows
        for column in range(self.width):
            reached = 0.0
            for place in range(len(odds)):
                weight = odds[place]
                if weight > 0.0:
                    reached += weight * self.cell(rows[place], column)
            if reached < most:
                found = column
                most = reached
        return found
