"""Which search plays a position: decided by its shape, whatever the game is called."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from server.bots import alphabeta, matrix, uct
from server.bots.budget import Budget
from server.bots.choice import Choice
from server.bots.estimate import Probe
from variants.position import Position, Seat


def choose(
    position: Position,
    seat: Seat,
    budget: Budget,
    random: Random,
    past: frozenset[Hashable] = frozenset(),
    probe: Probe | None = None,
) -> Choice:
    """What this seat should play; it must be one that is to act, in a game that is not over.

    `past` are the keys of the positions of this game so far, its own among them; they and the probe serve the searches
    for two seats on an open board. Of a hidden board only guesses are searched; who asks for a seat had still better
    hand over a guess.
    """
    if seat not in position.to_act:
        raise ValueError(f"seat {seat} is not to act")
    if position.hidden or position.chance or len(position.seats) != 2:
        return uct.search(position, seat, budget, random)
    if len(position.to_act) == 1:
        return alphabeta.search(position, seat, budget, random, past=past, probe=probe)
    return matrix.search(position, seat, budget, past=past, probe=probe)
