"""The page of all games: who waits, what runs with its board, and what is over with its result."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, g, render_template

from server.http.identity import Identity
from server.http.language import translate as _
from server.lobby import MOST_IN_LIST, Listing, LobbyRows, MyGames, Previews, Summary


@dataclass(frozen=True, eq=False)
class GamesPage:
    """All games."""

    identity: Identity
    listing: Listing
    rows: LobbyRows
    previews: Previews
    my_games: MyGames

    def blueprint(self) -> Blueprint:
        """The routes of these pages."""
        pages = Blueprint("games", __name__)
        pages.get("/games")(self.games)
        return pages

    def games(self) -> str:
        """All games: waiting, running, over."""
        over, tables = self.over_lately(50), self.rows.tables(MOST_IN_LIST)
        rows = self.rows.described(tables, g.language)
        ended = self.previews.of(over[:MOST_IN_LIST])
        rest = tables.running[tables.boards :]
        shown = (
            ("waiting", _("Waiting for a player"), rows["open"], _("Nobody is waiting.")),
            ("running", _("Running games"), rest, _("No game is running.")),
            ("finished", _("Finished games"), over, _("No game is finished yet.")),
        )
        return render_template(
            "home/games.html",
            section="games",
            lists=shown,
            running=rows["running"],
            minis=ended,
            boards={**self.rows.boards(tables), **self.previews.definitions(ended.values())},
            results=self.my_games.outcomes(over, g.language, self.identity.visitor()),
            me=self.identity.visitor(),
        )

    def over_lately(self, most: int) -> list[Summary]:
        """The games that were over last; none that nobody has played a turn of."""
        listing = self.listing
        # A stopped game goes on no more.
        over = [one for one in listing.summaries("finished") + listing.summaries("stopped") if one.number]
        over.sort(key=lambda one: one.changed_at, reverse=True)
        return over[:most]
