"""The commands for those who bring a variant: make, check and play one, ask its rules; see which there are."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import click

from server.cli.program import COUNT, DONE, FAULT, Chosen, CommandError, as_command_error, of_variant, setting
from variants import registry
from variants.errors import RulesError
from variants.position import Position

MOST_MEMORY = 2 << 30
"""Bytes that a check may take."""


@click.command()
@click.argument("variant")
@click.option("--into", metavar="FOLDER", type=click.Path(path_type=Path), help="a folder outside, not this checkout")
@click.option("--like", metavar="WHAT", help="begin from this: a variant, or three-seats; a small race where not given")
def new(variant: str, into: Path | None, like: str | None) -> None:
    """Create a new variant that runs at once.

    VARIANT is its name: one word, the first letter in upper case.
    """
    from server.kit.new import NewVariantError, make

    with as_command_error(NewVariantError):
        folders = make(variant, into, like=like)
    for folder in folders:
        print(folder)


@click.command()
@click.argument("variant")
@setting("variants")
@click.option("--games", metavar="N", type=COUNT, help="random games; a few where not given")
def check(variant: str, variants: Sequence[Path], games: int | None) -> int:
    """Check a variant: its rules, words and pages."""
    from server.kit.check import FIRST_GAMES, check

    faults = 0
    with _memory(MOST_MEMORY):
        for finding in check(variant, variants, FIRST_GAMES if games is None else games):
            faults += not finding.holds
            for number, line in enumerate(finding.lines):
                mark = "FAULT" if not finding.holds else "holds" if finding.checked else "later"
                head = f"{mark}  {finding.what}:" if number == 0 else ""
                print(f"{head:<21}{line}", flush=True)
    print(f"{variant}: " + ("no faults." if not faults else "1 fault." if faults == 1 else f"{faults} faults."))
    return FAULT if faults else DONE


@contextmanager
def _memory(most: int) -> Iterator[None]:
    """Let this process take so many bytes for its data: a list without end then raises MemoryError."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


@click.command()
@of_variant
@click.option("--fen", help="the position to begin from, if not the initial one")
@click.option("--strength", type=click.IntRange(1, 3), help="how strong the computer plays, if not 1")
@click.option("--people", is_flag=True, help="people at all seats, at this keyboard")
@click.option("--random", "at_random", is_flag=True, help="watch a game of random moves")
@click.option("--seat", metavar="CODE", help="your seat against the computer, if not the first")
@click.option("--seed", metavar="N", type=COUNT, help="seed of the random choices, to repeat a game")
def play(
    chosen: Chosen,
    fen: str | None,
    strength: int | None,
    people: bool,
    at_random: bool,
    seat: str | None,
    seed: int | None,
) -> None:
    """Play a variant in the terminal."""
    if (strength is not None) + people + at_random > 1:
        raise click.UsageError("Of --strength, --people and --random only one can be given.")
    from server.book.validation import InvalidVariant, words_of
    from server.kit.play import Session, Sitting, Terminal
    from server.texts.languages import FALLBACK

    random = Random(seed)
    rules, settings = chosen.rules, chosen.settings
    start = rules.start(settings, random) if fen is None else rules.from_fen(fen, settings)
    players = [each for each in range(len(start.seats)) if each not in start.chance]
    codes = [start.seats[each] for each in players]
    if seat is not None and seat not in codes:
        raise CommandError(f"--seat: there is no seat {seat!r}; there are {', '.join(codes)}.")
    own = players[0] if seat is None else players[codes.index(seat)]
    here = frozenset(() if at_random else players if people else (own,))
    with as_command_error(InvalidVariant):
        words = words_of(chosen.name, rules, FALLBACK)
    Session(start, words, Sitting(here, None if at_random else strength or 1), Terminal(), random).run()


@click.command()
@setting("variants")
def variants(variants: Sequence[Path]) -> int:
    """List all variants, where they are from, and which are left out."""
    from server.book.validation import InvalidVariant, validate
    from server.texts.languages import FALLBACK

    discovery = registry.discover(variants)
    faults = [str(fault) for fault in discovery.faults]
    for name, variant in discovery.variants.items():
        try:
            title = validate(name, variant).words(FALLBACK).title
        except InvalidVariant as unfit:
            faults.append(f"{name}: {unfit}")
        else:
            print(f"{name} ({title}), from {discovery.places[name]}")
    for fault in faults:
        print(f"left out: {fault}")
    return FAULT if faults else DONE


@click.command()
@of_variant
@click.argument("depth", type=click.IntRange(0, 99))
@click.option("--fen", help="the position, if not the initial one")
def perft(chosen: Chosen, depth: int, fen: str | None) -> None:
    """Count the lines of play of DEPTH turns from a position."""
    from variants.perft import perft

    position = _initial(chosen) if fen is None else chosen.rules.from_fen(fen, chosen.settings)
    began = time.perf_counter()
    lines = perft(position, depth)
    seconds = time.perf_counter() - began
    print(f"{lines} lines of {depth} turns in {seconds:.2f} s ({lines / max(seconds, 1e-9):,.0f} a second)")


def _initial(chosen: Chosen) -> Position:
    try:
        return chosen.rules.start(chosen.settings)
    except RulesError:
        raise
    except ValueError as error:
        raise CommandError("With these settings the initial position is random; give one with --fen.") from error


@click.command()
@of_variant
@click.argument("fen")
def fen(chosen: Chosen, fen: str) -> None:
    """Read a FEN: draw it and say whose turn it is."""
    from server.kit.board_text import board_text

    position = chosen.rules.from_fen(fen, chosen.settings)
    print(board_text(position))
    print(position.fen())
    result = position.result()
    if result is not None:
        shares = " to ".join(f"{points:g}" for points in result.points)
        print(f"The game is over, {shares} ({result.reason}).")
        return
    for seat in position.to_act:
        moves, risky = tuple(position.moves(seat)), len(position.risks(seat))
        print(f"{position.seats[seat]} to move: {len(moves)} moves" + (f", {risky} of them risky" if risky else ""))
