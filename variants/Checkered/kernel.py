"""Checkered in numbers: moves are generated and made on a board of codes, to be asked a million times a second.

Nothing here is a rule: the class of the rules gives the same moves in the same order, more slowly.
"""

from __future__ import annotations

from typing import Final, final

from variants.native import i64
from variants.position import Move

from .board import Standing
from .guard import Guard, attacked
from .tables import (
    BIT,
    BLACK_KING,
    CODES,
    COUNT,
    FIRST_CHECKERED,
    KINDS,
    LAST,
    NOT_NEAR,
    PLANS,
    SIDES,
    STEPS,
    TAKERS,
    TAKES,
    WALKS,
    WHITE_KING,
    Side,
)

EN_PASSANT: Final = 1 << 17
JUMP: Final = 2 << 17
SWITCH: Final = 3 << 17
CASTLING: Final = 4 << 17
"""The first of four: one a right.

The number of a move is the square where it ends, then where it begins, in six bits each, and in five bits the code of
the piece that stands there afterwards. One of these is added to it.
"""
NONE: Final = -1
KINGS: Final[list[i64]] = [WHITE_KING, WHITE_KING, BLACK_KING, BLACK_KING]
"""Of each right."""


@final
class State:
    """A position of two seats. Nothing changes it once it is made."""

    def __init__(self, board: list[i64], side: Side) -> None:
        """Without rights, and with nothing to take en passant or to undo."""
        self.board: list[i64] = board
        self.side: Side = side
        self.white: i64 = NONE
        """The square of each king."""
        self.black: i64 = NONE
        self.rooks: list[i64] = [NONE, NONE, NONE, NONE]
        """The squares of the rooks that may castle."""
        self.jumps: i64 = 0
        """The squares of pawns that may still make a double step."""
        self.passed: i64 = NONE
        """The square that a pawn has just passed over, and its own."""
        self.pawn: i64 = NONE
        self.undone: i64 = NONE
        """The number of the move that would undo the last one."""

    def moves(self) -> list[i64]:
        """The moves, in the order of the rules."""
        board, side = self.board, self.side
        found: list[i64] = []
        guard = Guard(board, side, self.white, self.black)
        near = NOT_NEAR
        if side.shared:
            near = side.near(self.white if side.kings[0] == WHITE_KING else self.black)
        own: i64 = side.own
        takes = side.takes
        checked: bool = guard.checks > 0
        origin: i64 = -1
        for code in board:
            origin += 1
            if not own >> code & 1:
                continue
            tried = checked or code in KINGS or origin in guard.pins
            walks = WALKS[code]
            if not walks:
                self.walk_pawn(origin, code, tried, near, guard, found)
                continue
            base: i64 = origin << 6 | code << 12
            row = near[code]
            for ray in walks[origin]:
                for target in ray:
                    victim: i64 = board[target]
                    if victim:
                        for born in takes[code * COUNT + victim]:
                            if not (tried or near[born][target]) or guard.holds(origin, target, born):
                                found.append(origin << 6 | target | born << 12)
                        break
                    if not (tried or row[target]) or guard.holds(origin, target, code):
                        found.append(base | target)
        if self.passed >= 0:
            self.take_passing(guard, found)
        self.castle(guard, found)
        if self.undone >= 0:
            for undone in (self.undone, self.undone | JUMP):
                if undone in found:
                    found.remove(undone)
        if found and side.switched is not side and self.are_free():
            kings = (self.white, self.black) if side.kings[0] == WHITE_KING else (self.black, self.white)
            found.append(kings[0] << 6 | kings[1] | SWITCH)
        return found

    def walk_pawn(
        self, origin: i64, code: i64, tried: bool, near: list[list[bool]], guard: Guard, found: list[i64]
    ) -> None:
        """Add the moves of a pawn but en passant."""
        board, side = self.board, self.side
        base: i64 = origin << 6 | code << 12
        row = near[code]
        for way in (0, 1):
            if not side.pawns[way] >> code & 1:
                continue
            steps = STEPS[way][origin]
            ahead: i64 = steps[0]
            if not board[ahead]:
                if LAST[ahead]:
                    for born in side.promotes[code * COUNT]:
                        if not (tried or near[born][ahead]) or guard.holds(origin, ahead, born):
                            found.append(origin << 6 | ahead | born << 12)
                else:
                    if not (tried or row[ahead]) or guard.holds(origin, ahead, code):
                        found.append(base | ahead)
                    if len(steps) == 2 and self.jumps >> origin & 1:
                        ahead = steps[1]
                        if not board[ahead] and (not (tried or row[ahead]) or guard.holds(origin, ahead, code)):
                            found.append(base | ahead | JUMP)
            for target in TAKES[way][origin]:
                victim: i64 = board[target]
                if victim:
                    for born in (side.promotes if LAST[target] else side.takes)[code * COUNT + victim]:
                        if not (tried or near[born][target]) or guard.holds(origin, target, born):
                            found.append(origin << 6 | target | born << 12)

    def take_passing(self, guard: Guard, found: list[i64]) -> None:
        """Add the captures en passant, each tried out."""
        board, side, passed, pawn = self.board, self.side, self.passed, self.pawn
        if board[passed]:
            return
        way = 0 if pawn > passed else 1
        victim: i64 = board[pawn]
        for origin in TAKERS[way][passed]:
            code: i64 = board[origin]
            if not (side.passing & side.pawns[way]) >> code & 1:
                continue
            for born in side.takes[code * COUNT + victim]:
                board[origin] = board[pawn] = 0
                board[passed] = born
                if not guard.open_to(self.white, self.black):
                    found.append(origin << 6 | passed | born << 12 | EN_PASSANT)
                board[origin], board[pawn], board[passed] = code, victim, 0

    def castle(self, guard: Guard, found: list[i64]) -> None:
        """Add the castlings: not out of, through or into an attack."""
        board, side = self.board, self.side
        for right in (0, 1, 2, 3):
            rook: i64 = self.rooks[right]
            king_code: i64 = KINGS[right]
            if rook < 0 or not side.own >> king_code & 1:
                continue
            king: i64 = self.white if right < 2 else self.black
            plan = PLANS[king << 6 | rook]
            blocked = False
            for square in plan.clear:
                if board[square]:
                    blocked = True
            if blocked:
                continue
            tower: i64 = board[rook]
            board[king] = 0
            for square in plan.crossed:
                if attacked(board, square, side):
                    blocked = True
            if not blocked:
                board[rook] = 0
                board[plan.king_to], board[plan.rook_to] = king_code, tower
                white, black = (plan.king_to, self.black) if right < 2 else (self.white, plan.king_to)
                if not guard.open_to(white, black):
                    found.append(king << 6 | plan.target | king_code << 12 | CASTLING + (right << 17))
                board[plan.king_to] = board[plan.rook_to] = 0
                board[rook] = tower
            board[king] = king_code

    def are_free(self) -> bool:
        """Whether the checkered pieces, in the hand of who switches, can move and threaten neither king."""
        board, side = self.board, self.side.switched
        # What threatens the other player after the switch are the checkered pieces.
        if attacked(board, self.white, side.after) or attacked(board, self.black, side.after):
            return False
        origin: i64 = -1
        for code in board:
            origin += 1
            if code >= FIRST_CHECKERED and self.can_go(origin, code, side):
                return True
        return False

    def can_go(self, origin: i64, code: i64, side: Side) -> bool:
        """Whether this piece of a side that guards no king has a move but en passant."""
        board, takes = self.board, side.takes
        if WALKS[code]:  # What is taken farther away has an empty square before it.
            return any(not board[ray[0]] or takes[code * COUNT + board[ray[0]]] for ray in WALKS[code][origin])
        for way in (0, 1):
            if not board[STEPS[way][origin][0]]:
                return True
            if any(takes[code * COUNT + board[target]] for target in TAKES[way][origin]):
                return True
        return False

    def play(self, number: i64) -> State:
        """The position after an offered move."""
        side = self.side
        if number >> 17 == SWITCH >> 17:
            new = State(self.board, side.switched)
            new.white, new.black, new.rooks, new.jumps = self.white, self.black, self.rooks, self.jumps
            return new
        board = self.board.copy()
        target: i64 = number & 63
        origin: i64 = number >> 6 & 63
        born: i64 = number >> 12 & 31
        code: i64 = board[origin]
        new = State(board, side.after)
        new.white, new.black, new.rooks, new.jumps = self.white, self.black, self.rooks, self.jumps
        if number >= CASTLING:
            rook: i64 = self.rooks[(number >> 17) - 4]
            plan = PLANS[origin << 6 | rook]
            tower: i64 = board[rook]
            board[origin] = board[rook] = 0
            board[plan.king_to], board[plan.rook_to] = code, tower
            new.leave(code, origin, rook, plan.king_to)
            return new
        if side.shared and code >= FIRST_CHECKERED and code == born and not board[target]:
            new.undone = target << 6 | origin | code << 12
        if number & 3 << 17 == EN_PASSANT:
            board[self.pawn] = 0
        elif number & 3 << 17 == JUMP:
            new.jumps = self.jumps & ~BIT[origin]
            if side.passing >> code & 1:
                new.passed, new.pawn = (origin + target) // 2, target
        board[origin], board[target] = 0, born
        new.leave(code, origin, target, target)
        return new

    def leave(self, code: i64, origin: i64, target: i64, end: i64) -> None:
        """Note where a king ends, and the rights that are lost by a move from one square to another."""
        if code == WHITE_KING:
            self.white = end
        elif code == BLACK_KING:
            self.black = end
        if code in KINGS or origin in self.rooks or target in self.rooks:
            kept = [king != code and rook not in (origin, target) for king, rook in zip(KINGS, self.rooks, strict=True)]
            self.rooks = [rook if keep else NONE for rook, keep in zip(self.rooks, kept, strict=True)]

    def count(self, depth: i64) -> i64:
        """The number of lines of exactly so many turns, at least one."""
        moves = self.moves()
        if depth == 1:
            return len(moves)
        total: i64 = 0
        for number in moves:
            total += self.play(number).count(depth - 1)
        return total


def state(position: Standing) -> State | None:
    """A position of the rules in numbers; None where three play."""
    side = SIDES.get((position.stage, position.to_act[0]))
    if side is None:
        return None
    new = State([CODES[symbol] for symbol in position.board], side)
    new.white, new.black = (position.board.index(king) for king in "Kk")
    new.rooks = [NONE if rook is None else rook for rook in position.castling]
    for square in position.jumps:
        new.jumps |= BIT[square]
    for passed in position.passing:
        new.passed, new.pawn = passed.square, passed.pawn
    if position.cmove:
        origin, target = position.cmove
        new.undone = target << 6 | origin | new.board[target] << 12
    return new


def move(number: i64, state: State) -> Move:
    """The move of a number."""
    target, origin, born = number & 63, number >> 6 & 63, number >> 12 & 31
    into = KINDS[born] if number < SWITCH and KINDS[born] != KINDS[state.board[origin]] else ""
    return Move((origin, target), into)
