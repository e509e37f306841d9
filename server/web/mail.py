"""Mail about games of days: the page on which a player gives an address, and what the links in a mail lead to.

No link does anything by itself, because programs that look for danger open all links of a mail.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.game import Refusal
from server.house import the_house
from server.mail.links import CONFIRM, STOP, Meant
from server.mail.postman import Postman
from server.runtime.limits import NEW_BURST
from server.runtime.mail_addresses import mail_address
from server.store import mailboxes
from server.store.mailboxes import Mailbox
from server.web.identity import introduce, visitor
from server.web.language import translate as _
from server.web.mine import private

blueprint = Blueprint("mail", __name__)

COST = NEW_BURST / 5
"""What an address costs of the things that one network may make: each is a mail to somebody who may not want it."""


@blueprint.get("/mail")
def mail(error: str = "", given: str = "") -> Response:
    """The reader's own address, and the form that takes one."""
    _needed()
    me = visitor()
    box = mailboxes.mailbox(the_house().journal, me) if me is not None else None
    body = render_template("mail.html", section="mine", box=box, error=error, given=given)
    return private(body, 400 if error else 200)


@blueprint.post("/mail")
def take() -> BaseResponse:
    """Ask at an address whether it wants mail."""
    house, post, given = the_house(), _needed(), request.form.get("address", "").strip()
    try:
        address = _address(given)
        house.limits.check_newcomer(request.remote_addr, COST)
        post.ask(introduce(), address, g.language, request.remote_addr)
    except Refusal as error:
        return mail(house.say(error, g.language), given)
    return redirect(url_for("mail.mail"), 303)


@blueprint.post("/mail/forget")
def forget() -> BaseResponse:
    """Forget the reader's own address."""
    _needed()
    me = visitor()
    if me is not None:
        mailboxes.remove(the_house().journal, me)
    return redirect(url_for("mail.mail"), 303)


@blueprint.route(f"/mail/{CONFIRM}/<link>", methods=["GET", "POST"])
def confirm(link: str) -> Response:
    """Say yes to mail, by whoever reads it there."""
    _meant, box = _read(CONFIRM, link)
    if request.method == "POST":
        _needed().confirm(box)
    done = request.method == "POST" or box.confirmed_at is not None
    return private(
        render_template(
            "mail_link.html",
            section="mine",
            title=_("Mail is on") if done else _("Confirm your address"),
            line=_("You get mail about your games of days. Each mail has a link that stops it.")
            if done
            else _("Press the button, and mail about games of days comes to this address."),
            press="" if done else _("Confirm this address"),
        )
    )


@blueprint.route(f"/mail/{STOP}/<link>", methods=["GET", "POST"])
def stop(link: str) -> Response:
    """Stop mail, by whoever got one, without an identity; programs for mail send the same request by themselves."""
    if _needed().links.read(STOP, link, 0.0) is None:
        line = _("This link is not complete. Open it in the mail once more, or copy all of it.")
        page = render_template("mail_link.html", section="mine", title=_("Nothing was stopped"), line=line, press="")
        return private(page, 404)
    found = _needed().meant(STOP, link)
    if found is not None and request.method == "POST":
        _needed().stop(found[1], found[0].table_id)
    done = found is None or request.method == "POST"
    alone = found is not None and bool(found[0].table_id)
    return private(
        render_template(
            "mail_link.html",
            section="mine",
            title=_("Mail is stopped") if done else _("Stop mail"),
            line=_told(done, alone),
            press="" if done else _("No more mail about this game") if alone else _("Stop all mail"),
        )
    )


def postman() -> Postman | None:
    """Who sends the mail; None where the site sends none."""
    found: Postman | None = current_app.extensions.get("cavalier-postman")
    return found


@blueprint.app_template_global("mail_is_sent")
def is_sent() -> bool:
    """Whether the site sends mail."""
    return postman() is not None


def _told(done: bool, alone: bool) -> str:
    if alone:
        return _("This game sends no more mail.") if done else _("This game alone sends no more mail.")
    if done:
        return _("No more mail is sent to you, and your address is deleted.")
    return _("No more mail is sent to you about any game, and your address is deleted.")


def _needed() -> Postman:
    found = postman()
    if found is None:
        abort(404)
    return found


def _read(what: str, link: str) -> tuple[Meant, Mailbox]:
    found = _needed().meant(what, link)
    if found is None:
        raise Refusal("link_expired", "This link is no longer valid. Give your address again.")
    return found


def _address(text: str) -> str:
    try:
        return mail_address(text)
    except ValueError as error:
        raise Refusal("no_address", "This is not a mail address, such as name@example.org.") from error
