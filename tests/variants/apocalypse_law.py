"""The fast generator and the kernel of Apocalypse against its law: the same moves in the same order, risks and ends.

Of the kernel the turns are compared too, some of each position. A difference is an error that names the FEN and the
options.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from server.bots.estimate import value_of
from variants.Apocalypse.fast import Fast
from variants.Apocalypse.rules import Apocalypse
from variants.contract import random_settings
from variants.kernel import GOES_ON

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


def compare_kernel(position: Fast, random: Random, turns: int = 6) -> None:
    """Raise AssertionError where the kernel does not say what the law says of this position, and of some turns."""
    law, kernel = Apocalypse.from_fen(position.fen(), position.settings), position.kernel()
    assert kernel is not None
    where = f"{position.fen()} {dict(position.settings)}"
    white, black = kernel.words(position.key())
    result = law.result()
    ended = GOES_ON if result is None else value_of(result, 0)
    safe = [kernel.safe(white, black, seat) for seat in (0, 1)]
    numbers = [[*safe[seat], *kernel.risky(white, black, seat, safe[1 - seat])] for seat in (0, 1)]
    same = law.then(**kernel.fields(white, black)).key() == law.key() and kernel.result(white, black) == ended
    for seat in (0, 1):
        moves = law.moves(seat)
        same &= tuple(map(kernel.move, numbers[seat])) == moves
        same &= [law.risky(seat, move) for move in moves] == [number not in safe[seat] for number in numbers[seat]]
    if not same:
        raise AssertionError(f"the law differs from the kernel: {where}")
    if not all(numbers):
        return
    for turn in range(turns):
        # A third of the turns have a speculative move of each seat, where there is one.
        offered = [numbers[seat][len(safe[seat]) :] if turn % 3 == seat else numbers[seat] for seat in (0, 1)]
        pair = [random.choice(some or every) for some, every in zip(offered, numbers, strict=True)]
        after = law.play({seat: kernel.move(pair[seat]) for seat in (0, 1)})
        if kernel.words(after.key()) != kernel.play(white, black, *pair):
            told = " ".join(law.write(kernel.move(number)) for number in pair)
            raise AssertionError(f"the law differs from the kernel after {told}: {where}")
