"""The lists of the lobby: who waits, which tables are open and which games run, as much as all may see."""

from __future__ import annotations

from typing import Any, NamedTuple

from markupsafe import Markup

from server.game import DICE, parse_control
from server.house import House
from server.lobby import LOOKED_AT, Seek, Summary, shared_out
from server.texts.catalogue import speaker
from server.texts.speech import control_title
from server.web.minis import MOST_SHOWN, Looked, definitions, looked_at

MOST_LISTED = 20
"""Rows of each list."""

MOST_RUNNING = 50
"""Running games that are counted."""

Lists = dict[str, Any]


class Listed(NamedTuple):
    """The tables of the lists; `looked` has the running games that are shown with a board."""

    open: list[Summary]
    running: list[Summary]
    """Those with a board first."""
    looked: dict[str, Looked]
    boards: int
    """How many of the running games are shown with a board."""

    def markup(self, house: House, pieces: str | None = None) -> dict[str, Markup]:
        """By key, all markup that the boards consist of: the boards, and the definitions that they use (see there)."""
        used = [one.mini for one in self.looked.values()]
        return {**definitions(house, used, pieces), **{one.key: one.board for one in used}}


def listed(house: House, boards: int = MOST_SHOWN) -> Listed:
    """The tables that are listed now; so many of the running ones are looked at."""
    listing = house.listing
    opened = listing.shared_out(filter(listing.keeps_open, listing.summaries("open", LOOKED_AT)), MOST_LISTED)
    running = listing.running(MOST_RUNNING)
    shown = listing.shared_out(running, boards)
    rest = [table for table in running if table not in shown]
    return Listed(opened, [*shown, *rest], looked_at(house, shown), boards)


def lists(house: House, language: str, tables: Listed | None = None) -> Lists:
    """All lists in the words of a language; `tables` where the caller has them already."""
    tables = tables or listed(house)
    return {
        "waiting": [
            {**_named(house, seek.person, language), **wish(house, seek, language)}
            for seek in shared_out(house.matchmaker.oldest(), lambda one: one.network or one.person, MOST_LISTED)
        ],
        "open": [_row(house, one, language) for one in tables.open],
        "running": [
            {**_row(house, one, language), **_standing(house, one, tables.looked.get(one.table), language)}
            for one in tables.running[: tables.boards]
        ],
        "many_running": len(tables.running),
    }


def wish(house: House, seek: Seek, language: str) -> dict[str, Any]:
    """What somebody seeks."""
    variants = sorted(seek.variants)
    return {
        "variants": variants,
        "titles": [house.words(variant, language).title for variant in variants],
        "control": str(seek.control),
        "control_title": control_title(seek.control, speaker(language)),
    }


def _named(house: House, person: str, language: str) -> dict[str, Any]:
    return {"person": person, "name": house.name_of(person, language)}


def _standing(house: House, game: Summary, looked: Looked | None, language: str) -> dict[str, Any]:
    """How a running game stands, as its board tells it: who sits where, the turn, and who is waited for.

    One that cannot be looked at stands there without its board.
    """
    _, words = speaker(language), house.words(game.variant, language)
    unseen = [{"person": one, "stone": "", "state": "", "code": ""} for one in game.people if one != DICE]
    chairs = looked.chairs if looked is not None else unseen
    acting = [chair for chair in chairs if chair["state"] in ("choosing", "sealed")]
    sealed, looking = sum(chair["state"] == "sealed" for chair in acting), house.attendance.onlookers(game.table)
    watching = _("1 onlooker") if looking == 1 else _("{count} onlookers").format(count=looking) if looking else ""
    doing = ""
    if sealed:
        doing = _("{count} sealed").format(count=sealed)
    elif len(acting) > 1:
        doing = _("both are choosing") if len(acting) == 2 else _("all are choosing")
    elif acting:
        doing = _("{seat} to move").format(seat=words.seat(acting[0]["code"]))
    names = [house.name_of(chair["person"], language) if chair["person"] else "…" for chair in chairs]
    return {
        "chairs": [{"name": name, "stone": one["stone"]} for name, one in zip(names, chairs, strict=True)],
        "board": looked.mini.key if looked is not None else "",
        "turns": game.number,
        "looking": looking,
        "turn": _("turn {number}").format(number=game.number + 1),
        "doing": doing,
        "sealed": sealed,
        "watching": watching,
    }


def _row(house: House, table: Summary, language: str) -> dict[str, Any]:
    return {
        "table": table.table,
        "title": house.words(table.variant, language).title,
        "control_title": control_title(parse_control(table.control), speaker(language)),
        "people": [_named(house, person, language) if person else None for person in table.people if person != DICE],
    }
