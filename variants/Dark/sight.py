"""What a seat of dark chess sees (D4-D8), and what the rest might be (D13)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from types import MappingProxyType

from variants import castling, generation, reading
from variants.army import BLACK_PIECES, DOWN, HOME_ROW, LAST_ROWS, PAWN_TAKES, UP, WHITE_PIECES, Army, promotes, stays
from variants.castling import Rights
from variants.errors import FenError
from variants.orthodox import HOME_PAWNS
from variants.position import Seat, Sign, Square

ARMIES = (
    Army(pieces=WHITE_PIECES, prey="pnbrqk", ways={"P": (UP,)}, take=stays, promote=promotes, passing="P"),
    Army(pieces=BLACK_PIECES, prey="PNBRQK", ways={"p": (DOWN,)}, take=stays, promote=promotes, passing="p"),
)
"""As in chess, but that kings can be captured (D2)."""
SIGNS: Mapping[str, Sign] = MappingProxyType({"moved": "arrow", "castled": "arrow", "taken": "lost"})

MOST = {"n": 2, "b": 2, "r": 2, "q": 1, "k": 1}
"""So many of a nature there are before any promotion."""
_WORTH = {"p": 1.0, "n": 3.0, "b": 3.2, "r": 5.0, "q": 9.0, "k": 0.0}
WORTH = {"": 0.0} | {symbol: -worth for symbol, worth in _WORTH.items()} | {s.upper(): w for s, w in _WORTH.items()}
"""What a piece is worth to White: a guess for those who search, no part of the rules."""


def seen(board: Sequence[str], seat: Seat, passing: Square | None, rights: Rights) -> frozenset[Square]:
    """The squares that this seat sees, whoever is to move."""
    army, way = ARMIES[seat], (UP, DOWN)[seat]
    found = {move.path[1] for move, _ in generation.candidates(board, army, HOME_PAWNS)}
    for square, symbol in enumerate(board):
        if symbol in army.pieces:
            found.add(square)
        if symbol in army.ways:
            found.update(PAWN_TAKES[way][square], (square + way,))
            if square // 8 == HOME_ROW[way] and not board[square + way]:
                found.add(square + 2 * way)
    for symbol, rook in zip(castling.KINGS, rights, strict=True):
        if rook is not None and symbol in army.pieces:
            found.update(castling.plan(board.index(symbol), rook).clear)
    if passing is not None and can_take(board, seat, passing):
        found.add(passing - way)
    return frozenset(found)


def can_take(board: Sequence[str], seat: Seat, passing: Square) -> bool:
    """Whether this seat could capture the pawn that has just jumped over this square (D7)."""
    return any(generation.en_passant(board, ARMIES[seat], ARMIES[1 - seat], (), passing))


def guess(board: Sequence[str], known: Sequence[str], dark: Collection[Square], random: Random) -> tuple[str, ...]:
    """`known` with the pieces of `board` that are missing there put on `dark` squares, anywhere they could stand.

    What there is more of than at first was a pawn once and is taken for one, while pawns have room.
    """
    cells, pawns, others = list(known), list[str](), list[str]()
    for square, symbol in enumerate(board):
        if symbol and not known[square]:
            (pawns if symbol in ("P", "p") else others).append(symbol)
    free = sorted(dark)
    random.shuffle(free)
    free.sort(key=LAST_ROWS.__contains__)
    room = sum(square not in LAST_ROWS for square in free)
    for symbol in sorted(set(others)):
        surplus = others.count(symbol) - MOST[symbol.lower()]
        for _ in range(min(surplus, room - len(pawns))):
            others.remove(symbol)
            pawns.append("P" if symbol.isupper() else "p")
    for square, symbol in zip(free, pawns, strict=False):
        cells[square] = symbol
    rest = free[len(pawns) :]
    random.shuffle(rest)
    for square, symbol in zip(rest, others, strict=False):
        cells[square] = symbol
    return tuple(cells)


def refuse(board: Sequence[str], passing: Square | None, jumper: Army) -> None:
    """Raise FenError where no game could go on, or have ended."""
    if max(board.count(king) for king in "Kk") > 1 or not ("K" in board or "k" in board):
        raise FenError("fen_kings", "Each side has one king, and only one of the two can have been captured.")
    reading.refuse_pawns(board, *ARMIES)
    if passing is not None:
        reading.refuse_passing(board, passing, jumper)
