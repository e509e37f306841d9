"""The link that lets one person play from several devices, and the page that takes it.

The secret stands behind the “#” of the link, which no browser sends: it is in no log and no Referer.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.content import Descriptions
from server.game import Refusal
from server.http.identity import Identity, take_over
from server.http.responses import private_page
from server.lobby import Listing
from server.people import Names, Secrets, well_formed
from server.runtime.limits import Limits
from server.web.account.my_games import own_link
from server.web.qr import qr_code
from server.web.routes import route


@dataclass(frozen=True, eq=False)
class RestorePages:
    """The link to another device."""

    descriptions: Descriptions
    identity: Identity
    limits: Limits
    listing: Listing
    names: Names
    secrets: Secrets

    @route("/restore")
    def restore(self, error: str = "") -> Response:
        """The form that takes a link; it warns a reader with games here that they would be left behind."""
        me = self.identity.visitor()
        games = len(self.listing.tables_of(me)) if me is not None else 0
        body = render_template(
            "account/restore.html",
            section="mine",
            me=me,
            games=games,
            leaving=me is not None and (games > 0 or me in self.names.chosen),
            link=own_link(self.identity),
            error=error,
        )
        return private_page(body, 400 if error else 200)

    @route("/restore", "POST")
    def take(self) -> BaseResponse:
        """Be, in this browser, who the link says."""
        try:
            secret = _secret(request.form.get("link", ""))
            person = self.secrets.person(secret)
            if person is None or not self.names.knows(person):
                raise Refusal("unknown_link", "Nobody has played here under this link.")
        except Refusal as error:
            return self.restore(self.descriptions.error(error, g.language))
        take_over(secret)
        return redirect(url_for("my_games.page"), 303)

    @route("/restore/new", "POST")
    def renew(self) -> BaseResponse:
        """Make a new link: the old one, and every other browser that plays as the same person, counts no more."""
        secret, me = self.identity.own_secret(), self.identity.visitor()
        if secret is None or me is None:
            abort(404)
        self.limits.check_new(me)
        take_over(self.secrets.replace(secret))
        return redirect(url_for("my_games.page", _anchor="move"), 303)

    @route("/restore/code.svg")
    def code(self) -> Response:
        """One's own link as a picture for the camera of a telephone."""
        link = own_link(self.identity)
        if link is None:
            abort(404)
        response = private_page(qr_code(link))
        response.mimetype = "image/svg+xml"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response


def _secret(text: str) -> str:
    """The secret in a link, or by itself. Raises Refusal."""
    secret = text.strip().rpartition("#")[2]
    if not well_formed(secret):
        raise Refusal("no_link", "This is not a link to play from another device. Copy all of it, to its last letter.")
    return secret
