"""Moves of Apocalypse as players write them: Nb3, Nxb3, c2, axb3, b5=N, and b5/c3 for a redeployment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from variants.Apocalypse.board import GRID, HORSEMEN, Board
from variants.position import Move


def labels(board: Board, moves: Sequence[Move]) -> Mapping[Move, str]:
    """A text for each move that one side is offered, no two alike.

    A horseman is told from another that is offered the same square by its file, else its rank, else both. `x` stands
    for a capture, hoped for or certain; `/c3` tells where a footman is put down. It depends on nothing but the board.
    """
    names = GRID.names
    leapers: dict[int, list[int]] = {}
    for (origin, target, *_), _ in moves:
        if board[origin] in HORSEMEN:
            leapers.setdefault(target, []).append(origin)
    texts = {}
    for move in moves:
        path, into = move
        origin, target = path[0], path[1]
        if board[origin] in HORSEMEN:
            takes = "x" if board[target] else ""
            texts[move] = f"N{_told_apart(origin, leapers[target])}{takes}{names[target]}"
            continue
        text = names[target] if (target - origin) % 5 == 0 else f"{names[origin][0]}x{names[target]}"
        if into:
            text += "=N"
        elif len(path) == 3:
            text += f"/{names[path[2]]}"
        texts[move] = text
    return texts


def _told_apart(origin: int, origins: Sequence[int]) -> str:
    """What must be said of an origin so that no other of these could be meant."""
    if len(origins) == 1:
        return ""
    file, rank = GRID.names[origin][0], GRID.names[origin][1]
    others = [GRID.names[other] for other in origins if other != origin]
    if all(other[0] != file for other in others):
        return file
    if all(other[1] != rank for other in others):
        return rank
    return file + rank
