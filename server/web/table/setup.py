"""The forms that open a table: the page with all choices, and short forms with one button."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
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
from server.people import Accounts, Names
from server.tables import TableOpener, Tables, skip_unreadable
from server.texts.names import checked_name
from server.texts.view_text import control_title
from server.web.analysis.views import chosen
from server.web.routes import find_or_404, route
from variants.errors import FenError, RulesError, SettingsError
from variants.position import Eyes, Position

OPPONENTS = ("friend", "computer", "alone")
"""A person who gets the link or finds the table in the list; the computer; another player on this device."""

MEDIUM = 2
NEWEST = 50
"""The newest tables of a person that are read: for the variant played last, and for untouched games."""

FIELDS = {
    "position_over": "fen",
    "no_computer": "opponent",
    **dict.fromkeys(("account_name", "name_changed", "name_reserved", "name_taken"), "name"),
    **dict.fromkeys(("account_needed", "rated_clock", "rated_settings", "rated_seats", "rated_people"), "rated"),
}
"""By code of a refusal, the field that shows it; others are shown above the form."""

Value = TypeVar("Value")


class OpponentChoice(NamedTuple):
    """A game against the computer: the variant and the strength."""

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
    accounts: Accounts
    identity: Identity
    token: Callable[[str], str]

    @route("/variants/<variant>/play", "GET", "POST")
    def setup(self, variant: str) -> tuple[str, int] | Response:
        """The form; shown again with a sentence beside each invalid field."""
        rules = find_or_404(self.library.variants, variant)
        form = Form(rules, request.form if request.method == "POST" else request.args)
        if request.method == "GET":
            form.errors.pop("name", None)
        elif not form.errors:
            try:
                machine = opponent(self.engines, form.strength) if form.opponent == "computer" else None
                invited = self._invited(form.against)
                me = self.identity.identify()
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
                    # Listed games against the computer can only be watched.
                    listed=(form.listed and invited is None) or machine is not None,
                    others={"computer": machine, "alone": me}.get(form.opponent),
                    rated=form.rated and form.opponent == "friend",
                    invited=invited,
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
            may_rate=(self.identity.visitor() in self.accounts or form.rated),
            drawing=self.boards.draw(variant, picture, prefix="b-", title=words.title, coordinates=True),
        )
        return page, 400 if form.errors else 200

    @route("/friend", "POST")
    def open_for_friend(self) -> Response:
        """Open a table for a friend with the defaults: its page shows the link to send."""
        variant = request.form.get("variant", "")
        self.library.rules(variant)  # Checked first: a refused visitor gets no identity.
        table = self.opener.open(variant, {}, self.identity.identify(), None, listed=False)
        return redirect(url_for("table.show", table_id=table), 303)

    @route("/computer", "POST")
    def play_computer(self) -> Response:
        """Begin a game against the computer at a seat drawn by lot; choices default to the last ones."""
        usual = self.last_choice(self.identity.visitor())
        strength = read_strength(request.form.get("strength") or str(usual.strength))
        variant = request.form.get("variant") or usual.variant
        # Checked first: a refused visitor gets no identity.
        machine = opponent(self.engines, strength)
        self.library.rules(variant)
        me = self.identity.identify()
        self._tidy(me)
        table = self.opener.open(variant, {}, me, None, others=machine)
        return redirect(url_for("table.show", table_id=table), 303)

    @route("/options")
    def more_options(self) -> Response:
        """Redirect from a short form with a variant to the page of all choices."""
        fields: dict[str, Any] = {
            name: request.args[name] for name in ("opponent", "strength", "against") if name in request.args
        }
        variant = request.args.get("variant", "")
        find_or_404(self.library.variants, variant)
        return redirect(url_for("setup.setup", variant=variant, **fields), 303)

    def _invited(self, name: str) -> str | None:
        """The person with this name; None for "". Raises Refusal."""
        account = self.accounts.called(name) if name else None
        if name and (account is None or account.closed_at is not None):
            raise Refusal("nobody_called", "Nobody here is called “{name}”.", name=name[:40])
        return account.person if account is not None else None

    def last_choice(self, person: str | None) -> OpponentChoice:
        """The variant and the strength that a person played last; the defaults for a new person."""
        tables = self.listing.tables_of(person, NEWEST) if person is not None else []
        variant = tables[0].variant if tables else self.library.first
        met = (strength for game in tables for strength in map(strength_of, game.people) if strength is not None)
        return OpponentChoice(variant, next(met, MEDIUM))

    def _tidy(self, person: str) -> None:
        """End the untouched games of a person against the computer, so that they do not pile up."""
        for game in self.listing.tables_of(person, NEWEST):
            others = {*game.players} - {person}
            if game.status != "running" or not others or artificial(others) != others:
                continue
            # Most begun games are known by their number of turns without loading them; not those with chance moves.
            if game.number >= SECOND_TURN and not self.library.variants[game.variant].chance:
                continue
            with skip_unreadable(game.table), self.tables.reading(game.table) as table:
                mine = table.seats_of(person)
                if not begun(table) and all(table.last_turn_of(seat) is None for seat in mine):
                    with suppress(Refusal):
                        self.tables.act(game.table, person, Abort(seat=mine[0], id=self.token("message")))


def control_choices(chosen: Control = NO_CLOCK) -> dict[str, str]:
    """The time controls as values and labels, including the chosen one."""
    offered = dict.fromkeys([*map(parse_control, CONTROLS), chosen])
    return {str(control): control_title(control, _) for control in offered}


def read_strength(text: str) -> int:
    """The strength of the computer in a form. Raises Refusal."""
    strengths = {str(strength): strength for strength in STRENGTHS}
    if text not in strengths:
        raise Refusal("no_strength", "The computer has no such strength.")
    return strengths[text]


def strengths() -> dict[int, str]:
    """The strengths as values and labels."""
    return {1: _("Easy"), 2: _("Medium"), 3: _("Strong")}


class Form:
    """The values of the form that opens a table, and its errors by field."""

    def __init__(self, variant: type[Position], fields: Any) -> None:
        self.options = variant.options
        self.errors: dict[str, RulesError] = {}
        self.preset = fields.get("preset", "")
        self.settings: dict[str, Any] = {}
        usual = {option.name: option.choices[0] for option in variant.options}
        given = {**usual, **chosen(variant, fields), **variant.presets.get(self.preset, {})}
        for name in usual:
            try:
                self.settings[name] = variant.complete({name: given[name]})[name]
            except SettingsError as error:
                self.errors[name] = error
                self.settings[name] = usual[name]
        self.fen = fields.get("fen", "").strip()
        self.position: Position | None = None
        if self.fen:
            try:
                self.position = variant.from_fen(self.fen, self.settings)
            except FenError as error:
                self.errors["fen"] = error
        first = self.position or variant.start(self.settings, Random(0))
        self.seats = {str(seat): first.seats[seat] for seat in first.players()}
        """The seats of people at the start, with their codes."""
        self.changed = bool(self.preset or self.errors or self.settings != usual)
        self.seat = self._read("seat", self._seat, fields.get("seat", ""), None)
        control = fields.get("control", str(NO_CLOCK))
        self.minutes, self.increment = fields.get("minutes", "7"), fields.get("increment", "4")
        self.own_clock = control == "own"
        control = f"{self.minutes}+{self.increment}" if self.own_clock else control
        self.control = self._read("control", parse_control, control, NO_CLOCK)
        self.listed = "listed" in fields
        self.rated = "rated" in fields
        self.against = fields.get("against", "").strip()
        """The name of the account that is challenged; "" for none."""
        opponent = "friend" if self.against else fields.get("opponent", "friend")
        self.opponent = self._read("opponent", _opponent, opponent, "friend")
        self.strength = self._read("opponent", read_strength, fields.get("strength", str(MEDIUM)), MEDIUM)
        # A person without human opponents needs no name.
        given_name = fields.get("name", "").strip() if self.opponent == "friend" else ""
        self.name = self._read("name", checked_name, given_name, given_name) if given_name else ""

    def _read(self, field: str, read: Callable[[str], Value], text: str, otherwise: Value) -> Value:
        """The value of a field; a refusal is noted for the page."""
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
