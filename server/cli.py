"""The command line: run and back up the site, count lines of play, read a FEN, verify a record, build tables."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from server import backup, config
from server.backup import BackupError
from server.digits import whole
from server.kit import commands as kit
from server.kit import reload
from server.kit.drawn import drawn
from server.kit.refused import Refused
from server.lab import commands as lab_commands
from server.tablebase import commands as tablebase_commands
from server.version import __version__
from variants import registry
from variants.errors import RulesError
from variants.perft import perft
from variants.position import Position

if TYPE_CHECKING:
    from server.archive.verify import Replayed

REFUSED = 2
"""Exit status after one sentence that says what cannot be done."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say. 0 if it was done, 1 if it found a fault that it was to look for; 2 after one sentence
    on standard error if it cannot be done.
    """
    chosen = _parser().parse_args(arguments)
    try:
        status: int | None = chosen.command(chosen)
    except (config.ConfigError, registry.VariantError, RulesError, Refused, BackupError) as error:
        print(f"cavalier: {error}", file=sys.stderr)
        return REFUSED
    return status or 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cavalier", description="A site for odd chess variants, and tools for their authors."
    )
    parser.add_argument("--version", action="version", version=f"cavalier {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="run the site until it is stopped")
    for each in config.settings():
        default = config.written(each.default) or "none"
        meaning = f"{each.metadata['meaning'].replace('`', '')} (default: {default}; variable: {config.variable(each)})"
        serve.add_argument(config.option(each), dest=each.name, metavar=each.name.upper(), help=meaning)
    serve.add_argument(
        "--reload", action="store_true", help="restart whenever a variant changes; for authors of variants"
    )
    serve.set_defaults(command=_serve)

    count = commands.add_parser("perft", help="count the lines of play from a position")
    _add_variant(count)
    count.add_argument("depth", metavar="DEPTH", type=_depth, help="turns")
    count.add_argument("--fen", help="the position (default: the initial one)")
    count.set_defaults(command=_perft)

    fen = commands.add_parser("fen", help="read a FEN: draw it and say whose turn it is")
    _add_variant(fen)
    fen.add_argument("fen", metavar="FEN")
    fen.set_defaults(command=_fen)

    replay = commands.add_parser("replay", help="play the record of a game by the rules; show where it ends")
    _add_record(replay)
    replay.set_defaults(command=_replay)

    verify = commands.add_parser(
        "verify", help="verify the record of a game: its digest, its seals, its turns, its end"
    )
    _add_record(verify)
    verify.set_defaults(command=_verify)

    backup.add(commands)
    tablebase_commands.add(commands)
    kit.add(commands)
    lab_commands.add(commands)
    return parser


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as JSON or as PGN; - is standard input")
    parser.add_argument(
        "--variants",
        metavar="FOLDER",
        action="append",
        default=[],
        type=Path,
        help="a folder that holds more variants; may be given several times",
    )


def _add_variant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", metavar="VARIANT", help="the name of its folder")
    kit.add_folders(parser)
    kit.add_settings(parser)


def _depth(text: str) -> int:
    depth = whole(text, 2)
    if depth is None:
        raise argparse.ArgumentTypeError("a depth is a whole number from 0 to 99")
    return depth


def _serve(chosen: argparse.Namespace) -> int:
    options = {each.name: getattr(chosen, each.name) for each in config.settings()}
    settled = config.load(os.environ, options)
    if chosen.reload:
        return reload.run(settled)
    # Imported here and not above: it patches the standard library, which nothing else may see.
    from server import run

    try:
        run.run(settled)
    except run.RunError as error:
        raise Refused(error) from error
    return 0


def _perft(chosen: argparse.Namespace) -> None:
    variant, settings = _variant(chosen)
    position = _initial(variant, settings) if chosen.fen is None else variant.from_fen(chosen.fen, settings)
    began = time.perf_counter()
    lines = perft(position, chosen.depth)
    seconds = time.perf_counter() - began
    print(f"{lines} lines of {chosen.depth} turns in {seconds:.2f} s ({lines / max(seconds, 1e-9):,.0f} a second)")


def _initial(variant: type[Position], settings: Mapping[str, Any]) -> Position:
    try:
        return variant.start(settings)
    except ValueError as error:
        raise Refused("With these settings the initial position is random; give one with --fen.") from error


def _fen(chosen: argparse.Namespace) -> None:
    variant, settings = _variant(chosen)
    position = variant.from_fen(chosen.fen, settings)
    print(drawn(position))
    print(position.fen())
    result = position.result()
    if result is not None:
        shares = " to ".join(f"{points:g}" for points in result.points)
        print(f"The game is over, {shares} ({result.reason}).")
        return
    for seat in position.to_act:
        moves = tuple(position.moves(seat))
        risky = sum(position.risky(seat, move) for move in moves)
        print(f"{position.seats[seat]} to move: {len(moves)} moves" + (f", {risky} of them risky" if risky else ""))


def _replay(chosen: argparse.Namespace) -> None:
    replayed = _examined(chosen)
    if replayed.fault is not None:
        raise replayed.fault
    position = replayed.positions[-1]
    print(drawn(position))
    print(position.fen())
    print(f"{replayed.variant}, after turn {len(replayed.turns)}: {replayed.ending or 'the game is not over'}")


def _verify(chosen: argparse.Namespace) -> int:
    replayed = _examined(chosen)
    for check in replayed.checks:
        if check.holds:
            print(f"{check.name}: {check.sentence.format(**check.parameters)}")
    if replayed.versions is not None:
        theirs, ours = replayed.versions
        print(f"rules: The record was made with version {theirs} of the rules and replayed with version {ours}.")
    if replayed.fault is not None:
        print(f"cavalier: {replayed.fault}", file=sys.stderr)
        return kit.FAULTY
    return 0


def _examined(chosen: argparse.Namespace) -> Replayed:
    # Imported here because no other command needs what it brings.
    from server.archive import verify

    found = registry.discover(chosen.variants)
    if found.faults:
        raise found.faults[0]
    return verify.examine(verify.read(_text(chosen.file), found.variants), found.variants)


def _text(file: str) -> str:
    from server.archive.scoresheet import LONGEST

    try:
        if file == "-":
            content = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with open(file, "rb") as opened:
                content = opened.read(LONGEST + 1)
        text = content.decode()
    except OSError as error:
        raise Refused(f"{file}: it cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise Refused(f"{file}: it is not UTF-8 text.") from error
    if len(content) > LONGEST:
        raise Refused(f"{file}: it is longer than {LONGEST} bytes.")
    return text


def _variant(chosen: argparse.Namespace) -> tuple[type[Position], Mapping[str, Any]]:
    """The variant that was named and the settings that were given for it."""
    variant = registry.load(chosen.variant, kit.folders_of(chosen))
    return variant, kit.settings_of(variant, chosen.settings)
