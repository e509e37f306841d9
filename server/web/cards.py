"""What a message shows of a link: a title, a line, and a picture with a board, in the language of the page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, abort, current_app, g, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from server.drawing.card import Look, Texts, card, readable
from server.drawing.diagram import DrawingUnavailable
from server.drawing.drawings import PIECE_SETS
from server.house import the_house
from server.puzzles.puzzle import Puzzle
from server.tables.openings import start_of
from server.texts.cache import remembered
from server.texts.languages import LANGUAGES
from server.web.boards import cover, of_the_puzzle, of_view
from server.web.language import translate as _
from server.web.painting import DAY, kept, painted
from variants.position import Eyes

blueprint = Blueprint("cards", __name__)

IN_WORDS_OF = f"/card/<any({', '.join(LANGUAGES)}):words_of>"
"""No cookie is set at such an address: a picture that caches share must not carry one."""

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
    texts = _site_texts()
    return Shared(texts.title, texts.line, url_for("cards.site", words_of=g.language), _board_of(_first()))


def of_variant(name: str) -> Shared:
    """How the pages of a variant are shown."""
    texts = _variant_texts(name)
    picture = url_for("cards.variant", words_of=g.language, name=name)
    return Shared(_("{variant}, a chess variant").format(variant=texts.title), texts.line, picture, _board_of(name))


def of_puzzle(puzzle: Puzzle) -> Shared:
    """How a puzzle is shown: its position, and nothing of its answer."""
    texts = _puzzle_texts(puzzle)
    title = _("{variant}: {question}").format(variant=texts.label, question=texts.title)
    picture = url_for("cards.puzzle", words_of=g.language, puzzle_id=puzzle.id)
    return Shared(title, texts.line, picture, _board_of(puzzle.variant))


def of_table(view: Mapping[str, Any]) -> Shared:
    """How a table is shown, in words that all may read: whoever looks, they say the same."""
    texts = _table_texts(view)
    title, line = texts.title, texts.line
    if view["result"] is not None:
        title = _("{game}: {players}").format(game=texts.label, players=title)
    elif view["status"] != "open":
        title, line = _("{game}: {players}").format(game=texts.label, players=line), title
    # Messengers keep a picture by its address: each position has one.
    stage = f"{view['status']}-{view['takebacks']}-{view['number']}"
    picture = url_for("cards.table", words_of=g.language, table_id=view["table"], stage=stage)
    return Shared(title, line, picture, _board_of(view["variant"]))


@blueprint.get(f"{IN_WORDS_OF}.png")
def site(words_of: str) -> Response:
    """The card of the site."""
    g.language = words_of
    name = _first()
    if not name:
        abort(404)
    return _answer(cover(name), _site_texts(), DAY)


@blueprint.get(f"{IN_WORDS_OF}/<name>.png")
def variant(words_of: str, name: str) -> Response:
    """The card of a variant: its cover."""
    g.language = words_of
    if name not in the_house().variants:
        abort(404)
    return _answer(cover(name), _variant_texts(name), DAY)


@blueprint.get(f"{IN_WORDS_OF}/puzzle/<puzzle_id>.png")
def puzzle(words_of: str, puzzle_id: str) -> Response:
    """The card of a puzzle: its position."""
    g.language = words_of
    found = the_house().shelf.puzzles.get(puzzle_id)
    if found is None:
        abort(404)
    return _answer(of_the_puzzle(found, prefix="c-"), _puzzle_texts(found), DAY)


@blueprint.get(f"{IN_WORDS_OF}/game/<table_id>.png")
def table(words_of: str, table_id: str) -> Response:
    """The card of a table: the position and the words that a stranger may see."""
    g.language = words_of
    house = the_house()
    with house.lobby.looking(table_id) as found:
        view = found.view(Eyes.SPECTATOR, since=max(0, found.number - RECENT), at=house.lobby.clock())
        view = {**view, "variant": found.opening.variant, "signs": found.position.event_codes}
    board = of_view(view, prefix="c-", title="", live=False, coordinates=False)
    return _answer(board, _table_texts(view), DAY if view["result"] else BRIEFLY)


def _answer(board: Markup, texts: Texts, how: str) -> Response:
    try:
        return kept(_card(str(board), texts), "image/png", how)
    except DrawingUnavailable as error:
        return current_app.response_class(f"{error}\n", 503, mimetype="text/plain")


@remembered(MOST_CARDS)
def _card(board: str, texts: Texts) -> bytes:
    the_house().limits.check(request.remote_addr, cost=COST)
    files = Path(str(current_app.static_folder))
    look = Look(
        files / "vendor" / "young-serif-latin-400-normal.woff2",
        files / "vendor" / "source-sans-3-latin-wght-normal.woff2",
        files / "favicon.svg",
    )
    return painted(card, board, texts, look)


def _first() -> str:
    return next(iter(the_house().variants), "")


def _board_of(name: str) -> str:
    return _("A board of {variant}.").format(variant=the_house().words(name, g.language).title) if name else ""


def _site_texts() -> Texts:
    return Texts(
        _("Chess variants"),
        _("Chess, with one rule changed."),
        _("Odd chess variants, playable in the browser without an account."),
    )


def _variant_texts(name: str) -> Texts:
    words = the_house().words(name, g.language)
    return Texts(_("Chess variant"), words.title, words.summary)


def _puzzle_texts(puzzle: Puzzle) -> Texts:
    house = the_house()
    words, codes = house.words(puzzle.variant, g.language), start_of(house.variants[puzzle.variant]).seats
    asked = _("Which mix is best?") if puzzle.theme == "mix" else _("What is the best move?")
    who = _("{seat} to solve. Level {level} of 5.").format(seat=words.seat(codes[puzzle.seat]), level=puzzle.level)
    return Texts(words.title, asked, who)


def _table_texts(view: Mapping[str, Any]) -> Texts:
    house = the_house()
    words = house.words(view["variant"], g.language)
    people = [chair["person"] for chair in view["chairs"] if chair["person"] and chair["state"] != "nature"]
    names = [house.name_of(person, g.language) for person in people]
    if view["status"] == "open":
        if len(names) == 1 and readable(names[0]):
            title = _("{name} invites you to play {game}").format(name=names[0], game=words.title)
        else:
            title = _("You are invited to play {game}").format(game=words.title)
        return Texts(_("Chess variant"), title, words.summary)
    players = " – ".join(names)
    if view["result"] is None:
        stage = _("Turn {number}").format(number=view["number"] + 1)
        return Texts(words.title, stage, players)
    codes = [chair["code"] for chair in view["chairs"]]
    told = {"seats": codes, "result": dict(view["result"]), "viewer": None}
    result = house.speak(told, view["variant"], g.language)["result"]
    return Texts(words.title, result["title"], f"{players}. {result['sentence']}")
