"""Move generation, pseudo-legal and legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from variants.army import NO_SIGHTS, NOWHERE, Army, Attacks, DoubleStep, Sights
from variants.castling import CASTLING, NO_RIGHTS, Castling, Rights
from variants.position import Move, Square

Board = tuple[str, ...]


def legal(
    board: Board,
    army: Army,
    threat: Army,
    kings: tuple[Square, ...],
    watch: Attacks,
    *,
    double_steps: frozenset[Square] | None,
    en_passant: Iterable[DoubleStep],
    rights: Rights,
    castling: Castling = CASTLING,
    forcing: bool = False,
) -> list[Move]:
    """The legal moves of an army: the threat attacks none of these kings afterwards; `watch` are its attacks now.

    `double_steps` are the squares whose pawns may still make one, where not all may that stand where one begins. If
    `forcing`, captures and promotions alone.

    Most moves cannot expose a king; only those that may are tried out. They are the moves of a king, of a piece that
    shields one, and of any piece if a king is attacked already; and those that put on the board, in sight of a king, a
    piece that belongs to the threat too.
    """
    exposing = watch.shields.union(kings) if threat.plain or not kings else frozenset(range(len(board)))
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
        moves += castlings(board, army, threat, kings, rights, castling)
    # Round a cylinder two ways lead to one square.
    return list(dict.fromkeys(moves)) if army.grid.cylinder else moves


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
    if len(checkers) == 1 and not (target in watch.answers or origin in kings or origin in checkers) and threat.plain:
        return False
    born = army.arrival(board[origin], board[target], target, into)
    if not checkers and origin not in exposing and target not in sights.get(born, NOWHERE):
        return True
    scratch = list(board)
    scratch[origin] = ""
    scratch[target] = born
    return not attacked(threat, scratch, [target if king == origin else king for king in kings])


def candidates(board: Board, army: Army, double_steps: frozenset[Square] | None = None) -> list[Move]:
    """The army's pseudo-legal moves without en passant and castling."""
    moves: list[Move] = []
    for origin, symbol in enumerate(board):
        if symbol and symbol in army.pieces:
            _walk(board, army, origin, symbol, double_steps, moves)
    return moves


def can_move(board: Board, army: Army, double_steps: frozenset[Square] | None = None) -> bool:
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
    if watch.checkers or not threat.plain:
        return False
    for origin, symbol in enumerate(board):
        if not symbol or symbol not in army.pieces or symbol in threat.pieces or origin in watch.shields:
            continue
        if army.pieces[symbol] == "k":
            continue
        if symbol not in army.ways:
            for ray in army.rays[symbol][origin]:
                if not board[ray[0]]:
                    return True
            continue
        for way in army.ways[symbol]:
            for ray in army.pawns.steps[way][origin]:
                if not board[ray[0]]:
                    return True
    return False


def _walk(
    board: Board, army: Army, origin: Square, symbol: str, double_steps: frozenset[Square] | None, moves: list[Move]
) -> bool:
    """Add the moves of one piece; whether another symbol than its own may stand on the last square of one of them."""
    rays = army.rays.get(symbol)
    if rays is None:
        return _walk_pawn(board, army, origin, symbol, double_steps, moves)
    captures = army.captures[symbol]
    steps = army.steps[origin]
    taken = False
    for ray in rays[origin]:
        for target in ray:
            victim = board[target]
            if victim:
                if victim in captures:
                    taken = True
                    for into, _ in captures[victim]:
                        moves.append(Move((origin, target), into) if into else steps[target])
                break
            moves.append(steps[target])
    if army.courses and symbol in army.courses:
        return _course(board, army, origin, symbol, False, moves) or taken
    return taken


def _course(board: Board, army: Army, origin: Square, symbol: str, forcing: bool, moves: list[Move]) -> bool:
    """Add the moves of a piece along its courses, captures alone if `forcing`; whether there are captures."""
    captures, steps = army.captures[symbol], army.steps[origin]
    taken = False
    for course in army.courses[symbol][origin]:
        for target in course.ends(board):
            victim = board[target]
            if not victim:
                if course.way.moves and not forcing:
                    moves.append(steps[target])
            elif course.way.takes and victim in captures:
                taken = True
                moves += [Move((origin, target), into) if into else steps[target] for into, _ in captures[victim]]
    return taken


def _take(board: Board, army: Army, origin: Square, symbol: str, moves: list[Move]) -> bool:
    """Add the captures and promotions of one piece; whether there are any."""
    before = len(moves)
    if symbol in army.walks:
        for steps, takes in army.walks[symbol]:
            for ray in steps[origin]:
                if ray[0] in army.promotions and not board[ray[0]]:
                    choices = army.promotions[ray[0]][symbol][""]
                    moves += [Move((origin, ray[0]), into) for into, _ in choices if into]
            _take_by_pawn(board, army, origin, symbol, takes[origin], moves)
        return len(moves) > before
    captures = army.captures[symbol]
    for ray in army.rays[symbol][origin]:
        for target in ray:
            victim = board[target]
            if victim:
                if victim in captures:
                    for into, _ in captures[victim]:
                        moves.append(Move((origin, target), into) if into else army.steps[origin][target])
                break
    if army.courses and symbol in army.courses:
        _course(board, army, origin, symbol, True, moves)
    return len(moves) > before


def _take_by_pawn(
    board: Board, army: Army, origin: Square, symbol: str, targets: tuple[Square, ...], moves: list[Move]
) -> bool:
    taken = False
    for target in targets:
        victim = board[target]
        if victim:
            arrivals = army.promotions.get(target, army.captures)[symbol]
            if victim in arrivals:
                taken = True
                steps = army.steps[origin]
                moves += [Move((origin, target), into) if into else steps[target] for into, _ in arrivals[victim]]
    return taken


def _walk_pawn(
    board: Board, army: Army, origin: Square, symbol: str, double_steps: frozenset[Square] | None, moves: list[Move]
) -> bool:
    steps, promotions = army.steps[origin], army.promotions
    changed = False
    for walks, takes in army.walks[symbol]:
        for ray in walks[origin]:
            ahead = ray[0]
            if board[ahead]:
                continue
            if ahead in promotions:
                changed = True
                choices = promotions[ahead][symbol][""]
                moves += [Move((origin, ahead), into) if into else steps[ahead] for into, _ in choices]
                continue
            moves.append(steps[ahead])
            if len(ray) == 2 and not board[ray[1]] and (double_steps is None or origin in double_steps):
                moves.append(steps[ray[1]])
        if _take_by_pawn(board, army, origin, symbol, takes[origin], moves):
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


def castlings(
    board: Board, army: Army, threat: Army, kings: Sequence[Square], rights: Rights, castling: Castling = CASTLING
) -> list[Move]:
    """The castlings of the army's kings: not out of, through or into an attack."""
    moves: list[Move] = []
    for number, rook in enumerate(rights):
        symbol, tower = castling.kings[number], castling.rooks[number]
        if rook is None or symbol not in army.pieces:
            continue
        king = castling.king(number, board)
        assert king is not None, "a right goes with its king"
        plan = castling.plan(king, rook)
        if not plan.is_clear(board):
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
