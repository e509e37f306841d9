"""The page of all games: who waits, what runs with its board, and what is over with its result."""

from __future__ import annotations

from flask import g, render_template

from server.house import the_house
from server.lobby import Summary
from server.web.identity import visitor
from server.web.language import translate as _
from server.web.lists import listed, lists
from server.web.minis import MOST_IN_LIST, definitions, minis
from server.web.results import outcomes


def games() -> str:
    """All games: waiting, running, over."""
    house = the_house()
    over, tables = over_lately(50), listed(house, MOST_IN_LIST)
    rows = lists(house, g.language, tables)
    ended = minis(house, over[:MOST_IN_LIST])
    rest = tables.running[tables.boards :]
    shown = (
        ("waiting", _("Waiting for a player"), rows["open"], _("Nobody is waiting.")),
        ("running", _("Running games"), rest, _("No game is running.")),
        ("finished", _("Finished games"), over, _("No game is finished yet.")),
    )
    return render_template(
        "games.html",
        section="games",
        lists=shown,
        running=rows["running"],
        minis=ended,
        boards={**tables.markup(house), **definitions(house, ended.values())},
        results=outcomes(over, visitor()),
        me=visitor(),
    )


def over_lately(most: int) -> list[Summary]:
    """The games that were over last; none that nobody has played a turn of."""
    listing = the_house().listing
    # A stopped game goes on no more.
    over = [one for one in listing.summaries("finished") + listing.summaries("stopped") if one.number]
    over.sort(key=lambda one: one.changed_at, reverse=True)
    return over[:most]
