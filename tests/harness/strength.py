"""Games of the computer against random moves, and against itself."""

from random import Random

from server.bots.estimate import SearchFacts
from server.bots.strengths import STRENGTHS, Strength, play
from variants.game import Game
from variants.position import Move, Position, Seat

PLENTY = 3600.0
"""Seconds that no move takes: nodes bound it, however busy the machine is."""
EASY, MEDIUM = STRENGTHS[1]._replace(seconds=PLENTY), STRENGTHS[2]._replace(seconds=PLENTY)
STRONG = STRENGTHS[3]._replace(nodes=3_000, seconds=PLENTY)
"""What a slow machine searches in a second."""
TURNS = 300
"""Turns of players, without those of chance, after which a game counts as not won."""


def points(variant: type[Position], number: int, one: Strength, other: Strength | None) -> float:
    """The points of one computer against another or random moves, on the first seat in games with even numbers.

    A game that does not end in time gives none.
    """
    random, own = Random(number), number % 2
    game = Game(variant.start(random=random))
    played = 0
    while played < TURNS:
        if (result := game.ending()) is not None:
            return result.points[own]
        acting = game.position.to_act
        played += not game.position.chance.issuperset(acting)
        game = game.play({seat: _move(game, seat, random, one if seat == own else other) for seat in acting})
    return 0.0


def _move(game: Game, seat: Seat, random: Random, strength: Strength | None) -> Move:
    if strength is None or seat in game.position.chance:
        return random.choice(list(game.position.moves(seat)))
    return play(game.position, seat, strength, random, SearchFacts.of(game)).draw(random)
