"""What each position of a game with simultaneous moves is worth, between bounds from both ends.

Each position is a matrix game whose cells are other positions (L. S. Shapley, "Stochastic games", Proceedings of the
National Academy of Sciences 39, 1953, pp. 1095-1100), here without a discount, and endless play is a draw: a recursive
game (H. Everett, "Recursive games", in: Contributions to the Theory of Games III, Annals of Mathematics Studies 39,
1957, pp. 47-78). Positions that lead back to each other are solved together, after all that they lead to.

What a seat can be sure of is bounded by a vector `sure`, which only ever rises, by two truths:

- with bounds in its cells, a matrix game is worth no more than the position: so `sure` may rise to that (`_rise`). A
  game that is won or lost in some turns is solved by this alone; but two who can wait for ever keep each other at -1;
- any vector will do in which no position has more than its matrix game is worth with it, and each positive one has
  less: by playing these games a seat gets what the vector says or comes ever nearer to it, because endless play is
  worth more than what is negative, and what is positive cannot be endless (Everett's inequality). Where that does not
  hold, a guess is lowered until it does, at worst to `sure` (`settle`): so that a guess may be anything.

The first guess is what is safe: the game in which this seat's wins count nothing, so that it tries not to lose, with
values that fall from 0 (the greatest fixed point of L. de Alfaro and R. Majumdar, "Quantitative solution of
omega-regular games", Journal of Computer and System Sciences 68, 2004, pp. 374-397). The next ones lie most of the way
towards what the other seat concedes, because where a seat wins in the long run by odds that must be ever smaller,
iteration alone comes nearer only as one over the number of its steps. (To guess a bound and to see whether it holds:
A. Hartmanns and B. L. Kaminski, "Optimistic value iteration", CAV 2020.)

All this is true but for the rounding of floating point.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tools.endgames.arena import Arena, Flags, Level
from tools.endgames.matrices import Floats, Numbers

WIDTH = 5e-7
"""How far apart the bounds of a level may stay beyond those it rests on."""
SWEEPS = 20
"""So often a level is gone through before something else is tried."""
LEAPS = (0.9, 0.5, 0.25)
"""How much of the way to the other's bound is guessed, in turn: where one is too far another may hold."""
ROUNDS = 20
"""So often all of them are tried at most."""
SLOW = 0.9
"""A round that leaves so much of the widest gap is the last."""
LESS = 1e-13
"""How much less a positive value must be than its game."""
CAUTION = 1e-8
"""How much less than what seems safe is guessed, so that it settles at once."""
STILL = 1e-12
"""What counts as no change of a guess."""

Step = Callable[[Numbers, Floats, Floats], Floats]
"""What nodes are worth next, of those nodes, what they are worth now, and what their games are."""


class Solution(NamedTuple):
    """What each position is worth to seat 0, and how far the bounds are apart at most."""

    values: Floats
    width: float


def solve(arena: Arena, progress: Callable[[int, int], None]) -> Solution:
    """The middles of the bounds, level by level."""
    count = arena.count
    sure = np.concatenate([np.full(2 * count, -1.0), arena.payoffs, -arena.payoffs])
    width = 0.0
    done = 0
    for depth in range(arena.depth):
        level = arena.level(depth)
        sure = _solved(level, sure, width + WIDTH)
        width = max(width, float(_gaps(level, sure).max()))
        done += len(level.nodes) // 2
        progress(done, count)
    return Solution((sure[:count] - sure[count : 2 * count]) / 2, width)


def _solved(level: Level, sure: Floats, goal: float) -> Floats:
    """The vector with the bounds of this level, as near to each other as they come; the bounds of those below stand."""
    _rise(level, sure)
    if _gaps(level, sure).max() <= goal:
        return sure
    sure = settle(level, _safety(level, sure), sure)
    widest = 2.0
    for _ in range(ROUNDS):
        for leap in LEAPS:
            _rise(level, sure)
            gaps = _gaps(level, sure)
            if gaps.max() <= goal:
                return sure
            guess = sure.copy()
            guess[level.nodes] += leap * gaps
            sure = settle(level, guess, sure)
        before, widest = widest, float(gaps.max())
        if widest > SLOW * before:
            break
    _rise(level, sure)
    return sure


def _gaps(level: Level, sure: Floats) -> Floats:
    """For each node how much more the other seat concedes than this one is sure of."""
    gaps: Floats = -sure[level.others] - sure[level.nodes]
    return gaps


def _swept(level: Level, vector: Floats, step: Step, changed: Flags | None = None) -> Flags:
    """Let the vector go where each node's step leads, some times; what went last, and nothing where it came to rest."""
    for _ in range(SWEEPS):
        moved = np.zeros(len(vector), np.bool_)
        for nodes, found in level.sweep(vector, changed):
            held = vector[nodes]
            reached = step(nodes, held, found)
            vector[nodes] = reached
            moved[nodes[reached != held]] = True
        changed = moved
        if not moved.any():
            break
    return moved


def _rise(level: Level, sure: Floats) -> None:
    """Let the bounds rise to what the games are worth, some times."""
    _swept(level, sure, lambda nodes, held, found: np.maximum(held, found))


def _safety(level: Level, sure: Floats) -> Floats:
    """A guess at what a seat keeps that only tries not to lose: values that fall from 0, some times."""
    safe = np.minimum(sure, 0)
    safe[level.nodes] = np.minimum(-sure[level.others], 0)
    _swept(level, safe, lambda nodes, held, found: np.where(found < held - STILL, found, held))
    guess = sure.copy()
    safe = safe[level.nodes]
    guess[level.nodes] = np.maximum(guess[level.nodes], np.where(safe < 0, safe - CAUTION, safe))
    return guess


def settle(level: Level, guess: Floats, sure: Floats) -> Floats:
    """The guess, lowered until it is a bound; what does not come to rest soon goes down to `sure`."""

    def lower(nodes: Numbers, held: Floats, found: Floats) -> Floats:
        return np.minimum(held, np.maximum(np.where(held > 0, found - LESS, found), sure[nodes]))

    lowered: Flags | None = None
    while (lowered := _swept(level, guess, lower, lowered)).any():
        guess[lowered] = sure[lowered]
    return guess
