"""The kernel of Apocalypse against the law of single moves and turns: the same moves in the same order, ends and turns.

A difference is an error that names the FEN and the options.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from server.bots.estimate import value_of
from variants.Apocalypse.board import ARMIES, SHAPES, fault, made
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


def positions(random: Random) -> Iterator[Apocalypse]:
    """Endless positions under random options."""
    while True:
        settings = random_settings(Apocalypse, random)
        if random.random() > GAMES:
            points = random.choice(("00", "00", "01", "10", "11", "02"))
            yield Apocalypse.from_fen(f"{board(random)} w 0 {points} -", settings)
            continue
        position = Apocalypse.start(settings)
        for _ in range(TURNS):
            yield position
            if position.result() is not None:
                break
            position = position.play({seat: random.choice(position.moves(seat)) for seat in (0, 1)})


def shaped(position, seat):
    """The moves of the pieces of a seat, whatever else is on the board."""
    return [
        move
        for origin, symbol in enumerate(position.board)
        if symbol in ARMIES[seat]
        for move in SHAPES[symbol][origin]
    ]


def lawful(board, position, seat, move):
    """Whether a move is legal on a board by the law of a single move."""
    return not fault(board, seat, move, position.settings)


def legal(position, seat):
    """The legal moves, one by one."""
    return [move for move in shaped(position, seat) if lawful(position.board, position, seat, move)]


def speculative(position, seat):
    """The moves that are illegal on this board, and legal after some legal move of the opponent (R13)."""
    if position.settings["speculation"] == "never":
        return []
    replies = [made(position.board, 1 - seat, reply) for reply in legal(position, 1 - seat)]
    return [
        move
        for move in shaped(position, seat)
        if not lawful(position.board, position, seat, move)
        and any(lawful(board, position, seat, move) for board in replies)
    ]


def compare(position: Apocalypse, random: Random, turns: int = 6) -> None:
    """Raise AssertionError where the kernel does not say what the law says of this position, and of some turns."""
    kernel, where = position.kernel(), f"{position.fen()} {dict(position.settings)}"
    assert kernel is not None
    state = kernel.words(position.key())
    result = position.result()
    ended = GOES_ON if result is None else value_of(result, 0)
    safe = [kernel.safe(*state, seat) for seat in (0, 1)]
    numbers = [[*safe[seat], *kernel.risky(*state, seat, safe[1 - seat])] for seat in (0, 1)]
    same = position.then(**kernel.fields(*state)).key() == position.key() and kernel.result(*state) == ended
    for seat in (0, 1):
        certain, hoped = legal(position, seat), speculative(position, seat)
        same &= list(map(kernel.move, safe[seat])) == certain
        same &= list(map(kernel.move, numbers[seat])) == certain + hoped == list(position.moves(seat))
    if result is None or result.reason == "no_moves":
        same &= (result is None) == all(legal(position, seat) for seat in (0, 1))
    if not same:
        raise AssertionError(f"the law differs from the kernel: {where}")
    if not all(numbers):
        return
    for turn in range(turns):
        # A third of the turns have a speculative move of each seat, where there is one.
        offered = [numbers[seat][len(safe[seat]) :] if turn % 3 == seat else numbers[seat] for seat in (0, 1)]
        pair = [random.choice(some or every) for some, every in zip(offered, numbers, strict=True)]
        after = position.play({seat: kernel.move(pair[seat]) for seat in (0, 1)})
        if kernel.words(after.key()) != kernel.play(*state, *pair):
            told = " ".join(position.write(kernel.move(number)) for number in pair)
            raise AssertionError(f"the law differs from the kernel after {told}: {where}")
