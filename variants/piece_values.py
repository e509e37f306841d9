"""Values of pieces and squares: a heuristic for searches, no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import tanh

from variants.army import GRID, KINDS, Army
from variants.grid import Grid
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


def squares(worth: Callable[[str, int, int], float], kinds: Iterable[str] = PAWNS, grid: Grid = GRID) -> Squares:
    """A table from the value of a kind on a rank, counted from its own side, and on a file, for either colour."""
    table = {}
    places = [divmod(square, grid.files) for square in range(grid.files * grid.ranks)]
    for kind in kinds:
        table[kind.upper()] = [worth(kind, grid.ranks - 1 - row, file) for row, file in places]
        table[kind] = [-worth(kind, row, file) for row, file in places]
    return table


KING = 3.0
"""The value of a king that is an ordinary piece."""
FILLED = 1 / 3
"""The part of the squares that hold a piece, for the mobility of a kind."""
KNIGHT_SQUARES = 5.25
"""The mobility of a knight of chess, which is worth `PAWNS["n"]`."""


def mobility_value(army: Army, symbol: str) -> float:
    """The value in pawns of a piece by the mean number of squares that it reaches on a board filled to a third.

    R. Betza, "About the Values of Chess Pieces" (1996): a value grows with the mobility on a crowded board.
    Squares that it reaches only with a capture, or only without, count half.
    """
    reached = 0.0
    for square, rays in enumerate(army.rays[symbol]):
        reached += sum((1 - FILLED) ** steps for ray in rays for steps in range(len(ray)))
        for course in army.courses[symbol][square] if symbol in army.courses else ():
            clear = 1 - FILLED if course.way.leg == "n" else FILLED if course.way.leg else 1.0
            share = clear * (0.5 if course.way.moves != course.way.takes else 1.0) * (FILLED if course.way.hop else 1.0)
            reached += share * sum((1 - FILLED) ** steps for steps in range(len(course.ray)))
    return PAWNS["n"] * reached / len(army.rays[symbol]) / KNIGHT_SQUARES


ADVANCE = 0.6
"""What a pawn is worth more just before the rank where it is promoted; it grows with the square of its way there."""
CENTRE = 0.1
"""What each step from the edge towards the middle is worth to a piece that a king's attackers are among."""


def likely_squares(army: Army, royal: str, grid: Grid) -> Squares:
    """Values for a variant that declares none: of chess for its kinds, else by mobility; more in the middle."""
    pawns = {army.pieces[symbol] for symbol in army.ways}
    worth = {
        kind: PAWNS[kind] if kind in pawns or KINDS.get(kind) == army.kinds[kind] else mobility_value(army, symbol)
        for symbol, kind in army.pieces.items()
    }
    worth |= {"k": KING if worth.get("k") == 0 else worth.get("k", 0.0)} | dict.fromkeys(royal, 0.0)
    middle = (grid.ranks - 1) / 2, (grid.files - 1) / 2

    def value(kind: str, rank: int, file: int) -> float:
        if kind in pawns:
            return worth[kind] + ADVANCE * (rank / (grid.ranks - 1)) ** 2
        steps = sum(middle) - abs(rank - middle[0]) - abs(file - middle[1])
        return worth[kind] + CENTRE * steps * (-1 if kind in royal else min(1.0, 3 / (worth[kind] + 0.1)))

    return squares(value, worth, grid)


def sides(table: Squares) -> tuple[Squares, Squares]:
    """The table as White counts, and as Black does."""
    return table, {symbol: [-value for value in values] for symbol, values in table.items()}


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
