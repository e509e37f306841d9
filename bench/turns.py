"""How fast turns of Apocalypse are resolved: every pair of moves, and whole games of moves drawn by lot."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bench.figures import Figure, figure, rates
from variants.perft import perft
from variants.registry import load


def figures() -> Iterator[Figure]:
    """Lines of play from the initial position, the last turn counted and not played; and with each turn played."""
    start = load("Apocalypse").start()
    yield figure("perft Apocalypse, initial position", "lines/s", rates(lambda: perft(start, 3), 3), depth=3)

    def play_two_turns() -> int:
        played = 0
        for first in start.moves(0):
            for second in start.moves(1):
                position = start.play({0: first, 1: second})
                played += 1
                for third in position.moves(0):
                    for fourth in position.moves(1):
                        position.play({0: third, 1: fourth})
                        played += 1
        return played

    yield figure("Apocalypse, turns played", "turns/s", rates(play_two_turns))
    random = Random(1)

    def play_a_game() -> int:
        position, played = start, 0
        while position.result() is None:
            position = position.play({seat: random.choice(list(position.moves(seat))) for seat in (0, 1)})
            played += 1
        return played

    yield figure("Apocalypse, turns played at random", "turns/s", rates(play_a_game))
