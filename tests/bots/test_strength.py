"""The computer plays sensibly whatever variant it is given, without a line of code about it."""

import pytest

from tests.harness.strength import EASY, MEDIUM, STRONG, points
from variants.registry import load, load_all

GAMES, WON = 40, 38
UNCATCHABLE = frozenset({"Synchrone"})
"""Where a king alone gets away from any army, because it moves at the moment at which it would be captured: there a
game that is drawn counts too."""

MATCH, LEAST = 20, 15


@pytest.mark.slow
@pytest.mark.parametrize("name", load_all())
def test_the_computer_of_medium_strength_beats_random_moves(name):
    lost, enough = 0, 0.5 if name in UNCATCHABLE else 1.0
    for number in range(GAMES):
        if number - lost == WON:
            return
        lost += points(load(name), number, MEDIUM, None) < enough
        assert lost <= GAMES - WON, f"of {number + 1} games it did not win {lost}"


@pytest.mark.slow
@pytest.mark.parametrize("name", load_all())
def test_the_strong_computer_beats_the_easy_one(name):
    won = lost = 0.0
    for number in range(MATCH):
        if won >= LEAST:
            return
        scored = points(load(name), number, STRONG, EASY)
        won, lost = won + scored, lost + 1 - scored
        assert lost <= MATCH - LEAST, f"of {number + 1} games it lost {lost} points"
