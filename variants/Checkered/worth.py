"""Values of a position of Checkered, in pawns: a heuristic for searches, no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from variants.position import Seat
from variants.worth import estimate

WORTH = {
    "p": 1.0, "n": 3.0, "b": 3.2, "r": 5.0, "q": 9.0, "k": 0.0,
    "s": 1.0, "o": 3.0, "c": 3.2, "u": 5.0, "t": 9.0,
}  # fmt: skip
"""By the symbol in lower case."""
CENTRE = 0.1
"""The value of each step towards the middle for a knight or a bishop."""
ADVANCE = 0.1
"""The value of each step for a pawn that goes one way."""
TURN = 0.2
"""The value of having the move."""
KINGLESS = 2.0
"""The value of owning the checkered pieces, with no king to guard."""

OUT = 0.999
"""The bound of an estimate."""


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
"""The value of a piece on each square to its owner."""


OWNERS = {
    "1": (0, 1, None), "1-": (0, 1, None), "2w": (1, 1, 0), "2b": (0, 0, 1),
    "3": (0, 1, 2), "3-": (0, 1, None), "3w": (0, 0, 2), "3b": (1, 1, 2),
}  # fmt: skip
"""For each stage the owners of the white, the black and the checkered pieces; None where they have none or several."""
SEATS = {
    stage: dict(zip(SYMBOLS, [white] * 6 + [black] * 6 + [checkered] * 5, strict=True))
    for stage, (white, black, checkered) in OWNERS.items()
}


def opinion(board: Sequence[str], stage: str, turn: Seat, seat: Seat) -> float:
    """The estimate for this seat, in (-1, 1); of two, its lead."""
    seats = SEATS[stage]
    white, black, checkered = OWNERS[stage]
    worth = {each: 0.0 for each in (white, black, checkered) if each is not None}
    worth[turn] += TURN
    if checkered is not None:
        worth[checkered] += KINGLESS
    for square, symbol in enumerate(board):
        owner = seats.get(symbol)
        if owner is not None:
            worth[owner] += SQUARES[symbol][square]
    if seat not in worth:
        return -OUT
    if len(worth) == 2:
        return estimate(2 * worth[seat] - sum(worth.values()), 0)
    best = max(worth.values())
    parts = {each: exp((value - best) / 4) for each, value in worth.items()}
    return OUT * (2 * parts[seat] / sum(parts.values()) - 1)
