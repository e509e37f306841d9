"""The computer plays sensibly whatever variant it is given, without a line of code about it."""

import pytest

from tests.harness.strength import EASY, STRONG, beats, points
from variants.registry import load, load_all

GAMES, WON = 40, 38
MATCH, LEAST = 20, 15


@pytest.mark.slow
@pytest.mark.parametrize("name", load_all())
def test_the_computer_of_medium_strength_beats_random_moves(name):
    lost = 0
    for number in range(GAMES):
        lost += not beats(load(name), number)
        assert lost <= GAMES - WON, f"of {number + 1} games it did not win {lost}"


@pytest.mark.slow
@pytest.mark.parametrize("name", load_all())
def test_the_strong_computer_beats_the_easy_one(name):
    left = float(MATCH)
    for number in range(MATCH):
        left -= 1 - points(load(name), number, STRONG, EASY)
        assert left >= LEAST, f"of {number + 1} games it lost {MATCH - left} points"
