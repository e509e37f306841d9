"""The board at the top of the home page: a running game, else a finished one, else an example."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import g, url_for
from markupsafe import Markup

from server.content import Boards, Descriptions, Library
from server.game import public_view, start_of
from server.http.language import translate as _
from server.lobby import Listing
from server.tables import Tables, skip_unreadable
from variants.position import Eyes, Position, Seat

NEWEST = 10
"""The newest games that are considered; many finished ones may have ended before the first turn."""


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
        for listed in (self.listing.running, partial(self.listing.summaries, "finished")):
            for game in listed(NEWEST):
                if game.status == "running" or game.number:
                    with skip_unreadable(game.table):
                        return self._table(game.table, game.variant, game.status == "running")
        return self._example(self.library.first) if self.library.first else None

    def _table(self, table_id: str, name: str, running: bool) -> dict[str, Any]:
        with self.tables.reading(table_id) as table:
            view = self.descriptions.view(self.tables.view(table, Eyes.SPECTATOR), name, g.language)
        title = self.library.words(name, g.language).title
        number = Markup('<span id="turn">{}</span>').format(view["number"] + running)
        if running:
            caption = _("Live: {variant}, turn {number}.", variant=title, number=number)
        else:
            caption = _("{variant}, over after {number} turns.", variant=title, number=number)
        return {
            "view": view if running else None,
            "name": name,
            "chairs": [chair for chair in view["chairs"] if chair["state"] != "nature"],
            "board": self.boards.of_view(view, prefix="b-", title=title, live=running),
            "caption": caption,
            "address": url_for("table.show", table_id=table_id),
            "link": _("Watch this game") if running else _("See it again"),
        }

    def _example(self, name: str) -> dict[str, Any]:
        """The cover of the variant's rules page, else its start."""
        title, example = self.library.words(name, g.language).title, self.library.covers[name]
        position = start_of(self.library.variants[name]) if example is None else example.last
        shown = public_view(name, position, [({}, position.seen_events(Eyes.ALL))])
        view = self.descriptions.view(shown, name, g.language)
        chairs = [chair for chair in view["chairs"] if chair["state"] != "nature"]
        return {
            "view": None,
            "name": name,
            "chairs": [{**chair, "state": _state(position, chair["seat"])} for chair in chairs],
            "board": self.boards.of_view(view, prefix="b-", title=title),
            "caption": " ".join([_("An example of {variant}.").format(variant=title), *view["turns"][0]["notes"]]),
            "address": url_for("rules.rules", variant=name),
            "link": _("Read the rules"),
        }


def _state(position: Position, seat: Seat) -> str:
    """The state of a seat in an example: of several that act at once the first has sealed, to show a seal."""
    if position.result() is not None or seat not in position.to_act:
        return ""
    first, *others = sorted(set(position.to_act) - set(position.chance))
    return "sealed" if others and seat == first else "choosing"
