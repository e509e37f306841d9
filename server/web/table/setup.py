"""The forms that open a table: the long one with its page, and those that take one press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeVar

from flask import g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from server.content import Boards, Descriptions, Library
from server.engine import EnginePool, opponent
from server.game import (
    CONTROLS,
    NO_CLOCK,
    SECOND_TURN,
    STRENGTHS,
    Abort,
    Control,
    Refusal,
    artificial,
    begun,
    parse_control,
    start_of,
    strength_of,
)
from server.http.identity import Identity
from server.http.language import translate as _
from server.lobby import Listing
from server.people import Names
from server.tables import TableOpener, Tables, skip_unreadable
from server.texts.names import checked_name
from server.texts.view_text import control_title
from server.web.analysis.views import chosen
from server.web.routes import find_or_404, route
from variants.errors import FenError, RulesError, SettingsError
from variants.position import Eyes, Position

OPPONENTS = ("friend", "computer", "alone")
"""Somebody who gets the link or finds the table in the list; the computer; another player on this device."""

MEDIUM = 2
NEWEST = 50
"""A person's tables that are looked at: for the variant played last, and for untouched games."""

FIELDS = {"position_over": "fen", "no_computer": "opponent"}
"""Beside which field stands what the site refuses; what is not here stands above them all."""

Value = TypeVar("Value")


class OpponentChoice(NamedTuple):
    """Which game against the computer, and how strong it plays."""

    variant: str
    strength: int


@dataclass(frozen=True, eq=False)
class SetupPages:
    """The forms that open a table."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    engines: EnginePool
    listing: Listing
    tables: Tables
    opener: TableOpener
    names: Names
    identity: Identity
    token: Callable[[str], str]

    @route("/variants/<variant>/play", "GET", "POST")
    def setup(self, variant: str) -> tuple[str, int] | Response:
        """The form; it comes back with a sentence beside each field that is not right."""
        rules = find_or_404(self.library.variants, variant)
        form = Form(rules, request.form if request.method == "POST" else request.args)
        if request.method == "GET":
            form.errors.pop("name", None)
        elif not form.errors:
            try:
                machine = opponent(self.engines, form.strength) if form.opponent == "computer" else None
                me = self.identity.introduce()
                if form.name and form.name != self.names.chosen.get(me, ""):
                    self.names.rename(me, form.name)
                if machine is not None:
                    self._tidy(me)
                table = self.opener.open(
                    variant,
                    form.settings,
                    me,
                    form.seat,
                    form.fen or None,
                    control=form.control,
                    # Nobody may join a game against the computer; anybody may watch.
                    listed=form.listed or machine is not None,
                    others={"computer": machine, "alone": me}.get(form.opponent),
                )
                return redirect(url_for("table.show", table_id=table), 303)
            except RulesError as error:
                form.errors[FIELDS.get(error.code, "")] = error
        words = self.library.words(variant, g.language)
        picture = (form.position or start_of(rules)).picture(Eyes.ALL)
        page = render_template(
            "table/setup.html",
            section="play",
            variant=variant,
            words=words,
            form=form,
            controls=control_choices(form.control),
            errors={field: self.descriptions.error(error, g.language, variant) for field, error in form.errors.items()},
            my_name=form.name or self.names.chosen.get(self.identity.visitor() or "", ""),
            drawing=self.boards.draw(variant, picture, prefix="b-", title=words.title, coordinates=True),
        )
        return page, 400 if form.errors else 200

    @route("/friend", "POST")
    def open_for_friend(self) -> Response:
        """A table for a friend with all as usual, at one press: its page shows the link to send."""
        variant = request.form.get("variant", "")
        self.library.rules(variant)  # Checked first: a refused visitor gets no identity.
        table = self.opener.open(variant, {}, self.identity.introduce(), None, listed=False)
        return redirect(url_for("table.show", table_id=table), 303)

    @route("/computer", "POST")
    def play_computer(self) -> Response:
        """Begin a game against the computer, from a seat drawn by lot; what is not chosen is as the last time."""
        usual = self.last_choice(self.identity.visitor())
        strength = read_strength(request.form.get("strength") or str(usual.strength))
        variant = request.form.get("variant") or usual.variant
        # Checked first: a refused visitor gets no identity.
        machine = opponent(self.engines, strength)
        self.library.rules(variant)
        me = self.identity.introduce()
        self._tidy(me)
        table = self.opener.open(variant, {}, me, None, others=machine)
        return redirect(url_for("table.show", table_id=table), 303)

    @route("/options")
    def more_options(self) -> Response:
        """From a short form with a variant in it to the long one of that variant."""
        asked: dict[str, Any] = {name: request.args[name] for name in ("opponent", "strength") if name in request.args}
        variant = request.args.get("variant", "")
        find_or_404(self.library.variants, variant)
        return redirect(url_for("setup.setup", variant=variant, **asked), 303)

    def last_choice(self, person: str | None) -> OpponentChoice:
        """The variant and the strength that a person played last; for a new person, the usual ones."""
        tables = self.listing.tables_of(person, NEWEST) if person is not None else []
        variants = [*(game.variant for game in tables), *self.library.variants]
        met = (strength for game in tables for strength in map(strength_of, game.people) if strength is not None)
        return OpponentChoice(next(iter(variants), ""), next(met, MEDIUM))

    def _tidy(self, person: str) -> None:
        """End the games against the computer in which somebody has not moved yet, so that they do not pile up."""
        for game in self.listing.tables_of(person, NEWEST):
            others = {*game.people} - {person}
            if game.status != "running" or not others or artificial(others) != others:
                continue
            # A game that has begun need not be played again to learn so; with chance moves its number does not tell.
            if game.number >= SECOND_TURN and not self.library.variants[game.variant].chance:
                continue
            with skip_unreadable(game.table), self.tables.reading(game.table) as table:
                mine = table.seats_of(person)
                if not begun(table) and all(table.last_turn_of(seat) is None for seat in mine):
                    self.tables.act(game.table, person, Abort(seat=mine[0], id=self.token("message")))


def control_choices(chosen: Control = NO_CLOCK) -> dict[str, str]:
    """The time controls to choose from, as they are sent and as they are read; the chosen one is among them."""
    offered = dict.fromkeys([*map(parse_control, CONTROLS), chosen])
    return {str(control): control_title(control, _) for control in offered}


def read_strength(text: str) -> int:
    """How strong a form wants the computer. Raises Refusal."""
    strengths = {str(strength): strength for strength in STRENGTHS}
    if text not in strengths:
        raise Refusal("no_strength", "The computer has no such strength.")
    return strengths[text]


def strengths() -> dict[int, str]:
    """The strengths to choose from, as they are sent and as they are read."""
    return {1: _("Easy"), 2: _("Medium"), 3: _("Strong")}


class Form:
    """What the form that opens a table holds, and what is wrong with it, by field."""

    def __init__(self, variant: type[Position], asked: Any) -> None:
        self.options = variant.options
        self.errors: dict[str, RulesError] = {}
        self.preset = asked.get("preset", "")
        self.settings: dict[str, Any] = {}
        usual = {option.name: option.choices[0] for option in variant.options}
        given = {**usual, **variant.presets.get(self.preset, {}), **chosen(variant, asked)}
        for name in usual:
            try:
                self.settings[name] = variant.complete({name: given[name]})[name]
            except SettingsError as error:
                self.errors[name] = error
                self.settings[name] = usual[name]
        self.fen = asked.get("fen", "").strip()
        self.position: Position | None = None
        if self.fen:
            try:
                self.position = variant.from_fen(self.fen, self.settings)
            except FenError as error:
                self.errors["fen"] = error
        first = self.position or variant.start(self.settings, Random(0))
        self.seats = {str(seat): first.seats[seat] for seat in first.players()}
        """The seats that somebody takes before the game begins, with their codes."""
        self.changed = bool(self.preset or self.errors or self.settings != usual)
        self.seat = self._read("seat", self._seat, asked.get("seat", ""), None)
        self.control = self._read("control", parse_control, asked.get("control", str(NO_CLOCK)), NO_CLOCK)
        self.listed = "listed" in asked
        self.opponent = self._read("opponent", _opponent, asked.get("opponent", "friend"), "friend")
        self.strength = self._read("opponent", read_strength, asked.get("strength", str(MEDIUM)), MEDIUM)
        # A person who meets no other is not asked for a name.
        given_name = asked.get("name", "").strip() if self.opponent == "friend" else ""
        self.name = self._read("name", checked_name, given_name, given_name) if given_name else ""

    def _read(self, field: str, read: Callable[[str], Value], text: str, otherwise: Value) -> Value:
        """What a field says; where that is refused, the refusal is kept for the page."""
        try:
            return read(text)
        except Refusal as error:
            self.errors[field] = error
            return otherwise

    def _seat(self, text: str) -> int | None:
        if text not in ("", *self.seats):
            raise Refusal("no_seat", "There is no such seat.")
        return int(text) if text else None


def _opponent(text: str) -> str:
    if text not in OPPONENTS:
        raise Refusal("no_opponent", "There is no such opponent.")
    return text
