"""The equilibrium of a small zero-sum matrix game.

A saddle point is looked for first. Else the game is the linear programme of von Neumann and Dantzig (G. B. Dantzig, "A
proof of the equivalence of the programming problem and the game problem", in: T. C. Koopmans (ed.), Activity Analysis
of Production and Allocation, 1951, pp. 330-335), solved in A. W. Tucker's condensed tableau, in which each step swaps
a row with a column. Of several pivots the one with the least label is taken (R. G. Bland, "New finite pivoting rules
for the simplex method", Mathematics of Operations Research 2, 1977, pp. 103-107): then it cannot run in a circle. It
is computed in floating point; where the strategies turn out not to be an equilibrium it is computed again in fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from math import nan
from operator import mul
from typing import Any, NamedTuple

Matrix = Sequence[Sequence[float]]
"""Payoffs of the row player; the column player loses as much."""

NEARLY_ZERO = 1e-12
"""Smaller absolute values count as zero in floating point."""
WIDEST_GAP = 1e-10
"""The tolerance between the guarantees of the two players."""
PIVOTS = 20
"""The limit of pivots in floating point, for each row and column."""


class Solution(NamedTuple):
    """An equilibrium in mixed strategies, and its value for the row player."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve(matrix: Matrix) -> Solution:
    """An equilibrium of this game with at least one row and one column; of several, the first found."""
    saddle = _saddle(matrix)
    if saddle is not None:
        return saddle
    solution = _programme(matrix, NEARLY_ZERO)
    low, high = guarantees(matrix, solution)
    if high - low <= WIDEST_GAP:
        return solution
    return _programme([[Fraction(cell) for cell in row] for row in matrix], 0)


def guarantees(matrix: Matrix, solution: Solution) -> tuple[float, float]:
    """The least that these strategies give the row player, and the most that the column player loses."""
    low = min(sum(map(mul, solution.rows, column)) for column in zip(*matrix, strict=True))
    return low, max(sum(map(mul, solution.columns, row)) for row in matrix)


def _saddle(matrix: Matrix) -> Solution | None:
    """A saddle point: a cell that is the least of its row and the greatest of its column."""
    worst = [min(row) for row in matrix]
    best = [max(column) for column in zip(*matrix, strict=True)]
    value = max(worst)
    if value < min(best):
        return None
    rows, columns = [0.0] * len(worst), [0.0] * len(best)
    rows[worst.index(value)] = columns[best.index(min(best))] = 1.0
    return Solution(value, tuple(rows), tuple(columns))


def _programme(matrix: Sequence[Sequence[Any]], tiny: float) -> Solution:
    """Maximise the sum of y where A y <= 1 and y >= 0, with every cell of A made positive; x is the dual solution."""
    height, width = len(matrix), len(matrix[0])
    shift = 1 - min(map(min, matrix))
    tableau: list[list[Any]] = [[*(cell + shift for cell in row), 1] for row in matrix]
    tableau.append([-1] * width + [0])
    # Rows of the game are labelled 0 and on, its columns after them: first the rows are the basis.
    basis = list(range(height))
    outside = list(range(height, height + width))
    # In floating point rounding may still make it cycle.
    for _ in range(PIVOTS * (height + width)) if tiny else count():
        entering = [place for place in range(width) if tableau[height][place] < -tiny]
        column = min(entering, key=outside.__getitem__, default=-1)
        row = _leaving(tableau, basis, column, tiny)
        if column < 0 or row < 0:
            break
        _pivot(tableau, row, column)
        basis[row], outside[column] = outside[column], basis[row]
    rows: list[Any] = [0] * height
    columns: list[Any] = [0] * width
    for place, label in enumerate(outside):
        if label < height:
            rows[label] = max(0, tableau[height][place])
    for place, label in enumerate(basis):
        if label >= height:
            columns[label - height] = max(0, tableau[place][width])
    return Solution(float(1 / tableau[height][width] - shift), _normalised(rows), _normalised(columns))


def _leaving(tableau: list[list[Any]], basis: list[int], column: int, tiny: float) -> int:
    """The row of the minimum ratio; of several, the one with the least label (Bland's rule)."""
    leaving_row = -1
    least: Any = 0
    for row, label in enumerate(basis):
        cell = tableau[row][column]
        if cell > tiny:
            ratio = tableau[row][-1] / cell
            nearer = leaving_row < 0 or ratio < least - tiny
            if nearer or (ratio <= least + tiny and label < basis[leaving_row]):
                leaving_row, least = row, ratio
    return leaving_row


def _pivot(tableau: list[list[Any]], row: int, column: int) -> None:
    """Swap the row and the column."""
    pivot = tableau[row][column]
    leading = [cell / pivot for cell in tableau[row]]
    for place, line in enumerate(tableau):
        factor = line[column]
        if place != row and factor:
            for other, cell in enumerate(leading):
                line[other] -= factor * cell
            line[column] = -factor / pivot
    leading[column] = 1 / pivot
    tableau[row] = leading


def _normalised(weights: list[Any]) -> tuple[float, ...]:
    total = sum(weights)
    if not total:
        # Rounding may leave nothing: these weights guarantee nothing, and the game is solved again in fractions.
        return (nan,) * len(weights)
    return tuple(float(weight / total) for weight in weights)
