"""Games whose casts are known beforehand: nature plays by a seed, and two seeds may lead one way for a while."""

import itertools
from collections.abc import Iterator, Mapping
from hashlib import sha256
from random import Random
from typing import NamedTuple

from server.game import commitments
from variants.position import Move, Position, Seat


class Cast(NamedTuple):
    """A cast that is to come: the table and the turn, the seat of nature, and what it has to choose from."""

    table: str
    turn: int
    seat: Seat
    moves: tuple[str, ...]

    @classmethod
    def of(cls, position: Position, table: str, turn: int, seat: Seat) -> "Cast":
        """The cast of this seat of a position."""
        return cls(table, turn, seat, tuple(position.write(move) for move in position.moves(seat)))

    def roll(self, seed: str) -> str:
        """What comes out of it, if nothing was ever taken back."""
        return commitments.roll(seed, self.table, self.turn, 0, self.seat, self.moves)


class SeededLine(NamedTuple):
    """A line of play, turn by turn, and two seeds that both lead along it; the cast after its end tells them apart."""

    turns: tuple[Mapping[Seat, Move], ...]
    seeds: tuple[str, str]

    @classmethod
    def draw(cls, start: Position, table: str, random: Random, casts: int = 3) -> "SeededLine":
        """One from this position at a table, of one cast less than so many: people play at random, and end nothing."""
        seeds = _seeds()
        first = next(seeds)
        position, turns, drawn = start, list[Mapping[Seat, Move]](), list[Cast]()
        while len(drawn) < casts or len(drawn[-1].moves) == 1:
            actions = {seat: random.choice(list(position.moves(seat))) for seat in position.to_act}
            for seat in position.chance.intersection(position.to_act):
                drawn.append(Cast.of(position, table, len(turns) + 1, seat))
                actions[seat] = position.read(drawn[-1].roll(first))
            turns.append(actions)
            position = position.play(actions)
            assert position.result() is None, f"{table} ends after {len(turns)} turns"
        *alike, last = drawn
        fitting = (seed for seed in seeds if all(cast.roll(seed) == cast.roll(first) for cast in alike))
        second = next(seed for seed in fitting if last.roll(seed) != last.roll(first))
        return cls(tuple(turns[:-1]), (first, second))


def _seeds() -> Iterator[str]:
    return (sha256(f"seed {number}".encode()).hexdigest() for number in itertools.count())
