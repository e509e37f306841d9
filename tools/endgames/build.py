"""Builds a table: plays every turn, solves every position, writes the file."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from server.tablebase import table
from tools.endgames.expand import expand
from tools.endgames.graph import Graph
from tools.endgames.job import Job
from tools.endgames.solve import solve

Progress = Callable[[str, int, int], None]
"""Called with the step, the work done and the work in all."""


def build(job: Job, folder: Path, processes: int, progress: Progress) -> Path:
    """Build the table of a job in the folder of all tables; resumes with the parts of an interrupted build."""
    path = table.path_of(folder, job.variant, job.men)
    parts = path.with_suffix(".parts")
    graph = Graph(expand(job, parts, processes, lambda done, all_: progress("parts played", done, all_)))
    solution = solve(graph, lambda done, all_: progress("positions solved", done, all_))
    heading = table.TableHeading(
        table.FORMAT, job.variant, job.rules, job.numbering, job.men, job.numbers, solution.width
    )
    table.write(path, heading, graph.spread(solution.values).astype("<f4").tobytes())
    shutil.rmtree(parts)
    return path
