"""Plays with the base of the rules, compiled or not, and prints what it comes to: for `test_compiled.py`.

Run in a folder that holds `variants/`; variants of the tests are never compiled, though their bases may be.
"""

import importlib
import json
import sys
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from random import Random

from server.bots.budget import Budget
from server.bots.choose import choose
from tests.toys import TOYS
from variants import registry
from variants.contract import check_game
from variants.perft import perft
from variants.position import Position

HOT = (
    *("variants.position", "variants.orthodox", "variants.Apocalypse.fast", "variants.Checkered.rules"),
    *("variants.Apocalypse.kernel", "variants.Checkered.kernel", "server.bots.alphabeta", "server.bots.kernel_tree"),
)
"""Modules that are compiled where any are."""


def described(variant: type[Position]) -> list[object]:
    """A game, its texts, and what may not happen to a position."""
    random = Random(3)
    at = variant.start({}, random)
    told: list[object] = [[each.name for each in fields(at)], perft(at, 2)]
    for _ in range(30):
        if at.result() is not None:
            break
        moves = {seat: sorted(at.moves(seat)) for seat in at.to_act}
        labels = {seat: sorted(at.labels(seat).values()) for seat in at.to_act}
        actions = {seat: random.choice(offered) for seat, offered in moves.items()}
        after = at.play(actions)
        same = after == at.play(actions) and after != at and hash(after.key()) == hash(at.play(actions).key())
        told += [labels, after.fen(), repr(after.events), after.evaluate(0), same]
        if (len(at.to_act), len(at.players())) == (1, 2) and not at.hidden and not at.chance:
            told.append(repr(choose(at, at.to_act[0], Budget(60), random)))
        at = after
    try:
        at.quiet = 1  # type: ignore[misc]
        told.append("changed")
    except FrozenInstanceError:
        told.append("frozen")
    changed = at.then(quiet=7)
    told += [changed.quiet, type(changed) is variant, changed.then(quiet=at.quiet) == at, hasattr(changed, "memo")]
    check_game(variant, {}, Random(1), 8)
    kernel = variant.start().kernel()
    if kernel is not None:
        for nodes in (700, 9000):
            told.append(repr(choose(variant.start(), 0, Budget(nodes), random)))
    return told


def main() -> None:
    """Print which modules are compiled, then what each variant comes to."""
    brought = Path(sys.argv[1])
    found = [*registry.load_all([brought]).values(), *TOYS]
    hot = [importlib.import_module(name) for name in HOT]
    print(json.dumps([module.__file__ for module in hot]))
    print(json.dumps({variant.__name__: described(variant) for variant in found}, default=str, sort_keys=True))


if __name__ == "__main__":
    main()
