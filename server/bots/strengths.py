"""The three strengths of the computer player: the budget of a search, and the probability of a random move."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import NamedTuple

from server.bots.budget import Budget
from server.bots.choice import Choice
from server.bots.choose import choose
from server.bots.estimate import EndgameTable, SearchFacts
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
    past: frozenset[Hashable] = frozenset(),
    known: EndgameTable | None = None,
) -> Choice:
    """The move of the computer at this strength, for a seat to act.

    `past` and `known` are the `SearchFacts`. A slip takes as long as a search: the time must not reveal what is sealed.
    """
    choice = choose(position, seat, Budget(strength.nodes, strength.seconds), random, SearchFacts(past, known))
    if random.random() >= strength.slips:
        return choice
    moves = safe_moves(position, seat)
    return choice._replace(probabilities=dict.fromkeys(moves, 1 / len(moves)))


def safe_moves(position: Position, seat: Seat) -> list[Move]:
    """The moves of a seat that cannot turn out illegal; all moves if there are none."""
    moves, risks = list(position.moves(seat)), position.risks(seat)
    return [move for move in moves if move not in risks] or moves
