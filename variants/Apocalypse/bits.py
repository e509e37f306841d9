"""Apocalypse in numbers: bitboards of 25 squares, of which two and the penalty points of a seat fit 64 bits.

A seat is one number: its footmen in the bits 0 to 24, its horsemen in 25 to 49, its penalty points from 50 on. A move
is one number too: where it starts, what it reaches and where it ends in five bits each, then whether it promotes and
whether it is risky.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from variants.native import i64
from variants.position import Move

from .board import FOOTMEN, HORSEMEN, LAST_RANKS, SHAPES, Board

ALL: Final = (1 << 25) - 1
POINT: Final = 1 << 50
"""One penalty point."""
LOST: Final = 2 << 50
"""From so many on a seat has lost by penalties."""
PROMOTED: Final = 1 << 15
RISKY: Final = 1 << 16


def numbered(move: Move) -> int:
    """The number of a move that is not risky."""
    path, into = move
    return path[0] | path[1] << 5 | path[-1] << 10 | (PROMOTED if into else 0)


def mask(squares: Sequence[int]) -> int:
    """The bitboard of these squares."""
    return sum([1 << square for square in squares])


def _counts() -> list[i64]:
    return [sum([number >> bit & 1 for bit in range(13)]) for number in range(1 << 13)]


def _squares() -> list[i64]:
    """The powers of 2 leave different remainders by 29, up to the 28th."""
    found: list[i64] = [0] * 29
    for square in range(25):
        found[(1 << square) % 29] = square
    return found


def _table(symbol: str) -> list[list[i64]]:
    """For each square the moves of this piece but for redeployments."""
    return [[numbered(move) for move in shapes if len(move.path) == 2] for shapes in SHAPES[symbol]]


_COUNT: Final[list[i64]] = _counts()
SQUARE: Final[list[i64]] = _squares()
"""The square of a bit, by what the bit leaves when it is divided by 29."""
BIT: Final[list[i64]] = [1 << square for square in range(25)]
LEAPS: Final[list[list[i64]]] = _table(HORSEMEN[0])
REACH: Final[list[i64]] = [mask([move >> 5 & 31 for move in moves]) for moves in LEAPS]
"""The squares to which a horseman leaps."""
STEPS: Final[list[list[list[i64]]]] = [_table(footman) for footman in FOOTMEN]
"""For each seat and square what a footman reaches; promotions on the last rank."""
LAST: Final[list[i64]] = [mask(rank) for rank in LAST_RANKS]
NEXT: Final[list[i64]] = [mask(range(5, 10)), mask(range(15, 20))]
"""For each seat the squares from which a footman reaches its last rank."""


def words(board: Board, penalties: tuple[int, int]) -> tuple[i64, i64]:
    """Both numbers of a position."""
    seats: list[i64] = []
    for seat in (0, 1):
        footmen = mask([square for square in range(25) if board[square] == FOOTMEN[seat]])
        horsemen = mask([square for square in range(25) if board[square] == HORSEMEN[seat]])
        seats.append(footmen | horsemen << 25 | penalties[seat] * POINT)
    return seats[0], seats[1]


def count(board: i64) -> i64:
    """How many squares are set."""
    return _COUNT[board & 8191] + _COUNT[board >> 13]


def men_of(own: i64) -> i64:
    """The squares of the pieces of a seat."""
    return (own | own >> 25) & ALL


def put_down(move: i64, ends: i64, moves: list[i64]) -> None:
    """Add the redeployments that arrive like this move and end on these squares."""
    while ends:
        bit: i64 = ends & -ends
        ends ^= bit
        moves.append(move | SQUARE[bit % 29] << 10)


def made(own: i64, other: i64, move: i64) -> tuple[i64, i64]:
    """Both numbers after this legal move alone; what it captures on arrival goes, wherever the piece ends (R7)."""
    origin: i64 = move & 31
    target: i64 = move >> 5 & 31
    end: i64 = move >> 10 & 31
    shift: i64 = 25 if own >> 25 >> origin & 1 else 0
    own &= ~(BIT[origin] << shift)
    own |= BIT[end] << (25 if move & PROMOTED else shift)
    return own, other & ~(BIT[target] | BIT[target] << 25)


def together(white: i64, black: i64, first: i64, second: i64) -> tuple[i64, i64]:
    """Two legal moves at once: both captures are made, of what has not moved away (R14), then both pieces end."""
    ours: i64 = 25 if white >> 25 >> (first & 31) & 1 else 0
    theirs: i64 = 25 if black >> 25 >> (second & 31) & 1 else 0
    left: i64 = BIT[first & 31] | BIT[second >> 5 & 31]
    white &= ~(left | left << 25)
    left = BIT[second & 31] | BIT[first >> 5 & 31]
    black &= ~(left | left << 25)
    end: i64 = first >> 10 & 31
    other: i64 = second >> 10 & 31
    if end != other or ours > theirs:
        white |= BIT[end] << (25 if first & PROMOTED else ours)
    if end != other or theirs > ours:
        black |= BIT[other] << (25 if second & PROMOTED else theirs)
    return white, black


def punished(own: i64) -> i64:
    """The number with one more penalty point, of which nobody has more than two (R12)."""
    return own + POINT if own < LOST else own
