"""My games: what waits for me, runs, or is over; what I am called; and the link that makes another device mine too."""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.control import DAY, parse
from server.house import the_house
from server.identity import introduce, own_secret, visitor
from server.language import translate as _
from server.language import translate_count as _n
from server.refusal import Refusal
from server.security import keep_signed_in
from server.tables.lobby import Summary
from server.texts.names import chosen
from server.texts.speech import control_title
from server.web.results import outcomes
from variants.errors import RulesError

log = logging.getLogger(__name__)

blueprint = Blueprint("mine", __name__)

PAGE = 50
"""Games of each kind on one page."""

MOST_RUNNING = 12
"""Running games that other pages show: those that changed last. A table that is not in memory is read
from the journal."""

HOUR = 3600


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
    """How long whoever is waited for has left, where turns take days."""
    outcome: str = ""
    reason: str = ""


@blueprint.get("/mine")
def mine(name_error: str = "", my_name: str | None = None) -> Response:
    """My own games, seen by nobody else, and my name."""
    lobby = the_house().lobby
    me = visitor()
    keep_signed_in()
    page = _page()
    tables = lobby.tables_of(me) if me is not None else []
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
    body = render_template(
        "mine.html",
        section="mine",
        me=me,
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


def running(me: str | None) -> list[Row]:
    """The running games of a person, at most `MOST_RUNNING`, games against the computer included.

    Those that wait for this person come first, then those that changed last. Asked once a request.
    """
    if "running_games" not in g:
        tables = [] if me is None else the_house().lobby.tables_of(me, MOST_RUNNING, "running")
        g.running_games = sorted((_running(one, me) for one in tables if me is not None), key=lambda row: not row.waits)
    rows: list[Row] = g.running_games
    return rows


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
    text = request.args.get("page", "1")
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text)):
        abort(404)
    return int(text)


def _row(one: Summary, me: str, **more: Any) -> Row:
    others = tuple(person for person in one.people if person and person != me)
    control = control_title(parse(one.control), _)
    return Row(one.table, one.variant, others, control, one.number, one.changed_at, **more)


def _running(one: Summary, me: str) -> Row:
    """A running game: only its table knows who has sealed."""
    lobby = the_house().lobby
    try:
        with lobby.looking(one.table) as table:
            views = [table.view(seat, brief=True, at=lobby.clock()) for seat in table.seats_of(me)]
    except RulesError as error:  # A game that today's rules cannot read must not close the door to all others.
        log.error("a game cannot be shown", extra={"table": one.table, "fault": error.code})
        return _row(one, me)
    choosing = [view["viewer"] for view in views if view["chairs"][view["viewer"]]["state"] == "choosing"]
    clocks = views[0]["clocks"]
    left = ""
    if parse(one.control).kind == "turn" and clocks is not None and clocks["running"]:
        left = _remaining(min(clocks["left"][seat] for seat in choosing or clocks["running"]))
    return _row(one, me, waits=bool(choosing), left=left)


def _over(tables: list[Summary], me: str) -> list[Row]:
    """Finished games, with how they ended for me."""
    told = outcomes(tables, me)
    return [_row(one, me, outcome=told[one.table].title, reason=told[one.table].reason) for one in tables]


def _remaining(seconds: float) -> str:
    """A time that is left, in words."""
    if seconds >= DAY:
        return _("{days} d {hours} h left").format(days=int(seconds // DAY), hours=int(seconds % DAY // HOUR))
    if seconds >= HOUR:
        return _n("{count} hour left", "{count} hours left", int(seconds // HOUR))
    return _("less than an hour left")
