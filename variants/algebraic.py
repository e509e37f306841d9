"""Moves as players write them, all of a position at once: `e4`, `exd5`, `Nbd2`, `R1e2`, `e8=Q`, `Rxh4=P`, `0-0`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from variants.army import GRID
from variants.position import Move, Square


class Going(NamedTuple):
    """What the text of a move tells: which nature goes where, whether it takes, what it becomes."""

    nature: str
    origin: Square
    target: Square
    takes: bool
    becomes: str = ""


def texts(goings: Mapping[Move, Going]) -> dict[Move, str]:
    """A text for each move, with as much of the first square as tells it from the others."""
    origins: defaultdict[tuple[str, Square, bool], set[Square]] = defaultdict(set)
    for going in goings.values():
        origins[going.nature, going.target, going.takes].add(going.origin)
    return {
        move: _text(going, origins[going.nature, going.target, going.takes] - {going.origin})
        for move, going in goings.items()
    }


def _text(going: Going, rivals: Iterable[Square]) -> str:
    nature, origin, target, takes, becomes = going
    name = GRID.names[origin]
    same_file = any(rival % 8 == origin % 8 for rival in rivals)
    same_rank = any(rival // 8 == origin // 8 for rival in rivals)
    if nature == "p":
        start = name if same_file or (rivals and not takes) else name[0] if takes else ""
    elif not rivals:
        start = nature.upper()
    else:
        start = nature.upper() + (name[0] if not same_file else name if same_rank else name[1])
    return start + ("x" if takes else "") + GRID.names[target] + (f"={becomes.upper()}" if becomes else "")
