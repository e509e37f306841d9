"""My games: what waits for me, runs, or is over; what I am called; and the link that makes another device mine too."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.game import Refusal
from server.house import the_house
from server.runtime.numbers import whole
from server.texts.names import chosen
from server.web.game import reading
from server.web.identity import introduce, own_secret, visitor
from server.web.minis import MOST_IN_LIST, definitions, minis
from server.web.own import rows, urgent
from server.web.security import keep_signed_in

blueprint = Blueprint("mine", __name__)

PAGE = 50
"""Games of each kind on one page."""


@blueprint.get("/mine")
def mine(name_error: str = "", my_name: str | None = None) -> Response:
    """My own games, seen by nobody else, and my name."""
    house = the_house()
    me = visitor()
    keep_signed_in()
    page = _page()
    tables = house.listing.tables_of(me) if me is not None else []
    kinds = {
        "running": [one for one in tables if one.status == "running"],
        "open": [one for one in tables if one.status == "open"],
        "over": [one for one in tables if one.status in ("finished", "stopped")],
    }
    pages = max(1, *(-(-len(found) // PAGE) for found in kinds.values()))
    if page > pages:
        abort(404)
    shown = {kind: found[(page - 1) * PAGE : page * PAGE] for kind, found in kinds.items()}
    found = rows([one for some in shown.values() for one in some], me) if me is not None else []
    boards = minis(the_house(), shown["running"][:MOST_IN_LIST] + shown["over"][:MOST_IN_LIST], me)
    body = render_template(
        "mine.html",
        section="mine",
        me=me,
        minis=boards,
        definitions=definitions(the_house(), boards.values()),
        played=bool(tables),
        waiting=sorted((row for row in found if row.part == "waiting"), key=urgent),
        running=sorted((row for row in found if row.part == "running"), key=urgent),
        open_tables=[row for row in found if row.part == "open"],
        over=[row for row in found if row.part == "finished"],
        reading=reading,
        page=page,
        pages=pages,
        name_error=name_error,
        my_name=house.names.chosen.get(me or "", "") if my_name is None else my_name,
        link=own_link(),
    )
    return private(body, 400 if name_error else 200)


@blueprint.post("/name")
def name() -> BaseResponse:
    """Give oneself a name."""
    house = the_house()
    given = request.form.get("name", "").strip()
    try:
        # Before anything else: who is refused stays a stranger.
        given = chosen(given)
        house.names.rename(introduce(), given)
    except Refusal as error:
        return mine(house.say(error, g.language), given)
    return redirect(url_for("mine.mine") + "#kept", 303)


def own_link() -> str | None:
    """The link that makes another browser the same person, or None for somebody who has done nothing yet."""
    secret = own_secret()
    return None if secret is None else f"{url_for('restore.restore', _external=True)}#{secret}"


def private(body: str, status: int = 200) -> Response:
    """An answer that is one person's alone; no cache keeps it."""
    response = current_app.response_class(body, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _page() -> int:
    page = whole(request.args.get("page", "1"), 4)
    if not page:
        abort(404)
    return page
