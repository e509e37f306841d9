"""Checkered in numbers: the attacks on the kings of a side, and the moves that leave none of them attacked."""

from __future__ import annotations

from typing import final

from variants.native import i64

from .tables import BLACK_KING, DIAGONALS, LEAPS, LINES, NEXT, TAKERS, WHITE_KING, Side


@final
class Guard:
    """What attacks the kings of the side to move, found once for all its moves; `board` is used to try them out."""

    def __init__(self, board: list[i64], side: Side, white: i64, black: i64) -> None:
        """`white` and `black` are the squares of both kings."""
        self.board: list[i64] = board
        self.side: Side = side
        self.white: i64 = white
        self.black: i64 = black
        self.checks: i64 = 0
        """How many attacks there are on these kings."""
        self.checker: i64 = -1
        """The square of an attacker."""
        self.answers: list[i64] = []
        """Where a single attack is blocked, and the attacker's square."""
        self.pins: list[i64] = []
        """The squares of pinned pieces."""
        for code in side.kings:
            king: i64 = white if code == WHITE_KING else black
            self.watch_rays(LINES[king], side.on_lines)
            self.watch_rays(DIAGONALS[king], side.on_diagonals)
            for at in LEAPS[king]:
                if side.leaping >> board[at] & 1:
                    self.check_from(at)
            for at in NEXT[king]:
                if side.stepping >> board[at] & 1:
                    self.check_from(at)
            for way in (0, 1):
                for at in TAKERS[way][king]:
                    if side.taking[way] >> board[at] & 1:
                        self.check_from(at)

    def check_from(self, square: i64) -> None:
        """Count an attack from this square."""
        self.checks += 1
        self.checker = square
        self.answers.append(square)

    def watch_rays(self, rays: list[list[i64]], sliders: i64) -> None:
        """Find the attacks along these rays of a king."""
        board = self.board
        for ray in rays:
            shield: i64 = -1
            for at in ray:
                code: i64 = board[at]
                if not code:
                    continue
                if sliders >> code & 1:
                    if shield < 0:
                        self.answers += ray[: ray.index(at)]
                        self.check_from(at)
                    else:
                        self.pins.append(shield)
                    break
                if shield >= 0:
                    break
                shield = at

    def holds(self, origin: i64, target: i64, born: i64) -> bool:
        """Whether no king is attacked after this move, which is tried out where that is not clear."""
        board = self.board
        mover: i64 = board[origin]
        white: i64 = target if mover == WHITE_KING else self.white
        black: i64 = target if mover == BLACK_KING else self.black
        steps = mover in (WHITE_KING, BLACK_KING)
        if self.checks == 1 and not steps and origin != self.checker and target not in self.answers:
            return False
        victim: i64 = board[target]
        board[origin], board[target] = 0, born
        safe = not self.open_to(white, black)
        board[origin], board[target] = mover, victim
        return safe

    def open_to(self, white: i64, black: i64) -> bool:
        """Whether one of the kings would be attacked on these squares of the board as it is now."""
        kings = self.side.kings
        return any(attacked(self.board, white if code == WHITE_KING else black, self.side) for code in kings)


def attacked(board: list[i64], square: i64, side: Side) -> bool:
    """Whether the threat to a side attacks this square."""
    for at in LEAPS[square]:
        if side.leaping >> board[at] & 1:
            return True
    for at in NEXT[square]:
        if side.stepping >> board[at] & 1:
            return True
    for way in (0, 1):
        for at in TAKERS[way][square]:
            if side.taking[way] >> board[at] & 1:
                return True
    return reached(board, LINES[square], side.on_lines) or reached(board, DIAGONALS[square], side.on_diagonals)


def reached(board: list[i64], rays: list[list[i64]], sliders: i64) -> bool:
    """Whether the first piece on one of these rays is among these sliders."""
    for ray in rays:
        for at in ray:
            code: i64 = board[at]
            if code:
                if sliders >> code & 1:
                    return True
                break
    return False
