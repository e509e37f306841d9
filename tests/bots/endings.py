"""Endings of Apocalypse, and the value of a position by backward induction over full matrices."""

from collections.abc import Callable

from server.bots.estimate import DISCOUNT, horizon, value_of
from server.bots.simplex import solve
from variants.position import Position

ENDINGS = (
    "2n2/p4/5/4P/2N2",
    "n3n/p1p2/5/2P1P/N4",
    "5/1P1p1/2n2/3p1/N4",
    "2n2/1P2p/5/p3P/1N3",
)


Known = Callable[[Position], float | None]


def unknown(position):
    return None


def payoffs(position, depth, known=unknown):
    """What seat 0 gets for each pair of offered moves, each cell solved by a full matrix in its turn."""

    def after(row, column):
        return position.play({seat: move for seat, move in enumerate((row, column)) if move is not None})

    rows, columns = ([*position.moves(seat)] if seat in position.to_act else [None] for seat in (0, 1))
    return [[DISCOUNT * induction(after(row, column), depth - 1, known) for column in columns] for row in rows]


def induction(position, depth, known):
    """The value for seat 0 by backward induction, as far as it is not known otherwise."""
    result = position.result()
    if result is not None:
        return value_of(result, 0)
    value = known(position)
    if value is not None:
        return value
    return horizon(position, 0) if depth == 0 else solve(payoffs(position, depth, known)).value


def along(start, random):
    """The positions of a random game."""
    while start.result() is None:
        yield start
        start = start.play({seat: random.choice(list(start.moves(seat))) for seat in start.to_act})
