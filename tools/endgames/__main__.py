"""The commands that build and verify endgame tables: `python -m tools.endgames build`, `… verify`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from server.cli.program import CONTEXT, COUNT, FaultFound, Programs, as_command_error, require_modules, run, setting
from server.tablebase.lookup import FOLDER, NumberingError, numbering_of
from server.tablebase.table import Table, TableError, WrongTable, path_of
from variants import registry

if TYPE_CHECKING:
    from tools.endgames.turns import Job

SEED = 1
"""Seeds the choice of the positions to verify: the same ones in each run."""


@click.group(cls=Programs, context_settings=CONTEXT)
def endgames() -> None:
    """Solve small endgames exactly, for the computer's play.

    VARIANT is the name of its folder; without it, all variants that offer endgames are meant.
    """


def _of_tables(command: Callable[..., None]) -> Callable[..., None]:
    """The argument and the options that both commands have."""
    men = click.option("--men", metavar="N", type=COUNT, help="maximum number of men; default: all of the variant")
    options: Any = men(setting("data")(setting("variants")(command)))
    decorated: Callable[..., None] = click.argument("variant", required=False)(options)
    return decorated


@endgames.command()
@_of_tables
@click.option(
    "--processes", metavar="N", type=COUNT, default=os.cpu_count() or 1, help="how many processes to use",
    show_default="as many as there are processors",
)  # fmt: skip
def build(variant: str | None, variants: tuple[Path, ...], data: Path, men: int | None, processes: int) -> None:
    """Solve the endgames and save their values."""
    require_modules("Building tables needs", ".venv/bin/pip install numpy scipy", "numpy", "scipy")
    from tools.endgames.solve import build

    with _jobs(variant, variants, men) as jobs:
        for job in jobs:
            began = time.monotonic()
            shown: set[str] = set()

            def progress(step: str, done: int, total: int, job: Job = job, shown: set[str] = shown) -> None:
                line = f"{job.variant}, {job.men} men, {step}: {10 * done // total * 10} %"
                if line not in shown:
                    print(line, file=sys.stderr, flush=True)
                shown.add(line)

            path = build(job, data / FOLDER, processes, progress)
            heading, minutes = Table(path).heading, (time.monotonic() - began) / 60
            numbers = f"{heading.numbers} numbers, bounds at most {heading.width:.1g} apart"
            print(f"{path}: {numbers}, in {minutes:.1f} minutes")


@endgames.command()
@_of_tables
@click.option("--positions", metavar="N", type=COUNT, default=2000, help="number of positions")
def verify(variant: str | None, variants: tuple[Path, ...], data: Path, men: int | None, positions: int) -> None:
    """Check random positions of a table again, one turn deep."""
    from tools.endgames.verify import verify

    with _jobs(variant, variants, men) as jobs:
        for job in jobs:
            path = path_of(data / FOLDER, job.variant, job.men)
            checked = verify(path, job.variant, job.numbering, positions, Random(SEED))
            print(
                f"{path}: {checked.positions} positions hold, at most {checked.furthest:.1g} away from what their turns"
                f" are worth (bounds of the table: {checked.width:.1g})"
            )


@contextmanager
def _jobs(variant: str | None, folders: tuple[Path, ...], men: int | None) -> Iterator[list[Job]]:
    """The tables of the arguments; errors and faults while they are worked on are reported as sentences."""
    from tools.endgames.turns import BuildError, job_of

    with as_command_error(BuildError, NumberingError, TableError), as_command_error(WrongTable, how=FaultFound):
        every = () if variant else registry.load_all(folders).items()
        names = [variant] if variant else [name for name, rules in every if numbering_of(name, rules)]
        yield [job_of(name, men, folders) for name in names]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the arguments; return its exit status."""
    return run(endgames, "python -m tools.endgames", arguments)


if __name__ == "__main__":
    sys.exit(main())
