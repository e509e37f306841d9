"""Plays thousands of games of a variant and reports on them: `python -m tools.lab Apocalypse --games 1000`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from server.book.validation import InvalidVariant, words_of
from server.cli.options import COUNT, Chosen, of_variant
from server.cli.program import CONTEXT, DONE, FAULT, CommandError, Program, as_command_error, run
from server.texts.languages import FALLBACK
from tools.lab.experiment import GameBroken, experiment
from tools.lab.game import Plan
from tools.lab.report import headlines, report
from tools.lab.sections import Subject
from tools.progress import Progress

MAX_PROCESSES = 64
BAR = 30


@click.command(cls=Program, context_settings=CONTEXT)
@of_variant
@click.option("--games", metavar="N", type=COUNT, default=1000, help="number of games")
@click.option(
    "--strength", type=click.Choice(("random", "1", "2", "3")), default="random",
    help="who plays: random moves, or the computer at this strength",
)  # fmt: skip
@click.option("--turns", metavar="N", type=COUNT, default=1000, help="maximum number of turns of a game")
@click.option("--seed", metavar="N", type=COUNT, default=1, help="seed of the random choices")
@click.option(
    "--processes", metavar="N", type=click.IntRange(1, MAX_PROCESSES),
    default=min(os.cpu_count() or 1, MAX_PROCESSES),
    help="number of processes; the report does not depend on it", show_default="as many as there are processors",
)  # fmt: skip
@click.option(
    "--out", metavar="FILE", type=click.Path(path_type=Path), help="file of the report; default: VARIANT-lab.md"
)
def lab(chosen: Chosen, games: int, strength: str, turns: int, seed: int, processes: int, out: Path | None) -> int:
    """Play many games of a variant and report on them."""
    out = out or Path(f"{chosen.name}-lab.md")
    if out.suffix != ".md" or out.is_dir() or not out.parent.is_dir():
        raise CommandError(f"--out: {out} cannot be the report: it must be a file .md in a folder that exists.")
    with as_command_error(InvalidVariant):
        words = words_of(chosen.name, chosen.rules, FALLBACK)
    player = None if strength == "random" else int(strength)
    show = Progress()

    def progress(done: int, all_: int) -> None:
        bar = f"{'█' * (full := BAR * done // all_)}{'░' * (BAR - full)} " if sys.stderr.isatty() else ""
        show("games", done, all_, f"{bar}{chosen.name}: {done} of {all_} games")

    plan = Plan(chosen.name, chosen.folders, dict(chosen.settings), player, seed, turns)
    try:
        found = experiment(chosen.rules, plan, games, processes, progress)
    except GameBroken as error:
        _print_broken(error)
        return FAULT
    try:
        out.write_text(report(found, words), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"--out: {out} cannot be written: {error.strerror}.") from error
    for name, value in headlines(Subject(found, words)):
        print(f"{name + ':':<18}{value}")
    print(out)
    return DONE


def _print_broken(error: GameBroken) -> None:
    """Print the game in which the rules raised an exception, so that it can be replayed."""
    plan, broken = error.plan, error.broken
    settings = ", ".join(f"{name}={value}" for name, value in plan.settings.items())
    game = f"game {broken.number} of seed {plan.seed}" + (f" ({settings})" if settings else "")
    end_of_bar = "\n" if sys.stderr.isatty() else ""
    print(f"{end_of_bar}cavalier: {plan.name}, {game}: {broken.fault}.", file=sys.stderr)
    if broken.start:
        print(f"From {broken.start}, after these turns:" if broken.moves else f"From {broken.start}.", file=sys.stderr)
    for line in broken.moves:
        print(f"  {line}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the arguments; return its exit status."""
    return run(lab, "python -m tools.lab", arguments)


if __name__ == "__main__":
    sys.exit(main())
