"""The value of a position for a seat: exact at the end of the game, else an estimate."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from variants.game import Game
from variants.position import Position, Result, Seat


@dataclass(frozen=True, eq=False)
class EndgameTable:
    """The exact values for seat 0, in [-1, 1], of unfinished games of two; a kernel asks by a number."""

    known: Callable[[Position], float | None]
    """The value of a position, None if the table does not have it."""
    value: Callable[[int], float]
    """The value of the position of a number for seat 0."""
    numbers: int
    """The number of positions."""

    def __call__(self, position: Position) -> float | None:
        """The value of a position, None if unknown."""
        return self.known(position)


HORIZON: Final = 0.9
"""The bound of estimates, so that no estimate outweighs a proved win."""
DISCOUNT: Final = 0.999
"""The factor for each turn ahead: a win is better sooner, a loss later."""
PIECE = 3
"""The weight of a movable piece in the general estimate, in moves."""


def value_of(result: Result, seat: Seat) -> float:
    """The value of a result for this seat, from -1 for nothing to 1 for the whole point."""
    return 2 * result.points[seat] - 1


class SearchFacts(NamedTuple):
    """Facts that a search takes as exact besides the rules."""

    past: frozenset[Hashable] = frozenset()
    """The keys of the positions of this game so far."""
    known: EndgameTable | None = None
    lost: Mapping[Hashable, Seat] = MappingProxyType({})
    """The keys of those positions that end the game if they occur next, as a loss of this one of two players."""

    @classmethod
    def of(cls, game: Game) -> Self:
        """The facts of a game: its past."""
        return cls(game.past(), lost={each.key(): loser for each, loser in game.nearly_lost()})

    def settled(self, position: Position, first: Seat = 0) -> float | None:
        """The value for this player if it needs no search; with tables of endgames, for the first of two.

        A position of the past counts as drawn, so that the side that is ahead does not repeat it, or as `lost`.
        """
        result = None if position.clearly_running() else position.result()
        if result is not None:
            return value_of(result, first)
        if self.past and (key := position.key()) in self.past:
            if key in self.lost:
                return -1.0 if self.lost[key] == first else 1.0
            return 2 / len(position.players()) - 1
        return self.known(position) if self.known is not None else None

    def final(self, position: Position) -> float | None:
        """The exact value for seat 0, whatever the past; a game that a limit of the table ends counts as drawn."""
        ending = Game(position).ending()
        if ending is not None:
            return value_of(ending, 0)
        return self.known(position) if self.known is not None else None


RULES_ALONE = SearchFacts()
"""No past and no endgame tables."""


def estimate(position: Position, seat: Seat) -> float:
    """An estimate in [-1, 1) of an unfinished game: the variant's own, else by mobility.

    A chance player gets 0, a seat that is out gets -1.
    """
    if seat in position.chance:
        return 0.0
    if seat in position.out():
        return -1.0
    estimated = position.evaluate(seat)
    return _relative_mobility(position, seat) if estimated is None else estimated


def horizon(position: Position, seat: Seat) -> float:
    """The estimate as a search counts it."""
    return HORIZON * estimate(position, seat)


def _relative_mobility(position: Position, seat: Seat) -> float:
    """A seat's share of all movable pieces and all moves, as if every player were to act."""
    players = tuple(position.players())
    free = position.then(to_act=players)
    scores = {each: _mobility(free, each) for each in players}
    own = scores[seat]
    whole = sum(scores.values())
    return (2 * own - whole) / (whole + 1)


def _mobility(position: Position, seat: Seat) -> int:
    moves = list(position.moves(seat))
    return PIECE * len({move.path[0] for move in moves if move.path}) + len(moves)
