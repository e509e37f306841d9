"""Move generation on a board of chess, pseudo-legal and legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from variants import castling
from variants.army import LAST_ROWS, NO_SIGHTS, NOWHERE, STEPS, Army, Attacks, DoubleStep, Sights
from variants.castling import NO_RIGHTS, Rights
from variants.position import Move, Square

Board = tuple[str, ...]


def legal(
    board: Board,
    army: Army,
    threat: Army,
    kings: tuple[Square, ...],
    watch: Attacks,
    *,
    double_steps: frozenset[Square],
    en_passant: Iterable[DoubleStep],
    rights: Rights,
    forcing: bool = False,
) -> list[Move]:
    """The legal moves of an army: the threat attacks none of these kings afterwards; `watch` are its attacks now.

    If `forcing`, captures and promotions alone.

    Most moves cannot expose a king; only those that may are tried out. They are the moves of a king, of a piece that
    shields one, and of any piece if a king is attacked already; and those that put on the board, in sight of a king, a
    piece that belongs to the threat too.
    """
    exposing = watch.shields.union(kings)
    sights = NO_SIGHTS if army.arriving.isdisjoint(threat.pieces) else threat.sights(kings)
    pieces = army.pieces
    moves: list[Move] = []
    for origin, symbol in enumerate(board):
        if not symbol or symbol not in pieces:
            continue
        before = len(moves)
        if forcing:
            changes = _take(board, army, origin, symbol, moves)
        else:
            changes = _walk(board, army, origin, symbol, double_steps, moves)
        if watch.checkers or origin in exposing or symbol in sights or (changes and sights):
            tried = moves[before:]
            del moves[before:]
            plain = not changes and not watch.checkers and origin not in exposing
            near = sights[symbol] if plain else NOWHERE
            for move in tried:
                clear = plain and move.path[1] not in near
                if clear or _holds(board, army, threat, kings, watch, exposing, sights, move):
                    moves.append(move)
    for passed in en_passant:
        moves += en_passant_moves(board, army, threat, kings, passed)
    if rights != NO_RIGHTS and not forcing:
        moves += castlings(board, army, threat, kings, rights)
    return moves


def _holds(
    board: Board,
    army: Army,
    threat: Army,
    kings: tuple[Square, ...],
    watch: Attacks,
    exposing: frozenset[Square],
    sights: Sights,
    move: Move,
) -> bool:
    """Whether no king is attacked after this move, which is tried out where that is not clear."""
    (origin, target), into = move
    checkers = watch.checkers
    if len(checkers) == 1 and target not in watch.answers and origin not in kings and origin not in checkers:
        return False
    born = army.arrival(board[origin], board[target], target, into)
    if not checkers and origin not in exposing and target not in sights.get(born, NOWHERE):
        return True
    scratch = list(board)
    scratch[origin] = ""
    scratch[target] = born
    return not attacked(threat, scratch, [target if king == origin else king for king in kings])


def candidates(board: Board, army: Army, double_steps: frozenset[Square]) -> list[Move]:
    """The army's pseudo-legal moves without en passant and castling."""
    moves: list[Move] = []
    for origin, symbol in enumerate(board):
        if symbol and symbol in army.pieces:
            _walk(board, army, origin, symbol, double_steps, moves)
    return moves


def can_move(board: Board, army: Army, double_steps: frozenset[Square]) -> bool:
    """Whether the army has a pseudo-legal move that is neither en passant nor castling."""
    moves: list[Move] = []
    for origin, symbol in enumerate(board):
        if symbol and symbol in army.pieces:
            _walk(board, army, origin, symbol, double_steps, moves)
            if moves:
                return True
    return False


def clearly_moves(board: Board, army: Army, threat: Army, watch: Attacks) -> bool:
    """Whether the army clearly has a legal move; False where its kings are attacked, or where that takes more work.

    It is a step by a piece that shields no king, is none, and does not belong to the threat as well.
    """
    if watch.checkers:
        return False
    for origin, symbol in enumerate(board):
        if not symbol or symbol not in army.pieces or symbol in threat.pieces or origin in watch.shields:
            continue
        kind = army.pieces[symbol]
        if kind == "k":
            continue
        if kind != "p":
            for ray in army.rays[kind][origin]:
                if not board[ray[0]]:
                    return True
            continue
        for way in army.ways[symbol]:
            for ray in army.pawns.steps[way][origin]:
                if not board[ray[0]]:
                    return True
    return False


def _walk(
    board: Board, army: Army, origin: Square, symbol: str, double_steps: frozenset[Square], moves: list[Move]
) -> bool:
    """Add the moves of one piece; whether another symbol than its own may stand on the last square of one of them."""
    kind = army.pieces[symbol]
    if kind == "p":
        return _walk_pawn(board, army, origin, symbol, double_steps, moves)
    captures = army.captures[symbol]
    steps = STEPS[origin]
    taken = False
    for ray in army.rays[kind][origin]:
        for target in ray:
            victim = board[target]
            if victim:
                if victim in captures:
                    taken = True
                    for into, _ in captures[victim]:
                        moves.append(Move((origin, target), into) if into else steps[target])
                break
            moves.append(steps[target])
    return taken


def _take(board: Board, army: Army, origin: Square, symbol: str, moves: list[Move]) -> bool:
    """Add the captures and promotions of one piece; whether there are any."""
    kind = army.pieces[symbol]
    before = len(moves)
    if kind == "p":
        for way in army.ways[symbol]:
            for ray in army.pawns.steps[way][origin]:
                if ray[0] in LAST_ROWS and not board[ray[0]]:
                    moves += [Move((origin, ray[0]), into) for into, _ in army.promotions[symbol][""]]
            _take_by_pawn(board, army, origin, symbol, way, moves)
        return len(moves) > before
    captures = army.captures[symbol]
    for ray in army.rays[kind][origin]:
        for target in ray:
            victim = board[target]
            if victim:
                if victim in captures:
                    steps = STEPS[origin]
                    for into, _ in captures[victim]:
                        moves.append(Move((origin, target), into) if into else steps[target])
                break
    return len(moves) > before


def _take_by_pawn(board: Board, army: Army, origin: Square, symbol: str, way: int, moves: list[Move]) -> bool:
    taken = False
    for target in army.pawns.takes[way][origin]:
        victim = board[target]
        if victim:
            arrivals = army.promotions[symbol] if target in LAST_ROWS else army.captures[symbol]
            if victim in arrivals:
                taken = True
                steps = STEPS[origin]
                moves += [Move((origin, target), into) if into else steps[target] for into, _ in arrivals[victim]]
    return taken


def _walk_pawn(
    board: Board, army: Army, origin: Square, symbol: str, double_steps: frozenset[Square], moves: list[Move]
) -> bool:
    steps = STEPS[origin]
    changed = False
    for way in army.ways[symbol]:
        for ray in army.pawns.steps[way][origin]:
            ahead = ray[0]
            if board[ahead]:
                continue
            if ahead in LAST_ROWS:
                changed = True
                moves += [Move((origin, ahead), into) for into, _ in army.promotions[symbol][""]]
                continue
            moves.append(steps[ahead])
            if len(ray) == 2 and origin in double_steps and not board[ray[1]]:
                moves.append(steps[ray[1]])
        if _take_by_pawn(board, army, origin, symbol, way, moves):
            changed = True
    return changed


def en_passant_moves(
    board: Sequence[str], army: Army, threat: Army, kings: Sequence[Square], passed: DoubleStep
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


def castlings(board: Board, army: Army, threat: Army, kings: Sequence[Square], rights: Rights) -> list[Move]:
    """The castlings of the army's kings: not out of, through or into an attack."""
    moves: list[Move] = []
    for number, rook in enumerate(rights):
        symbol, tower = castling.KINGS[number], castling.ROOKS[number]
        if rook is None or symbol not in army.pieces:
            continue
        king = board.index(symbol, castling.HOME[number])
        plan = castling.plan(king, rook)
        if not castling.is_clear(plan, board):
            continue
        scratch = list(board)
        scratch[king] = ""
        if kings and attacked(threat, scratch, plan.crossed):
            continue
        scratch[rook] = ""
        scratch[plan.king[1]], scratch[plan.rook[1]] = symbol, tower
        if not attacked(threat, scratch, [plan.king[1] if other == king else other for other in kings]):
            moves.append(plan.move)
    return moves


def attacked(threat: Army, board: Sequence[str], kings: Iterable[Square]) -> bool:
    """Whether this army attacks one of these kings."""
    return any(threat.attacks(board, king) for king in kings)
