"""Numbers for the positions of Apocalypse with at most two pieces a side, those of fewer pieces first.

A side without a footman has lost or drawn (R23), so an army is a footman, a footman and a horseman, or two footmen.
Each is numbered as its own side sees the board: a footman stands on one of the 20 squares from 5 on, a horseman on any
of 25. That makes 20 + 20 * 25 + 190 = 710 armies. In the number of a position follow the penalty points, of which each
side has none or one (R24). Where pieces meet on a square a number stands for no position: there are 2,016,400 numbers,
the same as `server/tablebase/Apocalypse.py` gives.
"""

from __future__ import annotations

from typing import Final

from .bits import ALL, SQUARE

ALONE: Final = 20
"""So many armies are a footman alone."""
PAIRED: Final = 520
"""From this number on they are two footmen."""
WIDE: Final = 690
"""So many are two pieces."""
BLOCKS: Final[list[list[int]]] = [
    [0, ALONE * ALONE],
    [ALONE * (ALONE + WIDE), ALONE * (ALONE + 2 * WIDE)],
]
"""The first places of the positions in which White's army is one piece or two, and Black's one or two."""
SEEN: Final[list[list[int]]] = [
    list(range(25)),
    [20 - square + 2 * (square % 5) for square in range(25)],
]
"""For each seat, the squares as it sees them, its own first rank last."""


def endgame(white: int, black: int) -> int:
    """The number of a position that is not over, or -1 where it has none."""
    if white >> 51 or black >> 51:
        return -1
    first: int = army(white, 0)
    if first < 0:
        return -1
    second: int = army(black, 1)
    if second < 0:
        return -1
    return place(first, second) * 4 + 2 * (white >> 50) + (black >> 50)


def place(white: int, black: int) -> int:
    """The place of two armies, given by their numbers."""
    if white < ALONE:
        return white * ALONE + black if black < ALONE else BLOCKS[0][1] + white * WIDE + black - ALONE
    white -= ALONE
    return BLOCKS[1][0] + white * ALONE + black if black < ALONE else BLOCKS[1][1] + white * WIDE + black - ALONE


def army(own: int, seat: int) -> int:
    """The number of the army of a seat, or -1."""
    footmen: int = own & ALL
    horsemen: int = own >> 25 & ALL
    bit: int = footmen & -footmen
    rest: int = footmen ^ bit
    if not footmen or rest & (rest - 1) or horsemen & (horsemen - 1) or (rest and horsemen):
        return -1
    footman: int = SEEN[seat][SQUARE[bit % 29]] - 5
    if rest:
        other: int = SEEN[seat][SQUARE[rest % 29]] - 5
        low, high = min(footman, other), max(footman, other)
        return PAIRED + high * (high - 1) // 2 + low
    return ALONE + footman * 25 + SEEN[seat][SQUARE[horsemen % 29]] if horsemen else footman
