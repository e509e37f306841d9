"""One game between two players, under the rules that a table holds them to."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bench.players import Player
from variants.game import Game
from variants.position import Position

LONGEST_GAME = 400
"""Turns; where a variant sets no end to quiet play, so long a game is counted as drawn."""


class Ended(NamedTuple):
    """How a game went."""

    points: tuple[float, ...]
    reason: str
    turns: int


def play(position: Position, players: Sequence[Player], random: Random) -> Ended:
    """A game of two, one player a seat; each is shown what it may know.

    The third time a position stands on the board the game is drawn: of itself, or by the claim of the losing side.
    """
    game = Game(position)
    while (result := game.ending() or game.claimable()) is None and game.number < LONGEST_GAME:
        position, past = game.position, game.past()
        game = game.play(
            {seat: players[seat](position.guess(seat, random), seat, random, past) for seat in position.to_act}
        )
    return Ended(*(result or game.drawn("too_long")), game.number)
