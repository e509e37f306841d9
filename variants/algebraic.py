"""Moves as players write them, all of a position at once: `e4`, `exd5`, `Nbd2`, `R1e2`, `e8=Q`, `Rxh4=P`, `0-0`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from variants.army import GRID
from variants.position import Move, Square

NAMES = GRID.names


class Going(NamedTuple):
    """A move with what its text tells besides: which nature goes, and whether it takes."""

    move: Move
    nature: str
    takes: bool


def texts(goings: Sequence[Going]) -> dict[Move, str]:
    """A text for each move, with as much of the first square as tells it from the others."""
    origins: dict[tuple[str, Square, bool], set[Square]] = {}
    for (path, _), nature, takes in goings:
        origins.setdefault((nature, path[1], takes), set()).add(path[0])
    found = {}
    for move, nature, takes in goings:
        (origin, target), into = move
        same = origins[nature, target, takes]
        if len(same) > 1:
            start = _told_apart(nature, origin, same - {origin}, takes)
        elif nature == "p":
            start = NAMES[origin][0] if takes else ""
        else:
            start = nature.upper()
        found[move] = start + ("x" if takes else "") + NAMES[target] + (f"={into.upper()}" if into else "")
    return found


def _told_apart(nature: str, origin: Square, rivals: Iterable[Square], takes: bool) -> str:
    name = NAMES[origin]
    same_file = any(rival % 8 == origin % 8 for rival in rivals)
    if nature == "p":
        return name if same_file or not takes else name[0]
    if not same_file:
        return nature.upper() + name[0]
    same_rank = any(rival // 8 == origin // 8 for rival in rivals)
    return nature.upper() + (name if same_rank else name[1])
