"""Start positions: orthodox, or drawn by lot as in Chess960."""

from __future__ import annotations

from itertools import combinations
from random import Random

from variants.errors import FenError
from variants.position import Option

ORTHODOX = "rnbqkbnr"

RANDOMNESS = Option("randomness", (0, 1, 2))
"""0: the orthodox squares; 1: one draw for both sides; 2: each side draws for itself."""


def back_ranks(randomness: int, random: Random | None) -> tuple[str, str]:
    """White's and Black's back ranks from the a-file, in lower case. Raises ValueError if `random` is missing."""
    if randomness == 0:
        return ORTHODOX, ORTHODOX
    if random is None:
        raise ValueError("a random start position needs a source of randomness")
    white = draw(random)
    return white, white if randomness == 1 else draw(random)


def draw(random: Random) -> str:
    """One of the 960 ranks, each as likely as another: bishops on two colours, the king between the rooks."""
    rank = [""] * 8
    rank[random.randrange(0, 8, 2)] = "b"
    rank[random.randrange(1, 8, 2)] = "b"
    for piece in "qnn":
        rank[random.choice([file for file in range(8) if not rank[file]])] = piece
    for piece in "rkr":
        rank[rank.index("")] = piece
    return "".join(rank)


def numbered(text: str) -> str:
    """The rank of a Chess960 number, 0 to 959, in R. Scharnagl's numbering: 518 is orthodox. Raises FenError."""
    if len(text) > 3 or int(text) > 959:
        raise FenError("fen_chess960", "Chess960 positions have the numbers 0 to 959, not {number}.", number=text[:9])
    number, light = divmod(int(text), 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank = [""] * 8
    rank[2 * light + 1] = rank[2 * dark] = "b"
    rank[[file for file in range(8) if not rank[file]][queen]] = "q"
    free = [file for file in range(8) if not rank[file]]
    for file in list(combinations(free, 2))[knights]:
        rank[file] = "n"
    for piece in "rkr":
        rank[rank.index("")] = piece
    return "".join(rank)


def rows(white: str, black: str) -> str:
    """The rows of a FEN with these back ranks behind full rows of pawns."""
    return f"{black}/pppppppp/8/8/8/8/PPPPPPPP/{white.upper()}"
