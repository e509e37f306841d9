"""The commands that make and verify puzzles: `python -m tools.puzzles make Chess`, `… verify`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from server.cli.program import CONTEXT, COUNT, DONE, FAULT, CommandError, Programs, as_command_error, run, setting
from server.puzzles.puzzle import PuzzleError, Theme
from server.puzzles.store import PuzzleStore, built_in_file, puzzles_in
from server.tablebase.lookup import FOLDER, NumberingError, endgame_table, numbering_of
from server.tablebase.table import TableError
from tools.puzzles.make import Collection, Maker, make_puzzles
from tools.puzzles.sources import self_play, table_positions
from tools.puzzles.verify import by_rules, by_search
from variants import registry

THEMES = ("best", "mix", "trap")


@click.group(cls=Programs, context_settings=CONTEXT)
def puzzles() -> None:
    """Make puzzles of a variant and verify them."""


def _number(name: str, meaning: str, default: int | None = None) -> Callable[[Any], Any]:
    return click.option(name, metavar="N", type=COUNT, default=default, help=meaning)


@puzzles.command()
@click.argument("variant")
@setting("variants")
@setting("data")
@_number("--count", "stop when the file has N puzzles", 40)
@_number("--nodes", "nodes of the search that selects", 2000)
@click.option("--table", is_flag=True, help="take positions of the endgame table in DATA, not of games")
@click.option("--theme", "themes", multiple=True, type=click.Choice(THEMES), default=THEMES, help="their themes")
@_number("--seed", "the seed of the first game", 1)
@_number("--seeds", "maximum number of games or random positions", 10_000)
@click.option(
    "--since", metavar="DAY", type=click.DateTime(["%Y-%m-%d"]), default=datetime.now(UTC).date().isoformat(),
    show_default="today", help="the first day they may be the puzzle of the day",
)  # fmt: skip
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="default: the file of the rules pages")
def make(
    variant: str, variants: tuple[Path, ...], data: Path, count: int, nodes: int, table: bool,
    themes: tuple[Theme, ...], seed: int, seeds: int, since: datetime, out: Path | None,
) -> None:  # fmt: skip
    """Add puzzles to a file until it has enough; resumes after the last seed in it."""
    rules = registry.load(variant, variants)
    out = out or built_in_file(variant, rules)
    if rules.hidden or rules.chance:
        raise CommandError(f"{variant}: its search samples, which is not exact enough for a puzzle.")
    with as_command_error(PuzzleError, NumberingError, TableError):
        existing = list(puzzles_in(out, variant))
        endgames = endgame_table(data / FOLDER, variant, rules)
        numbering = numbering_of(variant, rules)
    candidates = partial(self_play, rules)
    if table:
        if endgames is None or numbering is None:
            raise CommandError(f"--table: there is no table of {variant} in {data / FOLDER}: build it.")
        candidates = partial(table_positions, numbering, variant)
    maker = Maker(variant, nodes, since.date(), frozenset(themes), endgames)
    kind = "table" if table else "self-play"
    used = [puzzle.source.seed or 0 for puzzle in existing if puzzle.source.kind == kind]
    first, written = max([seed, *(each + 1 for each in used)]), len(existing)
    out.parent.mkdir(parents=True, exist_ok=True)
    # All puzzles of a seed are written before the count is checked: a later run resumes with the next seed.
    for game_seed, found in make_puzzles(candidates, maker, Collection(existing, rules), range(first, first + seeds)):
        if written >= count:
            break
        with out.open("a", encoding="utf-8") as file:
            file.write("".join(puzzle.text() + "\n" for puzzle in found))
        written += len(found)
        for puzzle in found:
            print(f"{puzzle.id} {puzzle.theme}, level {puzzle.level}, seed {game_seed}", flush=True)
    print(f"{out}: {written} puzzles")


@puzzles.command()
@click.argument("variant", required=False)
@setting("variants")
@setting("data")
@_number("--nodes", "minimum number of nodes of each search", 1)
@click.option("--rules", "rules_alone", is_flag=True, help="verify by the rules only")
@_number("--sample", "verify N puzzles of each variant; default: all")
def verify(
    variant: str | None, variants: tuple[Path, ...], data: Path, nodes: int, rules_alone: bool, sample: int | None
) -> int:
    """Verify the puzzles of a variant, or of all: by the rules, and by as deep a search as made them or the table."""
    every = {variant: registry.load(variant, variants)} if variant else registry.load_all(variants)
    with as_command_error(PuzzleError):
        puzzle_store = PuzzleStore.read(every, data)
    faulty = count = 0
    for name, rules in every.items():
        with as_command_error(NumberingError, TableError):
            endgames = endgame_table(data / FOLDER, name, rules)
        stored = puzzle_store.of(name)
        for puzzle in stored[:: -(-len(stored) // sample) if sample else 1]:
            faults = list(by_rules(puzzle, rules))
            if not faults and not rules_alone:
                faults = list(by_search(puzzle, rules, nodes, endgames))
            count, faulty = count + 1, faulty + bool(faults)
            for fault in faults:
                print(f"{name} {puzzle.id}: {fault}", flush=True)
    print(f"{count} puzzles, {faulty} with a fault")
    return FAULT if faulty else DONE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the arguments; return its exit status."""
    return run(puzzles, "python -m tools.puzzles", arguments)


if __name__ == "__main__":
    sys.exit(main())
