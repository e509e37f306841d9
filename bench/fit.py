"""Fits the weights by which Apocalypse is estimated, to games against itself and to solved endgames, and writes them.

Asked for by its name, with the folder of the site's data in which the table of endgames is: `python -m bench.fit data`.
The same seed gives the same weights: the games are played with plain material, whatever was written before, with a
budget of nodes. A game is worth what it ended with, or what the table says as soon as it knows.

The weights are those of the least mean square of the errors, in which the games and the endgames count as much as
SHARES says. Every fifth game and endgame is held out; how far the estimates are from them is printed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from server.bots.budget import Budget
from server.bots.estimate import Facts, Known, Table
from server.bots.kernel_search import search
from server.bots.memory import Memory
from server.tablebase.known import FOLDER, known_of
from server.tablebase.numbering import numbering_of
from tools.processes import shared_out
from variants.Apocalypse import Variant, weights, worth
from variants.Apocalypse.bits import ALL, REACH
from variants.kernel import GOES_ON

SEED = 1
GAMES = 4000
NODES = 500
"""Of each search."""
SHAKEN = 0.06
"""How often a move is drawn at random from the legal ones, so that all kinds of positions are met."""
OPENING = 5
"""At most so many turns at the beginning are drawn at random."""
LONGEST = 60
ENDGAMES = 20_000
SHARES = (0.75, 0.25)
"""How much the games count, and the endgames."""
HELD = 1e-5
"""How strongly weights are held to zero."""
PLAIN: dict[str, Any] = {
    "FOOTMEN": [-500, 0, 300, 500, 650, 750],
    "HORSEMEN": [0, 325, 650],
    "HUNTED": [0] * 6,
    "LAST": [[0] * 3 for _ in range(4)],
    "PAIR": [[0] * 3 for _ in range(4)],
    "FOOTMEN_AT": [[0] * 3 for _ in range(4)],
    "HORSEMEN_AT": [[0] * 3 for _ in range(5)],
    "THREATS": [0] * 5,
    "POINTS": [0, -250, -500],
}
"""The weights with which games are played, in thousandths as all that are written."""
TOLD = {
    "FOOTMEN": "By how many there are.",
    "HORSEMEN": "By how many there are.",
    "HUNTED": "What each horseman is worth besides, by the footmen that the other seat has left.",
    "LAST": "What a last footman is worth by its rank, from the own one on, and the horsemen beside it, 0 to 2.",
    "PAIR": "The same of each of two footmen.",
    "FOOTMEN_AT": "What each of more is worth by its rank and its file: of the edge, beside it, in the middle.",
    "HORSEMEN_AT": "The same of a horseman.",
    "THREATS": "By who could capture: P x p, P x n, N x p of several, N x the last p, N x n.",
    "POINTS": "By the penalty points.",
}
STARTS = dict(zip(PLAIN, np.cumsum([0, *(np.size(each) for each in PLAIN.values())]).tolist(), strict=False))
COUNT = sum(np.size(each) for each in PLAIN.values())


class Judged(NamedTuple):
    """A position in the numbers of the kernel, and what it turned out to be worth to seat 0."""

    white: int
    black: int
    value: float


def main(data: Path) -> None:
    """Play, fit and write."""
    games = list(shared_out(_played, [(data, SEED, number) for number in range(GAMES)], len(os.sched_getaffinity(0))))
    sets = [[each for each in games if each], [[each] for each in endgames(data, Random(SEED))]]
    learnt, held = (
        [[one for place, each in enumerate(kept) if (place % 5 == 4) == out for one in each] for kept in sets]
        for out in (False, True)
    )
    vector = fitted([(matrix(each), np.array([one.value for one in each])) for each in learnt])
    for name, each in zip(("games", "endgames"), held, strict=True):
        wanted = np.array([one.value for one in each])
        for which, weighed in (("plain", flat(PLAIN)), ("fitted", vector)):
            away = np.tanh(matrix(each) @ weighed) - wanted
            print(
                f"{name}, {len(each)} held out, {which}: off by {abs(away).mean():.3f}, {(away**2).mean() ** 0.5:.3f}"
            )
    Path("variants/Apocalypse/weights.py").write_text(written(vector), encoding="utf-8")


def _played(data: Path, seed: int, number: int) -> list[Judged]:
    for name, plain in PLAIN.items():
        getattr(weights, name)[:] = plain
    worth.place()
    return played(Random(f"{seed} {number}"), table(data))


def played(random: Random, known: Known) -> list[Judged]:
    """The positions of a game against itself that are not known."""
    position, memory = Variant.start(), Memory(1 << 12)
    kernel = position.kernel()
    assert kernel is not None
    met: list[tuple[int, int]] = []
    value: float | None = 0.0
    for _ in range(random.randint(0, OPENING)):
        if position.result() is None:
            position = position.play({seat: random.choice(position.legal(seat)) for seat in (0, 1)})
    for _ in range(LONGEST):
        white, black = kernel.words(position.key())
        value = kernel.result(white, black)
        value = known(position) if value == GOES_ON else value
        if value is not None:
            return [Judged(*each, value) for each in met]
        met.append((white, black))
        turn = {}
        for seat in (0, 1):
            choice = search(position, seat, kernel, Budget(NODES), facts=Facts(known=known), memory=memory)
            shaken = random.random() < SHAKEN
            turn[seat] = random.choice(position.legal(seat)) if shaken else choice.draw(random)
        position = position.play(turn)
    return [Judged(*each, 0.0) for each in met]


@cache
def table(data: Path) -> Table:
    """The table of endgames."""
    known = known_of(data / FOLDER, "Apocalypse", Variant)
    if known is None:
        raise SystemExit(f"There is no table of endgames in {data / FOLDER}.")
    return known


def endgames(data: Path, random: Random) -> Iterator[Judged]:
    """Positions of the table that are not over."""
    known, numbering, kernel = table(data), numbering_of("Apocalypse", Variant), Variant.start().kernel()
    assert numbering is not None
    assert kernel is not None
    found = 0
    while found < ENDGAMES:
        number = random.randrange(known.numbers)
        position = numbering.position(number)
        if position is not None and position.result() is None:
            found += 1
            yield Judged(*kernel.words(position.key()), known.value(number))


def features(own: int, other: int, seat: int) -> Any:
    """How often each weight counts for a seat: what `worth` adds up."""
    found = np.zeros(COUNT)

    def add(name: str, place: int, times: int = 1) -> None:
        found[STARTS[name] + place] += times

    footmen, horsemen, foes, others = own & ALL, own >> 25 & ALL, other & ALL, other >> 25 & ALL
    men, riders = footmen.bit_count(), min(horsemen.bit_count(), 2)
    add("FOOTMEN", min(men, 5))
    add("HORSEMEN", riders)
    add("HUNTED", min(foes.bit_count(), 5), riders)
    add("POINTS", own >> 50)
    captures = reached = 0
    for square in range(25):
        rank, file, middle = square // 5 if seat else 4 - square // 5, square % 5, min(square % 5, 4 - square % 5)
        if footmen >> square & 1:
            add(("LAST", "PAIR", "FOOTMEN_AT")[min(men, 3) - 1], 3 * rank + (riders if men < 3 else middle))
            ahead = 1 << square + 5 if seat else 1 << square - 5
            captures |= (ahead >> 1 if file > 0 else 0) | (ahead << 1 if file < 4 else 0)
        if horsemen >> square & 1:
            add("HORSEMEN_AT", 3 * rank + middle)
            reached |= REACH[square]
    add("THREATS", 0, (captures & foes).bit_count())
    add("THREATS", 1, (captures & others).bit_count())
    add("THREATS", 2 if foes.bit_count() > 1 else 3, (reached & foes).bit_count())
    add("THREATS", 4, (reached & others).bit_count())
    return found


def matrix(positions: list[Judged]) -> Any:
    """A row for each position, of what counts for seat 0 less what counts for seat 1."""
    return np.array([features(each.white, each.black, 0) - features(each.black, each.white, 1) for each in positions])


def fitted(sets: list[tuple[Any, Any]]) -> Any:
    """The weights of the least square."""

    def errors(vector: Any) -> tuple[float, Any]:
        loss, slope = HELD * (vector**2).sum(), 2 * HELD * vector
        for share, (rows, wanted) in zip(SHARES, sets, strict=True):
            found = np.tanh(rows @ vector)
            loss += share * ((found - wanted) ** 2).mean()
            slope = slope + 2 * share / len(wanted) * (rows.T @ ((found - wanted) * (1 - found**2)))
        return loss, slope

    return minimize(errors, np.zeros(COUNT), jac=True, method="L-BFGS-B", options={"maxiter": 3000}).x


def flat(named: Mapping[str, Any]) -> Any:
    """All weights one after the other, in whole."""
    return np.concatenate([np.ravel(each) for each in named.values()]) / 1000


def written(vector: Any) -> str:
    """The module of these weights."""
    text = '"""The weights of `worth` in thousandths, written by `python -m bench.fit`."""\n\n'
    text += "from __future__ import annotations\n\nfrom typing import Final\n\nfrom variants.native import int\n\n"
    for name, plain in PLAIN.items():
        values = np.reshape(vector[STARTS[name] : STARTS[name] + np.size(plain)], np.shape(plain))
        rows = np.round(1000 * values).astype(int).tolist()
        kind, shown = "list[int]", str(rows)
        if values.ndim > 1:
            kind, shown = "list[list[int]]", "[\n" + "".join(f"    {row},\n" for row in rows) + "]"
        text += f'{name}: Final[{kind}] = {shown}\n"""{TOLD[name]}"""\n'
    return text


if __name__ == "__main__":
    main(Path(sys.argv[1]))
