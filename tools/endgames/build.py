"""Builds a table: every turn is played, every position solved, the file written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from server.tablebase import table
from tools.endgames.arena import Arena
from tools.endgames.expand import expand
from tools.endgames.job import Job
from tools.endgames.solve import solve

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done and how much there is."""


def build(job: Job, folder: Path, processes: int, progress: Progress) -> Path:
    """Make the table of a job in the folder of all tables; goes on with what was played before an interruption."""
    path = table.path_of(folder, job.variant, job.men)
    parts = path.with_suffix(".parts")
    arena = Arena(expand(job, parts, processes, lambda done, all_: progress("parts played", done, all_)))
    solution = solve(arena, lambda done, all_: progress("positions solved", done, all_))
    heading = table.TableHeading(
        table.FORMAT, job.variant, job.rules, job.numbering, job.men, job.numbers, solution.width
    )
    table.write(path, heading, arena.spread(solution.values).astype("<f4").tobytes())
    shutil.rmtree(parts)
    return path
