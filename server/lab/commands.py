"""The command that plays thousands of games of a variant and reports on them."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from server import digits
from server.kit.commands import FAULTY, add_folders, add_settings, folders_of, settings_of, whole
from server.kit.refused import Refused
from variants import registry

if TYPE_CHECKING:
    from server.lab.experiment import GameBroken

NEEDED = ("statsmodels", "vl_convert")
"""What the report is made with: the extra `lab` installs them."""
MOST_PROCESSES = 64
BAR = 30


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `lab` to the commands."""
    lab = commands.add_parser("lab", help="play many games of a variant and report on them")
    lab.add_argument("variant", metavar="VARIANT", help="its name")
    add_folders(lab)
    add_settings(lab)
    lab.add_argument("--games", metavar="N", type=whole, default=1000, help="how many (default: 1000)")
    lab.add_argument(
        "--strength", choices=("random", "1", "2", "3"), default="random",
        help="who plays: random moves, or the computer at this strength (default: random)",
    )  # fmt: skip
    lab.add_argument("--turns", metavar="N", type=whole, help="the most turns of a game (default: 1000)")
    lab.add_argument("--seed", metavar="N", type=whole, default=1, help="seed of the random choices (default: 1)")
    lab.add_argument(
        "--processes", metavar="N", type=_processes, default=os.cpu_count() or 1,
        help="how many games at a time; the report stays the same (default: as many as there are processors)",
    )  # fmt: skip
    lab.add_argument("--out", metavar="FILE", type=Path, help="the report (default: VARIANT-lab.html)")
    lab.set_defaults(command=_lab)


def _processes(text: str) -> int:
    processes = digits.whole(text, 2)
    if not processes or processes > MOST_PROCESSES:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_PROCESSES} is needed")
    return processes


def _lab(chosen: argparse.Namespace) -> int:
    if not all(map(find_spec, NEEDED)):
        raise Refused(f"The lab needs {' and '.join(NEEDED)}: pip install 'cavalier[lab]'.")
    # Imported here because no other command needs what they bring.
    from server.admission import Unfit, drawings_of, words_of
    from server.lab.experiment import GameBroken, experiment
    from server.lab.game import LONGEST, Plan
    from server.lab.report import page
    from server.lab.sections import Told

    folders = folders_of(chosen)
    variant = registry.load(chosen.variant, folders)
    settings = dict(settings_of(variant, chosen.settings))
    out = chosen.out or Path(f"{chosen.variant}-lab.html")
    if out.suffix != ".html" or out.is_dir() or not out.parent.is_dir():
        raise Refused(f"--out: {out} cannot be the report: it must be a file .html in a folder that exists.")
    try:
        words, drawings = words_of(chosen.variant, variant, "en"), drawings_of(chosen.variant, variant)
    except Unfit as unfit:
        raise Refused(f"{unfit}.") from unfit
    strength = None if chosen.strength == "random" else int(chosen.strength)
    plan = Plan(chosen.variant, folders, settings, strength, chosen.seed, chosen.turns or LONGEST)
    try:
        found = experiment(variant, plan, chosen.games, chosen.processes, _Shown(chosen.variant))
    except GameBroken as error:
        _tell(error)
        return FAULTY
    try:
        out.write_text(page(found, words, drawings), encoding="utf-8")
    except OSError as error:
        raise Refused(f"--out: {out} cannot be written: {error.strerror}.") from error
    for name, value in Told(found, words).headlines():
        print(f"{name + ':':<18}{value}")
    print(out)
    return 0


def _tell(error: GameBroken) -> None:
    """The game in which the rules raised something, so that it can be played again."""
    plan, broken = error.plan, error.broken
    settings = ", ".join(f"{name}={value}" for name, value in plan.settings.items())
    game = f"game {broken.number} of seed {plan.seed}" + (f" ({settings})" if settings else "")
    end_of_bar = "\n" if sys.stderr.isatty() else ""
    print(f"{end_of_bar}cavalier: {plan.name}, {game}: {broken.fault}.", file=sys.stderr)
    if broken.start:
        print(f"From {broken.start}, after these turns:" if broken.moves else f"From {broken.start}.", file=sys.stderr)
    for line in broken.moves:
        print(f"  {line}", file=sys.stderr)


class _Shown:
    """Shows how many games were played: in one line on a terminal, else at each tenth."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tenth = 0

    def __call__(self, done: int, all_: int) -> None:
        part = f"{self._name}: {done} of {all_} games"
        if sys.stderr.isatty():
            full = BAR * done // all_
            line = f"\r{'█' * full}{'░' * (BAR - full)} {part}"
            print(line, end="\n" if done == all_ else "", file=sys.stderr, flush=True)
        elif 10 * done // all_ > self._tenth:
            self._tenth = 10 * done // all_
            print(part, file=sys.stderr, flush=True)
