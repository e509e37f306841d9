"""Counts the lines of play from a position: the number that shows whether move generation is right."""

from __future__ import annotations

from itertools import product
from math import prod

from variants.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of lines of exactly `depth` turns; a game that is over has no next turn.

    A turn in which several seats act counts once for each combination of their moves. A variant may count them faster.
    """
    counted = position.lines(depth) if depth else None
    return played(position, depth) if counted is None else counted


def played(position: Position, depth: int) -> int:
    """The same number, by playing all turns but the last one of each line."""
    if depth == 0:
        return 1
    if position.result() is not None:
        return 0
    offered = [tuple(position.moves(seat)) for seat in position.to_act]
    if depth == 1:
        return prod(map(len, offered))
    return sum(
        played(position.play(dict(zip(position.to_act, choice, strict=True))), depth - 1)
        for choice in product(*offered)
    )
