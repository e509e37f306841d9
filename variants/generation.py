"""Move generation on a board of chess, pseudo-legal and legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from variants import castling
from variants.army import LAST_ROWS, NOWHERE, STEPS, Army, Passed
from variants.castling import NO_RIGHTS, Rights
from variants.position import Move, Square


def legal(
    board: Sequence[str],
    army: Army,
    threat: Army,
    kings: tuple[Square, ...],
    *,
    jumps: frozenset[Square],
    passing: Iterable[Passed],
    rights: Rights,
) -> list[Move]:
    """The legal moves of an army: the threat attacks none of these kings afterwards.

    Most moves cannot expose a king; only those that may are tried out. They are the moves of a king, of a piece that
    shields one, and of any piece if a king is attacked already; and those that put on the board, in sight of a king, a
    piece that belongs to the threat too.
    """
    watch = threat.watch(board, kings)
    sights = threat.sights(kings)
    shields, checkers, answers = watch.shields, watch.checkers, watch.answers
    single = len(checkers) == 1
    found = []
    for move, born in candidates(board, army, jumps):
        origin, target = move[0]
        if single and target not in answers and origin not in kings and origin not in checkers:
            continue
        if checkers or origin in shields or origin in kings or target in sights.get(born, NOWHERE):
            scratch = list(board)
            scratch[origin] = ""
            scratch[target] = born
            if attacked(threat, scratch, [target if king == origin else king for king in kings]):
                continue
        found.append(move)
    for passed in passing:
        found += en_passant(board, army, threat, kings, passed)
    if rights != NO_RIGHTS:
        found += castlings(board, army, threat, kings, rights)
    return found


def candidates(board: Sequence[str], army: Army, jumps: frozenset[Square]) -> list[tuple[Move, str]]:
    """The army's pseudo-legal moves without en passant and castling.

    With each comes the symbol that then stands on its last square.
    """
    pieces, rays = army.pieces, army.rays
    found: list[tuple[Move, str]] = []
    for origin, symbol in enumerate(board):
        kind = pieces.get(symbol) if symbol else None
        if kind is None:
            continue
        if kind == "p":
            _pawn(board, army, origin, jumps, found)
            continue
        steps = STEPS[origin]
        captures = army.captures[symbol]
        for ray in rays[kind][origin]:
            for target in ray:
                victim = board[target]
                if victim:
                    if victim in captures:
                        for into, born in captures[victim]:
                            found.append((Move((origin, target), into) if into else steps[target], born))
                    break
                found.append((steps[target], symbol))
    return found


def _pawn(
    board: Sequence[str], army: Army, origin: Square, jumps: frozenset[Square], found: list[tuple[Move, str]]
) -> None:
    symbol = board[origin]
    steps = STEPS[origin]
    for way in army.ways[symbol]:
        for ray in army.pawns.steps[way][origin]:
            ahead = ray[0]
            if board[ahead]:
                continue
            if ahead in LAST_ROWS:
                found += [(Move((origin, ahead), into), born) for into, born in army.promotions[symbol][""]]
                continue
            found.append((steps[ahead], symbol))
            if len(ray) == 2 and origin in jumps and not board[ray[1]]:
                found.append((steps[ray[1]], symbol))
        for target in army.pawns.takes[way][origin]:
            victim = board[target]
            if victim:
                arrivals = (army.promotions if target in LAST_ROWS else army.captures)[symbol]
                if victim in arrivals:
                    found += [(Move((origin, target), into), born) for into, born in arrivals[victim]]


def en_passant(
    board: Sequence[str], army: Army, threat: Army, kings: Sequence[Square], passed: Passed
) -> Iterable[Move]:
    """The army's captures of the pawn that has passed over a square, unless a piece stands there."""
    square, pawn = passed
    if board[square]:
        return
    victim = board[pawn]
    for origin in army.takers(board, passed):
        for into, born in army.captures[board[origin]].get(victim, ()):
            scratch = list(board)
            scratch[origin] = scratch[pawn] = ""
            scratch[square] = born
            if not attacked(threat, scratch, kings):
                yield Move((origin, square), into)


def castlings(
    board: Sequence[str], army: Army, threat: Army, kings: Sequence[Square], rights: Rights
) -> Iterable[Move]:
    """The castlings of the army's kings: not out of, through or into an attack."""
    for symbol, tower, rook in zip(castling.KINGS, castling.ROOKS, rights, strict=True):
        if rook is None or symbol not in army.pieces:
            continue
        king = board.index(symbol)
        plan = castling.plan(king, rook)
        if any(board[square] for square in plan.clear):
            continue
        scratch = list(board)
        scratch[king] = ""
        if kings and any(threat.attacks(scratch, square) for square in plan.crossed):
            continue
        scratch[rook] = ""
        scratch[plan.king[1]], scratch[plan.rook[1]] = symbol, tower
        if not attacked(threat, scratch, [plan.king[1] if other == king else other for other in kings]):
            yield plan.move


def attacked(threat: Army, board: Sequence[str], kings: Iterable[Square]) -> bool:
    """Whether this army attacks one of these kings."""
    return any(threat.attacks(board, king) for king in kings)
