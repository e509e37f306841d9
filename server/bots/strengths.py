"""The computer player: the search that suits a position, and three strengths, each a budget and a rate of slips."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from server.bots import alphabeta, determinization, simultaneous, uct
from server.bots.budget import Budget
from server.bots.choice import Choice
from server.bots.estimate import RULES_ALONE, SearchFacts
from variants.position import Move, Position, Seat


class Strength(NamedTuple):
    """The budget of one move, in nodes (None: as many as the time allows) and seconds, and its rate of slips."""

    nodes: int | None
    seconds: float
    slips: float
    """The probability that a safe move is drawn at random."""


STRENGTHS = {1: Strength(60, 1.0, 0.2), 2: Strength(1_000, 1.0, 0.0), 3: Strength(None, 1.0, 0.0)}
"""Easy, medium and strong."""


def play(
    position: Position,
    seat: Seat,
    strength: Strength,
    random: Random,
    facts: SearchFacts = RULES_ALONE,
) -> Choice:
    """The move of the computer at this strength, for a seat to act.

    A slip takes as long as a search: the time must not reveal what is sealed.
    """
    choice = choose(position, seat, Budget(strength.nodes, strength.seconds), random, facts)
    if random.random() >= strength.slips:
        return choice
    moves = safe_moves(position, seat)
    return choice._replace(probabilities=dict.fromkeys(moves, 1 / len(moves)))


def choose(
    position: Position,
    seat: Seat,
    budget: Budget,
    random: Random,
    facts: SearchFacts = RULES_ALONE,
) -> Choice:
    """The strategy of a seat that is to act, in a game that is not over; the search is chosen without naming a variant.

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


def safe_moves(position: Position, seat: Seat) -> list[Move]:
    """The moves of a seat that cannot turn out illegal; all moves if there are none."""
    moves, risks = list(position.moves(seat)), position.risks(seat)
    return [move for move in moves if move not in risks] or moves
