"""What each side of Synchrone may do on the board as it stands, as though the other did nothing (S2-S4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from variants import generation, reading
from variants.army import BLACK_PIECES, DOWN, GRID, UP, WHITE_PIECES, Army, promotes, stays
from variants.castling import NO_RIGHTS, Rights
from variants.errors import FenError
from variants.orthodox import Orthodox
from variants.position import Move, Seat, Sign, Square

PREY = "PNBRQpnbrq"
ARMIES = (
    Army(pieces=WHITE_PIECES, prey=PREY + "k", ways={"P": (UP,)}, take=stays, promote=promotes, passing="P"),
    Army(pieces=BLACK_PIECES, prey=PREY + "K", ways={"p": (DOWN,)}, take=stays, promote=promotes, passing="p"),
)
"""The enemy king can be captured (S3); of the own pieces all but the king may be gone to, to take back there (S4)."""

SIGNS: Mapping[str, Sign] = MappingProxyType(
    {
        **Orthodox.signs,
        "dodged": "arrow",
        "retaken": "arrow",
        "failed": "failed",
        "collided": "clash",
        "collided_king": "clash",
        "vanished": "lost",
    }
)
_WORTH = {"p": 1.0, "n": 3.0, "b": 3.2, "r": 5.0, "q": 9.0, "k": 0.0}
WORTH = {"": 0.0} | _WORTH | {symbol.upper(): worth for symbol, worth in _WORTH.items()}


def offered(
    board: Sequence[str], seat: Seat, jumps: frozenset[Square], jumped: Sequence[Square], rights: Rights
) -> list[Move]:
    """What the seat could do in chess were its king no matter (S2, S3), and where it could take back (S4)."""
    army, threat = ARMIES[seat], ARMIES[1 - seat]
    passing = next((square for square in jumped if generation.taker_way(square) == (UP, DOWN)[seat]), None)
    found = [
        move
        for move in generation.legal(board, army, threat, (), jumps=jumps, passing=passing, rights=NO_RIGHTS)
        if board[move.path[1]] not in army.pieces or threat.attacks(board, move.path[1])
    ]
    # Where a king could both take back on its rook's square and castle with that rook, the move is the castling.
    return list(dict.fromkeys([*found, *generation.castlings(board, army, threat, (), rights)]))


def worth(board: Sequence[str]) -> float:
    """How many pawns White is ahead: a guess for those who search, no part of the rules."""
    return sum(WORTH[symbol] if symbol.isupper() else -WORTH[symbol] for symbol in board)


def read_jumped(text: str) -> tuple[Square, ...]:
    """The squares that pawns jumped over in the last turn: `-`, one, or two with a comma between them."""
    squares = [] if text == "-" else [reading.square(part, "enpassant") for part in text.split(",")]
    return tuple(sorted({square for square in squares if square is not None}))


def refuse(board: Sequence[str], turn: Seat, jumped: Sequence[Square]) -> None:
    """Raise FenError where a FEN says what no turn leads to (S18)."""
    reading.refuse_pawns(board, *ARMIES)
    if turn:
        raise FenError("fen_turn_black", "Both sides move at once: the FEN must have “w”, not “b”.")
    if max(board.count(king) for king in "Kk") > 1:
        raise FenError("fen_kings", "Each side has one king, or none if it was captured.")
    for square in jumped:
        pawn = square - generation.taker_way(square)
        if (
            square // 8 not in (2, 5)
            or board[square]
            or board[pawn] != ("p" if generation.taker_way(square) == UP else "P")
        ):
            raise FenError("fen_jumped", "No pawn can just have jumped over {square}.", square=GRID.names[square])
    if len({square // 8 for square in jumped}) < len(jumped):
        raise FenError("fen_jumps", "Each side can have jumped with one pawn only.")
