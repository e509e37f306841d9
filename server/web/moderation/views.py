"""The pages of moderators: the queue of reports, and all that is known of one person. 404 for everybody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from flask import Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.chat import ChatService
from server.game import Refusal
from server.http.identity import Identity
from server.http.responses import private_response
from server.people import MUTE_DAYS, REASONS, SANCTIONS, Accounts, Names, Reports, Sanctions
from server.runtime.parsing import whole_number
from server.store.chat import ChatMessage
from server.store.moderation import Report
from server.tables import Tables, skip_unreadable
from server.web.routes import route


class QueueRow(NamedTuple):
    """The open reports about a person, the oldest first."""

    person: str
    reports: list[Report]


class Evidence(NamedTuple):
    """A table of a report, as onlookers see it."""

    variant: str
    over: bool
    messages: list[ChatMessage]


@dataclass(frozen=True, eq=False)
class ModerationPages:
    """The pages of moderators. Of a running game they show what onlookers may see."""

    identity: Identity
    accounts: Accounts
    names: Names
    sanctions: Sanctions
    reports: Reports
    tables: Tables
    chat: ChatService
    clock: Callable[[], float]

    @route("/moderation")
    def queue(self) -> Response:
        """The open reports by person, the oldest first; those about the reader are other moderators' work."""
        me = self._moderator()
        by_person: dict[str, list[Report]] = {}
        for report in self.reports.open():
            if report.person != me:
                by_person.setdefault(report.person, []).append(report)
        rows = [QueueRow(*each) for each in by_person.items()]
        return private_response(render_template("moderation/queue.html", section="mine", rows=rows))

    @route("/moderation/<person>")
    def case(self, person: str) -> Response:
        """The reports about a person with their chats and games, the sanctions, and what can be done."""
        me = self._moderator()
        self._check_known(person)
        reports = self.reports.about(person) if person != me else []
        body = render_template(
            "moderation/case.html",
            section="mine",
            person=person,
            mine=person == me,
            account=self.accounts.of(person),
            reports=reports,
            evidence={table: self._evidence(table) for table in {report.table_id for report in reports} - {""}},
            sanctions=self.sanctions.of(person),
            now=self.clock(),
            kinds=SANCTIONS,
            reasons=REASONS,
            mute_days=MUTE_DAYS,
        )
        return private_response(body)

    @route("/moderation/<person>", "POST")
    def impose(self, person: str) -> BaseResponse:
        """Impose a sanction, which closes the open reports about the person."""
        me = self._moderator()
        self._check_known(person)
        kind, reason = request.form.get("kind", ""), request.form.get("reason", "")
        days = whole_number(request.form.get("days", "1"), 2)
        if kind not in SANCTIONS or reason not in REASONS or days not in MUTE_DAYS:
            abort(400)
        self.sanctions.impose(me, person, kind, reason, days)
        return redirect(url_for("moderation.case", person=person), 303)

    @route("/moderation/<person>/close", "POST")
    def close(self, person: str) -> BaseResponse:
        """Close the open reports about a person without a sanction."""
        self.reports.close(person, self._moderator())
        return redirect(url_for("moderation.queue"), 303)

    @route("/moderation/<person>/end", "POST")
    def end(self, person: str) -> BaseResponse:
        """End a sanction of this person that lasts."""
        me, id = self._moderator(), request.form.get("id", "")
        if person == me:
            raise Refusal("own_case", "Nobody moderates themselves: leave this to another moderator.")
        if id not in [sanction.id for sanction in self.sanctions.of(person)]:
            abort(404)
        self.sanctions.end(id)
        return redirect(url_for("moderation.case", person=person), 303)

    def _moderator(self) -> str:
        """The reader, who is a moderator; 404 for anybody else."""
        me = self.identity.visitor()
        account = self.accounts.of(me)
        if account is None or not account.moderator or account.closed_at is not None:
            abort(404)
        return account.person

    def _check_known(self, person: str) -> None:
        if person not in self.accounts and not self.names.knows(person) and not self.reports.about(person):
            abort(404)

    def _evidence(self, table_id: str) -> Evidence | None:
        """A table as onlookers see it, whoever the moderator is; None if it is deleted or unreadable."""
        with skip_unreadable(table_id), self.tables.reading(table_id) as table:
            over = table.status in ("finished", "stopped", "aborted")
            return Evidence(table.opening.variant, over, self.chat.read(table, None)())
        return None
