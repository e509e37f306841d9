"""The animals of dobutsu shogi: their steps, hands, FEN and notation."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableSequence, Sequence
from types import MappingProxyType

from variants.errors import FenError
from variants.grid import DIAGONAL, ORTHOGONAL, Step, grid
from variants.position import Move, Seat, Sign, Square

START = "gle/1c1/1C1/ELG"
GRID = grid(3, 4)
SQUARES = 12
"""The number of squares; the slots of hands follow them."""
ARMIES = ("CEGHL", "ceghl")
LIONS = ("L", "l")
LAST = (range(3), range(9, 12))
"""For each seat the squares of the rank that its chicks and its lion go to."""

KINDS = "CEG"
"""What a hand may hold, in the order of its slots: one of each, then a second one of each."""
SLOTS = KINDS * 2 + KINDS.lower() * 2
"""The symbol that each slot is for."""
HANDS = (range(12, 18), range(18, 24))
"""For each seat the slots of its hand."""

DRAWINGS = MappingProxyType({symbol: "wb"[seat] + symbol.lower() for seat in (0, 1) for symbol in ARMIES[seat]})
EVENTS: Mapping[str, Sign | None] = MappingProxyType(
    {"moved": "arrow", "captured": "arrow", "dropped": "arrow", "promoted": None, "check": None}
)

WORTH = {"": 0.0, "L": 0.0, "C": 1.0, "E": 2.0, "G": 2.5, "H": 3.0}
WORTH |= {symbol.lower(): -worth for symbol, worth in WORTH.items()}
"""The value of an animal to White: a heuristic for searches, no part of the rules."""

_STEPS: Mapping[str, tuple[Step, ...]] = {
    "C": ((0, -1),),
    "H": (*ORTHOGONAL, (-1, -1), (1, -1)),
    "E": DIAGONAL,
    "G": ORTHOGONAL,
    "L": (*ORTHOGONAL, *DIAGONAL),
}
LEAPS = {symbol: GRID.leaps(steps) for symbol, steps in _STEPS.items()} | {
    symbol.lower(): GRID.leaps([(file, -row) for file, row in steps]) for symbol, steps in _STEPS.items()
}
"""For each animal and each square, where it can step (D2)."""


def animal_moves(board: Sequence[str], seat: Seat) -> list[Move]:
    """The moves of this seat on its turn (D2-D8)."""
    own = ARMIES[seat]
    moves = []
    for origin in range(SQUARES):
        symbol = board[origin]
        if symbol and symbol in own:
            for target in LEAPS[symbol][origin]:
                if not board[target] or board[target] not in own:
                    grown = symbol in "Cc" and target in LAST[seat]
                    moves.append(Move((origin, target), "h" if grown else ""))
    free = [square for square in range(SQUARES) if not board[square]]
    return moves + [Move((slot, square)) for slot in HANDS[seat][:3] if board[slot] for square in free]


def attacked(board: Sequence[str], seat: Seat) -> tuple[Square, ...]:
    """The square of this seat's lion, if the other could catch it now."""
    for origin in range(SQUARES):
        symbol = board[origin]
        if symbol and symbol not in ARMIES[seat]:
            for target in LEAPS[symbol][origin]:
                if board[target] == LIONS[seat]:
                    return (target,)
    return ()


def keep_captured(board: MutableSequence[str], seat: Seat, victim: str) -> None:
    """Put a captured piece into this seat's hand: a hen as a chick, a lion not at all (D3)."""
    if victim not in LIONS:
        kind = victim.upper().replace("H", "C")
        slot = HANDS[seat][KINDS.index(kind)]
        board[slot + 3 if board[slot] else slot] = SLOTS[slot - SQUARES]


def read_board(rows: str, hands: str) -> tuple[str, ...]:
    """The squares and the slots behind them. Raises FenError for an unplayable position (D14)."""
    board = [*GRID.read_rows(rows, DRAWINGS), *[""] * len(SLOTS)]
    for symbol in "" if hands == "-" else hands:
        if symbol not in SLOTS or board[SQUARES + SLOTS.index(symbol) + 3]:
            raise FenError(
                "fen_hands", "The hands are at most two each of C, E, G, c, e, g, not “{hands}”.", hands=hands
            )
        keep_captured(board, int(symbol.islower()), symbol)
    for kinds in ("CHch", "Ee", "Gg"):
        if sum(board.count(symbol) for symbol in kinds) > 2:
            raise FenError("fen_animals", "There are at most two of {kinds}.", kinds=", ".join(kinds))
    if max(board.count(lion) for lion in LIONS) > 1 or not any(lion in board for lion in LIONS):
        raise FenError("fen_lions", "Each side has one lion, and only one of the two can have been caught.")
    return tuple(board)


def write_board(board: Sequence[str]) -> tuple[str, str]:
    """Rows and hands as `read_board` reads them."""
    return GRID.write_rows(board[:SQUARES]), "".join(sorted(board[SQUARES:])) or "-"


def refuse_stuck(moves: bool) -> None:
    """Raise FenError where the player to move has no move: that never happens in play (D13)."""
    if not moves:
        raise FenError("fen_stuck", "The player to move would have no move, which cannot happen in a game.")


def move_labels(board: Sequence[str], offered: Sequence[Move]) -> Mapping[Move, str]:
    """A text for each move of one side, no two alike; where two of one kind could go, with the origin."""
    arrivals = [(board[move.path[0]], move.path[1]) for move in offered if move.path[0] < SQUARES]
    texts = {}
    for move in offered:
        (origin, target), into = move
        start, name = board[origin].upper(), GRID.names[target]
        if origin >= SQUARES:
            start += "@"
        elif arrivals.count((board[origin], target)) > 1:
            start += GRID.names[origin]
        texts[move] = start + ("x" if board[target] else "") + name + ("=H" if into else "")
    return texts


def write_drop(move: Move) -> str:
    """`C@b2` by White, `c@b2` by Black; "" for a move that is no drop."""
    if not move.path or move.path[0] < SQUARES:
        return ""
    return f"{SLOTS[move.path[0] - SQUARES]}@{GRID.names[move.path[1]]}"


def read_drop(text: object) -> Move | None:
    """The drop of such a text; None for another move."""
    match = re.fullmatch(f"([{SLOTS}])@([a-c][1-4])", text) if isinstance(text, str) else None
    return Move((SQUARES + SLOTS.index(match[1]), GRID.index[match[2]])) if match else None
