"""What a message shows of a link: a title and a line in the language of the page, and a picture with a board."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Blueprint, abort, current_app, g, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from server.drawing.card import WIDTH, card
from server.drawing.diagram import DrawingUnavailable, png
from server.drawing.drawings import PIECE_SETS
from server.game import start_of
from server.house import the_house
from server.puzzles.puzzle import Puzzle
from server.texts.cache import remembered
from server.texts.languages import LANGUAGES
from server.web.boards import cover, of_the_puzzle, of_view
from server.web.language import translate as _
from server.web.painting import DAY, kept, painted
from variants.position import Eyes

blueprint = Blueprint("cards", __name__)

MOST_CARDS = 16_000_000
"""Bytes of cards that are remembered."""

COST = 10
"""What a card that has to be painted counts for its address, in requests."""

RECENT = 40
"""Turns that may belong to what a board shows as the last one."""

BRIEFLY = "private, max-age=60"


@blueprint.before_request
def _draw_for_everybody() -> None:
    # Caches share the picture: it shows no setting of who asked first.
    g.pieces, g.margin = PIECE_SETS[0], True


class Shared(NamedTuple):
    """How a page is shown in a message."""

    title: str
    line: str
    picture: str
    """The address of its card."""
    described: str
    """What the card shows, for those who do not see it."""


def of_site() -> Shared:
    """How any page is shown that has nothing better."""
    line = _("Odd chess variants, playable in the browser without an account.")
    return Shared(_("Chess, with one rule changed."), line, url_for("cards.site"), _board_of(_first()))


def of_variant(name: str) -> Shared:
    """How the pages of a variant are shown."""
    words = the_house().words(name, g.language)
    title = _("{variant}, a chess variant").format(variant=words.title)
    return Shared(title, words.summary, url_for("cards.variant", name=name), _board_of(name))


def of_puzzle(puzzle: Puzzle) -> Shared:
    """How a puzzle is shown: its position, and nothing of its answer."""
    house = the_house()
    words, codes = house.words(puzzle.variant, g.language), start_of(house.variants[puzzle.variant]).seats
    asked = _("Which mix is best?") if puzzle.theme == "mix" else _("What is the best move?")
    title = _("{variant}: {question}").format(variant=words.title, question=asked)
    line = _("{seat} to solve. Level {level} of 5.").format(seat=words.seat(codes[puzzle.seat]), level=puzzle.level)
    return Shared(title, line, url_for("cards.puzzle", puzzle_id=puzzle.id), _board_of(puzzle.variant))


def of_table(view: Mapping[str, Any]) -> Shared:
    """How a table is shown, in words that all may read: whoever looks, they say the same."""
    house = the_house()
    words = house.words(view["variant"], g.language)
    people = [chair["person"] for chair in view["chairs"] if chair["person"] and chair["state"] != "nature"]
    names = [house.name_of(person, g.language) for person in people]
    players = " – ".join(names)
    if view["status"] == "open":
        line = words.summary
        if len(names) == 1:
            title = _("{name} invites you to play {game}").format(name=names[0], game=words.title)
        else:
            title = _("You are invited to play {game}").format(game=words.title)
    elif view["result"] is None:
        title = _("{game}: {players}").format(game=words.title, players=players)
        line = _("Turn {number}").format(number=view["number"] + 1)
    else:
        codes = [chair["code"] for chair in view["chairs"]]
        ended = {"seats": codes, "result": dict(view["result"]), "viewer": None}
        result = house.speak(ended, view["variant"], g.language)["result"]
        title = _("{game}: {players}").format(game=words.title, players=result["title"])
        line = f"{players}. {result['sentence']}"
    # Messengers keep a picture by its address: each position has one.
    stage = f"{view['status']}-{view['takebacks']}-{view['number']}"
    picture = url_for("cards.table", table_id=view["table"], stage=stage)
    return Shared(title, line, picture, _board_of(view["variant"]))


@blueprint.get("/card.png")
def site() -> Response:
    """The card of the site: the board of the first variant."""
    name = _first()
    if not name:
        abort(404)
    return _answer(cover(name), DAY)


@blueprint.get("/card/<name>.png")
def variant(name: str) -> Response:
    """The card of a variant: its cover."""
    if name in LANGUAGES:
        return redirect(url_for("cards.site"), 301)
    if name not in the_house().variants:
        abort(404)
    return _answer(cover(name), DAY)


@blueprint.get("/card/puzzle/<puzzle_id>.png")
def puzzle(puzzle_id: str) -> Response:
    """The card of a puzzle: its position."""
    puzzle = the_house().shelf.puzzles.get(puzzle_id)
    if puzzle is None:
        abort(404)
    return _answer(of_the_puzzle(puzzle, prefix="c-"), DAY)


@blueprint.get("/card/game/<table_id>.png")
def table(table_id: str) -> Response:
    """The card of a table: the position that a stranger may see."""
    house = the_house()
    with house.tables.reading(table_id) as table:
        view = house.tables.view(table, Eyes.SPECTATOR, since=max(0, table.number - RECENT))
        view = {**view, "variant": table.opening.variant, "signs": table.position.event_codes}
    board = of_view(view, prefix="c-", title="", live=False, coordinates=False)
    return _answer(board, DAY if view["result"] else BRIEFLY)


@blueprint.get(f"/card/<any({', '.join(LANGUAGES)}):words_of>/<path:name>")
def former(words_of: str, name: str) -> Response:
    """An address of the time when each language had its own cards, which messages still name."""
    return redirect(f"/card/{quote(name)}", 301)


def _answer(board: Markup, how: str) -> Response:
    try:
        return kept(_card(str(board)), "image/png", how)
    except DrawingUnavailable as error:
        return current_app.response_class(f"{error}\n", 503, mimetype="text/plain")


@remembered(MOST_CARDS)
def _card(board: str) -> bytes:
    the_house().limits.check(request.remote_addr, cost=COST)
    mark = Path(str(current_app.static_folder), "favicon.svg").read_text(encoding="utf-8")
    return painted(png, card(board, mark), WIDTH)


def _first() -> str:
    return next(iter(the_house().variants), "")


def _board_of(name: str) -> str:
    return _("A board of {variant}.").format(variant=the_house().words(name, g.language).title) if name else ""
