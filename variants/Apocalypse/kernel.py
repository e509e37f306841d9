"""The kernel of Apocalypse: legal and speculative moves, the turn and the end of the game, on bitboards.

`board.fault` is the law of a single move and `resolve` that of a turn; the kernel computes the same for all moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.kernel import GOES_ON, Kernel
from variants.position import Move

from .bits import (
    ALL,
    BIT,
    LAST,
    LEAPS,
    LOST,
    MOVES,
    NEXT,
    PROMOTED,
    REACH,
    RISKY,
    STEPS,
    made,
    men_of,
    punished,
    put_down,
    together,
    words,
)
from .endgames import endgame
from .evaluation import estimated

BECOMES = 1 << 25
"""The flag in the answer of `ApocalypseKernel.arrival` that the footman becomes a horseman."""


class ApocalypseKernel(Kernel):
    """The kernel for one choice of options (section D of LAW.md)."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.by_risk = settings["collision"] == "risk"
        self.limited = settings["promotion"] == "restricted"
        self.stays = settings["last_footman"] == "forbidden"
        self.free_origin = settings["redeploy_origin"] == "free"
        self.speculates = settings["speculation"] == "allowed"
        self.by_default = self.by_risk and self.limited and not self.stays and self.free_origin and self.speculates

    def words(self, key: Any) -> tuple[int, int]:
        """The key of a position is its board and its penalties."""
        return words(key[0], key[1])

    def move(self, number: int) -> Move:
        """A risky move is the same `Move` as one that is not."""
        return MOVES[number & ~RISKY]

    def safe(self, white: int, black: int, seat: int) -> list[int]:
        """The legal moves (R3-R6)."""
        own, other = (white, black) if seat == 0 else (black, white)
        horsemen = own >> 25 & ALL
        men = men_of(own)
        enemies = men_of(other)
        vacant = ~(men | enemies)
        moves: list[int] = []
        steps = STEPS[seat]
        left = men
        while left:
            bit = left & -left
            left ^= bit
            origin = bit.bit_length() - 1
            if horsemen & bit:
                for target, _, move in LEAPS[origin]:
                    if not men & target:
                        moves.append(move)
            elif bit & NEXT[seat]:
                for _, _, move in steps[origin]:
                    arrived(move, self.arrival(own, other, seat, move), moves)
            else:
                for target, pushes, move in steps[origin]:
                    if target & (vacant if pushes else enemies):
                        moves.append(move)
        return moves

    def arrival(self, own: int, other: int, seat: int, move: int) -> int:
        """How a footman's move to its last rank may legally end (R4-R6): `BECOMES`, a bitboard of squares, or 0."""
        origin = move & 31
        target = move >> 5 & 31
        enemies = men_of(other)
        taken = men_of(own) | enemies
        if not (enemies if (target - origin) % 5 else ~taken) >> target & 1:
            return 0
        if not self.limited or (own >> 25 & ALL).bit_count() < 2:
            return 0 if self.stays and (own & ALL).bit_count() == 1 else BECOMES
        ends = ALL & ~LAST[seat] & ~taken
        return ends | BIT[origin] if self.free_origin else ends

    def risky(self, white: int, black: int, seat: int, replies: list[int]) -> list[int]:
        """The speculative moves (R13).

        Away from the last rank it matters only where a reply may end, what it may leave and what it may capture. The
        footman to move stays, so a reply that captures it enables none of its moves.
        """
        moves: list[int] = []
        if not self.speculates:
            return moves
        own, other = (white, black) if seat == 0 else (black, white)
        horsemen = own >> 25 & ALL
        men = men_of(own)
        enemies = men_of(other)
        come, gone, taken = hopes(replies)
        taken &= men
        answered: list[tuple[int, int, int]] = []
        steps = STEPS[seat]
        left = men
        while left:
            bit = left & -left
            left ^= bit
            origin = bit.bit_length() - 1
            if horsemen & bit:
                if REACH[origin] & taken:
                    for target, _, move in LEAPS[origin]:
                        if taken & target:
                            moves.append(move | RISKY)
            elif bit & NEXT[seat]:
                answered = answered or [(reply >> 5 & 31, *made(other, own, reply)) for reply in replies]
                for step in steps[origin]:
                    move = step[-1]
                    ends = self.hoped(seat, step, answered) & ~self.arrival(own, other, seat, move)
                    arrived(move | RISKY, ends, moves)
            else:
                ends, starts = come, gone
                if taken & bit:
                    ends, starts, _ = hopes([reply for reply in replies if reply >> 5 & 31 != origin])
                ends &= ~enemies
                for target, pushes, move in steps[origin]:
                    if target & (starts if pushes else ends):
                        moves.append(move | RISKY)
        return moves

    def hoped(self, seat: int, step: tuple[int, bool, int], answered: list[tuple[int, int, int]]) -> int:
        """How a footman's step to its last rank may end after a reply, as `arrival` answers.

        Of each reply `answered` has the square that it reaches first, then both numbers after it, the opponent's first.
        """
        target, pushes, move = step
        ends = 0
        for reached, theirs, mine in answered:
            occupied = (theirs | theirs >> 25) & target != 0
            if occupied != pushes and reached != move & 31:
                ends |= self.arrival(mine, theirs, seat, move)
        return ends

    def fits(self, own: int, other: int, seat: int, move: int) -> bool:
        """Whether this move, of a kind that the piece makes on some board, is legal on this one."""
        origin = move & 31
        target = move >> 5 & 31
        men = men_of(own)
        if not men >> origin & 1 or men >> target & 1:
            return False
        if own >> 25 >> origin & 1:
            return True
        if LAST[seat] >> target & 1:
            ends = self.arrival(own, other, seat, move)
            return ends & (BECOMES if move & PROMOTED else BIT[move >> 10 & 31]) != 0
        return (men_of(other) >> target & 1 != 0) == ((target - origin) % 5 != 0)

    def play(self, white: int, black: int, first: int, second: int) -> tuple[int, int]:
        """R10-R21."""
        if not (first | second) & RISKY:
            return together(white, black, first, second)
        if not first & RISKY:
            return self.after(white, black, first, second, 1)
        if not second & RISKY:
            bold, cautious = self.after(black, white, second, first, 0)
            return cautious, bold
        return punished(white), punished(black)  # R11

    def after(self, own: int, other: int, move: int, risky: int, seat: int) -> tuple[int, int]:
        """The position after a legal move and a speculative one; `seat` makes the latter."""
        own, other = made(own, other, move)
        if not self.fits(other, own, seat, risky):
            return own, punished(other)
        end = risky >> 10 & 31
        if self.by_risk or end != move >> 10 & 31:
            other, own = made(other, own, risky)
            return own, other
        # Decided by nature (R16b): a horseman beats a footman.
        mine = own >> 25 >> end & 1 != 0 and not move & PROMOTED
        theirs = other >> 25 >> (risky & 31) & 1 != 0
        meeting = own
        other, own = made(other, own, risky)
        clear = ~(BIT[end] | BIT[end] << 25)
        if mine and not theirs:
            return meeting, other & clear
        return own, other if theirs and not mine else other & clear

    def result(self, white: int, black: int) -> float:
        """R23-R27, in this order."""
        if not white & ALL or not black & ALL:
            if not (white | black) & ALL:
                return 0.0
            return 1.0 if white & ALL else -1.0
        if white >= LOST or black >= LOST:
            if white >= LOST and black >= LOST:
                return 0.0
            return -1.0 if white >= LOST else 1.0
        if self.moves_on(white, black, 0) and self.moves_on(white, black, 1):
            return GOES_ON
        return 0.0

    def moves_on(self, white: int, black: int, seat: int) -> bool:
        """Whether this seat has a legal move. Asks first for a footman with a vacant square ahead, the usual case."""
        own, other = (white, black) if seat == 0 else (black, white)
        vacant = ~(own | own >> 25 | other | other >> 25) & ALL & ~LAST[seat]
        if (own & ALL) >> 5 & vacant if seat == 0 else own << 5 & vacant:
            return True
        return len(self.safe(white, black, seat)) > 0

    def estimate(self, white: int, black: int) -> float:
        """Pieces and penalty points of seat 0 against those of seat 1."""
        return estimated(white, black)

    def endgame(self, white: int, black: int) -> int:
        """The number of an endgame. The tables were solved with the default options."""
        return endgame(white, black) if self.by_default else -1


def hopes(replies: list[int]) -> tuple[int, int, int]:
    """Bitboards of the squares where these moves end, of those that they leave, and of those that they reach first."""
    ends = starts = reached = 0
    for reply in replies:
        origin, end = reply & 31, reply >> 10 & 31
        reached |= BIT[reply >> 5 & 31]
        ends |= BIT[end]
        if origin != end:
            starts |= BIT[origin]
    return ends, starts, reached


def arrived(move: int, ends: int, moves: list[int]) -> None:
    """Add the moves of a footman that arrives by `move`, for each of `ends` as `ApocalypseKernel.arrival` answers."""
    if ends & BECOMES:
        moves.append(move)
    put_down(move & ~PROMOTED & ~(31 << 10), ends & ALL, moves)
