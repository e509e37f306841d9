"""The running games of one person, as every page knows them: which wait for a move of theirs, and which first."""

from __future__ import annotations

import logging
from math import inf
from typing import Any, NamedTuple

from flask import g, url_for
from markupsafe import Markup

from server.game import DAY, parse_control
from server.house import the_house
from server.lobby import Summary
from server.web.boards import of_view
from server.web.game import first_look
from server.web.identity import visitor
from server.web.language import translate as _
from server.web.language import translate_count as _n
from variants.errors import RulesError

log = logging.getLogger(__name__)

LOOKED_AT = 8
"""Running games of a person, the newest, that a page looks at: each may have to be read from the journal."""

HOUR = 3600


class Standing(NamedTuple):
    """A running game of somebody."""

    game: Summary
    waits: bool
    """Whether the game waits for a move of this person."""
    left: float
    """Seconds that this person, or the player the game waits for, has left; infinite without a clock."""
    view: dict[str, Any]
    """What one of the seats of this person sees, brief."""


def standings(me: str | None) -> list[Standing]:
    """The running games of who sent this request: first those that wait for a move, and of these the most urgent."""
    if me is None:
        return []
    if "standings" not in g:
        running = the_house().listing.tables_of(me, LOOKED_AT, "running")
        found = [standing for one in running if (standing := stands(one, me)) is not None]
        g.standings = sorted(found, key=lambda one: (not one.waits, one.left))
    kept: list[Standing] = g.standings
    return kept


def waiting() -> int:
    """How many games wait for a move of who sent this request."""
    return sum(one.waits for one in standings(visitor()))


def badge() -> Markup:
    """How many games wait for a move of who sent this request, as the menu shows it; nothing where none does."""
    return badge_of(waiting())


def badge_of(count: int) -> Markup:
    """How the menu shows that so many games wait."""
    if not count:
        return Markup()
    said = _n("{count} game waits for you", "{count} games wait for you", count)
    mark = Markup(' <span class="badge" aria-hidden="true">{}</span><span class="vh"> ({})</span>')
    return mark.format(count, said)


def waits_for(table_id: str, me: str) -> bool:
    """Whether a game waits for a move of this person."""
    try:
        with the_house().tables.reading(table_id) as table:
            return not set(table.seats_of(me)).isdisjoint(table.waited_for())
    except RulesError as error:
        log.error("a game cannot be shown", extra={"table": table_id, "fault": error.code})
        return False


def stands(game: Summary, me: str) -> Standing | None:
    """How a running game stands for one of its players; None for one that today's rules cannot read."""
    tables = the_house().tables
    try:
        with tables.reading(game.table) as table:
            views = [tables.view(table, seat, brief=True) for seat in table.seats_of(me)]
    except RulesError as error:  # A game that cannot be read must not close the door to all others.
        log.error("a game cannot be shown", extra={"table": game.table, "fault": error.code})
        return None
    if not views or views[0]["status"] != "running":  # It has ended since it was listed.
        return None
    choosing = [view["viewer"] for view in views if view["chairs"][view["viewer"]]["state"] == "choosing"]
    clocks = views[0]["clocks"]
    if clocks is None or not clocks["running"]:
        return Standing(game, bool(choosing), inf, views[0])
    first, left = clocks["first_move"], clocks["left"]
    least = min(left[seat] if first[seat] is None else first[seat] for seat in choosing or clocks["running"])
    return Standing(game, bool(choosing), least, views[0])


def foremost() -> dict[str, Any] | None:
    """The game of who sent this request that the home page leads back to; None where none runs."""
    me = visitor()
    found = standings(me)
    if not found or me is None:
        return None
    game, house = found[0].game, the_house()
    try:
        with house.tables.reading(game.table) as table:
            mine = table.seats_of(me)
            view = house.speak(house.tables.view(table, first_look(table, mine)), game.variant, g.language)
    except RulesError as error:
        log.error("a game cannot be shown", extra={"table": game.table, "fault": error.code})
        return None
    title, kind = house.words(game.variant, g.language).title, parse_control(game.control).kind
    clocks = view["clocks"]
    return {
        "board": of_view(view, prefix="m-", title=title, live=False, coordinates=False),
        "address": url_for("table.show", table_id=game.table),
        "waits": found[0].waits,
        "others": [one for one in view["chairs"] if one["person"] not in (None, me) and one["state"] != "nature"],
        "title": title,
        "number": view["number"] + 1,
        "left": remaining(found[0].left) if kind == "turn" and clocks["running"] else "",
        "my_clock_runs": kind == "game" and any(seat in clocks["running"] for seat in mine),
        "more": len(found) - 1,
    }


def remaining(seconds: float) -> str:
    """A time that is left, in words."""
    if seconds >= DAY:
        return _("{days} d {hours} h left").format(days=int(seconds // DAY), hours=int(seconds % DAY // HOUR))
    if seconds >= HOUR:
        return _n("{count} hour left", "{count} hours left", int(seconds // HOUR))
    return _("less than an hour left")
