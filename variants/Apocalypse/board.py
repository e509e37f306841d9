"""What a move may be on one board of Apocalypse, looked at from one side alone (R2-R7) or in hope (R13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from variants.grid import KNIGHT, grid
from variants.position import Move, Seat, Square

Board = Sequence[str]

GRID = grid(5, 5)
FOOTMEN = ("P", "p")
HORSEMEN = ("N", "n")
ARMIES = (frozenset({"P", "N"}), frozenset({"p", "n"}))
LAST_RANKS = (frozenset(range(5)), frozenset(range(20, 25)))

_LEAPS = GRID.leaps(KNIGHT)
_STRAIGHT = (GRID.leaps([(0, -1)]), GRID.leaps([(0, 1)]))
_ASIDE = (GRID.leaps([(-1, -1), (1, -1)]), GRID.leaps([(-1, 1), (1, 1)]))
_BIT = tuple(1 << square for square in range(25))


class Rules(NamedTuple):
    """The options of a game, as the questions the rules ask."""

    classic: bool
    """A shared square is decided by nature, even where one move was speculative."""
    limited: bool
    """With two horsemen a footman is redeployed instead of promoted."""
    keeps_last: bool
    """The only footman may not become a horseman."""
    returns: bool
    """A redeployed footman may be put back where it started."""
    speculation: bool
    """A move may be made legal by the move of the opponent."""

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Rules:
        """The rules that these complete settings ask for."""
        return cls(
            classic=settings["collision"] == "classic",
            limited=settings["promotion"] == "restricted",
            keeps_last=settings["last_footman"] == "forbidden",
            returns=settings["redeploy_origin"] == "free",
            speculation=settings["speculation"] == "allowed",
        )


class _Arrival(NamedTuple):
    """One way a footman may leave its square; every move is made once, here, and shared by all positions."""

    target: Square
    straight: bool
    plain: Move | None
    """The move, where the target is not on the last rank."""
    promotion: Move
    put_down: tuple[tuple[Square, Move], ...]
    """For each square off the last rank, the redeployment that ends there."""


def _arrivals(seat: Seat, origin: Square) -> tuple[_Arrival, ...]:
    ways = [(target, True) for target in _STRAIGHT[seat][origin]]
    ways += [(target, False) for target in _ASIDE[seat][origin]]
    found = []
    for target, straight in ways:
        last = target in LAST_RANKS[seat]
        ends = [square for square in range(25) if last and square not in LAST_RANKS[seat]]
        found.append(
            _Arrival(
                target,
                straight,
                None if last else Move((origin, target)),
                Move((origin, target), "n"),
                tuple((end, Move((origin, target, end))) for end in ends),
            )
        )
    return tuple(found)


_LEAP_MOVES = tuple(tuple((target, Move((origin, target))) for target in _LEAPS[origin]) for origin in range(25))
_FOOTMAN_MOVES = tuple(tuple(_arrivals(seat, origin) for origin in range(25)) for seat in (0, 1))


def fault(board: Board, seat: Seat, move: Move, rules: Rules) -> str:
    """Why this move is not legal on this board (R3-R6), or "" where it is.

    `impossible`: no move of the opponent could mend it. `retake`: an own piece stands on the target. `departure`: the
    square ahead is taken. `arrival`: nobody to capture. `promotion`: already two horsemen. `redeployment`: fewer than
    two. `last_footman`: the option keeps it a footman. `put_down`: the square of the redeployment is taken.
    """
    path, into = move
    if not 2 <= len(path) <= 3 or board[path[0]] not in ARMIES[seat]:
        return "impossible"
    origin, target = path[0], path[1]
    if board[origin] == HORSEMEN[seat]:
        if len(path) == 3 or into or target not in _LEAPS[origin]:
            return "impossible"
        return "retake" if board[target] in ARMIES[seat] else ""
    straight = target in _STRAIGHT[seat][origin]
    last = target in LAST_RANKS[seat]
    promotes, redeploys = into == "n", len(path) == 3
    if (
        not (straight or target in _ASIDE[seat][origin])
        or (promotes, redeploys) not in (((True, False), (False, True)) if last else ((False, False),))
        or into not in ("", "n")
        or (redeploys and (path[2] in LAST_RANKS[seat] or not rules.limited))
    ):
        return "impossible"
    if straight and board[target]:
        return "departure"
    if not straight and not board[target]:
        return "arrival"
    if not straight and board[target] in ARMIES[seat]:
        return "retake"
    if not last:
        return ""
    full = rules.limited and board.count(HORSEMEN[seat]) >= 2
    if promotes:
        if full:
            return "promotion"
        return "last_footman" if rules.keeps_last and board.count(FOOTMEN[seat]) == 1 else ""
    if not full:
        return "redeployment"
    end = path[2]
    return "put_down" if board[end] and not (end == origin and rules.returns) else ""


def legal_moves(board: Board, seat: Seat, rules: Rules) -> list[Move]:
    """All the moves without a `fault` on this board."""
    army, footman, horseman = ARMIES[seat], FOOTMEN[seat], HORSEMEN[seat]
    full = rules.limited and board.count(horseman) >= 2
    barred = rules.keeps_last and not full and board.count(footman) == 1
    moves: list[Move] = []
    for origin, symbol in enumerate(board):
        if symbol == horseman:
            moves += [move for target, move in _LEAP_MOVES[origin] if board[target] not in army]
        elif symbol == footman:
            for target, straight, plain, promotion, put_down in _FOOTMAN_MOVES[seat][origin]:
                there = board[target]
                if bool(there) is straight or there in army:
                    continue
                if plain is not None:
                    moves.append(plain)
                elif full:
                    moves += [move for end, move in put_down if not board[end] or (end == origin and rules.returns)]
                elif not barred:
                    moves.append(promotion)
    return moves


def can_move(board: Board, seat: Seat, rules: Rules) -> bool:
    """Whether there is a legal move: most boards show one at the first piece."""
    army, footman, horseman, last = ARMIES[seat], FOOTMEN[seat], HORSEMEN[seat], LAST_RANKS[seat]
    for origin, symbol in enumerate(board):
        if symbol == horseman:
            for target in _LEAPS[origin]:
                if board[target] not in army:
                    return True
        elif symbol == footman:
            for target in _STRAIGHT[seat][origin]:
                if not board[target] and target not in last:
                    return True
    return bool(legal_moves(board, seat, rules))


def speculative_moves(board: Board, seat: Seat, replies: Iterable[Move], rules: Rules) -> list[Move]:
    """All the moves that are not legal on this board but are after one of `replies`, the opponent's legal moves (R13).

    Nothing is played: away from the last rank it matters only where a reply may end, what it may leave and what it may
    capture. Replies are kept apart by what they capture, because one that captures the mover enables none of its moves.
    """
    army, footman, horseman = ARMIES[seat], FOOTMEN[seat], HORSEMEN[seat]
    replies = list(replies)
    ends: dict[Square, int] = {}
    lefts: dict[Square, int] = {}
    for path, _ in replies:
        taken = path[1] if board[path[1]] in army else -1
        ends[taken] = ends.get(taken, 0) | _BIT[path[-1]]
        lefts[taken] = lefts.get(taken, 0) | (_BIT[path[0]] if path[-1] != path[0] else 0)
    moves: list[Move] = []
    for origin, symbol in enumerate(board):
        if symbol == horseman:
            moves += [move for target, move in _LEAP_MOVES[origin] if target in ends and board[target] in army]
        elif symbol == footman:
            arrivals = _FOOTMAN_MOVES[seat][origin]
            if arrivals[0].plain is None:
                moves += _hoped_arrivals(board, seat, origin, replies, rules)
                continue
            come = left = 0
            for taken, mask in ends.items():
                if taken != origin:
                    come |= mask
                    left |= lefts[taken]
            for target, straight, plain, _, _ in arrivals:
                there = board[target]
                hoped = bool(there) and left if straight else (not there or there in army) and come
                if plain is not None and hoped & _BIT[target]:
                    moves.append(plain)
    return moves


def _hoped_arrivals(board: Board, seat: Seat, origin: Square, replies: Iterable[Move], rules: Rules) -> list[Move]:
    """The speculative moves of a footman one step from its last rank, whose fate hangs on the whole board."""
    army = ARMIES[seat]
    arrivals = _FOOTMAN_MOVES[seat][origin]
    vacant = enemy = 0
    for square, symbol in enumerate(board):
        if not symbol:
            vacant |= _BIT[square]
        elif symbol not in army:
            enemy |= _BIT[square]
    own = _BIT[origin] if rules.returns else 0
    hoped = dict.fromkeys((arrival.target for arrival in arrivals), 0)
    promoting = set()
    for path, _ in replies:
        start, arrival, end = path[0], path[1], path[-1]
        lost = board[arrival] if board[arrival] in army else ""
        if lost and arrival == origin:
            continue
        empty = (vacant | _BIT[start] | _BIT[arrival]) & ~_BIT[end]
        foes = enemy & ~_BIT[start] | _BIT[end]
        full = rules.limited and board.count(HORSEMEN[seat]) - (lost == HORSEMEN[seat]) >= 2
        alone = board.count(FOOTMEN[seat]) - (lost == FOOTMEN[seat]) == 1
        for target, straight, _, _, _ in arrivals:
            if not (empty if straight else foes) & _BIT[target]:
                continue
            if full:
                hoped[target] |= empty | own
            elif not (rules.keeps_last and alone):
                promoting.add(target)
    moves: list[Move] = []
    for target, _, _, promotion, put_down in arrivals:
        if target in promoting:
            moves.append(promotion)
        moves += [move for end, move in put_down if hoped[target] & _BIT[end]]
    return [move for move in moves if fault(board, seat, move, rules)]
