"""Mail about games of days: the page on which a player gives an address, and what the links in a mail lead to.

No link does anything by itself, because programs that look for danger open all links of a mail.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.content import Descriptions
from server.game import Refusal
from server.http.identity import Identity
from server.http.language import translate as _
from server.http.responses import private_response
from server.mail.links import CONFIRM, STOP
from server.mail.notifier import Notifier
from server.runtime.limits import NEW_BURST, Limits
from server.runtime.mail_addresses import mail_address
from server.store import Journal, mailboxes
from server.web.routes import route

COST = NEW_BURST / 5
"""What an address costs of the things that one network may make: each is a mail to somebody who may not want it."""


@dataclass(frozen=True, eq=False)
class MailPages:
    """Mail about games: for a site that sends it."""

    notifier: Notifier
    descriptions: Descriptions
    identity: Identity
    journal: Journal
    limits: Limits

    @route("/mail")
    def mail(self, error: str = "", given: str = "") -> Response:
        """The reader's own address, and the form that takes one."""
        me = self.identity.visitor()
        box = mailboxes.mailbox(self.journal, me) if me is not None else None
        body = render_template("account/mail.html", section="mine", box=box, error=error, given=given)
        return private_response(body, 400 if error else 200)

    @route("/mail", "POST")
    def take(self) -> BaseResponse:
        """Ask at an address whether it wants mail."""
        given = request.form.get("address", "").strip()
        try:
            address = _address(given)
            self.limits.check_newcomer(request.remote_addr, COST)
            self.notifier.ask(self.identity.introduce(), address, g.language, request.remote_addr)
        except Refusal as error:
            return self.mail(self.descriptions.error(error, g.language), given)
        return redirect(url_for("mail.mail"), 303)

    @route("/mail/forget", "POST")
    def forget(self) -> BaseResponse:
        """Forget the reader's own address."""
        me = self.identity.visitor()
        if me is not None:
            mailboxes.remove(self.journal, me)
        return redirect(url_for("mail.mail"), 303)

    @route(f"/mail/{CONFIRM}/<link>", "GET", "POST")
    def confirm(self, link: str) -> Response:
        """Say yes to mail, by whoever reads it there."""
        box = self.notifier.mailbox_of(CONFIRM, link)
        if box is None:
            raise Refusal("link_expired", "This link is no longer valid. Give your address again.")
        if request.method == "POST":
            self.notifier.confirm(box)
        if request.method == "POST" or box.confirmed_at is not None:
            return _link_page(
                _("Mail is on"), _("You get mail about your games of days. Each mail has a link that stops it.")
            )
        line = _("Press the button, and mail about games of days comes to this address.")
        return _link_page(_("Confirm your address"), line, _("Confirm this address"))

    @route(f"/mail/{STOP}/<link>", "GET", "POST")
    def stop(self, link: str) -> Response:
        """Stop mail, by whoever got one, without an identity; programs for mail send the same request by themselves."""
        if self.notifier.links.read(STOP, link, 0.0) is None:
            line = _("This link is not complete. Open it in the mail once more, or copy all of it.")
            return _link_page(_("Nothing was stopped"), line, status=404)
        box = self.notifier.mailbox_of(STOP, link)
        if box is not None and request.method != "POST":
            line = _("No more mail is sent to you about any game, and your address is deleted.")
            return _link_page(_("Stop mail"), line, _("Stop all mail"))
        if box is not None:
            mailboxes.remove_address(self.journal, box.address)
        return _link_page(_("Mail is stopped"), _("No more mail is sent to you, and your address is deleted."))


def _link_page(title: str, line: str, press: str = "", status: int = 200) -> Response:
    """What a link in a mail shows, with a button of this label where pressing it does something."""
    page = render_template("account/mail_link.html", section="mine", title=title, line=line, press=press)
    return private_response(page, status)


def _address(text: str) -> str:
    try:
        return mail_address(text)
    except ValueError as error:
        raise Refusal("no_address", "This is not a mail address, such as name@example.org.") from error
