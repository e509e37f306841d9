"""One game between two players, under the rules that a table holds them to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from random import Random
from typing import NamedTuple

from bench.players import Player
from variants.position import Position

LONGEST = 400
"""Turns; where a variant sets no end to quiet play, so long a game is counted as drawn."""


class Ended(NamedTuple):
    """How a game went."""

    points: tuple[float, ...]
    reason: str
    turns: int


def play(position: Position, players: Sequence[Player], random: Random) -> Ended:
    """A game of two, one player a seat; each is shown what it may know.

    The third time a position stands on the board the game is drawn: of itself, or by the claim of whoever stands worse.
    """
    limits = position.draws
    seen: Counter[Hashable] = Counter((position.key(),))
    for turn in range(LONGEST):
        result = position.result()
        if result is not None:
            return Ended(result.points, result.reason, turn)
        if limits.occurrences is not None and seen[position.key()] >= limits.occurrences:
            return Ended((0.5, 0.5), "repetition", turn)
        if limits.quiet_turns is not None and position.quiet >= limits.quiet_turns:
            return Ended((0.5, 0.5), "quiet_turns", turn)
        past = frozenset(seen)
        position = position.play(
            {seat: players[seat](position.guess(seat, random), seat, random, past) for seat in position.to_act}
        )
        seen[position.key()] += 1
    return Ended((0.5, 0.5), "too_long", LONGEST)
