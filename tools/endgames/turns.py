"""Plays every turn of every endgame once: the numbers of the positions that follow. Only this module plays moves."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from server.tablebase.lookup import acts, numbering_of
from variants import registry
from variants.numbering import Numbering
from variants.position import Position

NUMBERS = 4096
"""Numbers in one part."""
NONE = -1
"""The code of a number that stands for no position."""


class BuildError(Exception):
    """Why a table cannot be built, in a sentence."""


class Job(NamedTuple):
    """The table of the endgames of a variant of at most so many men."""

    variant: str
    men: int
    folders: tuple[Path, ...] = ()
    """Folders of variants outside the project."""

    @property
    def numbering(self) -> Numbering:
        """The numbers of the endgames."""
        return numbering_for(self.variant, self.folders)


class Part(NamedTuple):
    """The positions of a range of numbers, and the positions that follow them.

    Codes: `2 * number` for a numbered position, `2 * number + 1` where its value changes its sign; `-1 - place` for the
    end of a game with the payoff at that place.
    """

    codes: np.ndarray[Any, np.dtype[np.int32]]
    """For each number the code of its position, or NONE."""
    shapes: np.ndarray[Any, np.dtype[np.int32]]
    """For each number that stands for itself: the numbers of moves of seats 0 and 1; 1 for a seat that does not act."""
    cells: np.ndarray[Any, np.dtype[np.int32]]
    """The codes that follow each pair of moves of these, position by position, row by row."""
    payoffs: np.ndarray[Any, np.dtype[np.float64]]
    """The payoffs of ended games for seat 0, from -1 to 1."""


@cache
def numbering_for(variant: str, folders: tuple[Path, ...] = ()) -> Numbering:
    """The endgames of a variant. Raises BuildError where it offers none, and NumberingError."""
    numbering = numbering_of(variant, registry.load(variant, folders))
    if numbering is None:
        raise BuildError(f"{variant} offers no endgames.")
    return numbering


def job_of(variant: str, men: int | None = None, folders: tuple[Path, ...] = ()) -> Job:
    """The table of at most so many men, or else of all. Raises BuildError and NumberingError."""
    offered = numbering_for(variant, folders).men
    if men is not None and men not in offered:
        raise BuildError(f"{variant} offers endgames of {' or '.join(map(str, offered))} men, not of {men}.")
    return Job(variant, men or offered[-1], folders)


def play_turns(job: Job, processes: int, progress: Callable[[int, int], None]) -> list[Part]:
    """All parts in order. Raises BuildError."""
    numbers = job.numbering.count(job.men)
    ranges = [range(start, min(start + NUMBERS, numbers)) for start in range(0, numbers, NUMBERS)]
    play = partial(play_part, job)
    if processes == 1 or len(ranges) == 1:
        return list(_counted(map(play, ranges), len(ranges), progress))
    # The workers inherit that the signal is ignored: an interruption is for this process, which terminates them.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.get_context("spawn").Pool(min(processes, len(ranges))) as pool:
        signal.signal(signal.SIGINT, handler)
        return list(_counted(pool.imap(play, ranges), len(ranges), progress))


def _counted(parts: Iterator[Part], total: int, progress: Callable[[int, int], None]) -> Iterator[Part]:
    progress(0, total)
    for done, part in enumerate(parts, 1):
        progress(done, total)
        yield part


def play_part(job: Job, numbers: range) -> Part:
    """The part of these numbers. Raises BuildError."""
    numbering = job.numbering
    count = numbering.count(job.men)
    payoffs: dict[float, int] = {}

    def code(position: Position) -> int:
        place = numbering.place(position)
        if place is not None and place[0] < count:
            return 2 * place[0] + (place[1] < 0)
        return end(position)

    def end(position: Position) -> int:
        result = position.result()
        if result is None:
            raise BuildError(
                f"{job.variant} numbers endgames from which one comes to {position.fen()}, which has no number."
            )
        return -1 - payoffs.setdefault(2 * result.points[0] - 1, len(payoffs))

    codes, shapes, cells = [], [], []
    for number in numbers:
        position = numbering.position(number)
        codes.append(NONE if position is None else code(position))
        if position is None or codes[-1] != 2 * number:
            continue
        if position.result() is not None:
            shapes.append((1, 1))
            cells.append(end(position))
            continue
        rows, columns = (acts(position, seat) for seat in (0, 1))
        shapes.append((len(rows), len(columns)))
        cells += [code(position.play({**row, **column})) for row, column in product(rows, columns)]
    return Part(
        np.array(codes, np.int32),
        np.array(shapes, np.int32).reshape(-1, 2),
        np.array(cells, np.int32),
        np.array(list(payoffs), np.float64),
    )
