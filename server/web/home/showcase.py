"""The board at the top of the home page: a running game, else an example."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import g, url_for
from markupsafe import Markup

from server.content import Boards, Descriptions, Library
from server.game import public_view, start_of
from server.http.language import translate as _
from server.lobby import Listing
from server.tables import Tables, skip_unreadable
from variants.position import Eyes

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
