"""The commands that build and verify endgame tables: `python -m tools.endgames build`, `… verify`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from server.cli.options import COUNT, setting
from server.cli.program import CONTEXT, CommandError, FaultFound, Programs, as_command_error, require_modules, run
from tools.progress import Progress
from variants import registry

if TYPE_CHECKING:
    from tools.endgames.job import Job
    from variants.numbering import Numbering

    TableJob = tuple[Job, Numbering, Path]
    """A table, its numbering, and the folder of its file."""

SEED = 1
"""Seeds the choice of the positions to verify: the same ones in each run."""


@click.group(cls=Programs, context_settings=CONTEXT)
def endgames() -> None:
    """Solve small endgames exactly, for the computer's play.

    VARIANT is the name of its folder; without it, all variants that offer endgames are meant.
    """


def _command(work: Callable[..., None]) -> click.Command:
    """A command that works on tables; reports errors and faults as sentences."""

    @wraps(work)
    def call(variant: str | None, variants: tuple[Path, ...], data: Path, men: int | None, **more: Any) -> None:
        from server.tablebase.numbering import NumberingError
        from server.tablebase.table import TableError, WrongTable
        from tools.endgames.job import BuildError

        with as_command_error(BuildError, NumberingError, TableError), as_command_error(WrongTable, how=FaultFound):
            work(_jobs(variant, variants, data, men), **more)

    men_option = click.option(
        "--men", metavar="N", type=COUNT, help="maximum number of men; default: all of the variant"
    )
    options = men_option(setting("data")(setting("variants")(call)))
    return endgames.command()(click.argument("variant", required=False)(options))


@_command
@click.option(
    "--processes", metavar="N", type=COUNT, default=os.cpu_count() or 1, help="how many processes to use",
    show_default="as many as there are processors",
)  # fmt: skip
def build(jobs: Iterator[TableJob], processes: int) -> None:
    """Solve the endgames and save their values; resumes where it stopped."""
    require_modules("Building tables needs", ".venv/bin/pip install numpy scipy", "numpy", "scipy")
    from server.tablebase.table import Table
    from tools.endgames.build import build

    show = Progress()
    for job, _, folder in jobs:
        began = time.monotonic()

        def progress(what: str, done: int, there: int, job: Job = job) -> None:
            line = f"{job.variant}, {job.men} men, {what}"
            show(line, done, there, f"{line}: {100 * done // max(there, 1)} %")

        try:
            path = build(job, folder, processes, progress)
        except KeyboardInterrupt as error:
            raise CommandError("Stopped. Run the same command again to resume.") from error
        heading, minutes = Table(path).heading, (time.monotonic() - began) / 60
        print(f"{path}: {heading.numbers} numbers, bounds at most {heading.width:.1g} apart, in {minutes:.1f} minutes")


@_command
@click.option("--positions", metavar="N", type=COUNT, default=2000, help="number of positions")
def verify(jobs: Iterator[TableJob], positions: int) -> None:
    """Check random positions of a table again, one turn deep."""
    from server.tablebase.table import path_of
    from tools.endgames.verify import verify

    for job, numbering, folder in jobs:
        checked = verify(folder, job.variant, numbering, job.men, positions, Random(SEED))
        print(
            f"{path_of(folder, job.variant, job.men)}: {checked.positions} positions hold, at most"
            f" {checked.furthest:.1g} away from what their turns are worth (bounds of the table: {checked.width:.1g})"
        )


def _jobs(variant: str | None, folders: tuple[Path, ...], data: Path, men: int | None) -> Iterator[TableJob]:
    """The tables of the arguments, and the folder of their files."""
    from server.tablebase.lookup import FOLDER
    from server.tablebase.numbering import numbering_of
    from tools.endgames.job import Job, offered

    if variant is None:
        every = registry.load_all(folders)
        named = {name: rules for name, rules in every.items() if numbering_of(name, rules)}
    else:
        named = {variant: registry.load(variant, folders)}
    for name, rules in named.items():
        numbering = offered(name, rules)
        yield Job.of(name, rules, men or numbering.men[-1], folders), numbering, data / FOLDER


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the arguments; return its exit status."""
    return run(endgames, "python -m tools.endgames", arguments)


if __name__ == "__main__":
    sys.exit(main())
