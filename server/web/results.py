"""How games ended, in words, for lists of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask import g

from server.house import the_house
from server.lobby import Summary
from server.web.language import translate as _


class Outcome(NamedTuple):
    """Who won, as a title, and why, as a sentence."""

    title: str
    reason: str


def outcomes(tables: Iterable[Summary], me: str | None = None) -> dict[str, Outcome]:
    """How each of these games ended, by its id; from the point of view of one of its players."""
    house = the_house()
    games = {one.table: one for one in tables}
    results = house.journal.results(list(games))
    told = {}
    for table, one in games.items():
        result = results.get(table)
        if result is None:
            told[table] = Outcome(_("Stopped"), _("This game was stopped."))
            continue
        # Who holds all seats has neither won nor lost.
        seat = one.people.index(me) if me in one.people and set(one.people) != {me} else None
        said = house.speak({"seats": one.seats, "result": result, "viewer": seat}, one.variant, g.language)["result"]
        told[table] = Outcome(said["title"], said["sentence"])
    return told
