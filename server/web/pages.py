"""Pages for people: home, rules, and the lists of games."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from flask import Blueprint, Flask, abort, current_app, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from server.chat import phrases
from server.game import parse_control, strength_of
from server.house import House, the_house
from server.runtime.clock import SharedClock
from server.runtime.loop import yield_to_loop
from server.store import JournalError
from server.texts.cache import remembered
from server.texts.languages import LANGUAGES
from server.texts.speech import control_title
from server.web import (
    analysis,
    boards,
    cards,
    computer,
    editor,
    embeds,
    fairplay,
    figures,
    game,
    installed,
    invite,
    leaflet,
    mail,
    make,
    mine,
    plans,
    programs,
    puzzles,
    replays,
    restore,
    review,
    settings,
    tree,
)
from server.web.boards import thumbnail
from server.web.chosen import attributes
from server.web.games import games, over_lately
from server.web.identity import hello, visitor
from server.web.language import translate as _
from server.web.language import wanted
from server.web.lists import listed, lists
from server.web.minis import definitions, minis
from server.web.results import outcomes
from server.web.security import PAGE
from server.web.setup import control_choices, more_options, open_for_friend, setup
from server.web.showcase import showcase
from server.web.standing import badge, foremost

blueprint = Blueprint("pages", __name__)

IN_A_LANGUAGE = f"/<any({', '.join(LANGUAGES)}):language>"
BADGE, LOOK = "<!-- badge -->", " data-look"
"""Stand in a page that is kept for everybody: where the menu counts the games of its reader, where its settings go."""

MOST_PAGES = 24_000_000
"""Bytes of rules pages that are remembered. Their addresses are told in them, so each query is a page of its own."""


def install(app: Flask) -> None:
    """Put all pages into the application, with what their templates use."""
    app.register_blueprint(blueprint, url_prefix=IN_A_LANGUAGE)
    doors = (game, computer, review, tree, replays, mine, mail, puzzles, restore, fairplay, make, programs, settings)
    for door in doors:
        app.register_blueprint(door.blueprint, url_prefix=IN_A_LANGUAGE)
    app.register_blueprint(game.permanent)
    app.register_blueprint(figures.blueprint)
    app.register_blueprint(cards.blueprint)
    app.register_blueprint(embeds.blueprint)
    app.register_blueprint(installed.blueprint)
    app.add_url_rule("/", "entrance", _entrance)
    app.add_url_rule("/healthz", "alive", lambda: {"ok": True})
    app.add_url_rule("/readyz", "ready", _ready)
    app.add_url_rule("/variants/<variant>/complete_rules.html", "old_rules", _old_rules)
    app.url_value_preprocessor(lambda _endpoint, values: values and values.pop("language", None))
    app.url_defaults(_keep_language)
    app.jinja_env.globals.update(
        seal=boards.seal,
        drawings_of=boards.drawings_of,
        page_definitions=boards.page_definitions,
        pieces_of=boards.pieces_of,
        letters_of=boards.letters_of,
        title_of=_title_of,
        clock_of=lambda control: control_title(parse_control(control), _),
        called=_called,
        visitor=visitor,
        strengths=computer.strengths,
        badge=badge,
        look=lambda: Markup(attributes()),
        variant_here=_variant_here,
        variants_here=lambda: list(the_house().variants),
        computer_plays=lambda: the_house().computer_plays,
        embedding=embeds.line_of,
        frame_of=embeds.frame_of,
        frame_of_game=embeds.frame_of_game,
        phrases=lambda: phrases(_),
    )


def _variant_here(shown: str = "") -> str | None:
    """The variant that a page is about, by what it shows or by its address, else the first one of the site."""
    variants = the_house().variants
    about = shown or (request.view_args or {}).get("variant")
    return about if about in variants else next(iter(variants), None)


@blueprint.get("/")
def home() -> str:
    """The variants, who waits, and what is played."""
    house = the_house()
    tables = listed(house)
    over = [] if tables.running else over_lately(3)
    ended = minis(house, over)
    variants = []
    for name in house.variants:
        yield_to_loop()
        variants.append({"name": name, "words": house.words(name, g.language), "drawing": thumbnail(name)})
    return render_template(
        "home.html",
        section="play",
        variants=variants,
        choices=[(name, house.words(name, g.language).title) for name in house.for_two],
        controls=control_choices(),
        lists=lists(house, g.language, tables),
        boards={**tables.markup(house), **definitions(house, ended.values())},
        minis=ended,
        computer=computer.last_choice(visitor()) if house.computer_plays and house.variants else None,
        way_chosen=_way(),
        last_variant=computer.last_choice(visitor()).variant,
        foremost=foremost(),
        over=over,
        results=outcomes(over, visitor()),
        hero=showcase(),
        me=visitor(),
    )


def _way() -> str:
    """Which of the ways to an opponent is unfolded: the one that was gone last, for who is new the computer."""
    me, house = visitor(), the_house()
    if me is not None and house.matchmaker.of(me) is not None:
        return "somebody"
    last = house.listing.tables_of(me, 1) if me is not None else []
    met = not last or any(strength_of(person) for person in last[0].people)
    return "computer" if met and house.computer_plays else "friend"


@blueprint.get("/variants/<variant>")
def rules(variant: str) -> BaseResponse:
    """The rules page; but for the menu the same for everybody, so it is rendered once."""
    house = the_house()
    if variant not in house.variants:
        abort(404)
    body, tag = _rules(house, variant, g.language, boards.chosen_pieces(), request.url_root, request.full_path)
    mine, look = badge(), attributes()
    body = body.replace(BADGE, mine).replace(LOOK, look, 1)
    response = current_app.response_class(body, mimetype="text/html")
    response.headers["Cache-Control"] = "private, max-age=0, must-revalidate"
    response.set_etag(tag + sha256((mine + look).encode()).hexdigest()[:8] if mine or look else tag)
    return response.make_conditional(request)


@remembered(MOST_PAGES)
def _rules(house: House, variant: str, language: str, _pieces: str, _root: str, _path: str) -> tuple[str, str]:
    house.limits.check(request.remote_addr, cost=PAGE - 1)
    # The page links to itself in the other languages, by its whole address.
    body = render_template(
        "rules.html",
        section="variants",
        variant=variant,
        words=house.words(variant, language),
        page=house.rulebook(variant, language),
        puzzles=house.shelf.of(variant),
        badge=lambda: Markup(BADGE),
        look=lambda: Markup(LOOK),
    )
    return body, sha256(body.encode()).hexdigest()[:24]


blueprint.add_url_rule("/variants/<variant>/leaflet", endpoint="leaflet", view_func=leaflet.page)
blueprint.add_url_rule("/variants/<variant>/play", view_func=setup, methods=["GET", "POST"])
blueprint.add_url_rule("/friend", view_func=open_for_friend, methods=["POST"])
blueprint.add_url_rule("/options", view_func=more_options)
blueprint.add_url_rule("/variants/<variant>/analysis", endpoint="analysis", view_func=analysis.page)
blueprint.add_url_rule("/variants/<variant>/analysis/edit", endpoint="edit", view_func=editor.page)
blueprint.add_url_rule("/games", view_func=games)
blueprint.add_url_rule("/hello", view_func=hello, methods=["POST"])
blueprint.add_url_rule("/game/<table_id>/code.svg", view_func=invite.code)
blueprint.add_url_rule("/game/<table_id>/ahead", view_func=plans.ahead)


@blueprint.get("/words/<any(chat, envelopes, notice, plans, review, tools):part>.json")
def late_words(part: str) -> BaseResponse:
    """The words, and the elements, of what a page loads late."""
    said = current_app.response_class(render_template(f"_words_{part}.json"), mimetype="application/json")
    said.add_etag()
    return said.make_conditional(request)


def _ready() -> tuple[dict[str, Any], int]:
    """Whether people may be sent to this process: it has started, does not stop, knows the time, reads its journal."""
    house, clock = the_house(), the_house().clock
    why = house.unready or house.journal.fault
    if isinstance(clock, SharedClock) and not clock.ready:
        why = why or "The clock may be off the database's."
    try:
        house.journal.last_alive()
    except JournalError as error:
        why = str(error)
    return ({"ok": False, "why": why}, 503) if why else ({"ok": True}, 200)


def _entrance() -> BaseResponse:
    return redirect(url_for("pages.home", language=wanted(request)))


def _old_rules(variant: str) -> BaseResponse:
    if variant not in the_house().variants:
        abort(404)
    return redirect(url_for("pages.rules", variant=variant, language=wanted(request)), 301)


def _keep_language(endpoint: str, values: dict[str, Any]) -> None:
    if current_app.url_map.is_endpoint_expecting(endpoint, "language"):
        values.setdefault("language", g.language)


def _title_of(name: str) -> str:
    return the_house().words(name, g.language).title


def _called(person: str) -> str:
    return the_house().name_of(person, g.language)
