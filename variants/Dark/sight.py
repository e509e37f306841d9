"""The squares that a seat of dark chess sees (D4-D8), and determinizations of the others (D13)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from types import MappingProxyType

from variants import generation
from variants.army import DOWN, LAST_ROWS, PAWNS, UP, DoubleStep, armies
from variants.castling import CASTLING, Castling, Rights
from variants.position import Seat, Sign, Square

ARMIES = armies("pnbrqk")
"""As in chess, but that kings can be captured (D2)."""
EVENTS: Mapping[str, Sign | None] = MappingProxyType(
    {"moved": "arrow", "castled": "arrow", "taken": "lost", "promoted": None}
)

MOST = {"n": 2, "b": 2, "r": 2, "q": 1, "k": 1}
"""The pieces of each kind before any promotion."""
FEW = 4
"""So few missing pieces may stand anywhere alike."""
MANY = 8
"""With so many more they stand by `HOMES`."""
HOME = {"p": (0, 12, 8, 5, 2, 1, 0, 0), "k": (30, 6, 1, 0, 0, 0, 0, 0)}
OTHERS_HOME = (8, 4, 3, 1, 1, 1, 0, 0)
"""By ranks, counted from its own side, how much more often than elsewhere a piece stands on a square."""
HOMES = {
    symbol: [HOME.get(symbol.lower(), OTHERS_HOME)[7 - at // 8 if symbol.isupper() else at // 8] for at in range(64)]
    for symbol in "PNBRQKpnbrqk"
}


def seen(board: tuple[str, ...], seat: Seat, en_passant: Sequence[DoubleStep], rights: Rights) -> frozenset[Square]:
    """The squares that this seat sees, whichever seat is to move."""
    army, way = ARMIES[seat], (UP, DOWN)[seat]
    squares = {move.path[1] for move in generation.candidates(board, army)}
    for square, symbol in enumerate(board):
        if symbol in army.pieces:
            squares.add(square)
        if symbol in army.ways:
            (steps,) = PAWNS.steps[way][square]
            squares.update(PAWNS.takes[way][square], steps[:1])
            if not board[steps[0]]:
                squares.update(steps)
    for symbol, rook in zip(Castling.kings, rights, strict=True):
        if rook is not None and symbol in army.pieces:
            squares.update(CASTLING.plan(board.index(symbol), rook).clear)
    squares.update(passed.pawn for passed in en_passant if can_take(board, seat, passed))
    return frozenset(squares)


def can_take(board: Sequence[str], seat: Seat, passed: DoubleStep) -> bool:
    """Whether this seat could capture the pawn that has just made this double step (D7)."""
    return any(generation.en_passant_moves(board, ARMIES[seat], ARMIES[1 - seat], (), passed))


def guess(board: Sequence[str], known: Sequence[str], dark: Collection[Square], random: Random) -> tuple[str, ...]:
    """`known` with the pieces of `board` that are missing there put on `dark` squares, anywhere they could stand.

    Pieces beyond the first number of their kind were pawns once and count as pawns, while pawns have room. The more
    pieces are missing, the more of them stand near their home.
    """
    cells, pawns, others = list(known), list[str](), list[str]()
    for square, symbol in enumerate(board):
        if symbol and not known[square]:
            (pawns if symbol in ("P", "p") else others).append(symbol)
    # In an order that does not tell where they stand.
    pawns.sort()
    others.sort()
    free = sorted(dark)
    room = sum(square not in LAST_ROWS for square in free)
    for symbol in sorted(set(others)):
        surplus = others.count(symbol) - MOST[symbol.lower()]
        for _ in range(min(surplus, room - len(pawns))):
            others.remove(symbol)
            pawns.append("P" if symbol.isupper() else "p")
    many = min(1.0, max(0, len(pawns) + len(others) - FEW) / MANY)
    for symbol in (*pawns, *others):
        open_to = [square for square in free if square not in LAST_ROWS] if symbol in ("P", "p") else free
        homes = HOMES[symbol]
        (square,) = random.choices(open_to, [1 + many * homes[square] for square in open_to])
        cells[square] = symbol
        free.remove(square)
    return tuple(cells)
