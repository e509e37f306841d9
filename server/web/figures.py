"""Drawings by address: boards from a FEN as SVG or PNG, and the pieces."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, g, request
from werkzeug.wrappers import Response

from server.drawing.diagram import DrawingUnavailable, board_svg, png
from server.drawing.drawings import DrawingError
from server.drawing.marks import Marks, parse_arrows, parse_marks
from server.game import Refusal, start_of
from server.house import House, the_house
from server.runtime.numbers import whole
from server.texts.cache import remembered
from server.web.boards import common
from server.web.painting import kept, painted
from variants.errors import RulesError
from variants.grid import grid
from variants.position import Eyes

blueprint = Blueprint("figures", __name__)

LONGEST_FEN = 4_000
WIDEST = 2_000
"""Pixels of a PNG."""

MOST_DRAWN = 8_000_000
MOST_PAINTED = 16_000_000
"""Bytes of boards that are remembered as SVG and as PNG."""


@blueprint.get("/diagram/<name>.<any(svg, png):kind>")
def diagram(name: str, kind: str) -> Response:
    """A board; 400 with a sentence in the reader's language for one that cannot be drawn."""
    house = the_house()
    if name not in house.variants:
        abort(404)
    try:
        svg = _svg(
            house,
            name,
            request.args.get("fen", "").strip(),
            request.args.get("turned") == "1",
            request.args.get("mark", ""),
            request.args.get("arrow", ""),
            request.args.get("coordinates") != "0",
        )
        if kind == "svg":
            return kept(svg, "image/svg+xml")
        return kept(_png(svg, _width(request.args.get("width", "480"))), "image/png")
    except RulesError as error:
        return _said(house.say(error, g.language, name), 400)
    except DrawingUnavailable as error:
        return _said(str(error), 503)


@blueprint.get("/pieces/<drawing>.svg")
@blueprint.get("/pieces/<name>/<drawing>.svg")
def piece(drawing: str, name: str | None = None) -> Response:
    """A drawing; under a variant's name only those it uses, its own before the common one."""
    house = the_house()
    if name is not None and (name not in house.variants or drawing not in house.variants[name].drawings.values()):
        abort(404)
    drawings = common() if name is None else house.drawings(name)
    try:
        return kept(drawings.file(drawing).read_text(encoding="utf-8"), "image/svg+xml")
    except DrawingError:
        abort(404)


@remembered(MOST_DRAWN)
def _svg(house: House, name: str, fen: str, turned: bool, mark: str, arrow: str, coordinates: bool) -> str:
    variant = house.variants[name]
    if len(fen) > LONGEST_FEN:
        raise Refusal("fen_long", "A FEN has at most {most} characters.", most=LONGEST_FEN)
    squares = grid(*variant.size)
    marks = Marks(last=parse_marks(mark, squares), arrows=parse_arrows(arrow, squares))
    return board_svg(
        variant.sketch(fen) if fen else start_of(variant).picture(Eyes.ALL),
        variant.drawings,
        house.drawings(name),
        marks=marks,
        turned=turned,
        coordinates=coordinates,
        title=house.words(name, house.languages[0]).title,
    )


@remembered(MOST_PAINTED)
def _png(svg: str, width: int) -> bytes:
    return painted(png, svg, width)


def _width(text: str) -> int:
    width = whole(text, 4)
    if width is None or not 16 <= width <= WIDEST:
        raise Refusal("width", "The width must be a number of pixels from 16 to {most}.", most=WIDEST)
    return width


def _said(sentence: str, status: int) -> Response:
    response = current_app.response_class(sentence + "\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    response.vary.update(["Accept-Language", "Cookie"])
    return response
