"""Plays the games of the lab in several processes; the counts do not depend on their number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from tools.lab.game import Broken, Counts, Plan, games
from tools.processes import shared_out
from variants.position import Position

BATCH = 25
"""Maximum number of games in one task of a process."""
GAMES_PER_COMPARED = 10
"""Each choice of an option gets one game for so many of the main run."""
MIN_GAMES = 20
"""Minimum number of games for a choice of an option, if the main run has as many."""

Progress = Callable[[int, int], None]
"""Called with the games played and the games in all."""


class GameBroken(Exception):
    """The rules raised an exception in a game."""

    def __init__(self, plan: Plan, broken: Broken) -> None:
        self.plan = plan
        self.broken = broken
        super().__init__(plan, broken)


class Compared(NamedTuple):
    """Games with one option changed."""

    option: str
    choice: Any
    counts: Counts


class Experiment(NamedTuple):
    """The counts of all games."""

    plan: Plan
    start: Position
    """The initial position of the first game."""
    counts: Counts
    compared: Sequence[Compared]


def experiment(
    variant: type[Position], plan: Plan, number: int, processes: int, progress: Progress = lambda done, all_: None
) -> Experiment:
    """Play so many games, and fewer for each other choice of each option. Raises GameBroken."""
    fewer = min(number, max(MIN_GAMES, number // GAMES_PER_COMPARED))
    changes = [
        (option.name, choice)
        for option in variant.options
        for choice in option.choices
        if choice != plan.settings[option.name]
    ]
    tasks = [(plan, number)]
    tasks += [(plan._replace(settings=plan.settings | {name: choice}), fewer) for name, choice in changes]
    first, *others = _played(tasks, processes, progress)
    start = variant.start(plan.settings, Random(f"{plan.seed} 0"))
    compared = [Compared(*change, counts) for change, counts in zip(changes, others, strict=True)]
    return Experiment(plan, start, first, compared)


def _played(tasks: Sequence[tuple[Plan, int]], processes: int, progress: Progress) -> list[Counts]:
    """The counts for each plan and its number of games."""
    size = max(1, min(BATCH, sum(number for _, number in tasks) // (8 * processes)))
    batches = [
        (place, range(first, min(first + size, number)))
        for place, (_, number) in enumerate(tasks)
        for first in range(0, number, size)
    ]
    totals = [Counts() for _ in tasks]
    done, all_ = 0, sum(number for _, number in tasks)
    progress(done, all_)
    answers = shared_out(games, [(tasks[place][0], numbers) for place, numbers in batches], processes)
    # In order: the first broken game is the same with any number of processes.
    for (place, numbers), answer in zip(batches, answers, strict=True):
        if isinstance(answer, Broken):
            raise GameBroken(tasks[place][0], answer)
        totals[place].add(answer)
        done += len(numbers)
        progress(done, all_)
    return totals
