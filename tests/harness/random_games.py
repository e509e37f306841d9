"""Random games of a match: sealed moves, broken seals, takebacks, offers, resignations, clocks."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.harness.match import Match
from tests.toys import VARIANTS

CONTROLS = ("none", "3+2", "1d")
DEEDS = (
    *(["act"] * 65),
    *(["unseal"] * 12),
    *(["offer"] * 5),
    *(["takeback"] * 8),
    *(["decline"] * 5),
    *("resign", "abort", "claim"),
)


def steps(match: Match, variant: str, random: Random, most: int = 150) -> Iterator[None]:
    """Play a random game of at most so many deeds; yields each time that something happened."""
    match.random.seed(random.random())
    settings = {option.name: random.choice(option.choices) for option in VARIANTS[variant].options}
    match.open(variant, control=random.choice(CONTROLS), **settings)
    for _ in range(most):
        match.time += random.random() * 3
        table = match.table
        if table.status != "running":
            return
        seat, deed = random.randrange(len(table.chairs)), random.choice(DEEDS)
        arguments: tuple[Any, ...] = ()
        if deed == "act":
            if seat not in table.position.to_act or seat in table.seals:
                continue
            arguments = (table.number, random.choice(sorted(table.moves(seat))))
        elif deed == "unseal":
            arguments = (table.number,)
        if match.send(deed, seat, *arguments) == "":
            yield


def play(match: Match, variant: str, random: Random) -> None:
    """Play a random game."""
    for _ in steps(match, variant, random):
        pass
