"""The choice of a search by properties of a position; no variant is named."""

from __future__ import annotations

from random import Random

from server.bots import alphabeta, determinization, simultaneous, uct
from server.bots.budget import Budget
from server.bots.choice import Choice
from server.bots.estimate import RULES_ALONE, SearchFacts
from variants.position import Position, Seat


def choose(
    position: Position,
    seat: Seat,
    budget: Budget,
    random: Random,
    facts: SearchFacts = RULES_ALONE,
) -> Choice:
    """The strategy of a seat that is to act, in a game that is not over.

    A chance player draws evenly. The facts, whose past holds the key of this position, serve the searches for two
    players on an open board. A hidden board is searched only by determinizations; even so, the caller should pass a
    determinization, not the position.
    """
    if seat not in position.to_act:
        raise ValueError(f"seat {seat} is not to act")
    if seat in position.chance:
        moves = list(position.moves(seat))
        return Choice(dict.fromkeys(moves, 1 / len(moves)), 0.0, 0, 0)
    alone = len(position.to_act) == 1 and len(position.players()) == 2
    if position.hidden and not position.chance and alone:
        return determinization.search(position, seat, budget, random)
    sampled = position.hidden or (position.chance and not alone)
    if sampled or (len(position.players()) != 2 and len(position.to_act) > 1):
        return uct.search(position, seat, budget, random)
    if len(position.to_act) == 1:
        return alphabeta.search(position, seat, budget, random, facts=facts)
    return simultaneous.search(position, seat, budget, facts=facts)
