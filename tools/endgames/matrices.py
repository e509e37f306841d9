"""Many small zero-sum matrix games at once: what the row player can be sure of in each.

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
"""So many pivots are tried in all games at once."""
TINY = 1e-11
"""What counts as nothing."""
WIDE = 1e-10
"""How much more than the odds found guarantee there may be in a game whose cells are between 0 and 1."""


def values(games: Floats) -> Floats:
    """What the row player is sure of in each of these games (game, row, column), which are of one shape.

    It is what certain odds guarantee, and so a bound from below whatever was computed on the way; and within WIDE of
    the value.
    """
    least: Floats = games.min(axis=2).max(axis=1)
    most = games.max(axis=1).min(axis=1)
    mixed = np.flatnonzero(most - least > TINY)
    if len(mixed):
        least[mixed] = np.maximum(least[mixed], _mixed(games[mixed]))
    return least


def _mixed(games: Floats) -> Floats:
    # All cells may be nearly alike: how much they differ is what matters to the odds, and what rounding would spoil.
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
    """The odds with which both players play each game, whose cells are positive or zero; NaN where none were found."""
    count, height, width = games.shape
    tableaus = np.empty((count, height + 1, width + 1))
    tableaus[:, :height, :width] = games + 1
    tableaus[:, :height, width] = 1
    tableaus[:, height, :width] = -1
    tableaus[:, height, width] = 0
    basis = np.tile(np.arange(height), (count, 1))
    outside = np.tile(np.arange(height, height + width), (count, 1))
    weights = np.full((count, height + width), np.nan)
    going = np.arange(count)
    for _ in range(STEPS):
        entering = tableaus[:, height, :width].argmin(axis=1)
        open_ = tableaus[np.arange(len(going)), height, entering] < -TINY
        if not open_.all():
            shut = ~open_
            _weigh(weights, going[shut], tableaus[shut], basis[shut], outside[shut])
            going, tableaus, basis, outside, entering = (
                each[open_] for each in (going, tableaus, basis, outside, entering)
            )
        if not len(going):
            break
        _pivot(tableaus, basis, outside, entering)
    weights = np.maximum(weights, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        rows = weights[:, :height] / weights[:, :height].sum(axis=1, keepdims=True)
        columns = weights[:, height:] / weights[:, height:].sum(axis=1, keepdims=True)
    return rows, columns


def _weigh(weights: Floats, games: Numbers, tableaus: Floats, basis: Numbers, outside: Numbers) -> None:
    """Read the solution of finished games: of rows that left the basis, of columns that entered it."""
    height, width = basis.shape[1], outside.shape[1]
    found = np.zeros((len(games), height + width))
    place = np.arange(len(games))[:, None]
    found[place, basis] = np.where(basis >= height, tableaus[:, :height, width], 0)
    found[place, outside] = np.where(outside < height, tableaus[:, height, :width], 0)
    weights[games] = found


def _pivot(tableaus: Floats, basis: Numbers, outside: Numbers, entering: Numbers) -> None:
    """In each game swap the entering column with the row whose bound is reached first."""
    each = np.arange(len(tableaus))
    column = tableaus[each, :, entering]
    bounds = tableaus[:, :-1, -1]
    # Where rounding leaves no row to swap with, the game becomes NaN, and is left alone from then on.
    with np.errstate(all="ignore"):
        leaving = np.where(column[:, :-1] > TINY, bounds / column[:, :-1], np.inf).argmin(axis=1)
        pivot = column[each, leaving]
        row = tableaus[each, leaving] / pivot[:, None]
        tableaus -= column[:, :, None] * row[:, None, :]
        tableaus[each, :, entering] = -column / pivot[:, None]
        tableaus[each, leaving] = row
        tableaus[each, leaving, entering] = 1 / pivot
    basis[each, leaving], outside[each, entering] = outside[each, entering], basis[each, leaving]
