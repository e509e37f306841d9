"""Mail: the page with the address, the pages of the links in a mail, and signing in by one.

No link acts by itself, because security programs open all links of a mail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from flask import Response, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.content import Descriptions
from server.game import Refusal
from server.http.identity import Identity, sign_in
from server.http.language import translate as _
from server.http.responses import private_response
from server.mail.links import CONFIRM, SIGN_IN_PERIOD, STOP
from server.mail.notifier import Notifier
from server.people import Accounts, Secrets
from server.runtime.limits import NEW_BURST, Limits
from server.runtime.parsing import mail_address
from server.store import Conflict, Journal, mailboxes
from server.store.accounts import spend
from server.web.account.accounts import AccountPages
from server.web.routes import route

CONFIRMATION_COST = NEW_BURST / 5
"""The cost of a confirmation mail among new things of a network: its recipient may not have asked for it."""


@dataclass(frozen=True, eq=False)
class MailPages:
    """Mail about games, on a site that sends it."""

    notifier: Notifier
    descriptions: Descriptions
    identity: Identity
    journal: Journal
    limits: Limits
    accounts: Accounts
    secrets: Secrets
    account_pages: AccountPages
    clock: Callable[[], float]

    @route("/mail")
    def mail(self, error: str = "", given: str = "") -> Response:
        """The reader's address, and the form for one."""
        me = self.identity.visitor()
        box = mailboxes.mailbox(self.journal, me) if me is not None else None
        body = render_template("account/mail.html", section="mine", box=box, error=error, given=given)
        return private_response(body, 400 if error else 200)

    @route("/mail", "POST")
    def take(self) -> BaseResponse:
        """Send a confirmation mail to an address."""
        given = request.form.get("address", "").strip()
        try:
            address = _address(given)
            self.limits.check_newcomer(request.remote_addr, CONFIRMATION_COST)
            self.notifier.ask(self.identity.identify(), address, g.language, request.remote_addr)
        except Refusal as error:
            return self.mail(self.descriptions.error(error, g.language), given)
        return redirect(url_for("mail.mail"), 303)

    @route("/mail/forget", "POST")
    def forget(self) -> BaseResponse:
        """Delete the reader's address."""
        me = self.identity.visitor()
        if me is not None:
            mailboxes.remove(self.journal, me)
        return redirect(url_for("mail.mail"), 303)

    @route(f"/mail/{CONFIRM}/<link>", "GET", "POST")
    def confirm(self, link: str) -> Response:
        """Confirm an address, by the button of the link in its mail."""
        box = self.notifier.mailbox_of(CONFIRM, link)
        if box is None:
            raise Refusal("link_expired", "This link is no longer valid. Give your address again.")
        if request.method == "POST":
            self.notifier.confirm(box)
            self.accounts.open(box.person)
        if request.method == "POST" or box.confirmed_at is not None:
            line = _("You get mail about correspondence games and challenges. Each mail has a link that stops it.")
            return _link_page(_("Mail is on"), line)
        line = _("Press the button, and mail about correspondence games and challenges comes to this address.")
        return _link_page(_("Confirm your address"), line, _("Confirm this address"))

    @route("/sign-in/mail", "POST")
    def ask_sign_in(self) -> BaseResponse:
        """Send a mail that signs in, if somebody has confirmed this address; the answer does not say."""
        given = request.form.get("address", "").strip()
        try:
            self.notifier.ask_sign_in(_address(given), g.language, request.remote_addr)
        except Refusal as error:
            return self.account_pages.sign_in(error, given)
        line = _(
            "If somebody here has confirmed this address, a mail is on its way. Its link works once, for ten minutes."
        )
        return _link_page(_("Look into your mail"), line, back="account.sign_in")

    @route("/sign-in/mail/<link>", "GET", "POST")
    def sign_in(self, link: str) -> BaseResponse:
        """Sign in by the button of the link in a mail, once."""
        expired = Refusal("link_expired", "This link is no longer valid. Ask for another mail.")
        box, at = self.notifier.signed_in(link), self.clock()
        if box is None:
            raise expired
        if request.method != "POST":
            return _link_page(
                _("Sign in"), _("Press the button, and this browser plays under your name."), _("Sign in")
            )
        self.accounts.check_open(box.person)
        try:
            spend(self.journal, sha256(link.encode()).hexdigest(), at, at + SIGN_IN_PERIOD)
        except Conflict as error:
            raise expired from error
        self.accounts.open(box.person)
        sign_in(self.secrets.issue(box.person))
        return redirect(url_for("my_games.page"), 303)

    @route(f"/mail/{STOP}/<link>", "GET", "POST")
    def stop(self, link: str) -> Response:
        """Stop mail, by the receiver, without an identity; mail programs send the same request by themselves."""
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


def _link_page(title: str, line: str, press: str = "", status: int = 200, back: str = "mail.mail") -> Response:
    """The page of a link in a mail: a button of this label if there is something to do, else the way to a page."""
    page = render_template("account/mail_link.html", section="mine", title=title, line=line, press=press, back=back)
    return private_response(page, status)


def _address(text: str) -> str:
    try:
        return mail_address(text)
    except ValueError as error:
        raise Refusal("no_address", "This is not a mail address, such as name@example.org.") from error
