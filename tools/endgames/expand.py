"""Plays every turn of every endgame once, and saves the numbers of the positions that follow in part files.

In a build only this module plays moves. A part file is named by its numbers and holds the key of its job, so that an
interrupted build resumes.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from server.tablebase.numbering import acts
from tools.endgames.job import BuildError, Job, offered
from tools.processes import shared_out
from variants import registry
from variants.numbering import Numbering
from variants.position import Position

NUMBERS = 4096
"""Numbers in one part."""
NONE = -1
"""The code of a number that stands for no position."""


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


def expand(job: Job, folder: Path, processes: int, progress: Callable[[int, int], None]) -> Iterable[Part]:
    """All parts in order; so many processes make those that the folder lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    ranges = [range(start, min(start + NUMBERS, job.numbers)) for start in range(0, job.numbers, NUMBERS)]
    missing = [numbers for numbers in ranges if _kept(job, folder, numbers) is None]
    done = len(ranges) - len(missing)
    progress(done, len(ranges))
    for _ in shared_out(_make, [(job, folder, numbers) for numbers in missing], processes):
        done += 1
        progress(done, len(ranges))
    return (_read(job, folder, numbers) for numbers in ranges)


def _path(folder: Path, numbers: range) -> Path:
    return folder / f"{numbers.start}-{numbers.stop}.npz"


def _make(job: Job, folder: Path, numbers: range) -> None:
    part = _expanded(_numbering(job), job, numbers)
    path = _path(folder, numbers)
    aside = path.with_suffix(f".{os.getpid()}")
    with aside.open("wb") as file:
        np.savez(file, key=np.array(job.key()), **part._asdict())
    aside.replace(path)


@lru_cache(maxsize=1)
def _numbering(job: Job) -> Numbering:
    return offered(job.variant, registry.load(job.variant, job.folders))


def _kept(job: Job, folder: Path, numbers: range) -> Part | None:
    """The part of an earlier run with the same key; None where there is none, or where it cannot be read."""
    try:
        with np.load(_path(folder, numbers), allow_pickle=False) as kept:
            if kept["key"].item() != job.key():
                return None
            return Part(*(kept[field] for field in Part._fields))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None


def _read(job: Job, folder: Path, numbers: range) -> Part:
    part = _kept(job, folder, numbers)
    if part is None:
        raise BuildError(f"{_path(folder, numbers)} is gone or was changed during the build.")
    return part


def _expanded(numbering: Numbering, job: Job, numbers: range) -> Part:
    codes: list[int] = []
    shapes: list[tuple[int, int]] = []
    cells: list[int] = []
    payoffs: dict[float, int] = {}
    for number in numbers:
        position = numbering.position(number)
        if position is None:
            codes.append(NONE)
            continue
        codes.append(_code(numbering, job, position, payoffs))
        if codes[-1] != 2 * number:
            continue
        result = position.result()
        if result is not None:
            shapes.append((1, 1))
            cells.append(_payoff(result.points[0], payoffs))
            continue
        rows, columns = (acts(position, seat) for seat in (0, 1))
        shapes.append((len(rows), len(columns)))
        for row, column in product(rows, columns):
            cells.append(_code(numbering, job, position.play({**row, **column}), payoffs))
    return Part(
        np.array(codes, np.int32),
        np.array(shapes, np.int32).reshape(-1, 2),
        np.array(cells, np.int32),
        np.array(list(payoffs), np.float64),
    )


def _code(numbering: Numbering, job: Job, position: Position, payoffs: dict[float, int]) -> int:
    place = numbering.place(position)
    if place is not None and place[0] < job.numbers:
        return 2 * place[0] + (place[1] < 0)
    result = position.result()
    if result is None:
        raise BuildError(
            f"{job.variant} numbers endgames from which one comes to {position.fen()}, which has no number."
        )
    return _payoff(result.points[0], payoffs)


def _payoff(points: float, payoffs: dict[float, int]) -> int:
    return -1 - payoffs.setdefault(2 * points - 1, len(payoffs))
