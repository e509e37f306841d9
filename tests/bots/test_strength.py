"""The computer plays sensibly whatever variant it is given, without a line of code about it."""

import pytest

from tests.harness.strength import beats
from variants.registry import load, load_all

GAMES, WON = 40, 38


@pytest.mark.slow
@pytest.mark.parametrize("name", load_all())
def test_the_computer_of_medium_strength_beats_random_moves(name):
    lost = 0
    for number in range(GAMES):
        lost += not beats(load(name), number)
        assert lost <= GAMES - WON, f"of {number + 1} games it did not win {lost}"
