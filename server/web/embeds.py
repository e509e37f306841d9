"""Frames for the pages of others: a position, or a finished game to step through."""

from __future__ import annotations

from html import escape

from flask import Blueprint, abort, current_app, g, render_template, request, url_for
from werkzeug.wrappers import Response

from server.game import Refusal, start_of
from server.house import the_house
from server.texts.languages import LANGUAGES
from server.web.boards import drawn, of_view
from server.web.discovery import whole
from server.web.figures import LONGEST_FEN
from server.web.rendering import render_in_steps
from server.web.security import let_be_framed
from variants.errors import RulesError
from variants.position import Eyes

blueprint = Blueprint("embeds", __name__)

WIDTH, HEIGHT = 400, 500
"""Pixels of a frame."""

OVER = ("finished", "stopped")


@blueprint.get("/embed/<variant>")
def position(variant: str) -> Response:
    """A position of a variant, `?fen=…`, else its start; in the language of the reader or `?lang=…`."""
    _speak_as_asked()
    house = the_house()
    if variant not in house.variants:
        abort(404)
    rules, words = house.variants[variant], house.words(variant, g.language)
    fen = request.args.get("fen", "").strip()
    refusal, picture = "", start_of(rules).picture(Eyes.ALL)
    try:
        if len(fen) > LONGEST_FEN:
            raise Refusal("fen_long", "A FEN has at most {most} characters.", most=LONGEST_FEN)
        picture = rules.sketch(fen) if fen else picture
    except RulesError as error:
        refusal = house.say(error, g.language, variant)
    turned = request.args.get("turned") == "1"
    board = drawn(variant, picture, prefix="b-", title=words.title, turned=turned, coordinates=True)
    address = whole(url_for("pages.rules", language=g.language, variant=variant))
    page = render_template("embed.html", words=words, board=board, address=address, refusal=refusal, view=None)
    return let_be_framed(current_app.response_class(page, 400 if refusal else 200))


@blueprint.get("/embed/game/<table_id>")
def game(table_id: str) -> Response:
    """A finished game to step through; 409 for one that still goes on."""
    _speak_as_asked()
    house = the_house()
    with house.tables.reading(table_id) as table:
        variant = table.opening.variant
        if table.status not in OVER:
            raise Refusal("not_over", "Only a finished game is shown on other pages.")
        ahead = house.speak_ahead(table, Eyes.SPECTATOR, g.language)
        view = house.speak_rest(house.tables.view(table, Eyes.SPECTATOR), ahead, variant, g.language)
    words = house.words(variant, g.language)
    page = render_in_steps(
        "embed.html",
        words=words,
        view=view,
        board=of_view(view, prefix="b-", title=words.title, live=True),
        address=whole(url_for("table.show", language=g.language, table_id=table_id)),
        positions=url_for("table.positions", language=g.language, table_id=table_id),
        refusal="",
    )
    return let_be_framed(current_app.response_class(page))


def frame_of(variant: str) -> str:
    """The whole address of a variant's first position in a frame."""
    return whole(url_for("embeds.position", variant=variant, lang=g.language))


def frame_of_game(table_id: str) -> str:
    """The whole address of a finished game in a frame."""
    return whole(url_for("embeds.game", table_id=table_id, lang=g.language))


def line_of(frame: str, title: str) -> str:
    """The line of HTML that shows a frame."""
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    return f'<iframe src="{escape(frame)}" title="{escape(title)}" {size} loading="lazy" frameborder="0"></iframe>'


def _speak_as_asked() -> None:
    """The page that holds the frame decides the language of it: nobody has chosen one there."""
    asked = request.args.get("lang")
    g.language = asked if asked in LANGUAGES else g.language
