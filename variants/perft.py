"""Counts the lines of play from a position: the number that shows whether move generation is right."""

from __future__ import annotations

from itertools import product
from math import prod

from variants.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of lines of exactly `depth` turns; a game that is over has no next turn.

    A turn in which several seats act counts once for each combination of their moves.
    """
    if depth == 0:
        return 1
    if position.result() is not None:
        return 0
    offered = [tuple(position.moves(seat)) for seat in position.to_act]
    if depth == 1:
        return prod(map(len, offered))
    turns = (dict(zip(position.to_act, choice, strict=True)) for choice in product(*offered))
    return sum(perft(position.play(turn), depth - 1) for turn in turns)
