"""One drawing of a board for every use: rule pages, the play page, previews (Picture -> SVG) and mail (SVG -> PNG)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from math import atan2, cos, pi, sin
from string import ascii_lowercase
from typing import Any

from server.drawing.drawings import SQUARE, Drawings
from server.drawing.layout import Layout, arrow_points, layout, lost_corners
from server.drawing.marks import Arrow, Marks
from variants.position import Picture

# The fixed colours; the style sheet changes those of the squares and of the wax by class.
INK = "#17191c"
PAPER = "#fffdf8"
LIGHT = "#efe9dc"
DARK = "#a7b0b6"
SEAL = "#a4162a"
GOLD = "#ecc94b"
GOLD_LINE = "#6f540b"
COORDINATE = "#474c52"

LAYERS = (
    "hands", "last", "fog", "check", "selected", "clash", "pieces", "sealed", "targets", "arrows", "moving", "lost",
    "chooser",
)  # fmt: skip
"""From bottom to top. In a live board every layer is there, empty or not, as `<g data-layer>`."""

NO_MARKS = Marks()
FINE = 6
"""A live board with more files than this says so: its squares are small where a page has little room."""
TALL = 1.2
"""A drawing so many times as high as wide is called tall: a page shows it narrower than others."""
SEAL_DRAWING = "seal"


class DrawingUnavailable(RuntimeError):
    """PNG cannot be made here; the sentence says what is missing."""


def board_svg(
    picture: Picture,
    symbols: Mapping[str, str],
    drawings: Drawings,
    *,
    marks: Marks = NO_MARKS,
    turned: bool = False,
    near: int | None = None,
    coordinates: bool = True,
    live: bool = False,
    prefix: str = "b-",
    defined: bool = False,
    title: str = "",
    description: str = "",
) -> str:
    """A board as one `<svg>` element, for a page or as a file.

    `symbols` is `Position.drawings`. `near` is the seat whose hand stands below (see `layout`). `prefix` begins every
    id: two diagrams of one page need two. `live` adds all layers and the drawings of all symbols, which the board
    element of the browser fills and uses. `defined`: the page holds these definitions already
    (`Drawings.definitions`). `title` names the diagram for those who do not see it, `description` tells what is on it.
    Raises DrawingError, and KeyError for a symbol without drawing.
    """
    place = layout(picture.size, tuple(map(len, picture.hands)), turned, coordinates, near)
    under, over = _board(picture.size, turned, coordinates)
    occupied = frozenset(square for square, symbol in enumerate(picture.board) if symbol)
    layers = _signs(place, marks, occupied, picture.marks)
    layers["hands"] = _slots(place)
    layers["pieces"] = _pieces(picture, symbols, prefix, place)
    layers["lost"] = _lost(place, marks, symbols, prefix)
    if live:
        used = [*symbols.values(), SEAL_DRAWING]
        body = "".join([f'<g data-layer="{name}">{layers.get(name, "")}</g>' for name in LAYERS])
        kind = f' data-prefix="{escape(prefix)}"'
    else:
        shown = {*picture.board, *(lost.symbol for lost in marks.lost), *(s for hand in picture.hands for s in hand)}
        used = [symbols[symbol] for symbol in shown if symbol]
        body = "".join([f'<g data-layer="{name}">{layers[name]}</g>' for name in LAYERS if layers.get(name)])
        kind = ""
    name = "board fine" if live and picture.size[0] > FINE else "board"
    width = place.files * SQUARE + place.margin + 1
    kind += ' data-tall=""' if place.bottom - place.top > TALL * width else ""
    told = f"<title>{escape(title)}</title>" + (f"<desc>{escape(description)}</desc>" if description else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" role="img"{kind} '
        f'viewBox="{_n(-place.margin)} {_n(place.top)} {_n(width)} {_n(place.bottom - place.top)}">{told}'
        f"{'' if defined else drawings.definitions(used, prefix, turned)}{under}{body}{over}</svg>"
    )


def png(svg: str, width: int) -> bytes:
    """This SVG as a PNG of `width` pixels. Raises DrawingUnavailable where the system lacks libcairo."""
    made: bytes = painter().svg2png(bytestring=svg.encode(), output_width=width)
    return made


def painter() -> Any:
    """What makes PNGs. Raises DrawingUnavailable where the system lacks libcairo."""
    try:
        import cairosvg  # type: ignore[import-untyped]
    except OSError as error:
        raise DrawingUnavailable(
            "PNG needs the system's cairo library, which is missing here (Debian: apt install libcairo2); "
            "the SVG of the same address works."
        ) from error
    return cairosvg


def _n(value: float) -> str:
    """A number with at most two decimals and no needless zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=128)
def _board(size: tuple[int, int], turned: bool, coordinates: bool) -> tuple[str, str]:
    """What lies under all layers, and over them."""
    files, ranks = size
    place = layout(size, (), turned, coordinates)
    width, height, unit = files * SQUARE, ranks * SQUARE, place.unit
    # Every second column and every second row, filled where they do not cross: the dark squares, a1 among them.
    columns = [f"M{file * SQUARE} 0h48v{height}h-48z" for file in range((files - 1) % 2 if turned else 0, files, 2)]
    rows = [f"M0 {row * SQUARE}h{width}v48H0z" for row in range(1 if turned else ranks % 2, ranks, 2)]
    under = (
        f'<path class="sq-l" fill="{LIGHT}" d="M0 0h{width}v{height}H0z"/>'
        f'<path class="sq-d" fill="{DARK}" fill-rule="evenodd" d="{"".join(columns + rows)}"/>'
    )
    over = (
        f'<path class="frame" fill="none" stroke="{INK}" stroke-width="{_n(1.3 * unit)}" d="M0 0h{width}v{height}H0z"/>'
    )
    if coordinates:
        letters = ascii_lowercase[:files]
        numbers = range(1, ranks + 1) if turned else range(ranks, 0, -1)
        size_, below, left = 12 * unit, height + 13.3 * unit, -9.3 * unit
        over += (
            f'<g class="coord" fill="{COORDINATE}" font-family="sans-serif" '
            f'font-size="{_n(size_)}" text-anchor="middle">'
            + "".join(
                f'<text x="{x * SQUARE + 24}" y="{_n(below)}">{letter}</text>'
                for x, letter in enumerate(reversed(letters) if turned else letters)
            )
            + "".join(
                f'<text x="{_n(left)}" y="{_n(round(y * SQUARE + 24 + size_ * 0.36, 1))}">{number}</text>'
                for y, number in enumerate(numbers)
            )
            + "</g>"
        )
    return under, over


def _pieces(picture: Picture, symbols: Mapping[str, str], prefix: str, place: Layout) -> str:
    parts = []
    shown = [*picture.board, *(symbol for hand in picture.hands for symbol in hand)]
    for square, (symbol, (x, y)) in enumerate(zip(shown, place.corners, strict=True)):
        if symbol:
            side = place.side(square)
            at = f'x="{x}" y="{y}"' if side == SQUARE else f'transform="translate({x} {y}) scale({_n(side / SQUARE)})"'
            parts.append(f'<use href="#{prefix}{symbols[symbol]}" {at}/>')
    return "".join(parts)


def _slots(place: Layout) -> str:
    """Where pieces in hand stand, empty or not: what may come has its place from the beginning."""
    side = place.slot
    d = "".join([f"M{x} {y}h{side}v{side}h-{side}z" for x, y in place.corners[place.files * place.ranks :]])
    return f'<path class="tray" fill="{LIGHT}" stroke="{DARK}" stroke-width="{_n(place.unit)}" d="{d}"/>' if d else ""


def _signs(place: Layout, marks: Marks, occupied: frozenset[int], own: Mapping[int, str]) -> dict[str, str]:
    """All layers but those that show pieces."""
    corners, u = place.corners, place.unit
    layers: dict[str, str] = {}
    if marks.last:
        inside = 1.1 * u
        side = SQUARE - 2 * inside
        squares = "".join([f"M{_n(x)} {_n(y)}h48v48h-48z" for x, y in (corners[square] for square in marks.last)])
        lines = "".join(
            f"M{_n(x + inside)} {_n(y + inside)}h{_n(side)}v{_n(side)}h-{_n(side)}z"
            for x, y in (corners[square] for square in marks.last)
        )
        layers["last"] = (
            f'<path class="hl-last" fill="{GOLD}" fill-opacity=".8" d="{squares}"/>'
            f'<path class="hl-last-line" fill="none" stroke="{GOLD_LINE}" stroke-width="{_n(2.2 * u)}" d="{lines}"/>'
        )
    unseen = [corners[square] for square, sign in own.items() if sign == "unseen"]
    if unseen:
        squares = "".join([f"M{_n(x)} {_n(y)}h48v48h-48z" for x, y in unseen])
        lines = "".join([f"M{_n(x + dx)} {_n(y + dy)}l{side}-{side}" for x, y in unseen for dx, dy, side in _HATCHES])
        layers["fog"] = (
            f'<path class="fog" fill="{INK}" fill-opacity=".5" d="{squares}"/>'
            f'<path class="fog-line" fill="none" stroke="{PAPER}" stroke-opacity=".4" stroke-width="2" d="{lines}"/>'
        )
    check = [square for square, sign in own.items() if sign == "check"]
    if check:
        layers["check"] = "".join(
            _frame(corners[square], 2 * u, 6 * u, PAPER, f'fill="{SEAL}" fill-opacity=".25"')
            + _frame(corners[square], 2 * u, 3.6 * u, SEAL, 'fill="none" class="hl-check"')
            for square in check
        )
    appeared = [square for square, sign in own.items() if sign == "appeared"]
    if appeared:
        layers["check"] = layers.get("check", "") + "".join(
            _frame(corners[square], 2.6 * u, 5.2 * u, GOLD_LINE, 'fill="none"')
            + _frame(corners[square], 2.6 * u, 2.8 * u, GOLD, 'fill="none" class="hl-new"')
            for square in appeared
        )
    if marks.selected is not None:
        layers["selected"] = _frame(
            corners[marks.selected], 1.75 * u, 3.5 * u, INK, f'fill="{PAPER}" fill-opacity=".6" class="hl-sel"'
        )
    if marks.safe or marks.risky:
        layers["targets"] = "".join(
            [_target(place, square, square in occupied, False) for square in marks.safe]
            + [_target(place, square, square in occupied, True) for square in marks.risky]
        )
    if marks.clash:
        layers["clash"] = "".join(
            f'<path class="clash" fill="{SEAL}" transform="translate({x} {y})" d="{_STAR}"/>'
            for x, y in (place.centre(square) for square in marks.clash)
        )
    if marks.arrows:
        layers["arrows"] = "".join(_arrow(place, arrow, occupied) for arrow in marks.arrows)
    return layers


_HATCHES = ((0, 16, 16), (0, 32, 32), (0, 48, 48), (16, 48, 32), (32, 48, 16))
"""The lines of a square that is not seen: where each begins, and how far it rises to the right."""


def _frame(corner: tuple[int, int], inside: float, width: float, line: str, rest: str) -> str:
    x, y = corner
    side = _n(SQUARE - 2 * inside)
    return (
        f'<rect x="{_n(x + inside)}" y="{_n(y + inside)}" width="{side}" height="{side}" '
        f'stroke="{line}" stroke-width="{_n(width)}" {rest}/>'
    )


def _target(place: Layout, square: int, occupied: bool, risky: bool) -> str:
    """A disc, or a ring over the piece that stands there; dashed if risky: told by its shape alone."""
    u = place.unit
    name = "tg-risk" if risky else "tg-safe"
    x, y = place.centre(square)
    if occupied:
        radius = 23 - 1.6 * u
        step = 2 * pi * radius / 20
        dashes = f' stroke-dasharray="{_n(step * 0.58)} {_n(step * 0.42)}"' if risky else ""
        ring = f'cx="{x}" cy="{y}" r="{_n(radius)}" fill="none"'
        return (
            f'<circle class="tg-line" {ring} stroke="{PAPER}" stroke-width="{_n(6.4 * u)}"/>'
            f'<circle class="{name}" {ring} stroke="{INK}" stroke-width="{_n(3.6 * u)}"{dashes}/>'
        )
    if risky:
        step = 2 * pi * 8.4 / 8
        return (
            f'<circle class="{name}" cx="{x}" cy="{y}" r="8.4" fill="none" stroke="{INK}" stroke-width="{_n(3.6 * u)}" '
            f'stroke-dasharray="{_n(step * 0.58)} {_n(step * 0.42)}"/>'
        )
    return f'<circle class="{name}" cx="{x}" cy="{y}" r="7.5" fill="{INK}"/>'


_STAR = (
    "M"
    + "L".join(
        f"{_n((23.6, 17.4)[i % 2] * cos(pi / 12 * i - pi / 2))} {_n((23.6, 17.4)[i % 2] * sin(pi / 12 * i - pi / 2))}"
        for i in range(24)
    )
    + "z"
)


def _arrow(place: Layout, arrow: Arrow, occupied: frozenset[int]) -> str:
    """One arrow: seat 0 paper with an ink line, seat 1 ink with a paper line, any other seat dashed.

    That of a move that did not stand is broken into pieces and ends in a cross instead of a head.
    """
    points = arrow_points(place, arrow.squares, arrow.squares[0] in occupied)
    (x1, y1), (x2, y2) = points[-2:]
    turn = atan2(y2 - y1, x2 - x1)
    fill, line = (INK, PAPER) if arrow.seat == 1 else (PAPER, INK)
    group = f'<g class="arrow arrow-{arrow.seat or 0}'
    if arrow.failed:
        end = (x2 - 4 * cos(turn), y2 - 4 * sin(turn))
        way = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in [*points[:-1], end])
        cross = f"M{_n(x2 - 5.5)} {_n(y2 - 5.5)}l11 11m0 -11l-11 11"
        return (
            f'{group} failed" fill="none">'
            f'<path stroke="{line}" stroke-width="5.6" stroke-dasharray="5.4 3" d="{way}"/>'
            f'<path stroke="{fill}" stroke-width="2.8" stroke-dasharray="4 4.4" stroke-dashoffset="-.7" d="{way}"/>'
            f'<path stroke="{PAPER}" stroke-width="7" stroke-linecap="square" d="{cross}"/>'
            f'<path stroke="{SEAL}" stroke-width="3.6" d="{cross}"/></g>'
        )
    neck = (x2 - 11 * cos(turn), y2 - 11 * sin(turn))
    shaft = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in [*points[:-1], neck])
    side = (7.6 * sin(turn), -7.6 * cos(turn))
    head = "M" + "L".join(
        f"{_n(x)} {_n(y)}"
        for x, y in ((neck[0] + side[0], neck[1] + side[1]), (x2, y2), (neck[0] - side[0], neck[1] - side[1]))
    )
    dashes = ' stroke-dasharray="4 3"' if arrow.seat not in (None, 0, 1) else ""
    return (
        f'{group}" fill="none" stroke-linejoin="round">'
        f'<path stroke="{line}" stroke-width="6.9" d="{shaft}"/>'
        f'<path fill="{fill}" stroke="{line}" stroke-width="1.7" d="{head}z"/>'
        f'<path stroke="{fill}" stroke-width="3.5"{dashes} d="{shaft}"/></g>'
    )


def _lost(place: Layout, marks: Marks, symbols: Mapping[str, str], prefix: str) -> str:
    taken: dict[int, int] = {}
    parts = []
    for lost in marks.lost:
        corners = lost_corners(place, lost, marks.arrows)
        x, y = corners[taken.get(lost.square, 0) % 4]
        taken[lost.square] = taken.get(lost.square, 0) + 1
        parts.append(
            f'<g class="lost" transform="translate({_n(x)} {_n(y)}) scale(.375)">'
            f'<path class="tile" fill="{LIGHT}" stroke="{INK}" stroke-width="3" d="M-1-1h50v50h-50z"/>'
            f'<use href="#{prefix}{symbols[lost.symbol]}"/><path stroke="{PAPER}" stroke-width="9" d="M3 45L45 3"/>'
            f'<path class="struck" stroke="{SEAL}" stroke-width="5" d="M0 48L48 0"/></g>'
        )
    return "".join(parts)
