"""Fits the weights by which Apocalypse is estimated to the results of self-play, and writes them as a module.

Asked for by its name (`python -m bench.fit`, with another number of games and another seed where they are given); the
same numbers give the same weights. It plays with plain material, so that it does not depend on what it wrote before.

The estimate is the expected result as a logistic function of a sum of weights, of greatest likelihood (M. Buro,
"Statistical feature combination for the evaluation of game positions", Journal of Artificial Intelligence Research 3,
1995, pp. 373-382). A square weighs the same as its image, for either seat.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from scipy.optimize import minimize

from server.bots.budget import Budget
from server.bots.kernel_search import search
from server.bots.memory import Memory
from variants.Apocalypse import Variant, weights, worth
from variants.Apocalypse.bits import ALL
from variants.game import Game

GAMES = 1500
SEED = 1
NODES = 3000
"""Of each search."""
SHAKEN = 0.04
"""How often a move is drawn at random from the safe ones, so that all kinds of positions are met."""
OPENING = 4
"""At most so many turns at the beginning are drawn at random."""
LONGEST = 80
HELD = 10.0
"""How strongly weights are held to those of the plain material."""
PLAIN: dict[str, list[Any]] = {
    "FOOTMEN": [0.0, 0.0, 0.3, 0.5, 0.65, 0.75],
    "HORSEMEN": [0.0, 0.325, 0.65, 0.975],
    "HUNTED": [0.0] * 6,
    "POINTS": [0.0, -0.25, -0.5],
    "FOOTMEN_AT": [[0.0] * 3 for _ in range(5)],
    "HORSEMEN_AT": [[0.0] * 3 for _ in range(5)],
}
"""The weights to begin with."""
STARTS = {"FOOTMEN": 0, "HORSEMEN": 6, "HUNTED": 10, "POINTS": 16, "FOOTMEN_AT": 19, "HORSEMEN_AT": 34}
COUNT = 49
TOLD = {
    "FOOTMEN": "By how many there are.",
    "HORSEMEN": "By how many there are.",
    "HUNTED": "What each horseman is worth besides, by the footmen that the other seat has left.",
    "POINTS": "By the penalty points.",
    "FOOTMEN_AT": "By rank, the own one first, and file: of the edge, beside it, in the middle.",
    "HORSEMEN_AT": "The same.",
}


def features(own: int, other: int, seat: int) -> dict[int, int]:
    """How often each weight counts for a seat: `worth` in the numbers of weights."""
    found: Counter[int] = Counter()
    footmen, horsemen = own & ALL, own >> 25 & ALL
    riders = horsemen.bit_count()
    found[min(footmen.bit_count(), 5)] += 1
    found[STARTS["HORSEMEN"] + min(riders, 3)] += 1
    found[STARTS["HUNTED"] + min((other & ALL).bit_count(), 5)] += riders
    found[STARTS["POINTS"] + (own >> 50)] += 1
    for name, board in (("FOOTMEN_AT", footmen), ("HORSEMEN_AT", horsemen)):
        for square in range(25):
            if board >> square & 1:
                rank, file = square // 5, square % 5
                found[STARTS[name] + 3 * (rank if seat else 4 - rank) + min(file, 4 - file)] += 1
    return found


def flat(named: dict[str, list[Any]]) -> list[float]:
    """All weights in one list."""
    return [
        weight for name in STARTS for line in named[name] for weight in (line if isinstance(line, list) else [line])
    ]


def played(random: Random) -> tuple[list[tuple[int, int]], float]:
    """The positions of a game against itself, and its result for seat 0."""
    position, memory = Variant.start(), Memory(1 << 14)
    kernel = position.kernel()
    assert kernel is not None
    for _ in range(random.randint(0, OPENING)):
        if position.result() is None:
            position = position.play({seat: random.choice(position.legal(seat)) for seat in (0, 1)})
    game = Game(position)
    met: dict[tuple[int, int], None] = {}
    for _ in range(LONGEST):
        ending = game.ending()
        if ending is not None:
            return list(met), ending.points[0]
        now = game.position
        assert isinstance(now, Variant)
        met[kernel.words(now.key())] = None
        turn = {}
        for seat in (0, 1):
            choice = search(now, seat, kernel, Budget(NODES), memory=memory)
            shaken = random.random() < SHAKEN
            turn[seat] = random.choice(now.legal(seat)) if shaken else choice.draw(random)
        game = game.play(turn)
    return list(met), 0.5


def fitted(games: list[tuple[list[tuple[int, int]], float]]) -> Any:
    """The weights of greatest likelihood."""
    rows, results = [], []
    for positions, result in games:
        for white, black in positions:
            line = np.zeros(COUNT)
            for number, times in features(white, black, 0).items():
                line[number] += times
            for number, times in features(black, white, 1).items():
                line[number] -= times
            rows.append(line)
            results.append(result)
    matrix, wanted, begun = np.array(rows), np.array(results), np.array(flat(PLAIN))

    def unlikely(vector: Any) -> tuple[float, Any]:
        expected = np.clip(1 / (1 + np.exp(-2 * (matrix @ vector))), 1e-9, 1 - 1e-9)
        loss = -(wanted * np.log(expected) + (1 - wanted) * np.log(1 - expected)).sum()
        away = vector - begun
        return loss + HELD * (away**2).sum(), 2 * (matrix.T @ (expected - wanted)) + 2 * HELD * away

    return minimize(unlikely, begun, jac=True, method="L-BFGS-B").x


def written(vector: Any) -> str:
    """The module of these weights."""
    texts = [
        '"""The weights of `worth`, written by `python -m bench.fit`."""',
        "from __future__ import annotations\n\nfrom typing import Final\n",
    ]
    for name, start in STARTS.items():
        lines = PLAIN[name]
        if isinstance(lines[0], list):
            ranks = [[round(float(vector[start + 3 * rank + file]), 3) for file in range(3)] for rank in range(5)]
            body = "[\n" + "".join(f"    {rank},\n" for rank in ranks) + "]"
            texts.append(f'{name}: Final[list[list[float]]] = {body}\n"""{TOLD[name]}"""')
        else:
            numbers = [round(float(weight), 3) for weight in vector[start : start + len(lines)]]
            texts.append(f'{name}: Final[list[float]] = {numbers}\n"""{TOLD[name]}"""')
    return f"{texts[0]}\n\n{texts[1]}\n" + "\n".join(texts[2:]) + "\n"


def main(arguments: list[str]) -> None:
    """Play, fit and write."""
    count, seed = (*map(int, arguments), *(GAMES, SEED)[len(arguments) :])
    for name, lines in PLAIN.items():
        getattr(weights, name)[:] = lines
    for table in (*worth.FOOTMEN_PLACED, *worth.HORSEMEN_PLACED):
        table[:] = [0.0] * 25
    games = [played(Random(f"{seed} {number}")) for number in range(count)]
    Path("variants/Apocalypse/weights.py").write_text(written(fitted(games)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
