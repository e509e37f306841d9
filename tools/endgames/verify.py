"""Verifies positions of a table, one turn deep, by linear programs independent of the build."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

from scipy.optimize import linprog

from server.tablebase.lookup import acts
from server.tablebase.table import Table, TableError, WrongTable
from variants.numbering import Numbering
from variants.position import Position

ROUNDING = 2**-22
"""Rounding error of the 32-bit values in the file."""


class Checked(NamedTuple):
    """The result of verifying a table."""

    positions: int
    furthest: float
    """The greatest difference between the value of a position and the value of its turn."""
    width: float
    """The distance between the bounds of the table."""


def verify(path: Path, name: str, numbering: Numbering, positions: int, random: Random) -> Checked:
    """Verify so many random positions: each has the value of its turn. Raises WrongTable where one has not."""
    table = Table(path)
    table.check(name, numbering)
    checked, furthest = 0, 0.0
    while checked < positions:
        position = numbering.position(random.randrange(table.heading.numbers))
        if position is None or position.result() is not None:
            continue
        value = value_of(table, numbering, position)
        difference = abs(value - programme(matrix(table, numbering, position)))
        if not difference <= table.heading.width + ROUNDING:
            reason = f"it gives {value:.7f} to {position.fen()}, whose turn is worth {difference:.7f} more or less."
            raise WrongTable(path, reason)
        checked, furthest = checked + 1, max(furthest, difference)
    return Checked(positions, furthest, table.heading.width)


def matrix(table: Table, numbering: Numbering, position: Position) -> list[list[float]]:
    """The values of all pairs of moves for seat 0, one row for each of its moves."""
    rows, columns = (acts(position, seat) for seat in (0, 1))
    return [[value_of(table, numbering, position.play({**row, **column})) for column in columns] for row in rows]


def programme(game: list[list[float]]) -> float:
    """The value of a matrix game for the row player, by a linear program (HiGHS)."""
    height, width = len(game), len(game[0])
    found = linprog(
        [0.0] * height + [-1.0],
        A_ub=[[-game[row][column] for row in range(height)] + [1.0] for column in range(width)],
        b_ub=[0.0] * width,
        A_eq=[[1.0] * height + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
        method="highs",
    )
    return -float(found.fun)


def value_of(table: Table, numbering: Numbering, position: Position) -> float:
    """The value of a position for seat 0 by its result or by the table. Raises TableError without one."""
    result = position.result()
    if result is not None:
        return 2 * result.points[0] - 1
    value = table.known(numbering, position)
    if value is None:
        raise TableError(table.path, f"it lacks {position.fen()}.")
    return value
