"""What the home page shows: a running game or an example on its board, and which of many variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple

from flask import g, url_for
from markupsafe import Markup

from server.content import Boards, Catalogue, Descriptions, Library
from server.game import public_view, start_of
from server.http.language import translate as _
from server.lobby import Listing
from server.tables import Tables, skip_unreadable
from variants.position import Eyes

MOST = 8
"""Variants on the home page."""

MOST_PLAYED, MOST_AWAITED = 3, 2

NEW_DAYS = 60
"""Days for which a variant is called new."""


class Selected(NamedTuple):
    """A variant on the home page."""

    name: str
    why: str
    """`week`, `played`, `awaited` or `new`; "" if it only fills the page."""
    many: int = 0
    """Running games, or those who wait."""


def select(
    library: Library, catalogue: Catalogue, day: date, played: Iterable[str], awaited: Iterable[str]
) -> list[Selected]:
    """At most `MOST` variants. `played` and `awaited` are the variants of running games, and of seeks and open tables.

    What is new, and what fills the page, changes with the week.
    """
    week = catalogue.of_the_week(day)
    year, number, _ = day.isocalendar()
    by_lot = sorted(library.variants, key=lambda name: sha256(f"{year} {number} {name}".encode()).digest())
    since = {name: catalogue.facets(name).since for name in by_lot}
    age = {name: (day - first).days for name, first in since.items() if first is not None}
    wishes = chain(
        [Selected(week, "week")] if week else [],
        (Selected(name, "played", many) for name, many in Counter(played).most_common(MOST_PLAYED)),
        (Selected(name, "awaited", many) for name, many in Counter(awaited).most_common(MOST_AWAITED)),
        (Selected(name, "new") for name in sorted(age, key=age.__getitem__) if age[name] < NEW_DAYS),
        (Selected(name, "") for name in by_lot),
    )
    selected: dict[str, Selected] = {}
    for wish in wishes:
        if len(selected) < MOST:
            selected.setdefault(wish.name, wish)
    return list(selected.values())


NEWEST = 10
"""The newest running games that are considered: today's rules may not read one."""


@dataclass(frozen=True, eq=False)
class Showcase:
    """Chooses and draws the board at the top of the home page."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables
    listing: Listing

    def showcase(self) -> dict[str, Any] | None:
        """A board, its chairs, a caption and a link for the home page; None without variants."""
        for game in self.listing.running(NEWEST):
            with skip_unreadable(game.table):
                return self._running(game.table, game.variant)
        return self._example(self.library.first) if self.library.first else None

    def _running(self, table_id: str, name: str) -> dict[str, Any]:
        with self.tables.reading(table_id) as table:
            view = self.descriptions.view(self.tables.view(table, Eyes.SPECTATOR), name, g.language)
        title = self.library.words(name, g.language).title
        number = Markup('<span id="turn">{}</span>').format(view["number"] + 1)
        return {
            "view": view,
            "name": name,
            "chairs": [chair for chair in view["chairs"] if chair["state"] != "nature"],
            "board": self.boards.of_view(view, prefix="b-", title=title, live=True),
            "caption": _("Live: {variant}, turn {number}.", variant=title, number=number),
            "address": url_for("table.show", table_id=table_id),
            "link": _("Watch this game"),
        }

    def _example(self, name: str) -> dict[str, Any]:
        """The cover of the variant's rules page, else its start."""
        title, example = self.library.words(name, g.language).title, self.library.cover(name)
        position = start_of(self.library.variants[name]) if example is None else example.last
        shown = public_view(name, position, [({}, position.seen_events(Eyes.ALL))])
        view = self.descriptions.view(shown, name, g.language)
        return {
            "view": None,
            "name": name,
            "chairs": [{**chair, "state": ""} for chair in view["chairs"] if chair["state"] != "nature"],
            "board": self.boards.of_view(view, prefix="b-", title=title),
            "caption": " ".join([_("An example of {variant}.").format(variant=title), *view["turns"][0]["notes"]]),
            "address": url_for("rules.rules", variant=name),
            "link": _("Read the rules"),
        }
