"""The commands for those who bring a variant: make, check and play one; see which there are."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from server import config, digits
from server.kit.refused import Refused
from variants import registry
from variants.position import Position

FAULTY = 1
"""Exit status where what was asked about has a fault."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `new`, `check`, `play`, `variants` and `operator` to the commands."""
    new = commands.add_parser("new", help="create a new variant that runs at once")
    new.add_argument("variant", metavar="VARIANT", help="its name: one word, the first letter in upper case")
    new.add_argument("--into", metavar="FOLDER", type=Path, help="a folder outside (default: this checkout)")
    new.set_defaults(command=_new)

    check = commands.add_parser("check", help="check a variant: its rules, words and pages")
    check.add_argument("variant", metavar="VARIANT", help="its name")
    add_folders(check)
    check.add_argument("--games", metavar="N", type=whole, default=100, help="random games (default: 100)")
    check.set_defaults(command=_check)

    play = commands.add_parser("play", help="play a variant in the terminal")
    play.add_argument("variant", metavar="VARIANT", help="its name")
    add_folders(play)
    add_settings(play)
    play.add_argument("--fen", help="the position to begin from (default: the initial one)")
    how = play.add_mutually_exclusive_group()
    how.add_argument(
        "--strength", type=int, choices=(1, 2, 3), default=1, help="how strong the computer plays (default: 1)"
    )
    how.add_argument("--people", action="store_true", help="people at all seats, at this keyboard")
    how.add_argument("--random", action="store_true", help="watch a game of random moves")
    play.add_argument("--seat", metavar="CODE", help="your seat against the computer (default: the first)")
    play.add_argument("--seed", metavar="N", type=whole, help="seed of the random choices, to repeat a game")
    play.set_defaults(command=_play)

    listed = commands.add_parser("variants", help="list all variants, where they are from, and which are left out")
    add_folders(listed)
    listed.set_defaults(command=_variants)

    operator = commands.add_parser("operator", help="print a link to the operator's page, valid for an hour")
    (data,) = (each for each in config.settings() if each.name == "data")
    operator.add_argument(config.option(data), metavar="DATA", help=data.metadata["meaning"])
    operator.set_defaults(command=_operator)


def add_folders(parser: argparse.ArgumentParser) -> None:
    """Let a command be told of more variants, as `serve` is."""
    (setting,) = (each for each in config.settings() if each.name == "variants")
    parser.add_argument(config.option(setting), metavar="FOLDERS", help=setting.metadata["meaning"].replace("`", ""))


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Let a command be told the options of a variant."""
    parser.add_argument(
        "--set", dest="settings", metavar="NAME=VALUE", action="append", default=[], help="an option of the variant"
    )


def settings_of(variant: type[Position], texts: Iterable[str]) -> Mapping[str, Any]:
    """All settings of a variant, those that were given among them. Raises SettingsError and Refused."""
    choices = {option.name: option.choices for option in variant.options}
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refused(f"--set: {text!r} is not NAME=VALUE.")
        # The choice that is written so, as pages do or as JSON does; anything else goes on as text, for the variant to
        # refuse by name.
        offered = choices.get(name, ())
        written = {json.dumps(choice): choice for choice in offered} | {str(choice): choice for choice in offered}
        settings[name] = written.get(value, value)
    return variant.complete(settings)


def folders_of(chosen: argparse.Namespace) -> tuple[Path, ...]:
    """The folders of more variants that a command was told of. Raises ConfigError."""
    return config.load(os.environ, {"variants": chosen.variants}).variants


def whole(text: str) -> int:
    """A number of things, at least one."""
    number = digits.whole(text, 6)
    if not number:
        raise argparse.ArgumentTypeError("a whole number from 1 is needed")
    return number


def _new(chosen: argparse.Namespace) -> None:
    from server.kit.new import make

    for folder in make(chosen.variant, chosen.into):
        print(folder)


def _check(chosen: argparse.Namespace) -> int:
    # Imported here because no other command needs what it brings.
    from server.kit.watched import watched

    faults = 0
    for finding in watched(chosen.variant, folders_of(chosen), chosen.games):
        faults += not finding.holds
        for number, line in enumerate(finding.lines):
            head = f"{'holds' if finding.holds else 'FAULT'}  {finding.what}:" if number == 0 else ""
            print(f"{head:<21}{line}", flush=True)
    print(f"{chosen.variant}: " + ("no faults." if not faults else "1 fault." if faults == 1 else f"{faults} faults."))
    return FAULTY if faults else 0


def _play(chosen: argparse.Namespace) -> None:
    from server.admission import Unfit, words_of
    from server.kit.play import Session, Sitting
    from server.kit.terminal import Terminal

    variant = registry.load(chosen.variant, folders_of(chosen))
    settings = settings_of(variant, chosen.settings)
    random = Random(chosen.seed)
    start = variant.start(settings, random) if chosen.fen is None else variant.from_fen(chosen.fen, settings)
    players = [seat for seat in range(len(start.seats)) if seat not in start.chance]
    codes = [start.seats[seat] for seat in players]
    if chosen.seat is not None and chosen.seat not in codes:
        raise Refused(f"--seat: there is no seat {chosen.seat!r}; there are {', '.join(codes)}.")
    own = players[0] if chosen.seat is None else players[codes.index(chosen.seat)]
    people = frozenset(() if chosen.random else players if chosen.people else (own,))
    try:
        words = words_of(chosen.variant, variant, "en")
    except Unfit as unfit:
        raise Refused(f"{unfit}.") from unfit
    Session(start, words, Sitting(people, None if chosen.random else chosen.strength), Terminal(), random).run()


def _variants(chosen: argparse.Namespace) -> int:
    from server.admission import PATIENCE, Unfit, admit
    from server.deadline import deadline

    found = registry.discover(folders_of(chosen), partial(deadline, PATIENCE))
    faults = [str(fault) for fault in found.faults]
    for name, variant in found.variants.items():
        try:
            title = admit(name, variant).words["en"].title
        except Unfit as unfit:
            faults.append(f"{name}: {unfit}")
        else:
            print(f"{name} ({title}), from {found.places[name]}")
    for fault in faults:
        print(f"left out: {fault}")
    return FAULTY if faults else 0


def _operator(chosen: argparse.Namespace) -> None:
    folder = config.load(os.environ, {"data": chosen.data}).data
    if not folder.is_dir():
        raise Refused(f"There is no data folder {folder}: start the site first, or name its folder with --data.")
    # Imported here because no other command needs what they bring.
    from server.identity import signing_key
    from server.operator_key import made

    try:
        key = made(signing_key(folder))
    except (OSError, ValueError) as error:
        raise Refused(str(error)) from error
    print(f"/en/operator?key={key}")
