"""The computer plays sensibly whatever variant it is given, without a line of code about it."""

from random import Random

import pytest

from server.bots.strengths import STRENGTHS, play
from variants.game import Game
from variants.registry import load, load_all

MEDIUM = STRENGTHS[2]._replace(seconds=60.0)  # Its nodes bound a move, however busy the machine is.
GAMES, WON = 40, 38
TURNS = 300
"""Turns after which a game counts as not won."""


@pytest.mark.slow
@pytest.mark.parametrize("name", load_all())
def test_the_computer_of_medium_strength_beats_random_moves(name):
    lost = 0
    for number in range(GAMES):
        lost += not beats(load(name), number)
        assert lost <= GAMES - WON, f"of {number + 1} games it did not win {lost}"


def beats(variant, number):
    """Whether the computer wins a game against random moves, on the first seat in games with even numbers."""
    random, own = Random(number), number % 2
    game = Game(variant.start(random=random))
    for _ in range(TURNS):
        if (result := game.ending()) is not None:
            return result.points[own] == 1
        position = game.position
        game = game.play({seat: chosen(position, seat, game, random, seat == own) for seat in position.to_act})
    return False


def chosen(position, seat, game, random, thinks):
    """A move of the computer, or a random one."""
    if not thinks:
        return random.choice(list(position.moves(seat)))
    return play(position, seat, MEDIUM, random, game.past()).draw(random)
