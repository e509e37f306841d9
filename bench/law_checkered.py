"""The kernel of Checkered against its law: the same moves in the same order, and the same position after each.

Asked for by its name (`python -m bench law_checkered`: a million positions, which takes a quarter of an hour), or with
another number of positions and another seed (`python -m bench.law_checkered 20000 7`). A difference ends the run with
an error that names the FEN and the options.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from bench.figures import Figure, figure
from variants.army import GRID
from variants.Checkered.kernel import State, move, state
from variants.Checkered.rules import Checkered
from variants.errors import FenError
from variants.fen import join
from variants.position import Move

POSITIONS = 1_000_000
"""How many positions are compared."""
SEED = 1
TURNS = 80
"""How many turns a random game lasts at most."""
GAMES = 0.02
"""How often a random game is played where else a board is set up at random: over half of the positions are from games.
"""
STAGES = ("1", "1", "1", "1-", "2w", "2b", "3-", "3w", "3b")
TURN_LETTERS = {"3w": "wc", "3b": "bc"}


def composed(random: Random) -> Checkered | None:
    """A position with random pieces, rights, flags, stage, and a last move; None where the rules refuse it."""
    cells = [""] * 64
    rights = ""
    for king, rook, home in (("K", "R", 56), ("k", "r", 0)):
        castles = random.random() < 0.4
        at = home + random.choice((4, 4, random.randrange(1, 7))) if castles else random.choice(_free(cells))
        cells[at] = king
        for files in (range(at % 8), range(at % 8 + 1, 8)):
            file = random.choice([0, 7, *files])
            if castles and file in files and random.random() < 0.7:
                cells[home + file] = rook
                rights += str(file)
            else:
                rights += "8"
    lonely = random.random() < 0.1
    if lonely:
        _block(cells, random)
    else:
        _jump(cells, random)
    for _ in range(random.choice((1, 2, 3, 5, 7, 9, 14))):
        piece = random.choice("PpPpQqRrBbNn" if lonely else "PpPpsssssQqRrBbNnturco")
        near = range(8, 56) if piece in "Pps" else range(64)
        cells[random.choice([square for square in _free(cells) if square in near])] = piece
    stage = random.choice(STAGES)
    turn = random.choice(TURN_LETTERS.get(stage, "wb"))
    named = {"flags": rights + "".join(random.choice("011") for _ in range(16)), "stage": stage}
    checkered = [square for square, symbol in enumerate(cells) if symbol and symbol in "stuco"]
    if stage[0] == "1" and checkered and random.random() < 0.6:
        named["cmove"] = GRID.names[random.choice(_free(cells))] + GRID.names[random.choice(checkered)]
    passing = [square for square in (*range(16, 24), *range(40, 48)) if _jumped_over(cells, square)]
    if passing and random.random() < 0.7:
        named["enpassant"] = GRID.names[random.choice(passing)]
    settings = {"switch": random.random() < 0.8, "observer": stage[0] == "3" or random.random() < 0.2}
    with suppress(FenError):
        return Checkered.from_fen(join(GRID.write_rows(cells), turn, 0, named), settings)
    return None


def _block(cells: list[str], random: Random) -> None:
    """Put down a checkered pawn that cannot step, where there is room."""
    square = random.randrange(16, 48)
    if not cells[square - 8] and not cells[square] and not cells[square + 8]:
        cells[square - 8], cells[square], cells[square + 8] = random.choice("Pp"), "s", random.choice("Pp")


def _jump(cells: list[str], random: Random) -> None:
    """Put down a pawn that may just have made a double step, and a pawn beside it, where there is room."""
    down = random.random() < 0.5
    square = random.randrange(25, 31) if down else random.randrange(33, 39)
    beside = square + random.choice((-1, 1))
    behind = (square - 8, square - 16) if down else (square + 8, square + 16)
    if not any(cells[at] for at in (square, beside, *behind)):
        cells[square] = random.choice("pps" if down else "PPs")
        cells[beside] = random.choice("PPs" if down else "pps")


def _free(cells: list[str]) -> list[int]:
    return [square for square in range(64) if not cells[square]]


def _jumped_over(cells: list[str], square: int) -> bool:
    """Whether a pawn may have passed over this square."""
    origin, target = (square - 8, square + 8) if square < 32 else (square + 8, square - 8)
    return not cells[square] and not cells[origin] and cells[target] in ("P", "p", "s")


def positions(random: Random) -> Iterator[Checkered]:
    """Endless positions of two seats, under random options."""
    while True:
        if random.random() > GAMES:
            found = composed(random)
            if found is not None:
                yield found
            continue
        settings = {"switch": random.random() < 0.8, "randomness": random.choice((0, 1, 2))}
        position = Checkered.start(settings, random)
        for _ in range(TURNS):
            yield position
            moves = position.moves(position.to_act[0])
            if not moves:
                break
            position = position.play({position.to_act[0]: chosen(position, moves, random)})


def chosen(position: Checkered, moves: tuple[Move, ...], random: Random) -> Move:
    """A move: the switch seldom, and captures less often than there are, so that the board stays full."""
    found = random.choice(moves)
    if position.board[found.path[1]] and random.random() < 0.5:
        return random.choice(moves)
    return found


def told(found: State) -> tuple[Any, ...]:
    """All that a position in numbers holds."""
    own = (found.board, found.white, found.black, found.rooks, found.jumps)
    return (*own, found.passed, found.pawn, found.undone, id(found.side))


def compare(position: Checkered) -> None:
    """Raise AssertionError where the kernel does not say what the law says of this position and after each move."""
    where = f"{position.fen()} {dict(position.settings)}"
    seat = position.to_act[0]
    begun = state(position)
    assert begun is not None, where
    before, numbers = told(begun), begun.moves()
    if tuple([move(number, begun) for number in numbers]) != position.moves(seat) or told(begun) != before:
        raise AssertionError(f"the law differs from the kernel: {where}")
    for number, offered in zip(numbers, position.moves(seat), strict=True):
        after = state(position.play({seat: offered}))
        if after is None or told(after) != told(begun.play(number)):
            raise AssertionError(f"the law differs from the kernel after {Checkered.write(offered)}: {where}")


def figures(count: int = POSITIONS, seed: int = SEED) -> Iterator[Figure]:
    """Compare so many positions."""
    began = time.process_time()
    for _, position in zip(range(count), positions(Random(seed)), strict=False):
        compare(position)
    seconds = time.process_time() - began
    yield figure("Checkered, kernel against the law", "positions/s", [count / seconds], positions=count, seed=seed)


def main(arguments: list[str]) -> None:
    """Print the figure of so many positions from this seed."""
    for line in figures(*map(int, arguments)):
        print(json.dumps(line, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
