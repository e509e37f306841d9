"""How a kind of piece goes, as marks on an empty board and as a sentence made from its notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import pairwise
from typing import NamedTuple

from server.drawing.marks import Arrow, Marks
from variants.army import Army
from variants.betza import ENDLESS, Way, ways
from variants.grid import Grid, Step
from variants.orthodox import Orthodox
from variants.position import Seat, Square

Translate = Callable[[str], str]


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


class _Group(NamedTuple):
    """What the ways of one clause have in common."""

    leap: tuple[int, int]
    """For lines (0, steps); for oblique leaps both distances, the shorter one first."""
    reach: int
    moves: bool
    takes: bool
    initial: bool
    leg: str
    hop: str


def sentence(piece: str, notation: str, _: Translate) -> str:
    """How a piece of this name, with its article, goes by this notation."""
    groups: dict[_Group, list[Step]] = {}
    for way in ways(notation):
        groups.setdefault(_group(way), []).append(way.step)
    clauses = [_clause(group, steps, _) for group, steps in groups.items()]
    told = clauses[-1]
    if len(clauses) > 1:
        told = _("{clauses} and {last}").format(clauses=", ".join(clauses[:-1]), last=told)
    return f"{piece[:1].upper()}{piece[1:]} {told}."


def _group(way: Way) -> _Group:
    near, far = sorted(map(abs, way.step))
    leap = (near, far) if near not in (0, far) else (0, far)
    return _Group(leap, way.reach, way.moves, way.takes, way.initial, way.leg, way.hop)


def _clause(group: _Group, steps: Collection[Step], _: Translate) -> str:
    near, far = group.leap
    if near:
        clause = _oblique(group.leap, steps, _)
    elif group.hop == "g":
        clause = _("leaps over one piece {way}, to the square right behind it")
    elif far > 1:
        leaps = group.leg != "n" or far > 2
        clause = {
            (2, False): _("goes two squares {way}"),
            (2, True): _("leaps two squares {way}"),
            (3, True): _("leaps three squares {way}"),
        }[far, leaps]
    elif group.reach == 1:
        clause = _("goes one square {way}")
    elif group.reach >= ENDLESS:
        clause = _("goes any number of squares {way}")
    else:
        clause = _("goes up to {count} squares {way}")
    told = clause.format(count=group.reach, way=_lines(steps, _))
    more = []
    if (near or far > 1) and group.reach > 1:
        often = group.reach >= ENDLESS
        more.append(_("as often as it likes in one direction") if often else _("up to {count} times in one direction"))
    if group.leg == "n" and (near or far > 2):
        more.append(_("if the square next to it on the way is empty"))
    if group.leg == "j":
        more.append(_("if a piece stands next to it on the way"))
    if group.hop == "p":
        more.append(_("over exactly one piece"))
    if not group.takes:
        more.append(_("without capturing"))
    if not group.moves:
        more.append(_("only to capture"))
    if group.initial:
        more.append(_("from where it begins"))
    return " ".join([told, *more]).format(count=group.reach)


def _oblique(leap: tuple[int, int], steps: Collection[Step], _: Translate) -> str:
    told = {
        (1, 2): _("leaps like a knight"),
        (1, 3): _("leaps three squares on and one aside"),
        (2, 3): _("leaps three squares on and two aside"),
    }[leap]
    if len(steps) == 8:
        return told
    rows = [row for _file, row in steps]
    if len(steps) == 4 and min(rows) > 0:
        only = _("only forward")
    elif len(steps) == 4 and max(rows) < 0:
        only = _("only back")
    else:
        only = _("only in some directions")
    return f"{told} {only}"


def _lines(steps: Collection[Step], _: Translate) -> str:
    """The directions of steps along lines."""
    signs = {((file > 0) - (file < 0), (row > 0) - (row < 0)) for file, row in steps}
    if len(signs) == 8:
        return _("in any direction")
    straight = _named(
        signs,
        (
            ({(0, 1), (0, -1), (1, 0), (-1, 0)}, _("along ranks and files")),
            ({(0, 1), (0, -1)}, _("along its file")),
            ({(1, 0), (-1, 0)}, _("sideways")),
            ({(0, 1)}, _("straight ahead")),
            ({(0, -1)}, _("straight back")),
            ({(-1, 0)}, _("to the left")),
            ({(1, 0)}, _("to the right")),
        ),
    )
    diagonal = _named(
        signs,
        (
            ({(1, 1), (1, -1), (-1, 1), (-1, -1)}, _("along diagonals")),
            ({(1, 1), (-1, 1)}, _("obliquely forward")),
            ({(1, -1), (-1, -1)}, _("obliquely back")),
            ({(-1, 1)}, _("obliquely forward to the left")),
            ({(1, 1)}, _("obliquely forward to the right")),
            ({(-1, -1)}, _("obliquely back to the left")),
            ({(1, -1)}, _("obliquely back to the right")),
        ),
    )
    first, *others = [*straight, *diagonal] or [""]
    for other in others:
        first = _("{one} or {other}").format(one=first, other=other)
    return first


def _named(signs: Collection[Step], names: Iterable[tuple[set[Step], str]]) -> list[str]:
    """The names of these directions, each direction named once."""
    left, told = set(signs), []
    for directions, name in names:
        if directions <= left:
            left -= directions
            told.append(name)
    return told
