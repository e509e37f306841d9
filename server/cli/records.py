"""The commands that play and verify the record of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from server.cli.program import CommandError, FaultFound
from variants import registry

if TYPE_CHECKING:
    from server.records.checks import Replayed


def _record(command: Callable[..., None]) -> Callable[..., None]:
    meaning = "a folder that holds more variants; may be given several times"
    kind = click.Path(path_type=Path)
    folders = click.option("--variants", metavar="FOLDER", multiple=True, type=kind, help=meaning)
    game = click.option("--game", metavar="NUMBER", type=int, help="which game of a file that holds several")
    return click.argument("file")(folders(game(command)))


@click.command()
@_record
def replay(file: str, variants: Sequence[Path], game: int | None) -> None:
    """Play the record of a game by the rules; show where it ends.

    FILE is a record, as JSON or as PGN; - is standard input.
    """
    from server.kit.board_text import board_text

    replayed = _examined(file, variants, game)
    if replayed.fault is not None:
        raise replayed.fault
    position = replayed.positions[-1]
    print(board_text(position))
    print(position.fen())
    print(f"{replayed.variant}, after turn {len(replayed.turns)}: {replayed.ending or 'the game is not over'}")


@click.command()
@_record
def verify(file: str, variants: Sequence[Path], game: int | None) -> None:
    """Verify the record of a game: digest, seals, turns, end.

    FILE is a record, as JSON or as PGN; - is standard input.
    """
    replayed = _examined(file, variants, game)
    for check in replayed.checks:
        if check.holds:
            print(f"{check.name}: {check.sentence.format(**check.parameters)}")
    if replayed.versions is not None:
        theirs, ours = replayed.versions
        print(f"rules: The record was made with version {theirs} of the rules and replayed with version {ours}.")
    if replayed.fault is not None:
        raise FaultFound(str(replayed.fault)) from replayed.fault


def _examined(file: str, variants: Sequence[Path], game: int | None) -> Replayed:
    from server.records import tolerance, verification
    from server.records.pgn_file import SeveralGames

    discovery = registry.discover(variants)
    if discovery.faults:
        raise discovery.faults[0]
    try:
        document = verification.read(_text(file), discovery.variants, game)
    except SeveralGames as several:
        titles = [f"{number}. {title}" for number, title in enumerate(several.titles, 1)]
        raise CommandError("\n".join([f"{file}: {several}", *titles])) from several
    replayed = verification.examine(document, discovery.variants)
    if passed := tolerance.notice(replayed.passed, str):
        print(passed, file=sys.stderr)
    return replayed


def _text(file: str) -> str:
    from server.records.document import LONGEST_RECORD, RecordError, text_of

    try:
        if file == "-":
            content = sys.stdin.buffer.read(LONGEST_RECORD + 1)
        else:
            with open(file, "rb") as opened:
                content = opened.read(LONGEST_RECORD + 1)
        if not content.strip():
            raise CommandError(f"{file}: it is empty.")
        text = text_of(content)
    except OSError as error:
        raise CommandError(f"{file}: it cannot be read: {error.strerror}.") from error
    except RecordError as error:
        raise CommandError(f"{file}: it is not UTF-8 text.") from error
    if len(content) > LONGEST_RECORD:
        raise CommandError(f"{file}: it is longer than {LONGEST_RECORD} bytes.")
    return text
