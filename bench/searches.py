"""How many positions a second the searches of the computer player visit, from the start of each variant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from bench.figures import Figure, figure, rates
from server.bots.budget import Budget
from server.bots.strengths import choose
from server.game import start_of
from variants.position import Position
from variants.registry import load_all

NODES = 3_000
"""Positions of one search."""


def searched(position: Position) -> int:
    """The positions that a search for the first seat to act visits."""
    seat = min(position.to_act)
    return choose(position, seat, Budget(NODES), Random(1)).nodes


def figures() -> Iterator[Figure]:
    """The rate of each variant, several runs."""
    for name, variant in load_all().items():
        start = start_of(variant)
        if not set(start.to_act) & set(start.chance):
            yield figure(f"search {name}", "nodes/s", rates(partial(searched, start), 3))
