"""The fast generator of Apocalypse against its law: the same moves in the same order, the same risks, the same ends.

Asked for by its name (`python -m bench law`: a million positions, which takes half an hour), or with another number of
positions and another seed (`python -m bench.law 20000 7`). A difference ends the run with an error that names the FEN
and the options.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from random import Random

from bench.figures import Figure, figure
from variants.Apocalypse.fast import Fast
from variants.Apocalypse.rules import Apocalypse
from variants.contract import random_settings

POSITIONS = 1_000_000
"""How many positions are compared."""
SEED = 1
TURNS = 40
"""How many turns a random game lasts at most; most end sooner, by penalties."""
GAMES = 0.2
"""How often a random game is played where else a board is set up at random: half of the positions are from games."""


def board(random: Random) -> str:
    """The rows of a board: one to five footmen a side, often far advanced, and at most three horsemen."""
    cells = [" "] * 25
    for footman, horseman, squares in (("P", "N", range(5, 25)), ("p", "n", range(20))):
        near = random.random() < 0.4
        for symbol, most, where in ((footman, 5, squares), (horseman, 3, range(25))):
            free = [square for square in where if cells[square] == " "]
            if near and symbol == footman:
                free.sort(key=lambda square: (square if footman == "P" else 25 - square) + random.random() * 8)
            else:
                random.shuffle(free)
            for square in free[: random.randint(0 if most == 3 else 1, most)]:
                cells[square] = symbol
    rows = ["".join(cells[at : at + 5]) for at in range(0, 25, 5)]
    for width in range(5, 0, -1):
        rows = [row.replace(" " * width, str(width)) for row in rows]
    return "/".join(rows)


def positions(random: Random) -> Iterator[Fast]:
    """Endless positions under random options."""
    while True:
        settings = random_settings(Fast, random)
        if random.random() > GAMES:
            points = random.choice(("00", "00", "01", "10", "11", "02"))
            yield Fast.from_fen(f"{board(random)} w 0 {points} -", settings)
            continue
        position = Fast.start(settings)
        for _ in range(TURNS):
            yield position
            if position.result() is not None:
                break
            position = position.play({seat: random.choice(position.moves(seat)) for seat in (0, 1)})


def compare(fast: Fast) -> None:
    """Raise AssertionError where the law does not say the same of this position."""
    law = Apocalypse.from_fen(fast.fen(), fast.settings)
    same = law.result() == fast.result() and all(
        law.moves(seat) == fast.moves(seat)
        and all(law.risky(seat, move) == fast.risky(seat, move) for move in law.moves(seat))
        for seat in (0, 1)
    )
    if not same:
        raise AssertionError(f"the law differs: {fast.fen()} {dict(fast.settings)}")


def figures(count: int = POSITIONS, seed: int = SEED) -> Iterator[Figure]:
    """Compare so many positions."""
    began = time.process_time()
    for _, position in zip(range(count), positions(Random(seed)), strict=False):
        compare(position)
    seconds = time.process_time() - began
    yield figure("Apocalypse, fast against its law", "positions/s", [count / seconds], positions=count, seed=seed)


def main(arguments: list[str]) -> None:
    """Print the figure of so many positions from this seed."""
    for line in figures(*map(int, arguments)):
        print(json.dumps(line, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
