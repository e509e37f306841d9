"""How a kind of piece goes, as marks on an empty board."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from server.drawing.marks import Arrow, Marks
from variants.army import Army
from variants.grid import Grid
from variants.orthodox import Orthodox
from variants.position import Seat, Square


class Mover(NamedTuple):
    """A symbol of a variant, with its seat, the army that moves it and its notation."""

    symbol: str
    seat: Seat
    army: Army
    notation: str


def mover_of(variant: type[Orthodox], symbol: str) -> Mover | None:
    """What moves this symbol; None if no army does."""
    for seat, army in enumerate(variant.armies):
        if symbol in army.pieces:
            return Mover(symbol, seat, army, variant.pieces[army.pieces[symbol]])
    return None


def marks_of(mover: Mover, square: Square) -> Marks:
    """The squares to which a piece may go from this one on an empty board: dots, and rings where it may only capture.

    A line of several squares is an arrow to its end. What a piece does over other pieces is not shown.
    """
    moves: dict[Square, None] = {}
    takes: dict[Square, None] = {}
    arrows: list[Arrow] = []
    for ray, may_move in _rays(mover, square):
        line = _straight(mover.army.grid, (square, *ray))
        if len(line) > 2 and mover.symbol not in mover.army.walks:
            arrows.append(Arrow((square, line[-1]), mover.seat))
            ray = ray[len(line) - 2 :]
        (moves if may_move else takes).update(dict.fromkeys(ray))
    arrows.sort(key=lambda arrow: arrow.squares)
    return Marks(safe=tuple(moves), only_takes=tuple(sorted(takes.keys() - moves.keys())), arrows=tuple(arrows))


def _rays(mover: Mover, square: Square) -> list[tuple[tuple[Square, ...], bool]]:
    """The lines of a piece from this square, each with whether it may move there without capturing."""
    army, symbol = mover.army, mover.symbol
    rays = [(ray, True) for ray in army.rays[symbol][square]] if symbol in army.rays else []
    for steps, captures in army.walks.get(symbol, ()):
        rays += [(ray, True) for ray in steps[square]] + [((taken,), False) for taken in captures[square]]
    courses = army.courses[symbol][square] if symbol in army.courses else ()
    return rays + [(course.ray, course.way.moves) for course in courses if not course.way.hop and course.way.leg != "j"]


def _straight(board: Grid, line: tuple[Square, ...]) -> tuple[Square, ...]:
    """The line up to where it goes round a cylinder."""
    steps = [(to % board.files - at % board.files, to // board.files - at // board.files) for at, to in pairwise(line)]
    even = next((number for number, step in enumerate(steps) if step != steps[0]), len(steps))
    return line[: even + 1]


def best_square(mover: Mover) -> Square:
    """The square from which a piece goes to most others; of several the one nearest to the middle."""
    board = mover.army.grid

    def rank(square: Square) -> tuple[int, float]:
        row, file = divmod(square, board.files)
        aside = abs(file - (board.files - 1) / 2 + 0.1) + abs(row - (board.ranks - 1) / 2 + 0.1)
        return len({to for ray, _ in _rays(mover, square) for to in ray}), -aside

    return max((at for at in range(board.files * board.ranks) if at not in board.holes), key=rank)
