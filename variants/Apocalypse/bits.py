"""Apocalypse in numbers: bitboards of 25 squares, of which two and the penalty points of a seat fit 64 bits.

A seat is one number: its footmen in the bits 0 to 24, its horsemen in 25 to 49, its penalty points from 50 on. A move
is one number too: where it starts, what it reaches and where it ends in five bits each, then whether it promotes and
whether it is risky.
"""

from __future__ import annotations

from collections.abc import Sequence

from variants.position import Move

from .board import FOOTMEN, HORSEMEN, LAST_RANKS, SHAPES, Board

ALL = (1 << 25) - 1
POINT = 1 << 50
"""One penalty point."""
LOST = 2 << 50
"""A seat with a number from this one on has lost by penalties."""
PROMOTED = 1 << 15
RISKY = 1 << 16


def numbered(move: Move) -> int:
    """The number of a move that is not risky."""
    path, into = move
    return path[0] | path[1] << 5 | path[-1] << 10 | (PROMOTED if into else 0)


def mask(squares: Sequence[int]) -> int:
    """The bitboard of these squares."""
    return sum([1 << square for square in squares])


def _table(symbol: str) -> list[list[tuple[int, bool, int]]]:
    """By square the moves of this piece without redeployments: the target's bit, whether it is a push, the number."""
    return [
        [(1 << move.path[1], way == "push", numbered(move)) for move, way in shapes.items() if len(move.path) == 2]
        for shapes in SHAPES[symbol]
    ]


BIT = [1 << square for square in range(25)]
MOVES = {numbered(move): move for squares in SHAPES.values() for shapes in squares for move in shapes}
"""The moves by their numbers."""
LEAPS = _table(HORSEMEN[0])
REACH = [sum([target for target, _, _ in moves]) for moves in LEAPS]
"""The squares to which a horseman leaps."""
STEPS = [_table(footman) for footman in FOOTMEN]
"""For each seat and square the steps of a footman; on the last rank they promote."""
LAST = [mask(rank) for rank in LAST_RANKS]
NEXT = [mask(range(5, 10)), mask(range(15, 20))]
"""For each seat the squares from which a footman reaches its last rank."""


_WORD = {symbol: (seat, shift) for seat in (0, 1) for shift, symbol in ((0, FOOTMEN[seat]), (25, HORSEMEN[seat]))}


def words(board: Board, penalties: Sequence[int]) -> tuple[int, int]:
    """Both numbers of a position."""
    seats = [points * POINT for points in penalties]
    for square, symbol in enumerate(board):
        if symbol:
            seat, shift = _WORD[symbol]
            seats[seat] |= 1 << square + shift
    return seats[0], seats[1]


def men_of(own: int) -> int:
    """The squares of the pieces of a seat."""
    return (own | own >> 25) & ALL


def put_down(move: int, ends: int, moves: list[int]) -> None:
    """Add the redeployments that arrive like this move and end on these squares."""
    while ends:
        bit = ends & -ends
        ends ^= bit
        moves.append(move | (bit.bit_length() - 1) << 10)


def made(own: int, other: int, move: int) -> tuple[int, int]:
    """Both numbers after this legal move alone; what it captures on arrival goes, wherever the piece ends (R7)."""
    origin = move & 31
    target = move >> 5 & 31
    end = move >> 10 & 31
    shift = 25 if own >> 25 >> origin & 1 else 0
    own &= ~(BIT[origin] << shift)
    own |= BIT[end] << (25 if move & PROMOTED else shift)
    return own, other & ~(BIT[target] | BIT[target] << 25)


def together(white: int, black: int, first: int, second: int) -> tuple[int, int]:
    """Two legal moves at once: both captures are made, of what has not moved away (R14), then both pieces end."""
    ours = 25 if white >> 25 >> (first & 31) & 1 else 0
    theirs = 25 if black >> 25 >> (second & 31) & 1 else 0
    left = BIT[first & 31] | BIT[second >> 5 & 31]
    white &= ~(left | left << 25)
    left = BIT[second & 31] | BIT[first >> 5 & 31]
    black &= ~(left | left << 25)
    end = first >> 10 & 31
    other = second >> 10 & 31
    if end != other or ours > theirs:
        white |= BIT[end] << (25 if first & PROMOTED else ours)
    if end != other or theirs > ours:
        black |= BIT[other] << (25 if second & PROMOTED else theirs)
    return white, black


def punished(own: int) -> int:
    """The number with one more penalty point, two at most (R12)."""
    return own + POINT if own < LOST else own
