"""The commands that make and verify puzzles: `python -m tools.puzzles make Chess`, `… verify`."""

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
@click.option("--count", "wanted", metavar="N", type=COUNT, default=40, help="stop when the file has N puzzles")
@click.option("--nodes", metavar="N", type=COUNT, default=2000, help="nodes of the search that selects")
@click.option("--table", is_flag=True, help="take positions of the endgame table in DATA, not of games")
@click.option("--theme", "themes", multiple=True, type=click.Choice(THEMES), default=THEMES, help="their themes")
@click.option("--seed", metavar="N", type=COUNT, default=1, help="the seed of the first game")
@click.option("--seeds", metavar="N", type=COUNT, default=10_000, help="maximum number of games or random positions")
@click.option("--since", metavar="DAY", help="the first day they may be the puzzle of the day; default: today")
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="default: the file of the rules pages")
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
    from tools.puzzles.make import Collection, Maker, make_puzzles
    from tools.puzzles.sources import self_play, table_positions

    rules = registry.load(variant, variants)
    out = out or built_in_file(variant, rules)
    try:
        day = date.fromisoformat(since) if since else datetime.now(UTC).date()
    except ValueError as error:
        raise CommandError(f"--since: {since!r} is not a day such as 2026-12-31.") from error
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
        men = numbering.men[-1]
        candidates = partial(table_positions, numbering, f"{variant}-{men}", numbering.count(men))
    maker = Maker(variant, nodes, day, frozenset(themes), endgames)
    kind = "table" if table else "self-play"
    sources = [puzzle.source for puzzle in existing]
    first = max([seed, *(source.seed + 1 for source in sources if source.kind == kind and source.seed)])
    count = len(existing)
    out.parent.mkdir(parents=True, exist_ok=True)
    # All puzzles of a seed are written before the count is checked: a later run resumes with the next seed.
    for game_seed, found in make_puzzles(candidates, maker, Collection(existing, rules), range(first, first + seeds)):
        if count >= wanted:
            break
        with out.open("a", encoding="utf-8") as file:
            file.write("".join(puzzle.text() + "\n" for puzzle in found))
        count += len(found)
        for puzzle in found:
            print(f"{puzzle.id} {puzzle.theme}, level {puzzle.level}, seed {game_seed}", flush=True)
    print(f"{out}: {count} puzzles")


@puzzles.command()
@click.argument("variant", required=False)
@setting("variants")
@setting("data")
@click.option("--nodes", metavar="N", type=COUNT, default=1, help="minimum number of nodes of each search")
@click.option("--rules", "rules_alone", is_flag=True, help="verify by the rules only")
@click.option("--sample", metavar="N", type=COUNT, help="verify N puzzles of each variant; default: all")
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
