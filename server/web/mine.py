"""My games: what waits for me, runs, or is over; what I am called; and the link that makes another device mine too."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.house import the_house
from server.tables.control import parse
from server.tables.digits import whole
from server.tables.listing import Summary
from server.tables.refusal import Refusal
from server.texts.names import chosen
from server.texts.speech import control_title
from server.web.identity import introduce, own_secret, visitor
from server.web.language import translate as _
from server.web.minis import MOST_IN_LIST, definitions, minis
from server.web.results import outcomes
from server.web.security import keep_signed_in
from server.web.standing import remaining, stands

blueprint = Blueprint("mine", __name__)

PAGE = 50
"""Games of each kind on one page."""


class Row(NamedTuple):
    """One of my games as a line of a list."""

    table: str
    variant: str
    others: tuple[str, ...]
    """The public ids of who sits there besides me."""
    control: str
    turns: int
    changed_at: float
    waits: bool = False
    """Whether I am to act and have not."""
    left: str = ""
    """How long the player to move has left, where turns take days."""
    outcome: str = ""
    reason: str = ""


@blueprint.get("/mine")
def mine(name_error: str = "", my_name: str | None = None) -> Response:
    """My own games, seen by nobody else, and my name."""
    lobby = the_house().lobby
    me = visitor()
    keep_signed_in()
    page = _page()
    tables = lobby.listing.tables_of(me) if me is not None else []
    kinds = {
        "running": [one for one in tables if one.status == "running"],
        "open": [one for one in tables if one.status == "open"],
        "over": [one for one in tables if one.status in ("finished", "stopped")],
    }
    pages = max(1, *(-(-len(found) // PAGE) for found in kinds.values()))
    if page > pages:
        abort(404)
    shown = {kind: found[(page - 1) * PAGE : page * PAGE] for kind, found in kinds.items()}
    running = [_running(one, me) for one in shown["running"] if me is not None]
    boards = minis(the_house(), shown["running"][:MOST_IN_LIST] + shown["over"][:MOST_IN_LIST], me)
    body = render_template(
        "mine.html",
        section="mine",
        me=me,
        minis=boards,
        definitions=definitions(the_house(), boards.values()),
        played=bool(tables),
        waiting=[row for row in running if row.waits],
        running=[row for row in running if not row.waits],
        open_tables=[_row(one, me) for one in shown["open"] if me is not None],
        over=_over(shown["over"], me) if me is not None else [],
        page=page,
        pages=pages,
        name_error=name_error,
        my_name=lobby.names.get(me or "", "") if my_name is None else my_name,
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
        house.lobby.rename(introduce(), given)
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


def _row(one: Summary, me: str, **more: Any) -> Row:
    others = tuple(person for person in one.people if person and person != me)
    control = control_title(parse(one.control), _)
    return Row(one.table, one.variant, others, control, one.number, one.changed_at, **more)


def _running(one: Summary, me: str) -> Row:
    """A running game: only its table knows who has sealed."""
    found = stands(one, me)
    if found is None:
        return _row(one, me)
    days = parse(one.control).kind == "turn" and found.left < inf
    return _row(one, me, waits=found.waits, left=remaining(found.left) if days else "")


def _over(tables: list[Summary], me: str) -> list[Row]:
    """Finished games, with how they ended for me."""
    told = outcomes(tables, me)
    return [_row(one, me, outcome=told[one.table].title, reason=told[one.table].reason) for one in tables]
