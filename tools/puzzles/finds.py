"""Where positions for puzzles come from: games of the computer against itself, and tables of endgames."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from server.bots.strengths import Strength, play
from server.puzzles.puzzle import Source
from variants.game import Game
from variants.numbering import Numbering
from variants.position import Position, Seat, Square

HOUR = 3600.0
"""Seconds; never reached, so that the nodes alone count, and a game is the same each time."""
PLAYER = Strength(80, HOUR, 0.12)
"""Who plays the games: quick, and with mistakes, because a position teaches after one."""
OPENING = 6
"""Turns at the beginning of a game that are not looked at."""
LONGEST = 160
"""Turns after which a game is given up."""
DRAWN = 400
"""Positions that are drawn from a table for one puzzle."""


class Find(NamedTuple):
    """A position that may become a puzzle."""

    position: Position
    seat: Seat
    source: Source
    touched: frozenset[Square] = frozenset()
    """Where a piece was taken in the turn before: who takes back there needs no puzzle."""


def played(variant: type[Position], seed: int) -> Iterator[Find]:
    """The positions of one game of the computer against itself, the same for the same seed."""
    random = Random(f"puzzles {seed}")
    game = Game(variant.start())
    touched: frozenset[Square] = frozenset()
    while game.number < LONGEST and game.ending() is None:
        position = game.position
        if game.number >= OPENING:
            for seat in position.to_act:
                yield Find(position, seat, Source(kind="self-play", seed=seed, turn=game.number), touched)
        past = game.past()
        actions = {seat: play(position, seat, PLAYER, random, past).draw(random) for seat in position.to_act}
        game = game.play(actions)
        men = sum(map(bool, position.board)), sum(map(bool, game.position.board))
        touched = frozenset(move.path[-1] for move in actions.values() if move.path and men[0] > men[1])


def drawn(numbering: Numbering, name: str, numbers: int, seed: int) -> Iterator[Find]:
    """Positions of a table that are drawn, the same for the same seed."""
    random = Random(f"puzzles {seed}")
    for _ in range(DRAWN):
        position = numbering.position(random.randrange(numbers))
        if position is not None and position.result() is None:
            yield Find(position, random.choice(position.to_act), Source(kind="table", name=name, seed=seed))
