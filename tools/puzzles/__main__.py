"""Makes puzzles, and verifies those that are kept: `python -m tools.puzzles make Chess`, `… verify`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from server.cli.options import COUNT, setting
from server.cli.program import CONTEXT, DONE, FAULT, CommandError, Programs, as_command_error, run
from variants import registry

if TYPE_CHECKING:
    from server.puzzles.puzzle import Theme

THEMES = ("best", "mix", "trap")


@click.group(cls=Programs, context_settings=CONTEXT)
def puzzles() -> None:
    """Make puzzles of a variant and verify them."""


@puzzles.command()
@click.argument("variant")
@setting("variants")
@setting("data")
@click.option("--count", "wanted", metavar="N", type=COUNT, default=40, help="how many there are to be in the file")
@click.option("--nodes", metavar="N", type=COUNT, default=2000, help="nodes of the search that chooses")
@click.option("--table", is_flag=True, help="positions of the table of endgames in DATA, not of games")
@click.option("--theme", "themes", multiple=True, type=click.Choice(THEMES), default=THEMES, help="what they teach")
@click.option("--seed", metavar="N", type=COUNT, default=1, help="the seed of the first game")
@click.option("--seeds", metavar="N", type=COUNT, default=10_000, help="how many games, or draws, at most")
@click.option("--since", metavar="DAY", help="when they may be the puzzle of a day, if not from today on")
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="if not that of the rules pages")
def make(
    variant: str, variants: tuple[Path, ...], data: Path, wanted: int, nodes: int, table: bool,
    themes: tuple[Theme, ...], seed: int, seeds: int, since: str | None, out: Path | None,
) -> None:  # fmt: skip
    """Add puzzles to a file until it has enough; resumes after the last seed in it."""
    from server.puzzles.puzzle import PuzzleError
    from server.puzzles.store import built_in_file, puzzles_in
    from server.tablebase.lookup import FOLDER, endgame_table
    from server.tablebase.numbering import NumberingError, numbering_of
    from server.tablebase.table import TableError
    from tools.puzzles.finds import drawn, played
    from tools.puzzles.make import Kept, Making, made

    rules = registry.load(variant, variants)
    out = out or built_in_file(variant, rules)
    try:
        day = date.fromisoformat(since) if since else datetime.now(UTC).date()
    except ValueError as error:
        raise CommandError(f"--since: {since!r} is not a day such as 2026-12-31.") from error
    if rules.hidden or rules.chance:
        raise CommandError(f"{variant}: its computer samples, which is not sure enough for a puzzle.")
    with as_command_error(PuzzleError, NumberingError, TableError):
        there = list(puzzles_in(out, variant))
        known = endgame_table(data / FOLDER, variant, rules)
        numbering = numbering_of(variant, rules)
    finds = partial(played, rules)
    if table:
        if known is None or numbering is None:
            raise CommandError(f"--table: there is no table of {variant} in {data / FOLDER}: build it.")
        men = numbering.men[-1]
        finds = partial(drawn, numbering, f"{variant}-{men}", numbering.count(men))
    making = Making(variant, nodes, day, frozenset(themes), known)
    kind = "table" if table else "self-play"
    first = max([seed, *(one.source.seed + 1 for one in there if one.source.kind == kind and one.source.seed)])
    number = len(there)
    out.parent.mkdir(parents=True, exist_ok=True)
    # All of a seed at once, and then no other: whoever resumes begins with the next seed.
    for looked, found in made(finds, making, Kept(there, rules), range(first, first + seeds)):
        if number >= wanted:
            break
        with out.open("a", encoding="utf-8") as file:
            file.write("".join(puzzle.text() + "\n" for puzzle in found))
        number += len(found)
        for puzzle in found:
            print(f"{puzzle.id} {puzzle.theme}, level {puzzle.level}, seed {looked}", flush=True)
    print(f"{out}: {number} puzzles")


@puzzles.command()
@click.argument("variant", required=False)
@setting("variants")
@setting("data")
@click.option("--nodes", metavar="N", type=COUNT, default=1, help="at least so many, if more than verified a puzzle")
@click.option("--rules", "rules_alone", is_flag=True, help="only play them by the rules")
@click.option("--sample", metavar="N", type=COUNT, help="so many of each variant, if not all")
def verify(
    variant: str | None, variants: tuple[Path, ...], data: Path, nodes: int, rules_alone: bool, sample: int | None
) -> int:
    """Verify the puzzles of a variant, or of all: by the rules, and by as deep a search as made them or the table."""
    from server.puzzles.puzzle import PuzzleError
    from server.puzzles.store import PuzzleStore
    from server.tablebase.lookup import FOLDER, endgame_table
    from server.tablebase.numbering import NumberingError
    from server.tablebase.table import TableError
    from tools.puzzles.verify import by_rules, by_search

    every = {variant: registry.load(variant, variants)} if variant else registry.load_all(variants)
    with as_command_error(PuzzleError):
        puzzle_store = PuzzleStore.read(every, data)
    faulty = looked = 0
    for name, rules in every.items():
        with as_command_error(NumberingError, TableError):
            known = endgame_table(data / FOLDER, name, rules)
        there = puzzle_store.of(name)
        for puzzle in there[:: -(-len(there) // sample) if sample else 1]:
            faults = list(by_rules(puzzle, rules))
            if not faults and not rules_alone:
                faults = list(by_search(puzzle, rules, nodes, known))
            looked, faulty = looked + 1, faulty + bool(faults)
            for fault in faults:
                print(f"{name} {puzzle.id}: {fault}", flush=True)
    print(f"{looked} puzzles, {faulty} with a fault")
    return FAULT if faulty else DONE


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the exit status."""
    return run(puzzles, "python -m tools.puzzles", arguments)


if __name__ == "__main__":
    sys.exit(main())
