"""The moves of one side's pieces on a board of chess, and which of them leave no king of that side under attack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from variants import castling
from variants.army import DOWN, HOME_ROW, LAST_ROWS, NOWHERE, PAWN_TAKES, RAYS, STEPS, UP, Army
from variants.castling import NO_RIGHTS, Rights
from variants.position import Move, Square


def legal(
    board: Sequence[str],
    army: Army,
    threat: Army,
    kings: tuple[Square, ...],
    *,
    jumps: frozenset[Square],
    passing: Iterable[Square],
    rights: Rights,
) -> list[Move]:
    """The army's moves after which the threat attacks none of these kings.

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
    """The army's moves but en passant and castling, whether or not a king is exposed.

    With each comes the symbol that then stands on its last square.
    """
    pieces = army.pieces
    found: list[tuple[Move, str]] = []
    for origin, symbol in enumerate(board):
        nature = pieces.get(symbol)
        if nature is None:
            continue
        if nature == "p":
            _pawn(board, army, origin, jumps, found)
            continue
        steps = STEPS[origin]
        captures = army.captures[symbol]
        for ray in RAYS[nature][origin]:
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
    for way in army.ways[symbol]:
        ahead = origin + way
        last = ahead in LAST_ROWS
        if not board[ahead]:
            if last:
                found += [(Move((origin, ahead), into), born) for into, born in army.promotions[symbol][""]]
            else:
                found.append((STEPS[origin][ahead], symbol))
                if origin // 8 == HOME_ROW[way] and origin in jumps and not board[ahead + way]:
                    found.append((STEPS[origin][ahead + way], symbol))
        arrivals = (army.promotions if last else army.captures)[symbol]
        for target in PAWN_TAKES[way][origin]:
            victim = board[target]
            if victim and victim in arrivals:
                found += [(Move((origin, target), into), born) for into, born in arrivals[victim]]


def taker_way(passing: Square) -> int:
    """The way of the pawns that may take en passant towards this square; the pawn to be taken came the other way."""
    return DOWN if passing // 8 == 5 else UP


def en_passant(
    board: Sequence[str], army: Army, threat: Army, kings: Sequence[Square], passing: Square
) -> Iterable[Move]:
    """The army's captures of the pawn that has jumped over this square, unless something stands there."""
    if board[passing]:
        return
    way = taker_way(passing)
    taken = passing - way
    victim = board[taken]
    for origin in PAWN_TAKES[-way][passing]:
        symbol = board[origin]
        if symbol not in army.passing or way not in army.ways[symbol] or victim not in army.captures[symbol]:
            continue
        for into, born in army.captures[symbol][victim]:
            scratch = list(board)
            scratch[origin] = scratch[taken] = ""
            scratch[passing] = born
            if not attacked(threat, scratch, kings):
                yield Move((origin, passing), into)


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
    """Does this army attack one of these kings?"""
    return any(threat.attacks(board, king) for king in kings)
