"""What a position of Checkered is worth, in pawns: a guess for those who search, no part of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from variants.position import Seat

WORTH = {
    "p": 1.0, "n": 3.0, "b": 3.2, "r": 5.0, "q": 9.0, "k": 0.0,
    "s": 1.0, "o": 3.0, "c": 3.2, "u": 5.0, "t": 9.0,
}  # fmt: skip
"""By the symbol in lower case."""
CENTRE = 0.1
"""What each step towards the middle is worth to a knight or a bishop."""
ADVANCE = 0.1
"""What each step is worth to a pawn that goes one way."""
TURN = 0.2
"""What it is worth to move next."""
KINGLESS = 2.0
"""What it is worth to have the checkered pieces to oneself, and no king to guard."""


def _squares(symbol: str) -> tuple[float, ...]:
    found = []
    for square in range(64):
        row, file = divmod(square, 8)
        middle = 3.5 - max(abs(row - 3.5), abs(file - 3.5)) if symbol.lower() in "nboc" else 0.0
        steps = {"P": 6 - row, "p": row - 1}.get(symbol, 0)
        found.append(WORTH[symbol.lower()] + CENTRE * middle + ADVANCE * steps)
    return tuple(found)


SYMBOLS = "PNBRQKpnbrqkstuco"
SQUARES = {symbol: _squares(symbol) for symbol in SYMBOLS}
"""What a piece is worth on each square to whoever has it."""


def _signs(white: int, black: int, checkered: int) -> Mapping[str, int]:
    owners = [white] * 6 + [black] * 6 + [checkered] * 5
    return {"": 0, **dict(zip(SYMBOLS, owners, strict=True))}


SIGNS = {"1": _signs(1, -1, 0), "1-": _signs(1, -1, 0), "2w": _signs(-1, -1, 1), "2b": _signs(1, 1, -1)}
"""For each stage, whether a symbol speaks for White (1) or for Black. In stage 1 a checkered piece is anybody's."""
OTHERS = {"1": 0.0, "1-": 0.0, "2w": KINGLESS, "2b": -KINGLESS}


def white(board: Sequence[str], stage: str, turn: Seat) -> float:
    """How far White is ahead."""
    signs = SIGNS[stage]
    score = OTHERS[stage] + (TURN if turn == 0 else -TURN)
    for square, symbol in enumerate(board):
        sign = signs[symbol]
        if sign:
            score += sign * SQUARES[symbol][square]
    return score
