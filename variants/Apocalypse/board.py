"""The board of Apocalypse: how pieces move, and why a move is not legal (R2-R7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from variants.grid import KNIGHT, grid
from variants.position import Move, Seat, Square

Board = Sequence[str]
Settings = Mapping[str, Any]
"""The complete settings of a game: section D of LAW.md."""
Way = Literal["leap", "push", "capture"]
"""How a piece moves: to any square without an own piece, to an empty square, onto an enemy piece."""

GRID = grid(5, 5)
FOOTMEN = ("P", "p")
HORSEMEN = ("N", "n")
ARMIES = (("P", "N"), ("p", "n"))
"""For each seat, its footman and its horseman."""
LAST_RANKS = (range(5), range(20, 25))

_LEAPS = GRID.leaps(KNIGHT)
_STEPS = (GRID.leaps([(0, -1), (-1, -1), (1, -1)]), GRID.leaps([(0, 1), (-1, 1), (1, 1)]))


def _shapes(symbol: str, origin: Square) -> dict[Move, Way]:
    """The moves of a piece, whatever else is on the board (R2), to a footman's last rank in every way (R4, R5)."""
    if symbol in HORSEMEN:
        return {Move((origin, target)): "leap" for target in _LEAPS[origin]}
    seat = FOOTMEN.index(symbol)
    shapes: dict[Move, Way] = {}
    for target in _STEPS[seat][origin]:
        way: Way = "capture" if (target - origin) % GRID.files else "push"
        if target not in LAST_RANKS[seat]:
            shapes[Move((origin, target))] = way
            continue
        shapes[Move((origin, target), "n")] = way
        shapes |= {Move((origin, target, end)): way for end in range(25) if end not in LAST_RANKS[seat]}
    return shapes


SHAPES = {symbol: tuple(_shapes(symbol, origin) for origin in range(25)) for symbol in (*FOOTMEN, *HORSEMEN)}
"""For each piece and each square, the moves that some board allows, and the way of each of them."""


def fault(board: Board, seat: Seat, move: Move, settings: Settings) -> str:
    """Why this move is not legal on this board (R3-R6), or "" where it is.

    `impossible`: no move of the opponent could mend it. `departure`: the square ahead is taken. `arrival`: there is
    no piece to capture. `retake`: an own piece is on the target. `promotion`: there are two horsemen. `last_footman`:
    the option keeps it a footman. `redeployment`: fewer than two horsemen. `put_down`: the ending square is taken.
    """
    path, into = move
    if len(path) < 2 or board[path[0]] not in ARMIES[seat]:
        return "impossible"
    origin, target, end = path[0], path[1], path[-1]
    way = SHAPES[board[origin]][origin].get(move)
    redeployed = len(path) == 3
    if way is None or (redeployed and settings["promotion"] == "free"):
        return "impossible"
    occupant = board[target]
    if way == "push" and occupant:
        return "departure"
    if way == "capture" and not occupant:
        return "arrival"
    if occupant in ARMIES[seat]:
        return "retake"
    if not into and not redeployed:
        return ""
    full = settings["promotion"] == "restricted" and board.count(HORSEMEN[seat]) >= 2
    if into:
        if full:
            return "promotion"
        forbidden = settings["last_footman"] == "forbidden" and board.count(FOOTMEN[seat]) == 1
        return "last_footman" if forbidden else ""
    if not full:
        return "redeployment"
    left = end == origin and settings["redeploy_origin"] == "free"
    return "put_down" if board[end] and not left else ""


def made(board: Board, seat: Seat, move: Move) -> tuple[str, ...]:
    """The board after this legal move alone; what it captures on arrival goes, wherever the piece ends (R7)."""
    cells = list(board)
    cells[move.path[0]] = cells[move.path[1]] = ""
    cells[move.path[-1]] = becomes(board, seat, move)
    return tuple(cells)


def becomes(board: Board, seat: Seat, move: Move) -> str:
    """The symbol of the piece that makes this move, after it (R4)."""
    return HORSEMEN[seat] if move.into else board[move.path[0]]
