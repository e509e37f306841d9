"""The equilibrium of a small matrix game in plain numbers, for a search that solves thousands a second.

A saddle point first; two rows by two columns in closed form (J. D. Williams, The Compleat Strategyst, 1954, chapter 2:
the oddments); else the condensed tableau and the rule of `simplex`, whose fractions are asked where rounding spoils it.
"""

from __future__ import annotations

from typing import Final, final

from server.bots.simplex import NEARLY_ZERO, PIVOTS, WIDEST_GAP, solve


@final
class Small:
    """A game, row by row in one list, and once it is solved its value for the row player and both strategies."""

    def __init__(self, cells: list[float], height: int, width: int) -> None:
        self.cells: Final = cells
        self.height: int = height
        self.width: int = width
        self.value: float = 0.0
        self.rows: list[float] = [0.0] * height
        self.columns: list[float] = [0.0] * width
        if not self._saddle() and not (height == 2 and width == 2 and self._oddments()):
            self._programme()
            if not self._solved():
                solution = solve([cells[row * width : (row + 1) * width] for row in range(height)])
                self.value = solution.value
                self.rows = list(solution.rows)
                self.columns = list(solution.columns)

    def _saddle(self) -> bool:
        """Take the cell that is the least of its row and the greatest of its column, if there is one."""
        cells, height, width = self.cells, self.height, self.width
        most = -2.0
        best: int = 0
        for row in range(height):
            least = 2.0
            for place in range(row * width, (row + 1) * width):
                if cells[place] < least:
                    least = cells[place]
            if least > most:
                most = least
                best = row
        for column in range(width):
            greatest = -2.0
            for row in range(height):
                if cells[row * width + column] > greatest:
                    greatest = cells[row * width + column]
            if greatest <= most:
                self.value = most
                self.rows[best] = 1.0
                self.columns[column] = 1.0
                return True
        return False

    def _oddments(self) -> bool:
        """Of four cells without a saddle point each strategy is that of the other's difference."""
        cells = self.cells
        first, second = cells[0] - cells[1], cells[3] - cells[2]
        left, right = cells[0] - cells[2], cells[3] - cells[1]
        whole = first + second
        if abs(whole) < NEARLY_ZERO:
            return False
        self.rows[0], self.rows[1] = second / whole, first / whole
        self.columns[0], self.columns[1] = right / whole, left / whole
        self.value = (cells[0] * cells[3] - cells[1] * cells[2]) / whole
        return True

    def _programme(self) -> None:
        """Maximise the sum of y where A y <= 1 and y >= 0, with every cell made positive; x is the dual solution."""
        height, width = self.height, self.width
        shift: float = 1.0 - min(self.cells)
        across: int = width + 1
        tableau: list[float] = []
        for row in range(height):
            for place in range(row * width, (row + 1) * width):
                tableau.append(self.cells[place] + shift)
            tableau.append(1.0)
        for _ in range(width):
            tableau.append(-1.0)
        tableau.append(0.0)
        basis: list[int] = [row for row in range(height)]  # noqa: C416
        outside: list[int] = [height + column for column in range(width)]
        for _ in range(PIVOTS * (height + width)):
            column = entering(tableau, outside, height * across)
            row = leaving(tableau, basis, column, across) if column >= 0 else -1
            if row < 0:
                break
            pivot(tableau, row, column, across)
            basis[row], outside[column] = outside[column], basis[row]
        whole = tableau[height * across + width]
        if whole < NEARLY_ZERO:
            return
        self.value = 1.0 / whole - shift
        for place in range(width):
            if outside[place] < height:
                self.rows[outside[place]] = max(0.0, tableau[height * across + place] / whole)
        for place in range(height):
            if basis[place] >= height:
                self.columns[basis[place] - height] = max(0.0, tableau[place * across + width] / whole)

    def _solved(self) -> bool:
        """Whether the strategies guarantee the value, but for rounding."""
        cells, height, width = self.cells, self.height, self.width
        for column in range(width):
            sure = 0.0
            for row in range(height):
                sure += self.rows[row] * cells[row * width + column]
            if sure < self.value - WIDEST_GAP:
                return False
        for row in range(height):
            most = 0.0
            for column in range(width):
                most += self.columns[column] * cells[row * width + column]
            if most > self.value + WIDEST_GAP:
                return False
        return abs(sum(self.rows) - 1.0) < WIDEST_GAP and abs(sum(self.columns) - 1.0) < WIDEST_GAP


def entering(tableau: list[float], outside: list[int], last: int) -> int:
    """The column of the least label that gains, or -1 (Bland's rule)."""
    found: int = -1
    for column in range(len(outside)):
        if tableau[last + column] < -NEARLY_ZERO and (found < 0 or outside[column] < outside[found]):
            found = column
    return found


def leaving(tableau: list[float], basis: list[int], column: int, across: int) -> int:
    """The row of the minimum ratio; of several the one with the least label; -1 for none."""
    found: int = -1
    least = 0.0
    for row in range(len(basis)):
        cell = tableau[row * across + column]
        if cell > NEARLY_ZERO:
            ratio = tableau[row * across + across - 1] / cell
            if found < 0 or ratio < least - NEARLY_ZERO or (ratio <= least + NEARLY_ZERO and basis[row] < basis[found]):
                found = row
                least = ratio
    return found


def pivot(tableau: list[float], row: int, column: int, across: int) -> None:
    """Swap the row and the column."""
    start: int = row * across
    cell = tableau[start + column]
    for other in range(across):
        tableau[start + other] /= cell
    line: int = 0
    while line < len(tableau):
        factor = tableau[line + column]
        if line != start and factor != 0.0:
            for other in range(across):
                tableau[line + other] -= factor * tableau[start + other]
            tableau[line + column] = -factor / cell
        line += across
    tableau[start + column] = 1.0 / cell
