"""The page of one table: to play, to watch, and afterwards to see again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from server.boards import of_view, the_house
from server.identity import introduce, visitor
from server.language import translate as _
from server.language import wanted
from server.refusal import Refusal
from server.security import keep_signed_in
from server.table import Table
from server.view import draw_past
from server.words import Words
from variants.position import Eyes, Viewer

blueprint = Blueprint("table", __name__)
permanent = Blueprint("permanent", __name__)

MOST_PICTURES = 200
"""Positions that one answer holds."""


@permanent.get("/game/<table_id>")
def game(table_id: str) -> Response:
    """The address to give to others: it leads everybody to his own language."""
    return redirect(url_for("table.show", table_id=table_id, language=wanted(request), seat=request.args.get("seat")))


@blueprint.get("/game/<table_id>")
def show(table_id: str, name_error: str = "", my_name: str | None = None, refusal: str = "") -> Response:
    """The table as its reader may see it, perhaps with what was refused to him."""
    house = the_house()
    me = visitor()
    keep_signed_in()
    with house.lobby.looking(table_id) as table:
        mine = table.seats_of(me)
        viewer = _viewer(table, mine)
        variant = table.opening.variant
        view = house.speak(table.view(viewer), variant, g.language)
        sealing = len(table.position.to_act) > 1 or any(len(turn["texts"]) > 1 for turn in view["turns"])
    words = house.words(variant, g.language)
    seat = view["viewer"]
    chairs = view["chairs"]
    below = [chair for chair in chairs if chair["seat"] == (seat or 0)]
    page = render_template(
        "game.html",
        section="play",
        view=view,
        rows=_rows(view["turns"]),
        sealing=sealing,
        words=words,
        settings=_settings(view["settings"], words),
        below=below,
        above=[chair for chair in reversed(chairs) if chair not in below],
        other_seats=[chairs[other] for other in mine if other != seat],
        headline=_headline(view),
        board=of_view(view, prefix="b-", title=words.title, live=True),
        turned=seat in house.variants[variant].turned,
        points=points,
        link=url_for("permanent.game", table_id=table_id, _external=True),
        may_join=view["status"] == "open" and seat is None,
        invite=view["status"] == "open" and seat is not None,
        my_name=house.lobby.names.get(me or "", "") if my_name is None else my_name,
        name_error=name_error,
        refusal=refusal,
    )
    response = current_app.response_class(page, 400 if name_error else 409 if refusal else 200)
    response.vary.add("Cookie")
    return response


@blueprint.post("/game/<table_id>/join")
def join(table_id: str) -> Response:
    """Take a free chair."""
    house = the_house()
    text = request.form.get("seat", "")
    if not (text.isascii() and text.isdigit() and len(text) <= 2) and text:
        raise Refusal("no_seat", "There is no such seat.")
    given = request.form.get("name", "").strip()
    with house.lobby.looking(table_id):
        me = introduce()
    if given and given != house.lobby.names.get(me, ""):
        try:
            house.lobby.rename(me, given)
        except Refusal as error:
            return show(table_id, house.say(error, g.language), given)
    try:
        seat = house.lobby.sit(table_id, me, int(text) if text else None)
    except Refusal as error:
        return show(table_id, refusal=house.say(error, g.language))
    return redirect(url_for("table.show", table_id=table_id, seat=seat), 303)


@blueprint.get("/game/<table_id>/positions")
def positions(table_id: str) -> dict[str, Any]:
    """The positions after so many turns, from `from` on, as this reader may see them: what a replay shows."""
    first = request.args.get("from", "0")
    if not (first.isascii() and first.isdigit() and len(first) <= 6):
        raise Refusal("no_turn", "There is no such turn.")
    with the_house().lobby.looking(table_id) as table:
        viewer = _viewer(table, table.seats_of(visitor()))
        numbers = range(int(first), min(table.number + 1, int(first) + MOST_PICTURES))
        past = [draw_past(table, viewer, number) for number in numbers]
        number, variant = table.number, table.opening.variant
    return {"number": number, "positions": [the_house().speak(one, variant, g.language) for one in past]}


def points(share: float) -> str:
    """A share of the point as players write it."""
    return {0.0: "0", 0.5: "½", 1.0: "1"}.get(share, f"{share:.2f}")


def _viewer(table: Table, mine: list[int]) -> Viewer:
    """The seat that was asked for if the reader holds it; else the first he holds; else an onlooker's eyes."""
    asked = request.args.get("seat", "")
    for seat in mine:
        if asked == str(seat):
            return seat
    return mine[0] if mine else Eyes.SPECTATOR


def _rows(turns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The turns as players write them: a row goes on as long as each turn brings a later seat."""
    rows: list[dict[str, Any]] = []
    for turn in turns:
        if not rows or min(turn["texts"]) <= max(rows[-1]["texts"]):
            rows.append({"number": len(rows) + 1, "texts": {}, "sentences": []})
        rows[-1]["texts"].update(turn["texts"])
        rows[-1]["sentences"] += turn["sentences"]
    return rows


def _settings(settings: Mapping[str, Any], words: Words) -> list[str]:
    """The choices of this table that are not the usual ones."""
    return [
        _("{option}: {choice}").format(option=told.title, choice=told.choices[str(settings[name])])
        for name, told in words.options.items()
        if str(settings[name]) != next(iter(told.choices))
    ]


def _headline(view: Mapping[str, Any]) -> str:
    """How the table stands, for those without script."""
    if view["result"]:
        title: str = view["result"]["title"]
        return title
    match view["status"]:
        case "open":
            return _("Waiting for a player")
        case "stopped":
            return _("This game was stopped.")
    return _("Turn {number}").format(number=view["number"] + 1)
