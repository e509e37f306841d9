"""Moves as players write them, all of a position at once: `e4`, `exd5`, `Nbd2`, `R1e2`, `e8=Q`, `Rxh4=P`, `0-0`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from variants.grid import Grid
from variants.position import Move, Square


class Going(NamedTuple):
    """A move with what its text also shows: the piece's kind, and whether it captures."""

    move: Move
    kind: str
    takes: bool


def texts(goings: Sequence[Going], grid: Grid, into_text: Callable[[str], str]) -> dict[Move, str]:
    """A text for each move, with as much of the origin as tells it from the others."""
    names = grid.names
    origins: dict[tuple[str, Square, bool], set[Square]] = {}
    for (path, _), kind, takes in goings:
        origins.setdefault((kind, path[1], takes), set()).add(path[0])
    by_move = {}
    for move, kind, takes in goings:
        (origin, target), into = move
        same = origins[kind, target, takes]
        if len(same) > 1:
            start = _distinguished(kind, origin, same - {origin}, takes, grid)
        elif kind == "p":
            start = names[origin][0] if takes else ""
        else:
            start = kind.upper()
        by_move[move] = start + ("x" if takes else "") + names[target] + (into_text(into) if into else "")
    return by_move


def _distinguished(kind: str, origin: Square, rivals: Iterable[Square], takes: bool, grid: Grid) -> str:
    name, files = grid.names[origin], grid.files
    same_file = any(rival % files == origin % files for rival in rivals)
    if kind == "p":
        return name if same_file or not takes else name[0]
    if not same_file:
        return kind.upper() + name[0]
    same_rank = any(rival // files == origin // files for rival in rivals)
    return kind.upper() + (name if same_rank else name[1:])
