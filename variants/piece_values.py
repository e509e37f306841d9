"""Values of pieces and squares in chess: a heuristic for searches, no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import tanh

from variants.position import Seat, Square

PAWNS = {"p": 1.0, "n": 3.0, "b": 3.2, "r": 5.0, "q": 9.0, "k": 0.0}
"""The value of each kind in chess, in pawns."""

COUNTED = {
    symbol: value
    for kind, value in {"p": 1.0, "n": 3.0, "b": 3.0, "r": 5.0, "q": 9.0}.items()
    for symbol in (kind.upper(), kind)
}
"""What players of chess count for each symbol; a king cannot be taken."""

Squares = Mapping[str, Sequence[float]]
"""For each symbol its value to White on each square."""


def squares(worth: Callable[[str, int, int], float]) -> Squares:
    """A table from the value of a kind on a rank, counted from its own side, and on a file, for either colour."""
    table = {}
    for kind in PAWNS:
        table[kind.upper()] = [worth(kind, 7 - square // 8, square % 8) for square in range(64)]
        table[kind] = [-worth(kind, square // 8, square % 8) for square in range(64)]
    return table


def sides(table: Squares) -> tuple[Squares, Squares]:
    """The table as White counts, and as Black does."""
    return table, {symbol: [-value for value in values] for symbol, values in table.items()}


PLAIN = squares(lambda kind, rank, file: PAWNS[kind])
"""As in chess, wherever a piece stands."""


def ahead(board: Sequence[str], worth: Squares) -> float:
    """White's lead in pawns; a symbol that `worth` lacks counts 0."""
    score = 0.0
    for square, symbol in enumerate(board):
        if symbol:
            values = worth.get(symbol)
            if values is not None:
                score += values[square]
    return score


def value_at(worth: Squares, symbol: str, square: Square) -> float:
    """The value of a symbol on this square; nothing where there is none."""
    values = worth.get(symbol)
    return values[square] if values is not None else 0.0


MOST = 100.0
"""A greater lead counts as this, so that an estimate stays within its bounds."""


def estimate(score: float, seat: Seat) -> float:
    """The estimate for this seat, in (-1, 1), where White leads by so many pawns."""
    return tanh(max(-MOST, min(score if seat == 0 else -score, MOST)) / 8)
