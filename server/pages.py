"""Pages for people: home, rules, the form that opens a table, the lists of games, and what went wrong."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from server import api, api_door, boards, fairplay, figures, game
from server.boards import drawn, start_of, the_house, thumbnail
from server.chat import phrases
from server.house import House
from server.identity import introduce, visitor
from server.language import translate as _
from server.language import wanted
from server.limits import RETRY_AFTER
from server.names import check_name, composed
from server.refusal import Refusal
from server.security import FOR_PROGRAMS
from server.showcase import showcase
from server.store import JournalError
from server.words import LANGUAGES
from variants.errors import FenError, RulesError, SettingsError
from variants.position import Eyes, Position

blueprint = Blueprint("pages", __name__)

IN_A_LANGUAGE = f"/<any({', '.join(LANGUAGES)}):language>"
NOT_FOUND = frozenset({"no_table", "no_variant"})
"""Refusals that say that there is nothing at an address."""


def install(app: Flask) -> None:
    """Put all pages into the application, with what their templates use."""
    for door in (blueprint, game.blueprint, fairplay.blueprint):
        app.register_blueprint(door, url_prefix=IN_A_LANGUAGE)
    app.register_blueprint(game.permanent)
    app.register_blueprint(figures.blueprint)
    api.install(app)
    app.add_url_rule("/", "entrance", _entrance)
    app.add_url_rule("/healthz", "alive", lambda: {"ok": True})
    app.add_url_rule("/variants/<variant>/complete_rules.html", "old_rules", _old_rules)
    app.url_value_preprocessor(lambda _endpoint, values: values and values.pop("language", None))
    app.url_defaults(_keep_language)
    app.jinja_env.globals.update(
        asset=_asset,
        seal=boards.seal,
        drawings_of=boards.drawings_of,
        pieces_of=boards.pieces_of,
        title_of=_title_of,
        called=_called,
        visitor=visitor,
        phrases=lambda: phrases(_),
    )
    app.register_error_handler(HTTPException, _went_wrong)
    app.register_error_handler(RulesError, _refused)
    app.register_error_handler(JournalError, _not_kept)


@blueprint.get("/")
def home() -> str:
    """The variants, who waits, and what is played."""
    house = the_house()
    variants = [
        {"name": name, "words": house.words(name, g.language), "drawing": thumbnail(name)} for name in house.variants
    ]
    return render_template(
        "home.html",
        section="play",
        variants=variants,
        open_tables=house.lobby.summaries("open", 20),
        running=house.lobby.summaries("running", 10),
        hero=showcase(),
        me=visitor(),
    )


@blueprint.get("/variants/<variant>")
def rules(variant: str) -> BaseResponse:
    """The rules page; the same for everybody, so it is rendered once."""
    house = the_house()
    if variant not in house.variants:
        abort(404)
    body, tag = _rules(house, variant, g.language, request.url_root, request.full_path)
    response = current_app.response_class(body, mimetype="text/html")
    response.headers["Cache-Control"] = "private, max-age=300"
    response.set_etag(tag)
    return response.make_conditional(request)


@lru_cache(maxsize=64)
def _rules(house: House, variant: str, language: str, _root: str, _path: str) -> tuple[str, str]:
    # The page links to itself in the other languages, by its whole address.
    body = render_template(
        "rules.html",
        section="variants",
        variant=variant,
        words=house.words(variant, language),
        page=house.rulebook(variant, language),
    )
    return body, sha256(body.encode()).hexdigest()[:24]


@blueprint.route("/variants/<variant>/play", methods=["GET", "POST"])
def setup(variant: str) -> tuple[str, int] | BaseResponse:
    """The form that opens a table; it comes back with a sentence beside each field that is not right."""
    house = the_house()
    if variant not in house.variants:
        abort(404)
    asked = request.form if request.method == "POST" else request.args
    form = _Form(house.variants[variant], asked)
    if request.method == "GET":
        form.errors.pop("name", None)
    elif not form.errors:
        me = introduce()
        if form.name and form.name != house.lobby.names.get(me, ""):
            house.lobby.rename(me, form.name)
        try:
            table = house.lobby.open(variant, form.settings, me, form.seat, form.fen or None)
            return redirect(url_for("table.show", table_id=table), 303)
        except RulesError as error:
            form.errors["fen" if form.fen else ""] = error
    words = house.words(variant, g.language)
    picture = (form.position or start_of(house.variants[variant])).picture(Eyes.ALL)
    page = render_template(
        "setup.html",
        section="play",
        variant=variant,
        words=words,
        form=form,
        errors={field: house.say(error, g.language, variant) for field, error in form.errors.items()},
        my_name=form.name or house.lobby.names.get(visitor() or "", ""),
        drawing=drawn(variant, picture, prefix="b-", title=words.title, coordinates=True),
    )
    return page, 400 if form.errors else 200


class _Form:
    """What the form that opens a table holds, and what is wrong with it, by field."""

    def __init__(self, variant: type[Position], asked: Any) -> None:
        self.options = variant.options
        self.seats = variant.seats
        self.errors: dict[str, RulesError] = {}
        self.preset = asked.get("preset", "")
        preset = variant.presets.get(self.preset, {})
        self.settings: dict[str, Any] = {}
        for option in variant.options:
            text = asked.get(f"option-{option.name}", str(preset.get(option.name, option.choices[0])))
            choices = {str(choice): choice for choice in option.choices}
            try:
                self.settings[option.name] = variant.complete({option.name: choices.get(text, text)})[option.name]
            except SettingsError as error:
                self.errors[option.name] = error
                self.settings[option.name] = option.choices[0]
        usual = {option.name: option.choices[0] for option in variant.options}
        self.changed = bool(self.preset or self.errors or self.settings != usual)
        self.seat = self._seat(asked.get("seat", ""))
        self.name = composed(asked.get("name", "").strip())
        if self.name:
            try:
                check_name(self.name)
            except Refusal as error:
                self.errors["name"] = error
        self.fen = asked.get("fen", "").strip()
        self.position: Position | None = None
        if self.fen:
            try:
                self.position = variant.from_fen(self.fen, self.settings)
            except FenError as error:
                self.errors["fen"] = error

    def _seat(self, text: str) -> int | None:
        if text in ("", *map(str, range(len(self.seats)))):
            return int(text) if text else None
        self.errors["seat"] = Refusal("no_seat", "There is no such seat.")
        return None


@blueprint.get("/games")
def games(name_error: str = "", my_name: str | None = None) -> str:
    """All games: waiting, running, over; and one's own name."""
    lobby = the_house().lobby
    me = visitor()
    # A table withdrawn before anybody came is over, but no game; a stopped one is a game, but goes on no more.
    over = [one for one in lobby.summaries("finished") + lobby.summaries("stopped") if all(one.people)]
    over.sort(key=lambda one: one.changed_at, reverse=True)
    lists = (
        ("waiting", _("Waiting for a player"), lobby.summaries("open"), _("Nobody is waiting.")),
        ("running", _("Running games"), lobby.summaries("running"), _("No game is running.")),
        ("finished", _("Finished games"), over, _("No game is finished yet.")),
    )
    known = lobby.names.get(me or "", "")
    return render_template(
        "games.html",
        section="games",
        lists=lists,
        me=me,
        name_error=name_error,
        my_name=known if my_name is None else my_name,
    )


@blueprint.post("/name")
def name() -> tuple[str, int] | BaseResponse:
    """Give oneself a name."""
    house = the_house()
    given = request.form.get("name", "").strip()
    try:
        house.lobby.rename(introduce(), given)
    except Refusal as error:
        return games(house.say(error, g.language), given), 400
    return redirect(url_for("pages.games") + "#you", 303)


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


def _asset(name: str) -> str:
    """The address of a file of `static/`, which changes when the file does."""
    return url_for("static", filename=name, v=_version(Path(str(current_app.static_folder)) / name))


@lru_cache(maxsize=64)
def _version(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:8]


def _went_wrong(error: HTTPException) -> Response | BaseResponse:
    if error.code is None or error.code < 400:
        return error.get_response()
    if request.path.startswith(FOR_PROGRAMS):
        return api_door.went_wrong(error)
    told = {
        403: (_("This was refused."), _("The request came from another site.")),
        404: (
            _("There is no page at this address."),
            _("A letter of the link may be missing. Ask for the link again."),
        ),
        405: (_("This address cannot be opened like a page."), _("Use the button that leads here.")),
        413: (_("This is too long."), _("Send less at once.")),
    }
    title, line = told.get(
        error.code, (_("Something went wrong here."), _("It is our fault, and it is written down. Try again."))
    )
    response = _message(error.code, title, line)
    if error.code == 405:
        response.headers["Allow"] = ", ".join(getattr(error, "valid_methods", None) or ())
    return response


def _refused(error: RulesError) -> Response:
    if request.path.startswith(FOR_PROGRAMS):
        return api_door.refuse(error)
    sentence = the_house().say(error, g.language)
    if error.code == "too_fast":
        slow = _message(429, _("This was not done."), sentence)
        slow.headers["Retry-After"] = RETRY_AFTER
        return slow
    if error.code in NOT_FOUND:
        return _message(404, sentence, _("A letter of the link may be missing. Ask for the link again."))
    return _message(409, _("This was not done."), sentence)


def _not_kept(error: JournalError) -> Response:
    current_app.logger.error("the journal did not answer", exc_info=error)
    return _message(503, _("This was not done."), _("It could not be kept. Try again."))


def _message(status: int, title: str, line: str) -> Response:
    ways = ((_("To the start"), url_for("pages.home")), (_("Games"), url_for("pages.games")))
    page = render_template("message.html", astray=True, title=title, lines=(line,), ways=ways)
    return current_app.response_class(page, status)
