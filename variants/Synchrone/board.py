"""The moves of each side of Synchrone on the board as it stands, as though the other did nothing (S2-S4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from variants import generation, reading
from variants.army import GRID, NO_ATTACKS, DoubleStep, armies
from variants.castling import NO_RIGHTS, Rights
from variants.errors import FenError
from variants.position import Move, Seat, Sign, Square

ARMIES = armies("pnbrqk", own="pnbrq")
"""The enemy king can be captured (S3); of the own pieces all but the king may be gone to, to take back there (S4)."""

EVENTS: Mapping[str, Sign | None] = MappingProxyType(
    {
        "dodged": "arrow",
        "retaken": "arrow",
        "failed": "failed",
        "collided": "clash",
        "collided_king": "clash",
        "vanished": "lost",
    }
)


def offered(
    board: tuple[str, ...],
    seat: Seat,
    double_steps: frozenset[Square] | None,
    en_passant: Sequence[DoubleStep],
    rights: Rights,
) -> list[Move]:
    """The moves of chess for this seat without regard to its king (S2, S3), and its possible recaptures (S4)."""
    army, threat = ARMIES[seat], ARMIES[1 - seat]
    pieces = army.pieces
    attacked: dict[Square, bool] = {}
    moves = []
    for move in generation.legal(
        board, army, threat, (), NO_ATTACKS, double_steps=double_steps, en_passant=en_passant, rights=NO_RIGHTS
    ):
        target = move.path[1]
        if board[target] in pieces:
            if target not in attacked:
                attacked[target] = threat.attacks(board, target)
            if not attacked[target]:
                continue
        moves.append(move)
    # Where a king could both take back on its rook's square and castle with that rook, the move is the castling.
    return list(dict.fromkeys([*moves, *generation.castlings(board, army, threat, (), rights)]))


def refuse(board: Sequence[str], en_passant: Sequence[DoubleStep]) -> None:
    """Raise FenError where a FEN describes a position that no turn leads to (S18)."""
    reading.refuse_pawns(board, *ARMIES)
    if max(board.count(king) for king in "Kk") > 1:
        raise FenError("fen_kings", "Each side has one king, or none if it was captured.")
    for square, pawn in en_passant:
        if board[square] or board[pawn] != {2: "p", 5: "P"}.get(square // 8, ""):
            raise FenError("fen_jumped", "No pawn can just have jumped over {square}.", square=GRID.names[square])
    if len({passed.square // 8 for passed in en_passant}) < len(en_passant):
        raise FenError("fen_jumps", "Each side can have jumped with one pawn only.")
