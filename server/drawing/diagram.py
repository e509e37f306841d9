"""The drawing of a board for pages and previews: Picture -> SVG, SVG -> PNG."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from string import ascii_lowercase
from typing import Any

from server.drawing.layout import Layout, layout, short
from server.drawing.marks import Marks
from server.drawing.overlays import COORDINATE, DARK, INK, LIGHT, count_badge, outlines, signs_of
from server.drawing.pieces import SQUARE, Drawings
from variants.grid import grid
from variants.position import Picture

LAYERS = (
    "hands", "last", "fog", "check", "selected", "clash", "pieces", "sealed", "targets", "arrows", "moving", "lost",
    "chooser",
)  # fmt: skip
"""From bottom to top. A live board has every layer, even an empty one, as `<g data-layer>`."""

NO_MARKS = Marks()
FINE = 6
"""A live board with more files than this gets a class: its squares are small in a narrow page."""
TALL = 1.05
"""A drawing whose height is at least this times its width gets an attribute: a page shows it narrower."""
LARGE = 8
"""A board with more files or ranks than this gets an attribute: a figure shows it wider."""
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
    margin: bool = True,
    live: bool = False,
    prefix: str = "b-",
    defined: bool = False,
    title: str = "",
    description: str = "",
) -> str:
    """A board as one `<svg>` element, for a page or as a file.

    `symbols` is `Position.drawings`. `near` is the seat whose hand stands below (see `layout`). `prefix` begins every
    id: two diagrams of one page need two. `margin` is the room for coordinates; without it the style of a page hides
    them or moves them into the squares. `live` adds all layers and the drawings of all symbols, which the board
    element of the browser fills and uses. `defined`: the page holds these definitions already
    (`Drawings.definitions`). `title` and `description` are for screen readers.
    Raises DrawingError, and KeyError for a symbol without drawing.
    """
    place = layout(picture.size, tuple(map(len, picture.hands)), turned, coordinates and margin, near)
    under, over = _board(picture.size, place.text, turned, coordinates, drawings.regions)
    layers = signs_of(place, marks, picture, symbols, prefix)
    layers["hands"] = _slots(place)
    layers["pieces"] = _pieces(picture, symbols, prefix, place)
    if live:
        used = [*symbols.values(), SEAL_DRAWING]
        body = "".join([f'<g data-layer="{name}">{layers.get(name, "")}</g>' for name in LAYERS])
        kind = f' data-prefix="{escape(prefix)}"'
        kind += f' data-margin="{short(place.margin)}"' if place.left != -place.margin else ""
    else:
        shown = {*picture.board, *(lost.symbol for lost in marks.lost), *(s for hand in picture.hands for s in hand)}
        used = [symbols[symbol] for symbol in shown if symbol]
        body = "".join([f'<g data-layer="{name}">{layers[name]}</g>' for name in LAYERS if layers.get(name)])
        kind = ""
    name = "board fine" if live and picture.size[0] > FINE else "board"
    width = place.right - place.left
    kind += ' data-tall=""' if place.bottom - place.top > TALL * width else ""
    kind += ' data-large=""' if max(picture.size) > LARGE else ""
    labels = f"<title>{escape(title)}</title>" + (f"<desc>{escape(description)}</desc>" if description else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" role="img"{kind} '
        f'viewBox="{short(place.left)} {short(place.top)} {short(width)} {short(place.bottom - place.top)}">{labels}'
        f"{'' if defined else drawings.definitions(used, prefix, turned)}{under}{body}{over}</svg>"
    )


def png(svg: str, width: int) -> bytes:
    """This SVG as a PNG of `width` pixels. Raises DrawingUnavailable if the system lacks libcairo."""
    made: bytes = painter().svg2png(bytestring=svg.encode(), output_width=width)
    return made


def painter() -> Any:
    """The function that makes PNGs. Raises DrawingUnavailable if the system lacks libcairo."""
    try:
        import cairosvg  # type: ignore[import-untyped]
    except OSError as error:
        raise DrawingUnavailable(
            "PNG needs the system's cairo library, which is missing here (Debian: apt install libcairo2); "
            "the SVG of the same address works."
        ) from error
    return cairosvg


@lru_cache(maxsize=128)
def _board(
    size: tuple[int, int], text: float, turned: bool, coordinates: bool, regions: tuple[str, ...]
) -> tuple[str, str]:
    """The parts of the board below all layers, and above them."""
    files, ranks = size
    place = layout(size, (), turned, coordinates)
    width, height, unit = files * SQUARE, ranks * SQUARE, place.unit
    # Every second column and every second row, filled where they do not cross: the dark squares, a1 among them.
    columns = [f"M{file * SQUARE} 0h48v{height}h-48z" for file in range((files - 1) % 2 if turned else 0, files, 2)]
    rows = [f"M0 {row * SQUARE}h{width}v48H0z" for row in range(1 if turned else ranks % 2, ranks, 2)]
    edge = f"M0 0h{width}v{height}H0z"
    under = (
        f'<path class="sq-l" fill="{LIGHT}" d="{edge}"/>'
        f'<path class="sq-d" fill="{DARK}" fill-rule="evenodd" d="{"".join(columns + rows)}"/>'
    )
    if regions:
        drawn = "".join([_rectangle(size, region.split(), turned) for region in regions])
        under += f'<path class="frame" fill="none" stroke="{INK}" stroke-width="{short(1.3 * unit)}" d="{drawn}"/>'
    over = f'<path class="frame" fill="none" stroke="{INK}" stroke-width="{short(1.3 * unit)}" d="{edge}"/>'
    if coordinates:
        step = -1 if turned else 1
        letters, numbers = ascii_lowercase[:files][::step], range(ranks, 0, -1)[::step]
        high, below, left = 12 * text, height + 13.3 * text, -9.3 * text
        over += (
            f'<g class="coord" fill="{COORDINATE}" font-family="sans-serif" '
            f'font-size="{short(high)}" text-anchor="middle">'
            + "".join(
                f'<text x="{x * SQUARE + 24}" y="{short(below)}">{letter}</text>' for x, letter in enumerate(letters)
            )
            + "".join(
                f'<text x="{short(left)}" y="{short(round(y * SQUARE + 24 + high * 0.36, 1))}">{number}</text>'
                for y, number in enumerate(numbers)
            )
            + "</g>"
        )
    return under, over


def _rectangle(size: tuple[int, int], corners: list[str], turned: bool) -> str:
    """The path around the squares between two corners, as their names."""
    files, ranks = size
    squares = [grid(files, ranks).index[name] for name in corners]
    places = [divmod(files * ranks - 1 - square if turned else square, files) for square in squares]
    (top, left), (bottom, right) = [tuple(map(edge, *places)) for edge in (min, max)]
    width, height = (right - left + 1) * SQUARE, (bottom - top + 1) * SQUARE
    return f"M{left * SQUARE} {top * SQUARE}h{width}v{height}h{-width}z"


def _pieces(picture: Picture, symbols: Mapping[str, str], prefix: str, place: Layout) -> str:
    parts = []
    shown = [*picture.board, *(symbol for hand in picture.hands for symbol in hand)]
    for square, (symbol, (x, y)) in enumerate(zip(shown, place.corners, strict=True)):
        if symbol:
            side = place.side(square)
            at = (
                f'x="{x}" y="{y}"'
                if side == SQUARE
                else f'transform="translate({x} {y}) scale({short(side / SQUARE)})"'
            )
            parts.append(f'<use href="#{prefix}{symbols[symbol]}" {at}/>')
    slots = range(len(picture.board), len(shown))
    counts = zip(slots, (count for hand in picture.counts for count in hand), strict=False)
    return "".join([*parts, *(count_badge(place, slot, count) for slot, count in counts if count > 1)])


def _slots(place: Layout) -> str:
    """The slots of pieces in hand, also empty ones, so that the drawing keeps its size."""
    d = outlines(place.corners[place.files * place.ranks :], place.slot)
    return (
        f'<path class="tray" fill="{LIGHT}" stroke="{DARK}" stroke-width="{short(place.unit)}" d="{d}"/>' if d else ""
    )
