"""How many lines of play lead from the start, where no other test counts them."""

import pytest

from variants.perft import perft
from variants.registry import load

LINES = {
    "Apocalypse": (121, 17_025),
    "Dice": (2, 20, 40, 400, 1_360),
    "Progressive": (20, 400, 8_902),
}


@pytest.mark.parametrize("name", LINES)
def test_the_lines_of_play_from_the_start(name):
    position = load(name).start()
    assert tuple(perft(position, depth) for depth in range(1, len(LINES[name]) + 1)) == LINES[name]
