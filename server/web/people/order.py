"""Pages on which people block and report others, and the words for reports and sanctions."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.chat import ChatService
from server.content import Descriptions
from server.game import Refusal, artificial
from server.http.identity import Identity
from server.http.language import day
from server.http.language import translate as _
from server.http.refusals import status_of
from server.http.responses import private_response
from server.people import REASONS, REPORT_KINDS, Accounts, Blocks, Names, Reports
from server.store.moderation import Sanction
from server.tables import Tables
from server.web.routes import route


@dataclass(frozen=True, eq=False)
class OrderPages:
    """The people at a table, the form to report one of them, and the buttons that block them."""

    descriptions: Descriptions
    identity: Identity
    accounts: Accounts
    names: Names
    blocks: Blocks
    reports: Reports
    tables: Tables
    chat: ChatService

    @route("/game/<table_id>/people")
    def at_table(self, table_id: str) -> Response:
        """The other people at a table: those who sit there, and those whose messages the reader may read."""
        me = self.identity.visitor()
        people = [person for person in self._people_at(table_id) if person != me]
        listed = [(person, self.accounts.of(person), self.blocks.hides(me, person)) for person in people]
        return private_response(render_template("people/at_table.html", section="play", table=table_id, people=listed))

    @route("/report/<person>")
    def form(self, person: str, error: Refusal | None = None) -> Response:
        """The form to report somebody to the moderators, and the button to block them."""
        table = request.values.get("game", "")
        self._check_known(person, table)
        me = self.identity.visitor()
        body = render_template(
            "people/report.html",
            section="games",
            person=person,
            account=self.accounts.of(person),
            table=table,
            mine=person == me,
            blocked=self.blocks.hides(me, person),
            kinds=REPORT_KINDS,
            reasons=REASONS,
            error=self.descriptions.error(error, g.language) if error is not None else "",
            given=request.form,
        )
        return private_response(body, status_of(error) if error is not None else 200)

    @route("/report/<person>", "POST")
    def send(self, person: str) -> BaseResponse:
        """Report somebody."""
        table = request.form.get("game", "")
        self._check_known(person, table)
        kind, reason = request.form.get("kind", ""), request.form.get("reason", "")
        if kind not in REPORT_KINDS or reason not in REASONS:
            abort(400)
        me = self.identity.identify()
        try:
            self.reports.add(me, person, kind, reason, request.form.get("text", ""), table)
        except Refusal as error:
            return self.form(person, error)
        return redirect(url_for("order.form", person=person, game=table or None, _anchor="kept"), 303)

    @route("/block/<person>", "POST")
    def block(self, person: str) -> BaseResponse:
        """Block somebody."""
        table = request.form.get("game", "")
        self._check_known(person, table)
        self.blocks.block(self.identity.identify(), person)
        return self._back(person, table)

    @route("/unblock/<person>", "POST")
    def unblock(self, person: str) -> BaseResponse:
        """End a block."""
        me, table = self.identity.visitor(), request.form.get("game", "")
        if me is None or not self.blocks.hides(me, person):
            abort(404)
        self.blocks.unblock(me, person)
        return self._back(person, table)

    def _back(self, person: str, table: str) -> BaseResponse:
        """The page that the button was on."""
        account = self.accounts.of(person)
        if request.form.get("from") == "account":
            return redirect(url_for("account.page", _anchor="blocked"), 303)
        if table:
            return redirect(url_for("order.at_table", table_id=table), 303)
        if account is None or not account.is_shown:
            return redirect(url_for("account.page", _anchor="blocked"), 303)
        return redirect(url_for("people.profile", name=account.name), 303)

    def _check_known(self, person: str, table: str) -> None:
        """Answer 404 for somebody of whom the site knows nothing, or who has no part in the game."""
        known = person in self._people_at(table) if table else person in self.accounts or self.names.knows(person)
        if not known or artificial([person]):
            abort(404)

    def _people_at(self, table_id: str) -> list[str]:
        with self.tables.reading(table_id) as state:
            people = [*filter(None, state.chairs), *self.chat.authors(state, self.identity.visitor())]
        return [person for person in dict.fromkeys(people) if not artificial([person])]


def sanction_text(sanction: Sanction) -> str:
    """What a moderator did, as the person is told it."""
    match sanction.kind:
        case "mute":
            return _("A moderator has muted your chat until {day}.").format(day=day(sanction.until or sanction.at))
        case "name":
            return _("A moderator has taken your name away: choose another.")
        case "casual":
            return _("A moderator has decided that you play no rated games.")
        case "close":
            return _("A moderator has closed your account.")
    return _("A moderator has warned you.")


def sanction_name(kind: str) -> str:
    """The name of a sanction, as moderators choose it."""
    return {
        "warning": _("Warn"),
        "mute": _("Mute the chat"),
        "name": _("Take the name away"),
        "casual": _("No rated games"),
        "close": _("Close the account"),
    }[kind]


def reason_name(reason: str) -> str:
    """The name of a reason in the reader's language."""
    return {
        "insults": _("insults or threats"),
        "advertising": _("advertising"),
        "unfair_help": _("help from a program or another person"),
        "spoiled_games": _("games spoiled on purpose"),
        "other": _("something else"),
    }[reason]


def report_kind_name(kind: str) -> str:
    """What a report is about, in the reader's language."""
    return {"chat": _("The chat"), "name": _("The name"), "play": _("The way of playing")}[kind]
