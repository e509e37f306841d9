"""Solves many small zero-sum matrix games at once: lower bounds of their values.

Saddle points first; the other games by the linear programme and the tableau of `server/bots/simplex.py`, one pivot in
each of them at a time. A step here takes the column with the most to gain (Dantzig's rule). The few games in which that
does not lead to an equilibrium within some steps are left to `simplex.py` itself, which cannot run in a circle.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from server.bots import simplex

Floats = np.ndarray[Any, np.dtype[np.float64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]

STEPS = 60
"""Maximum number of pivots."""
TINY = 1e-11
"""Smaller numbers count as zero."""
WIDE = 1e-10
"""Maximum distance of the bounds in a game whose cells are between 0 and 1."""


def values(games: Floats) -> Floats:
    """The values of these games (game, row, column) for the row player; all have one shape.

    Each is the guarantee of a mixed strategy: a lower bound whatever the rounding errors, and within WIDE of the value.
    """
    least: Floats = games.min(axis=2).max(axis=1)
    most = games.max(axis=1).min(axis=1)
    mixed = np.flatnonzero(most - least > TINY)
    if len(mixed):
        least[mixed] = np.maximum(least[mixed], _mixed(games[mixed]))
    return least


def _mixed(games: Floats) -> Floats:
    # The cells may be nearly equal: scaled to 0..1, rounding does not hide their differences.
    least = games.min(axis=(1, 2))
    span = games.max(axis=(1, 2)) - least
    games = (games - least[:, None, None]) / span[:, None, None]
    rows, columns = _odds(games)
    low: Floats = (rows[:, :, None] * games).sum(axis=1).min(axis=1)
    high = (games * columns[:, None, :]).sum(axis=2).max(axis=1)
    for game in np.flatnonzero(~(high - low <= WIDE)):
        matrix = games[game].tolist()
        low[game] = simplex.guarantees(matrix, simplex.solve(matrix))[0]
    found: Floats = least + span * low
    return found


def _odds(games: Floats) -> tuple[Floats, Floats]:
    """The equilibrium of each game, whose cells are not negative; something else where the pivots found none."""
    count, height, width = games.shape
    tableaus = np.empty((count, height + 1, width + 1))
    tableaus[:, :height, :width] = games + 1
    tableaus[:, :height, width] = 1
    tableaus[:, height, :width] = -1
    tableaus[:, height, width] = 0
    basis = np.tile(np.arange(height), (count, 1))
    outside = np.tile(np.arange(height, height + width), (count, 1))
    every = np.arange(count)
    for _ in range(STEPS):
        entering = tableaus[:, height, :width].argmin(axis=1)
        going_on = np.flatnonzero(tableaus[every, height, entering] < -TINY)
        if not len(going_on):
            break
        _pivot(tableaus, basis, outside, going_on, entering[going_on])
    weights = np.zeros((count, height + width))
    weights[every[:, None], basis] = np.where(basis >= height, tableaus[:, :height, width], 0)
    weights[every[:, None], outside] = np.where(outside < height, tableaus[:, height, :width], 0)
    weights = np.maximum(weights, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        rows = weights[:, :height] / weights[:, :height].sum(axis=1, keepdims=True)
        columns = weights[:, height:] / weights[:, height:].sum(axis=1, keepdims=True)
    return rows, columns


def _pivot(tableaus: Floats, basis: Numbers, outside: Numbers, games: Numbers, entering: Numbers) -> None:
    """Pivot these games: swap the entering column with the row of the smallest ratio."""
    each, pivoted = np.arange(len(games)), tableaus[games]
    column = pivoted[each, :, entering]
    # Where rounding leaves no row to pivot on, the game becomes NaN, and stays so.
    with np.errstate(all="ignore"):
        leaving = np.where(column[:, :-1] > TINY, pivoted[:, :-1, -1] / column[:, :-1], np.inf).argmin(axis=1)
        pivot = column[each, leaving]
        row = pivoted[each, leaving] / pivot[:, None]
        pivoted -= column[:, :, None] * row[:, None, :]
        pivoted[each, :, entering] = -column / pivot[:, None]
        pivoted[each, leaving] = row
        pivoted[each, leaving, entering] = 1 / pivot
    tableaus[games] = pivoted
    basis[games, leaving], outside[games, entering] = outside[games, entering], basis[games, leaving]
