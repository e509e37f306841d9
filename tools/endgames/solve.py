"""Builds a table: solves a graph of simultaneous games, by lower and upper bounds of the value of each position.

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
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from server.tablebase import table
from tools.endgames.graph import Flags, Graph, Level
from tools.endgames.matrices import Floats, Numbers
from tools.endgames.turns import Job, play_turns

WIDTH = 5e-7
"""How much wider the bounds of a level may be than those of the levels below."""
SWEEPS = 20
"""Maximum number of sweeps in a row."""
LEAPS = (0.9, 0.5, 0.25)
"""Guesses, as shares of the way to the upper bound, tried in turn: where one is too far another may hold."""
ROUNDS = 20
"""Maximum number of rounds of all leaps."""
SLOW = 0.9
"""A round that leaves more than this share of the widest gap is the last."""
LESS = 1e-13
"""How much smaller a positive value must be than the value of its game."""
CAUTION = 1e-8
"""How much less than the safe value is guessed, so that it settles at once."""
STILL = 1e-12
"""Smaller changes of a guess do not count."""

Step = Callable[[Numbers, Floats, Floats], Floats]
"""The next values of nodes, from the nodes, their values and the values of their games."""


class Solution(NamedTuple):
    """The values of all positions for seat 0, and the greatest distance between bounds."""

    values: Floats
    width: float


def build(job: Job, folder: Path, processes: int, progress: Callable[[str, int, int], None]) -> Path:
    """Build the table of a job in the folder of all tables. `progress` gets a step, the work done and all of it."""
    graph = Graph(play_turns(job, processes, partial(progress, "parts played")))
    solution = solve(graph, partial(progress, "positions solved"))
    path, numbering = table.path_of(folder, job.variant, job.men), job.numbering
    rules, numbers = numbering.variant.rules_version, numbering.count(job.men)
    heading = table.TableHeading(table.FORMAT, job.variant, rules, numbering.version, job.men, numbers, solution.width)
    table.write(path, heading, graph.spread(solution.values).astype("<f4").tobytes())
    return path


def solve(graph: Graph, progress: Callable[[int, int], None]) -> Solution:
    """Solve the graph level by level; the values are the middles of the bounds."""
    count, done, width = graph.count, 0, 0.0
    sure = np.concatenate([np.full(2 * count, -1.0), graph.payoffs, -graph.payoffs])
    for level in graph.levels():
        sure = _solve_level(level, sure, width + WIDTH)
        width = max(width, float(_gaps(level, sure).max()))
        done += len(level.nodes) // 2
        progress(done, count)
    return Solution((sure[:count] - sure[count : 2 * count]) / 2, width)


def _solve_level(level: Level, sure: Floats, goal: float) -> Floats:
    """The vector with the bounds of this level; those of the levels below do not change."""
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
    """The distance between the bounds of each node."""
    gaps: Floats = -sure[level.others] - sure[level.nodes]
    return gaps


def _sweep(level: Level, vector: Floats, step: Step, changed: Flags | None = None) -> Flags:
    """Sweep the vector by a step until it converges, at most SWEEPS times; the nodes that the last sweep changed."""
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
    """Raise the bounds to the values of the games."""
    _sweep(level, sure, lambda nodes, held, found: np.maximum(held, found))


def _safety(level: Level, sure: Floats) -> Floats:
    """A first guess: what a seat keeps that only tries not to lose, by values that fall from 0."""
    safe = np.minimum(sure, 0)
    safe[level.nodes] = np.minimum(-sure[level.others], 0)
    _sweep(level, safe, lambda nodes, held, found: np.where(found < held - STILL, found, held))
    guess = sure.copy()
    safe = safe[level.nodes]
    guess[level.nodes] = np.maximum(guess[level.nodes], np.where(safe < 0, safe - CAUTION, safe))
    return guess


def settle(level: Level, guess: Floats, sure: Floats) -> Floats:
    """Lower the guess until it is a bound; nodes that do not converge soon are set to `sure`."""

    def lower(nodes: Numbers, held: Floats, found: Floats) -> Floats:
        return np.minimum(held, np.maximum(np.where(held > 0, found - LESS, found), sure[nodes]))

    lowered: Flags | None = None
    while (lowered := _sweep(level, guess, lower, lowered)).any():
        guess[lowered] = sure[lowered]
    return guess
