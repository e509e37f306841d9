"""Search on a hidden board on which one of two seats acts at a time: determinizations, searched by alpha-beta.

The values of a move are averaged over the determinizations: M. L. Ginsberg, "GIB: Imperfect information in a
computationally challenging game", Journal of Artificial Intelligence Research 14, 2001, pp. 303-358; what it cannot
see, that the seat will not know more later: I. Frank and D. Basin, "Search in games with incomplete information: a case
study using Bridge card play", Artificial Intelligence 100, 1998, pp. 87-123. Of the moves the better half goes on to
the next round, which looks further ahead, on new determinizations: sequential halving, Z. Karnin, T. Koren and O.
Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013, pp. 1238-1246.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from server.bots.alphabeta import INFINITE, AlphaBeta
from server.bots.budget import Budget, Spent
from server.bots.choice import Choice, pure
from server.bots.estimate import horizon
from server.bots.ordering import Ordering
from variants.position import Move, Position, Seat


class Round(NamedTuple):
    """One round of the halving."""

    depth: int
    """The depth in turns."""
    fraction: float
    """The fraction of the moves in this round."""
    until: float
    """The fraction of the budget that is spent at its end."""


ROUNDS: Final = (Round(1, 1.0, 0.25), Round(2, 0.4, 0.6), Round(3, 0.12, 1.0))
LEAST_MOVES: Final = 3
"""The least number of moves in a round."""


def search(position: Position, seat: Seat, budget: Budget, random: Random) -> Choice:
    """The move with the best mean over determinizations of the seat; of equal moves, any.

    A budget that ends before all moves were tried in one of them gives the move that wins most at once.
    Of the position itself only the seat's moves are used. Raises ValueError for an unlimited budget.
    """
    if not budget.limited:
        raise ValueError("without an end to its budget this search never ends")
    moves = list(position.moves(seat))
    random.shuffle(moves)
    best: Choice | None = None
    for each in ROUNDS:
        tried = moves[: max(LEAST_MOVES, round(each.fraction * len(moves)))]
        values = _means(tried, each, position, seat, budget, random)
        if not values:
            break
        moves = sorted(values, key=values.__getitem__, reverse=True)
        best = pure(moves[0], max(-1.0, min(1.0, values[moves[0]])), each.depth)
    if best is None:
        world = position.guess(seat, random)
        (_, move), *_ = Ordering().ranked(world, seat, 0, None, moves)
        best = pure(move, horizon(world, seat), 0)
    return best._replace(nodes=budget.nodes_spent)


def _means(
    moves: list[Move], each: Round, position: Position, seat: Seat, budget: Budget, random: Random
) -> dict[Move, float]:
    """The mean values of the moves over the determinizations of a round; empty if none was searched."""
    totals = dict.fromkeys(moves, 0.0)
    done = 0
    try:
        while not done or budget.used < each.until:
            tree = AlphaBeta(budget)
            world = position.guess(seat, random)
            values = [tree.after(world, move, each.depth, -INFINITE, INFINITE) for move in moves]
            for move, value in zip(moves, values, strict=True):
                totals[move] += value
            done += 1
    except Spent:
        pass
    return {move: total / done for move, total in totals.items()} if done else {}
