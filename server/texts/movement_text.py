"""How a kind of piece goes, as a sentence made from its notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from variants.betza import ENDLESS, Way, ways
from variants.grid import Step

Translate = Callable[[str], str]


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
