"""Boards for other sites: drawings of a FEN as SVG or PNG, pieces, and frames to step through games."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from flask import abort, current_app, g, render_template, request, url_for
from werkzeug.wrappers import Response

from server.content import BoardLook, Boards, Descriptions, Library, common_drawings
from server.drawing.marks import Marks, parse_arrows, parse_marks
from server.drawing.pieces import DrawingError
from server.game import Refusal, start_of
from server.http.responses import absolute, cached_response, paint, private_response, render_in_steps
from server.http.security import allow_framing
from server.runtime.limits import Limits
from server.runtime.lru import Cache
from server.runtime.parsing import whole_number
from server.tables import Tables
from server.texts.languages import FALLBACK, LANGUAGES
from server.web.routes import find_or_404, shared_route
from variants.errors import RulesError
from variants.grid import grid
from variants.position import Eyes, Picture, Position

LONGEST_FEN = 4_000
WIDEST = 2_000
"""Pixels of a PNG."""

FRAME_WIDTH, FRAME_HEIGHT = 400, 500
"""Pixels of a frame."""

OVER = ("finished", "stopped")

MOST_PAINTED = 16_000_000
"""Bytes of the cache of PNGs."""

PNG_COST, HUNDRED_PIXELS_COST = 4, 1.5
"""The cost of rendering a PNG for its address, in requests, and that of each hundred pixels of its width more: 10 to 30
ms of processor, and up to 180 ms at 2,000 pixels, at 5 ms a request.
"""


@dataclass(frozen=True, eq=False)
class DiagramPages:
    """Drawings of boards and pieces, and the pages in frames."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables
    limits: Limits
    _pngs: Cache[bytes] = field(default_factory=lambda: Cache(MOST_PAINTED), init=False)

    @shared_route("/diagram/<name>.<any(svg, png):kind>")
    def diagram(self, name: str, kind: str) -> Response:
        """A board; 400 with a sentence in the reader's language for one that cannot be drawn."""
        rules, query = find_or_404(self.library.variants, name), request.args
        try:
            picture = sketch(rules, query.get("fen", "").strip())
            squares = grid(*rules.size)
            svg = self.boards.draw(
                name,
                picture,
                look=BoardLook(),
                marks=Marks(
                    last=parse_marks(query.get("mark", ""), squares),
                    arrows=parse_arrows(query.get("arrow", ""), squares),
                ),
                turned=query.get("turned") == "1",
                coordinates=query.get("coordinates") != "0",
                title=self.library.words(name, FALLBACK).title,
            )
            width = _width(query.get("width", "480")) if kind == "png" else 0
        except RulesError as error:
            return private_response(self.descriptions.error(error, g.language, name) + "\n", 400, "text/plain")
        if not width:
            return cached_response(svg, "image/svg+xml")
        return cached_response(self._pngs.get((svg, width), lambda: self._painted(svg, width)), "image/png")

    @shared_route("/pieces/<drawing>.svg")
    @shared_route("/pieces/<name>/<drawing>.svg")
    def piece(self, drawing: str, name: str | None = None) -> Response:
        """The drawing of a piece; under a variant's name only those it uses, its own before the common one."""
        if name is not None and (
            name not in self.library.variants or drawing not in self.library.variants[name].drawings.values()
        ):
            abort(404)
        drawings = common_drawings() if name is None else self.library.drawings(name)
        try:
            return cached_response(drawings.svg(drawing), "image/svg+xml")
        except DrawingError:
            abort(404)

    @shared_route("/embed/<variant>")
    def frame(self, variant: str) -> Response:
        """A position of a variant, `?fen=…`, else its start; in the language of the reader or `?lang=…`."""
        _use_requested_language()
        rules, words = find_or_404(self.library.variants, variant), self.library.words(variant, g.language)
        refusal = ""
        try:
            picture = sketch(rules, request.args.get("fen", "").strip())
        except RulesError as error:
            refusal, picture = self.descriptions.error(error, g.language, variant), sketch(rules, "")
        turned = request.args.get("turned") == "1"
        board = self.boards.draw(variant, picture, prefix="b-", title=words.title, turned=turned, coordinates=True)
        address = absolute(url_for("rules.rules", language=g.language, variant=variant))
        page = render_template("embed.html", words=words, board=board, address=address, refusal=refusal, view=None)
        return allow_framing(current_app.response_class(page, 400 if refusal else 200))

    @shared_route("/embed/game/<table_id>")
    def game_frame(self, table_id: str) -> Response:
        """A finished or stopped game to step through; 409 for any other."""
        _use_requested_language()
        with self.tables.reading(table_id) as table:
            variant = table.opening.variant
            if table.status not in OVER:
                raise Refusal("not_over", "Only a finished game is shown on other pages.")
            view = self.descriptions.whole_view(table, Eyes.SPECTATOR, g.language, self.tables.view)
        words = self.library.words(variant, g.language)
        page = render_in_steps(
            "embed.html",
            words=words,
            view=view,
            board=self.boards.of_view(view, prefix="b-", title=words.title, live=True, coordinates=True),
            address=absolute(url_for("table.show", language=g.language, table_id=table_id)),
            positions=url_for("table.positions", language=g.language, table_id=table_id),
            refusal="",
        )
        return allow_framing(current_app.response_class(page))

    def _painted(self, svg: str, width: int) -> bytes:
        self.limits.check(request.remote_addr, cost=PNG_COST + HUNDRED_PIXELS_COST * width / 100)
        return paint(svg, width)


def sketch(rules: type[Position], fen: str) -> Picture:
    """The picture of a FEN, even if it cannot be played; the start without a FEN. Raises RulesError."""
    if len(fen) > LONGEST_FEN:
        raise Refusal("fen_long", "A FEN has at most {most} characters.", most=LONGEST_FEN)
    return rules.sketch(fen) if fen else start_of(rules).picture(Eyes.ALL)


def _width(text: str) -> int:
    width = whole_number(text, 4)
    if width is None or not 16 <= width <= WIDEST:
        raise Refusal("width", "The width must be a number of pixels from 16 to {most}.", most=WIDEST)
    return width


def line_of(frame: str, title: str) -> str:
    """The HTML that embeds the frame at this address."""
    size = f'width="{FRAME_WIDTH}" height="{FRAME_HEIGHT}"'
    return f'<iframe src="{escape(frame)}" title="{escape(title)}" {size} loading="lazy" frameborder="0"></iframe>'


def _use_requested_language() -> None:
    """Use the language of `?lang=…`, if known: in a frame on another site the reader has not chosen one."""
    language = request.args.get("lang")
    g.language = language if language in LANGUAGES else g.language
