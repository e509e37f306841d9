"""The running games of the reader: the number that waits for a move, and the one that the home page links to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import g, url_for
from markupsafe import Markup

from server.content import Boards, Descriptions, Library
from server.game import DAY, parse_control
from server.http.identity import Identity
from server.http.language import translate as _
from server.http.language import translate_count as _n
from server.lobby import Listing, MyGames, OwnGame, badge
from server.people import Accounts
from server.tables import Tables, skip_unreadable
from server.web.table.views import first_look

HOUR = 3600


@dataclass(frozen=True, eq=False)
class ReaderGames:
    """Reads these games, once a request."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables
    my_games: MyGames
    listing: Listing
    accounts: Accounts
    identity: Identity

    def running(self) -> list[OwnGame]:
        """The running games of the reader, in the order of `MyGames.running`."""
        me = self.identity.visitor()
        if me is None:
            return []
        if "own_games" not in g:
            g.own_games = self.my_games.running(me)
        games: list[OwnGame] = g.own_games
        return games

    def badge(self) -> Markup:
        """The number of other games that wait for the reader and of challenges, as the menu shows it; empty for 0."""
        me = self.identity.visitor()
        waiting = {game.game.table for game in self.running() if game.waits}
        if me is not None and me in self.accounts:
            waiting |= {challenge.table for challenge in self.listing.challenges(me)}
        return badge(len(waiting - {g.get("table_shown")}), g.language)

    def foremost(self) -> dict[str, Any] | None:
        """The running game that the home page links to; None for none."""
        me, games = self.identity.visitor(), self.running()
        if not games or me is None:
            return None
        game = games[0].game
        with skip_unreadable(game.table), self.tables.reading(game.table) as table:
            mine = table.seats_of(me)
            seen = self.tables.view(table, first_look(table, mine))
            view = self.descriptions.view(seen, game.variant, g.language)
            clocks, chairs = view["clocks"], [chair for chair in view["chairs"] if chair["state"] != "nature"]
            title, kind = self.library.words(game.variant, g.language).title, parse_control(game.control).kind
            return {
                "board": self.boards.of_view(view, prefix="m-", title=title),
                "address": url_for("table.show", table_id=game.table),
                "waits": games[0].waits,
                "others": [chair for chair in chairs if chair["person"] not in (None, me)],
                "title": title,
                "number": view["number"] + 1,
                "left": remaining(games[0].left) if kind == "turn" and clocks["running"] else "",
                "my_clock_runs": kind == "game" and any(seat in clocks["running"] for seat in mine),
                "more": len(games) - 1,
            }
        return None


def remaining(seconds: float) -> str:
    """The time left, in words."""
    if seconds >= DAY:
        return _("{days} d {hours} h left").format(days=int(seconds // DAY), hours=int(seconds % DAY // HOUR))
    if seconds >= HOUR:
        return _n("{count} hour left", "{count} hours left", int(seconds // HOUR))
    return _("less than an hour left")
