"""What a position is worth to a seat: exactly where the game is over, else an opinion of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from variants.game import Game
from variants.position import Position, Result, Seat

Known = Callable[[Position], float | None]
"""The exact value for seat 0, in [-1, 1], of a game of two that is not over; None where it is not known."""

HORIZON = 0.9
"""Opinions stay within this bound, so that no opinion outweighs a win that was found."""
DISCOUNT = 0.999
"""What is a turn away counts so much of it: a win is better sooner, a loss later."""
PIECE = 3
"""How many moves to choose from a piece that can move at all is worth, in the general opinion."""


def share(result: Result, seat: Seat) -> float:
    """What this seat got, from -1 for nothing to 1 for the whole point."""
    return 2 * result.points[seat] - 1


class Facts(NamedTuple):
    """What a search of a game of two takes for certain beside the rules: given to it when it is composed."""

    past: frozenset[Hashable] = frozenset()
    """The keys of the positions of this game so far."""
    known: Known | None = None
    """The function that knows endgames."""

    def settled(self, position: Position, first: Seat = 0) -> float | None:
        """What a position is worth to the first of the two who play, where that needs no search.

        One that stood on the board before counts as drawn: whoever is ahead should not go back to it.
        """
        result = position.result()
        if result is not None:
            return share(result, first)
        if self.past and position.key() in self.past:
            return 0.0
        return self.known(position) if self.known is not None else None

    def final(self, position: Position) -> float | None:
        """What a position is worth to seat 0 whatever stood before, also where a table would end the game as drawn."""
        ending = Game(position).ending()
        if ending is not None:
            return share(ending, 0)
        return self.known(position) if self.known is not None else None


RULES_ALONE = Facts()
"""No past, and no endgame that is known."""


def estimate(position: Position, seat: Seat) -> float:
    """An opinion in [-1, 1) on a game that is not over: the variant's own, or else what each seat could move.

    Nature stands neither well nor badly, and who is out has nothing.
    """
    if seat in position.chance:
        return 0.0
    if seat in position.out():
        return -1.0
    opinion = position.evaluate(seat)
    return _freedom(position, seat) if opinion is None else opinion


def horizon(position: Position, seat: Seat) -> float:
    """The opinion as a search counts it."""
    return HORIZON * estimate(position, seat)


def _freedom(position: Position, seat: Seat) -> float:
    """A seat's part of all pieces that could move, and of all moves, were it everybody's turn."""
    players = tuple(position.players())
    free = position.then(to_act=players)
    scores = {each: _score(free, each) for each in players}
    own = scores[seat]
    whole = sum(scores.values())
    return (2 * own - whole) / (whole + 1)


def _score(position: Position, seat: Seat) -> int:
    moves = list(position.moves(seat))
    return PIECE * len({move.path[0] for move in moves if move.path}) + len(moves)
