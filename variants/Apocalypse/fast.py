"""Apocalypse for searches: moves from tables, a quick test for the end, and an estimate of a position.

Nothing here is a rule: the class of the rules gives the same answers, more slowly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from variants.kernel import Kernel
from variants.position import Move, Result, Seat, Square

from .bits import words
from .board import ARMIES, FOOTMEN, HORSEMEN, SHAPES, Board, Settings, Way, made
from .kernel import ApocalypseKernel
from .rules import PENALTIES, Apocalypse
from .worth import estimated


class Fast(Apocalypse):
    """The same positions, faster."""

    def legal(self, seat: Seat) -> list[Move]:
        """The legal moves, computed once per position."""
        return self.once(("legal", seat), lambda: legal_moves(self.board, seat, self.settings))

    def speculative(self, seat: Seat) -> list[Move]:
        """The speculative moves."""
        return speculative_moves(self.board, seat, self.legal(1 - seat), self.settings)

    def risky(self, seat: Seat, move: Move) -> bool:
        """Whether the move is not legal."""
        return seat not in self.to_act or move not in self.once(("safe", seat), lambda: frozenset(self.legal(seat)))

    def result(self) -> Result | None:
        """None where the game clearly goes on; else the rules decide."""
        board = self.board
        running = FOOTMEN[0] in board and FOOTMEN[1] in board and max(self.penalties) < PENALTIES
        return None if running and can_step(board, 0) and can_step(board, 1) else super().result()

    def evaluate(self, seat: Seat) -> float:
        """Pieces and penalty points of this seat against the other's."""
        value = estimated(*words(self.board, self.penalties))
        return value if seat == 0 else -value

    def kernel(self) -> Kernel | None:
        """For the class itself: a variant that is made out of it may have other rules."""
        return ApocalypseKernel(self.settings) if type(self) is Fast else None


EMPTY = frozenset({""})
"""What a push needs on its target."""


def _table(symbol: str, shapes: Iterable[tuple[Move, Way]]) -> tuple[tuple[Square, frozenset[str], Move], ...]:
    """For each move its target, and what may stand there."""
    enemies = frozenset(ARMIES[1] if symbol in ARMIES[0] else ARMIES[0])
    allowed = {"leap": EMPTY | enemies, "push": EMPTY, "capture": enemies}
    return tuple((move.path[1], allowed[way], move) for move, way in shapes)


_STEPS = {
    symbol: tuple(
        _table(symbol, [(move, way) for move, way in shapes.items() if len(move.path) == 2 and not move.into])
        for shapes in squares
    )
    for symbol, squares in SHAPES.items()
}
"""For each piece and square, its moves but those of a footman to its last rank, with what they need there."""
_PROMOTIONS = {
    symbol: tuple(_table(symbol, [(move, way) for move, way in shapes.items() if move.into]) for shapes in squares)
    for symbol, squares in SHAPES.items()
}
_PUT_DOWN = {
    promotion: tuple((move.path[2], move) for move in shapes if len(move.path) == 3 and move.path[:2] == promotion.path)
    for footman in FOOTMEN
    for shapes in SHAPES[footman]
    for promotion in shapes
    if promotion.into
}
"""For each promotion the redeployments that arrive on the same square, by where they end."""
_BIT = tuple(1 << square for square in range(25))


def can_step(board: Board, seat: Seat) -> bool:
    """Whether a move is legal that does not reach a footman's last rank."""
    army = ARMIES[seat]
    for origin, symbol in enumerate(board):
        if symbol in army:
            for target, allowed, _ in _STEPS[symbol][origin]:
                if board[target] in allowed:
                    return True
    return False


def legal_moves(board: Board, seat: Seat, settings: Settings) -> list[Move]:
    """As `board.legal_moves`, in the same order."""
    army = ARMIES[seat]
    moves: list[Move] = []
    for origin, symbol in enumerate(board):
        if symbol in army:
            steps = _STEPS[symbol][origin]
            if steps:
                moves += [move for target, allowed, move in steps if board[target] in allowed]
            else:
                moves += _arrivals(board, seat, origin, settings)
    return moves


def _arrivals(board: Board, seat: Seat, origin: Square, settings: Settings) -> list[Move]:
    """The legal moves of a footman one step from its last rank."""
    targets = [move for target, allowed, move in _PROMOTIONS[board[origin]][origin] if board[target] in allowed]
    if not targets:
        return targets
    if settings["promotion"] == "free" or board.count(HORSEMEN[seat]) < 2:
        return [] if settings["last_footman"] == "forbidden" and board.count(FOOTMEN[seat]) == 1 else targets
    left = origin if settings["redeploy_origin"] == "free" else None
    return [move for target in targets for end, move in _PUT_DOWN[target] if not board[end] or end == left]


def speculative_moves(board: Board, seat: Seat, replies: Sequence[Move], settings: Settings) -> list[Move]:
    """As `board.speculative_moves`, in the same order; `replies` are the legal moves of the opponent.

    Away from the last rank nothing is played: it matters only where a reply may end, what it may leave and what it may
    capture. Replies are kept apart by what they capture, because one that captures the mover enables none of its moves.
    """
    if settings["speculation"] == "never":
        return []
    army, horseman = ARMIES[seat], HORSEMEN[seat]
    ends: dict[Square, int] = {}
    lefts: dict[Square, int] = {}
    for path, _ in replies:
        taken = path[1] if board[path[1]] in army else -1
        ends[taken] = ends.get(taken, 0) | _BIT[path[-1]]
        lefts[taken] = lefts.get(taken, 0) | (_BIT[path[0]] if path[-1] != path[0] else 0)
    moves: list[Move] = []
    for origin, symbol in enumerate(board):
        if symbol == horseman:
            moves += [move for target, _, move in _STEPS[symbol][origin] if target in ends]
        elif symbol in army:
            steps = _STEPS[symbol][origin]
            if not steps:
                moves += _hoped_arrivals(board, seat, origin, replies, settings)
                continue
            come = left = 0
            for taken, mask in ends.items():
                if taken != origin:
                    come |= mask
                    left |= lefts[taken]
            for target, allowed, move in steps:
                if (left if allowed is EMPTY else come) & _BIT[target] and board[target] not in allowed:
                    moves.append(move)
    return moves


def _hoped_arrivals(
    board: Board, seat: Seat, origin: Square, replies: Iterable[Move], settings: Settings
) -> list[Move]:
    """The speculative moves of a footman one step from its last rank, whose fate hangs on the whole board."""
    hoped: set[Move] = set()
    for reply in replies:
        if reply.path[1] != origin:
            hoped.update(_arrivals(made(board, 1 - seat, reply), seat, origin, settings))
    hoped.difference_update(_arrivals(board, seat, origin, settings))
    return [move for move in SHAPES[board[origin]][origin] if move in hoped] if hoped else []
