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

MOST_PAINTED = 16_000_000
"""Bytes of boards that are remembered as PNG."""


@dataclass(frozen=True, eq=False)
class DiagramPages:
    """Boards of a FEN, and pieces."""

    library: Library
    descriptions: Descriptions
    _pngs: Cache[bytes] = field(default_factory=lambda: Cache(MOST_PAINTED), init=False)

    @shared_route("/diagram/<name>.<any(svg, png):kind>")
    def diagram(self, name: str, kind: str) -> Response:
        """A board; 400 with a sentence in the reader's language for one that cannot be drawn."""
        if name not in self.library.variants:
            abort(404)
        rules, asked = self.library.variants[name], request.args
        try:
            picture = sketch(rules, asked.get("fen", "").strip())
            squares = grid(*rules.size)
            svg = board_svg(
                picture,
                rules.drawings,
                self.library.drawings(name),
                marks=Marks(
                    last=parse_marks(asked.get("mark", ""), squares),
                    arrows=parse_arrows(asked.get("arrow", ""), squares),
                ),
                turned=asked.get("turned") == "1",
                coordinates=asked.get("coordinates") != "0",
                title=self.library.words(name, FALLBACK).title,
            )
            if kind == "svg":
                return cached_response(svg, "image/svg+xml")
            width = _width(asked.get("width", "480"))
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
