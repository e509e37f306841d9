"""The link that lets one person play from several devices, and the page that takes it.

The secret stands behind the “#” of the link, which no browser sends: it is in no log and no Referer.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.game import Refusal
from server.house import the_house
from server.people import well_formed
from server.web.identity import own_secret, take_over, visitor
from server.web.invite import qr_code
from server.web.mine import own_link, private

blueprint = Blueprint("restore", __name__)


@blueprint.get("/restore")
def restore(error: str = "") -> Response:
    """The form that takes a link; it warns a reader with games here that they would be left behind."""
    house = the_house()
    me = visitor()
    games = len(house.listing.tables_of(me)) if me is not None else 0
    body = render_template(
        "restore.html",
        section="mine",
        me=me,
        games=games,
        leaving=me is not None and (games > 0 or me in house.names.chosen),
        link=own_link(),
        error=error,
    )
    return private(body, 400 if error else 200)


@blueprint.post("/restore")
def take() -> BaseResponse:
    """Be, in this browser, who the link says."""
    house = the_house()
    try:
        secret = _secret(request.form.get("link", ""))
        person = house.secrets.person(secret)
        if person is None or not house.names.knows(person):
            raise Refusal("unknown_link", "Nobody has played here under this link.")
    except Refusal as error:
        return restore(house.say(error, g.language))
    take_over(secret)
    return redirect(url_for("mine.mine"), 303)


@blueprint.post("/restore/new")
def renew() -> BaseResponse:
    """Make a new link: the old one, and every other browser that plays as the same person, counts no more."""
    house, secret, me = the_house(), own_secret(), visitor()
    if secret is None or me is None:
        abort(404)
    house.limits.check_new(me)
    take_over(house.secrets.replace(secret))
    return redirect(url_for("mine.mine", _anchor="move"), 303)


@blueprint.get("/restore/code.svg")
def code() -> Response:
    """One's own link as a picture for the camera of a telephone."""
    link = own_link()
    if link is None:
        abort(404)
    response = private(qr_code(link))
    response.mimetype = "image/svg+xml"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


def _secret(text: str) -> str:
    """The secret in a link, or by itself. Raises Refusal."""
    secret = text.strip().rpartition("#")[2]
    if not well_formed(secret):
        raise Refusal("no_link", "This is not a link to play from another device. Copy all of it, to its last letter.")
    return secret
