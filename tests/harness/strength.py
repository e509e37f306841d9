"""Games of the computer against random moves."""

from random import Random

from server.bots.strengths import STRENGTHS, play
from variants.game import Game
from variants.position import Move, Position, Seat

MEDIUM = STRENGTHS[2]._replace(seconds=60.0)  # Its nodes bound a move, however busy the machine is.
TURNS = 300
"""Turns after which a game counts as not won."""


def beats(variant: type[Position], number: int) -> bool:
    """Whether the computer wins a game against random moves, on the first seat in games with even numbers."""
    random, own = Random(number), number % 2
    game = Game(variant.start(random=random))
    for _ in range(TURNS):
        if (result := game.ending()) is not None:
            return result.points[own] == 1
        acting = game.position.to_act
        game = game.play({seat: _move(game, seat, random, thinks=seat == own) for seat in acting})
    return False


def _move(game: Game, seat: Seat, random: Random, thinks: bool) -> Move:
    """A move of the computer, or a random one."""
    if not thinks:
        return random.choice(list(game.position.moves(seat)))
    return play(game.position, seat, MEDIUM, random, game.past()).draw(random)
