"""Frames for the pages of others: a position, or a finished game to step through."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from flask import abort, current_app, g, render_template, request, url_for
from werkzeug.wrappers import Response

from server.content import Boards, Descriptions, Library
from server.game import Refusal
from server.http.responses import absolute, render_in_steps
from server.http.security import allow_framing
from server.tables import Tables
from server.texts.languages import LANGUAGES
from server.web.diagrams import sketch
from server.web.routes import shared_route
from variants.errors import RulesError
from variants.position import Eyes

WIDTH, HEIGHT = 400, 500
"""Pixels of a frame."""

OVER = ("finished", "stopped")


@dataclass(frozen=True, eq=False)
class EmbedPages:
    """The pages in frames."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables

    @shared_route("/embed/<variant>")
    def position(self, variant: str) -> Response:
        """A position of a variant, `?fen=…`, else its start; in the language of the reader or `?lang=…`."""
        _speak_as_asked()
        if variant not in self.library.variants:
            abort(404)
        rules, words = self.library.variants[variant], self.library.words(variant, g.language)
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
    def game(self, table_id: str) -> Response:
        """A finished game to step through; 409 for one that still goes on."""
        _speak_as_asked()
        with self.tables.reading(table_id) as table:
            variant = table.opening.variant
            if table.status not in OVER:
                raise Refusal("not_over", "Only a finished game is shown on other pages.")
            ahead = self.descriptions.turns(table, Eyes.SPECTATOR, g.language, self.tables.view)
            view = self.descriptions.view_after(self.tables.view(table, Eyes.SPECTATOR), ahead, variant, g.language)
        words = self.library.words(variant, g.language)
        page = render_in_steps(
            "embed.html",
            words=words,
            view=view,
            board=self.boards.of_view(view, prefix="b-", title=words.title, live=True),
            address=absolute(url_for("table.show", language=g.language, table_id=table_id)),
            positions=url_for("table.positions", language=g.language, table_id=table_id),
            refusal="",
        )
        return allow_framing(current_app.response_class(page))


def frame_of(variant: str) -> str:
    """The whole address of a variant's first position in a frame."""
    return absolute(url_for("embeds.position", variant=variant, lang=g.language))


def frame_of_game(table_id: str) -> str:
    """The whole address of a finished game in a frame."""
    return absolute(url_for("embeds.game", table_id=table_id, lang=g.language))


def line_of(frame: str, title: str) -> str:
    """The line of HTML that shows a frame."""
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    return f'<iframe src="{escape(frame)}" title="{escape(title)}" {size} loading="lazy" frameborder="0"></iframe>'


def _speak_as_asked() -> None:
    """The page that holds the frame decides the language of it: nobody has chosen one there."""
    asked = request.args.get("lang")
    g.language = asked if asked in LANGUAGES else g.language
