"""Values of a position of Checkered, in pawns: a heuristic for searches, no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from variants.piece_values import Squares, ahead, estimate
from variants.position import Seat

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
    values = []
    for square in range(64):
        row, file = divmod(square, 8)
        middle = 3.5 - max(abs(row - 3.5), abs(file - 3.5)) if symbol.lower() in "nboc" else 0.0
        steps = {"P": 6 - row, "p": row - 1}.get(symbol, 0)
        values.append(WORTH[symbol.lower()] + CENTRE * middle + ADVANCE * steps)
    return tuple(values)


SYMBOLS = "PNBRQKpnbrqkstuco"
SQUARES = {symbol: _squares(symbol) for symbol in SYMBOLS}
"""The value of a piece on each square to its owner."""


OWNERS = {
    "1": (0, 1, None), "1-": (0, 1, None), "2w": (1, 1, 0), "2b": (0, 0, 1),
    "3": (0, 1, 2), "3-": (0, 1, None), "3w": (0, 0, 2), "3b": (1, 1, 2),
}  # fmt: skip
"""For each stage the owners of the white, the black and the checkered pieces; None where they have none or several."""


def _lead(stage: str, seat: Seat) -> Squares:
    white, black, checkered = OWNERS[stage]
    owners = dict(zip(SYMBOLS, [white] * 6 + [black] * 6 + [checkered] * 5, strict=True))
    return {
        symbol: [value if owners[symbol] == seat else -value for value in SQUARES[symbol]]
        for symbol in SYMBOLS
        if owners[symbol] is not None
    }


LEADS = {stage: [_lead(stage, seat) for seat in range(3)] for stage in OWNERS}
"""For each stage and seat what each piece adds to the seat's lead over the other one, or over both others."""


def lead(board: Sequence[str], stage: str, seat: Seat) -> float:
    """The lead of one of two seats, whoever has the move."""
    checkered = OWNERS[stage][2]
    kingless = 0.0 if checkered is None else KINGLESS if seat == checkered else -KINGLESS
    return kingless + ahead(board, LEADS[stage][seat])


def evaluation(board: Sequence[str], stage: str, turn: Seat, seat: Seat) -> float:
    """The estimate for this seat, in (-1, 1); of two, its lead."""
    owners = {owner for owner in OWNERS[stage] if owner is not None}
    if seat not in owners:
        return -OUT
    if len(owners) == 2:
        return estimate((TURN if turn == seat else -TURN) + lead(board, stage, seat), 0)
    # Each seat's own pieces: its lead over both others is twice that, less all there is.
    leads = {each: lead(board, stage, each) + (TURN if turn == each else -TURN) for each in owners}
    best = max(leads.values())
    parts = {each: exp((value - best) / 8) for each, value in leads.items()}
    return OUT * (2 * parts[seat] / sum(parts.values()) - 1)
