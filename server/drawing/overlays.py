"""The signs of a diagram as SVG, a layer each: last turn, fog, check, targets, clashes, arrows, lost pieces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import atan2, cos, pi, sin

from server.drawing.layout import Layout, arrow_points, lost_corners, short
from server.drawing.marks import Arrow, Marks
from server.drawing.pieces import SQUARE
from variants.position import Picture

# Fixed colours; the style sheet changes those of squares and wax by class.
INK = "#17191c"
PAPER = "#fffdf8"
LIGHT = "#efe9dc"
DARK = "#a7b0b6"
SEAL = "#a4162a"
GOLD = "#ecc94b"
GOLD_LINE = "#6f540b"
COORDINATE = "#474c52"

BADGE_HEIGHT, BADGE_WIDTHS = 18, (16, 27)
"""The badge with the number of pieces in a slot, for one digit and for two: nine pixels high on squares of 24."""


def signs_of(place: Layout, marks: Marks, picture: Picture, symbols: Mapping[str, str], prefix: str) -> dict[str, str]:
    """These marks and those of the picture itself, layer by layer; a layer without any is empty."""
    corners, u = place.corners, place.unit
    marked: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for square, sign in picture.marks.items():
        marked[sign].append(corners[square])
    last, unseen = [corners[square] for square in marks.last], marked["unseen"]
    hatches = "".join(
        [f"M{short(x + dx)} {short(y + dy)}l{side}-{side}" for x, y in unseen for dx, dy, side in _HATCHES]
    )
    check = [
        _frame(corner, 2 * u, 6 * u, PAPER, f'fill="{SEAL}" fill-opacity=".25"')
        + _frame(corner, 2 * u, 3.6 * u, SEAL, 'fill="none" class="hl-check"')
        for corner in marked["check"]
    ]
    appeared = [
        _frame(corner, 2.6 * u, 5.2 * u, GOLD_LINE, 'fill="none"')
        + _frame(corner, 2.6 * u, 2.8 * u, GOLD, 'fill="none" class="hl-new"')
        for corner in marked["appeared"]
    ]
    selected = [] if marks.selected is None else [corners[marks.selected]]
    occupied = frozenset(square for square, symbol in enumerate(picture.board) if symbol)
    stars = [place.centre(square) for square in marks.clash]
    layers: dict[str, Iterable[str]] = {
        "last": (
            f'<path class="hl-last" fill="{GOLD}" fill-opacity=".8" d="{outlines(last)}"/>',
            f'<path class="hl-last-line" fill="none" stroke="{GOLD_LINE}" stroke-width="{short(2.2 * u)}" '
            f'd="{outlines(last, inside=1.1 * u)}"/>',
        )
        if last
        else (),
        "fog": (
            f'<path class="fog" fill="{INK}" fill-opacity=".5" d="{outlines(unseen)}"/>',
            f'<path class="fog-line" fill="none" stroke="{PAPER}" stroke-opacity=".4" stroke-width="2" d="{hatches}"/>',
        )
        if unseen
        else (),
        "check": check + appeared,
        "selected": [
            _frame(corner, 1.75 * u, 3.5 * u, INK, f'fill="{PAPER}" fill-opacity=".6" class="hl-sel"')
            for corner in selected
        ],
        "targets": [
            *(_target(place, square, square in occupied, False) for square in marks.safe),
            *(_target(place, square, square in occupied, True) for square in marks.risky),
            *(_target(place, square, True, False) for square in marks.only_takes),
        ],
        "clash": [f'<path class="clash" fill="{SEAL}" transform="translate({x} {y})" d="{_STAR}"/>' for x, y in stars],
        "arrows": [_arrow(place, arrow, occupied) for arrow in marks.arrows],
        "lost": _lost(place, marks, symbols, prefix),
    }
    return {name: "".join(signs) for name, signs in layers.items()}


def outlines(corners: Iterable[tuple[int, int]], side: int = SQUARE, inside: float = 0) -> str:
    """The path of squares with these top left corners, inset by `inside`."""
    way = short(side - 2 * inside)
    return "".join([f"M{short(x + inside)} {short(y + inside)}h{way}v{way}h-{way}z" for x, y in corners])


_HATCHES = ((0, 16, 16), (0, 32, 32), (0, 48, 48), (16, 48, 32), (32, 48, 16))
"""The hatching of an unseen square: where each line begins, and how far it rises to the right."""


def _frame(corner: tuple[int, int], inside: float, width: float, line: str, rest: str) -> str:
    x, y = corner
    side = short(SQUARE - 2 * inside)
    return (
        f'<rect x="{short(x + inside)}" y="{short(y + inside)}" width="{side}" height="{side}" '
        f'stroke="{line}" stroke-width="{short(width)}" {rest}/>'
    )


def _line(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join([f"{short(x)} {short(y)}" for x, y in points])


def _target(place: Layout, square: int, occupied: bool, risky: bool) -> str:
    """A disc, or a ring around the piece on the square; dashed if risky, so that no colour is needed."""
    u = place.unit
    name = "tg-risk" if risky else "tg-safe"
    x, y = place.centre(square)
    if not (occupied or risky):
        return f'<circle class="{name}" cx="{x}" cy="{y}" r="7.5" fill="{INK}"/>'
    radius, dashes = (23 - 1.6 * u, 20) if occupied else (8.4, 8)
    step = 2 * pi * radius / dashes
    dashed = f' stroke-dasharray="{short(step * 0.58)} {short(step * 0.42)}"' if risky else ""
    ring = f'cx="{x}" cy="{y}" r="{short(radius)}" fill="none"'
    under = f'<circle class="tg-line" {ring} stroke="{PAPER}" stroke-width="{short(6.4 * u)}"/>' if occupied else ""
    return f'{under}<circle class="{name}" {ring} stroke="{INK}" stroke-width="{short(3.6 * u)}"{dashed}/>'


def count_badge(place: Layout, slot: int, count: int) -> str:
    """The number of pieces in a slot, in its lower right corner."""
    x, y = place.corners[slot]
    side, text = place.side(slot), str(count)
    width = BADGE_WIDTHS[len(text) - 1]
    return (
        f'<g class="count" transform="translate({x + side - width} {y + side - BADGE_HEIGHT})">'
        f'<path fill="{INK}" stroke="{PAPER}" stroke-width="2" d="M0 0h{width}v{BADGE_HEIGHT}H0z"/>'
        f'<text x="{short(width / 2)}" y="{short(BADGE_HEIGHT - 2.9)}" fill="{PAPER}" font-family="sans-serif" '
        f'font-size="17" font-weight="700" text-anchor="middle">{text}</text></g>'
    )


_STAR = (
    _line(
        ((23.6, 17.4)[i % 2] * cos(pi / 12 * i - pi / 2), (23.6, 17.4)[i % 2] * sin(pi / 12 * i - pi / 2))
        for i in range(24)
    )
    + "z"
)


def _arrow(place: Layout, arrow: Arrow, occupied: frozenset[int]) -> str:
    """One arrow: seat 0 paper with an ink line, seat 1 ink with a paper line, any other seat dashed.

    The arrow of a failed move is broken and ends in a cross instead of a head.
    """
    points = arrow_points(place, arrow.squares, arrow.squares[0] in occupied)
    (x1, y1), (x2, y2) = points[-2:]
    turn = atan2(y2 - y1, x2 - x1)
    fill, line = (INK, PAPER) if arrow.seat == 1 else (PAPER, INK)
    group = f'<g class="arrow arrow-{arrow.seat or 0}'
    if arrow.failed:
        way = _line([*points[:-1], (x2 - 4 * cos(turn), y2 - 4 * sin(turn))])
        cross = f"M{short(x2 - 5.5)} {short(y2 - 5.5)}l11 11m0 -11l-11 11"
        return (
            f'{group} failed" fill="none">'
            f'<path stroke="{line}" stroke-width="5.6" stroke-dasharray="5.4 3" d="{way}"/>'
            f'<path stroke="{fill}" stroke-width="2.8" stroke-dasharray="4 4.4" stroke-dashoffset="-.7" d="{way}"/>'
            f'<path stroke="{PAPER}" stroke-width="7" stroke-linecap="square" d="{cross}"/>'
            f'<path stroke="{SEAL}" stroke-width="3.6" d="{cross}"/></g>'
        )
    neck = (x2 - 11 * cos(turn), y2 - 11 * sin(turn))
    shaft = _line([*points[:-1], neck])
    across, down = 7.6 * sin(turn), -7.6 * cos(turn)
    head = _line([(neck[0] + across, neck[1] + down), (x2, y2), (neck[0] - across, neck[1] - down)])
    dashes = ' stroke-dasharray="4 3"' if arrow.seat not in (None, 0, 1) else ""
    return (
        f'{group}" fill="none" stroke-linejoin="round">'
        f'<path stroke="{line}" stroke-width="6.9" d="{shaft}"/>'
        f'<path fill="{fill}" stroke="{line}" stroke-width="1.7" d="{head}z"/>'
        f'<path stroke="{fill}" stroke-width="3.5"{dashes} d="{shaft}"/></g>'
    )


def _lost(place: Layout, marks: Marks, symbols: Mapping[str, str], prefix: str) -> Iterator[str]:
    """The tiles, each in a free corner of its square."""
    taken: dict[int, int] = {}
    for lost in marks.lost:
        corners = lost_corners(place, lost, marks.arrows)
        x, y = corners[taken.get(lost.square, 0) % 4]
        taken[lost.square] = taken.get(lost.square, 0) + 1
        yield (
            f'<g class="lost" transform="translate({short(x)} {short(y)}) scale(.375)">'
            f'<path class="tile" fill="{LIGHT}" stroke="{INK}" stroke-width="3" d="M-1-1h50v50h-50z"/>'
            f'<use href="#{prefix}{symbols[lost.symbol]}"/><path stroke="{PAPER}" stroke-width="9" d="M3 45L45 3"/>'
            f'<path class="struck" stroke="{SEAL}" stroke-width="5" d="M0 48L48 0"/></g>'
        )
