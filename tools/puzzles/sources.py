"""Sources of candidate positions: games of the computer against itself, and endgame tables."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from server.bots.estimate import SearchFacts
from server.bots.strengths import Strength, play
from server.puzzles.puzzle import Source
from variants.game import Game
from variants.numbering import Numbering
from variants.position import Position, Seat, Square

NO_TIME_LIMIT = 3600.0
"""Seconds; never reached, so that only the node limit ends a search, and a seed always gives the same game."""
PLAYER = Strength(80, NO_TIME_LIMIT, 0.12)
"""Who plays the games: fast, and with mistakes, as a mistake often leaves one clear answer."""
OPENING_TURNS = 6
"""Turns at the beginning of a game that give no candidates."""
MAX_TURNS = 160
"""Turns after which a game is stopped."""
SAMPLE = 400
"""Random positions of a table for each seed."""


class Candidate(NamedTuple):
    """A position that may become a puzzle."""

    position: Position
    seat: Seat
    source: Source
    captured: frozenset[Square] = frozenset()
    """Squares of the captures of the turn before: a recapture there is too easy."""


def self_play(variant: type[Position], seed: int) -> Iterator[Candidate]:
    """The positions of one game of the computer against itself; a seed always gives the same game."""
    random = Random(f"puzzles {seed}")
    game = Game(variant.start())
    captured: frozenset[Square] = frozenset()
    while game.number < MAX_TURNS and game.ending() is None:
        position = game.position
        if game.number >= OPENING_TURNS:
            for seat in position.to_act:
                yield Candidate(position, seat, Source(kind="self-play", seed=seed, turn=game.number), captured)
        facts = SearchFacts.of(game)
        actions = {seat: play(position, seat, PLAYER, random, facts).draw(random) for seat in position.to_act}
        game = game.play(actions)
        before, after = (sum(map(bool, each.board)) for each in (position, game.position))
        captured = frozenset(move.path[-1] for move in actions.values() if move.path and before > after)


def table_positions(numbering: Numbering, variant: str, seed: int) -> Iterator[Candidate]:
    """Random positions of the largest endgame table of a variant; a seed always gives the same positions."""
    random, men = Random(f"puzzles {seed}"), numbering.men[-1]
    source = Source(kind="table", name=f"{variant}-{men}", seed=seed)
    for _ in range(SAMPLE):
        position = numbering.position(random.randrange(numbering.count(men)))
        if position is not None and position.result() is None:
            yield Candidate(position, random.choice(position.to_act), source)
