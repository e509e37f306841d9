"""The commands for tables of endgames: build them, and look at what was built again."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random

from server import config
from server.digits import whole
from server.kit.commands import FAULTY
from server.kit.refused import Refused
from server.tablebase.job import BuildError, Job, offered
from server.tablebase.known import FOLDER
from server.tablebase.numbering import Numbering, NumberingError, numbering_of
from server.tablebase.table import Table, TableError, WrongTable, path_of
from server.tablebase.verify import verify
from variants import registry

NEEDED = ("numpy", "scipy")
"""What only `build` imports, and the extra `tablebase` installs."""
SEED = 1
"""The same positions are looked at each time."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `tablebase build` and `tablebase verify` to the commands."""
    tablebase = commands.add_parser("tablebase", help="solve small endgames exactly, for the computer's play")
    parser = tablebase.add_subparsers(required=True, metavar="COMMAND")

    building = parser.add_parser("build", help="solve the endgames and save their values; resumes where it stopped")
    _add_tables(building)
    building.add_argument(
        "--processes", metavar="N", type=_whole, default=os.cpu_count() or 1, help="how many processes to use"
    )
    building.set_defaults(command=partial(_refusing, _build))

    verifying = parser.add_parser("verify", help="check random positions of a table again, one turn deep")
    _add_tables(verifying)
    verifying.add_argument("--positions", metavar="N", type=_whole, default=2000, help="how many (default: 2000)")
    verifying.set_defaults(command=partial(_refusing, _verify))


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "variant", metavar="VARIANT", nargs="?", help="the name of its folder (default: all that offer endgames)"
    )
    parser.add_argument("--men", metavar="N", type=_whole, help="up to how many men (default: as many as are offered)")
    for name in ("data", "variants"):
        (setting,) = (each for each in config.settings() if each.name == name)
        parser.add_argument(
            config.option(setting),
            dest=name,
            metavar=name.upper(),
            help=f"as of `serve`: {setting.metadata['meaning']}",
        )


def _whole(text: str) -> int:
    number = whole(text, 8)
    if not number:
        raise argparse.ArgumentTypeError("a whole number from 1 is needed")
    return number


def _refusing(command: Callable[[argparse.Namespace], None], chosen: argparse.Namespace) -> int:
    """Run a command, and say what it cannot do and which fault it found."""
    try:
        command(chosen)
    except WrongTable as error:
        print(f"cavalier: {error}", file=sys.stderr)
        return FAULTY
    except (BuildError, NumberingError, TableError) as error:
        raise Refused(str(error)) from error
    return 0


def _build(chosen: argparse.Namespace) -> None:
    if not all(map(find_spec, NEEDED)):
        raise Refused(f"Building tables needs {' and '.join(NEEDED)}: pip install 'cavalier[tablebase]'.")
    # Imported here because it needs what no other command does.
    from server.tablebase.build import build

    for job, _, folder in _jobs(chosen):
        began = time.monotonic()
        try:
            path = build(job, folder, chosen.processes, _Shown(job))
        except KeyboardInterrupt as error:
            raise Refused("Stopped. Run the same command again to resume.") from error
        heading, minutes = Table(path).heading, (time.monotonic() - began) / 60
        print(f"{path}: {heading.numbers} numbers, bounds at most {heading.width:.1g} apart, in {minutes:.1f} minutes")


def _verify(chosen: argparse.Namespace) -> None:
    for job, numbering, folder in _jobs(chosen):
        checked = verify(folder, job.variant, numbering, job.men, chosen.positions, Random(SEED))
        print(
            f"{path_of(folder, job.variant, job.men)}: {checked.positions} positions hold, at most"
            f" {checked.furthest:.1g} away from what their turns are worth (bounds of the table: {checked.width:.1g})"
        )


def _jobs(chosen: argparse.Namespace) -> Iterator[tuple[Job, Numbering, Path]]:
    """The tables that were asked for, and the folder they are in."""
    settled = config.load(os.environ, {"data": chosen.data, "variants": chosen.variants})
    if chosen.variant is None:
        every = registry.load_all(settled.variants)
        named = {name: variant for name, variant in every.items() if numbering_of(name, variant)}
    else:
        named = {chosen.variant: registry.load(chosen.variant, settled.variants)}
    for name, variant in named.items():
        numbering = offered(name, variant)
        yield Job.of(name, variant, chosen.men or numbering.men[-1], settled.variants), numbering, settled.data / FOLDER


class _Shown:
    """Shows how far a build has come: in one line on a terminal, else at each tenth."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._last = ""

    def __call__(self, what: str, done: int, there: int) -> None:
        line = f"{self._job.variant}, {self._job.men} men, {what}: {100 * done // max(there, 1)} %"
        if sys.stderr.isatty():
            print(f"\r{line}", end="\n" if done == there else "", file=sys.stderr, flush=True)
            return
        line = f"{line[: line.index(':')]}: {100 * done // max(there, 1) // 10 * 10} %"
        if line != self._last:
            print(line, file=sys.stderr, flush=True)
        self._last = line
