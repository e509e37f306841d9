"""Frames for the pages of others: a position, or a finished game to step through; and how oEmbed finds them."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Blueprint, abort, current_app, g, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from server.house import the_house
from server.tables.digits import whole as number_of
from server.tables.openings import start_of
from server.tables.refusal import Refusal
from server.texts.languages import LANGUAGES
from server.web.boards import drawn, of_the_puzzle, of_view
from server.web.cards import of_puzzle, of_table, of_variant
from server.web.discovery import here, whole
from server.web.figures import LONGEST_FEN
from server.web.rendering import render_in_steps
from server.web.security import let_be_framed
from variants.errors import RulesError
from variants.position import Eyes

blueprint = Blueprint("embeds", __name__)

WIDTH, HEIGHT = 400, 500
LEAST, MOST = 160, 1200
"""Pixels of a frame: as it is offered, and as narrow and as wide as somebody may ask for."""

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
    with house.lobby.looking(table_id) as table:
        variant = table.opening.variant
        if table.status not in OVER:
            raise Refusal("not_over", "Only a finished game is shown on other pages.")
        ahead = house.speak_ahead(table, Eyes.SPECTATOR, g.language)
        view = house.speak_rest(table.view(Eyes.SPECTATOR), ahead, variant, g.language)
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


@blueprint.get("/embed/puzzle/<puzzle_id>")
def puzzle(puzzle_id: str) -> Response:
    """The position of a puzzle, its question, and the way to where it is solved."""
    _speak_as_asked()
    house = the_house()
    found = house.shelf.puzzles.get(puzzle_id)
    if found is None:
        raise Refusal("no_puzzle", "There is no puzzle at this address.")
    shared = of_puzzle(found)
    page = render_template(
        "embed.html",
        words=house.words(found.variant, g.language),
        board=of_the_puzzle(found, prefix="b-", coordinates=True),
        address=whole(url_for("puzzles.show", language=g.language, puzzle_id=puzzle_id)),
        caption=f"{shared.title} {shared.line}",
        refusal="",
        view=None,
    )
    return let_be_framed(current_app.response_class(page))


@blueprint.get("/oembed")
def oembed() -> tuple[dict[str, Any], int] | dict[str, Any]:
    """How the page at `?url=…` is shown in a frame, as https://oembed.com describes it; 404 for a page of others."""
    if request.args.get("format", "json") != "json":
        abort(501)
    endpoint, found = _ours(request.args.get("url", ""))
    g.language = found.get("language", g.language)
    if endpoint in ("pages.rules", "embeds.position") and found["variant"] in the_house().variants:
        shared, frame = of_variant(found["variant"]), frame_of(found["variant"], found.get("fen", ""))
    elif endpoint in ("table.show", "permanent.game", "embeds.game"):
        with the_house().lobby.looking(found["table_id"]) as table:
            if table.status not in OVER:
                abort(404)
            view = table.view(Eyes.SPECTATOR)
        shared, frame = of_table(view), frame_of_game(found["table_id"])
    elif endpoint in ("puzzles.show", "embeds.puzzle") and found["puzzle_id"] in the_house().shelf.puzzles:
        puzzle_id = found["puzzle_id"]
        shared = of_puzzle(the_house().shelf.puzzles[puzzle_id])
        frame = whole(url_for("embeds.puzzle", puzzle_id=puzzle_id, lang=g.language))
    else:
        abort(404)
    width, height = _size()
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Cavalier",
        "provider_url": whole("/"),
        "title": shared.title,
        "html": line_of(frame, shared.title, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": whole(shared.picture),
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }


def frame_of(variant: str, fen: str = "") -> str:
    """The whole address of a position in a frame."""
    return whole(url_for("embeds.position", variant=variant, fen=fen or None, lang=g.language))


def frame_of_game(table_id: str) -> str:
    """The whole address of a finished game in a frame."""
    return whole(url_for("embeds.game", table_id=table_id, lang=g.language))


def line_of(frame: str, title: str, width: int = WIDTH, height: int = HEIGHT) -> str:
    """The line of HTML that shows a frame."""
    size = f'width="{width}" height="{height}"'
    return f'<iframe src="{escape(frame)}" title="{escape(title)}" {size} loading="lazy" frameborder="0"></iframe>'


def about_here() -> str:
    """The whole address at which oEmbed tells how the page that was asked for is framed."""
    return whole(url_for("embeds.oembed", url=here(g.language), format="json"))


def _speak_as_asked() -> None:
    """The page that holds the frame decides the language of it: nobody has chosen one there."""
    asked = request.args.get("lang")
    g.language = asked if asked in LANGUAGES else g.language


def _ours(address: str) -> tuple[str, dict[str, str]]:
    """Which page of this site has this whole address, and what is told in it; 404 for any other address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        abort(404)
    if not address.startswith(whole("/")):
        abort(404)
    try:
        endpoint, found = current_app.url_map.bind("").match(parts.path)
    except HTTPException:
        abort(404)
    told = {name: values[0] for name, values in parse_qs(parts.query, max_num_fields=20).items()}
    if told.get("lang") in LANGUAGES:
        found = {"language": told["lang"], **found}
    return endpoint, {**found, "fen": told.get("fen", "")}


def _size() -> tuple[int, int]:
    """How wide and high a frame is that fits into what was asked for."""
    width, height = (
        number_of(request.args.get(name, ""), 6) or usual
        for name, usual in (("maxwidth", WIDTH), ("maxheight", HEIGHT))
    )
    width = min(max(width, LEAST), MOST, max(height - (HEIGHT - WIDTH), LEAST))
    return width, width + HEIGHT - WIDTH
