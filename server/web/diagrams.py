"""Drawings by address: boards from a FEN as SVG or PNG, and the pieces."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import abort, g, request
from werkzeug.wrappers import Response

from server.content import Descriptions, Library, common
from server.drawing.diagram import board_svg
from server.drawing.marks import Marks, parse_arrows, parse_marks
from server.drawing.pieces import DrawingError
from server.game import Refusal, start_of
from server.http.responses import cached_response, paint, plain_text
from server.runtime.lru import Cache
from server.runtime.numbers import whole
from server.texts.languages import FALLBACK
from server.web.routes import shared_route
from variants.errors import RulesError
from variants.grid import grid
from variants.position import Eyes, Picture, Position

LONGEST_FEN = 4_000
WIDEST = 2_000
"""Pixels of a PNG."""

MOST_DRAWN = 8_000_000
MOST_PAINTED = 16_000_000
"""Bytes of boards that are remembered as SVG and as PNG."""


@dataclass(frozen=True, eq=False)
class DiagramPages:
    """Boards of a FEN, and pieces."""

    library: Library
    descriptions: Descriptions
    _svgs: Cache[str] = field(default_factory=lambda: Cache(MOST_DRAWN), init=False)
    _pngs: Cache[bytes] = field(default_factory=lambda: Cache(MOST_PAINTED), init=False)

    @shared_route("/diagram/<name>.<any(svg, png):kind>")
    def diagram(self, name: str, kind: str) -> Response:
        """A board; 400 with a sentence in the reader's language for one that cannot be drawn."""
        if name not in self.library.variants:
            abort(404)
        try:
            asked = (
                name,
                request.args.get("fen", "").strip(),
                request.args.get("turned") == "1",
                request.args.get("mark", ""),
                request.args.get("arrow", ""),
                request.args.get("coordinates") != "0",
            )
            svg = self._svgs.get(asked, lambda: self._svg(*asked))
            if kind == "svg":
                return cached_response(svg, "image/svg+xml")
            width = _width(request.args.get("width", "480"))
            return cached_response(self._pngs.get((svg, width), lambda: paint(svg, width)), "image/png")
        except RulesError as error:
            return plain_text(self.descriptions.error(error, g.language, name), 400)

    @shared_route("/pieces/<drawing>.svg")
    @shared_route("/pieces/<name>/<drawing>.svg")
    def piece(self, drawing: str, name: str | None = None) -> Response:
        """A drawing; under a variant's name only those it uses, its own before the common one."""
        if name is not None and (
            name not in self.library.variants or drawing not in self.library.variants[name].drawings.values()
        ):
            abort(404)
        drawings = common() if name is None else self.library.drawings(name)
        try:
            return cached_response(drawings.file(drawing).read_text(encoding="utf-8"), "image/svg+xml")
        except DrawingError:
            abort(404)

    def _svg(self, name: str, fen: str, turned: bool, mark: str, arrow: str, coordinates: bool) -> str:
        variant = self.library.variants[name]
        picture = sketch(variant, fen)
        squares = grid(*variant.size)
        marks = Marks(last=parse_marks(mark, squares), arrows=parse_arrows(arrow, squares))
        return board_svg(
            picture,
            variant.drawings,
            self.library.drawings(name),
            marks=marks,
            turned=turned,
            coordinates=coordinates,
            title=self.library.words(name, FALLBACK).title,
        )


def sketch(rules: type[Position], fen: str) -> Picture:
    """What a FEN shows, whether or not it can be played; the start for none. Raises RulesError."""
    if len(fen) > LONGEST_FEN:
        raise Refusal("fen_long", "A FEN has at most {most} characters.", most=LONGEST_FEN)
    return rules.sketch(fen) if fen else start_of(rules).picture(Eyes.ALL)


def _width(text: str) -> int:
    width = whole(text, 4)
    if width is None or not 16 <= width <= WIDEST:
        raise Refusal("width", "The width must be a number of pixels from 16 to {most}.", most=WIDEST)
    return width
