"""The home page, the page of all games, and addresses without a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from server.content import Catalogue, CoverSheets, Library
from server.engine import EnginePool
from server.game import strength_of
from server.http.identity import Identity
from server.http.language import preferred_language
from server.http.language import translate as _
from server.http.responses import cached_response
from server.lobby import MOST_IN_LIST, Listing, LobbyRows, Matchmaker, MyGames, Previews, Summary
from server.web.account.reader_games import ReaderGames
from server.web.home.showcase import Showcase, select
from server.web.routes import route, shared_route
from server.web.table.setup import SetupPages, control_choices


@dataclass(frozen=True, eq=False)
class HomePages:
    """The home page and the lists of games."""

    library: Library
    catalogue: Catalogue
    covers: CoverSheets
    engines: EnginePool
    identity: Identity
    listing: Listing
    matchmaker: Matchmaker
    rows: LobbyRows
    previews: Previews
    my_games: MyGames
    reader_games: ReaderGames
    setup: SetupPages
    showcase: Showcase
    clock: Callable[[], float]

    @route("/")
    def home(self) -> str:
        """The home page: variants, seeks, open tables and games."""
        me = self.identity.visitor()
        tables = self.rows.tables()
        over = [] if tables.shown else self._over_lately(3)
        ended = self.previews.of(over)
        lists = self.rows.described(tables, g.language)
        selected = select(
            self.library,
            self.catalogue,
            datetime.fromtimestamp(self.clock(), UTC).date(),
            [game.variant for game in (*tables.shown, *tables.rest)],
            [
                *(name for wait in lists["waiting"] for name in wait["variants"]),
                *(game.variant for game in tables.open),
            ],
        )
        names = [each.name for each in selected]
        last = self.setup.last_choice(me)
        return render_template(
            "home/home.html",
            section="play",
            variants=[(each, self.library.words(each.name, g.language)) for each in selected],
            many=len(self.library.variants),
            covers=self.covers.boards(names),
            definitions=self.covers.definitions(names),
            for_two=self.library.for_two,
            controls=control_choices(),
            lists=lists,
            boards={**self.rows.boards(tables), **self.previews.definitions(ended.values())},
            minis=ended,
            computer=last if self.engines.runs and self.library.variants else None,
            way_chosen=self._way(me),
            last_variant=last.variant,
            foremost=self.reader_games.foremost(),
            over=over,
            results=self.my_games.outcomes(over, g.language, me),
            hero=self.showcase.showcase(),
            me=me,
        )

    @route("/games")
    def games(self) -> str:
        """All games: open, running, over."""
        me = self.identity.visitor()
        over, tables = self._over_lately(50), self.rows.tables(MOST_IN_LIST)
        rows = self.rows.described(tables, g.language)
        ended = self.previews.of(over[:MOST_IN_LIST])
        shown = (
            ("waiting", _("Waiting for a player"), rows["waiting"] + rows["open"], _("Nobody is waiting.")),
            ("running", _("Running games"), tables.rest, _("No game is running.")),
            ("finished", _("Finished games"), over, _("No game is finished yet.")),
        )
        return render_template(
            "home/games.html",
            section="games",
            lists=shown,
            running=rows["running"],
            minis=ended,
            boards={**self.rows.boards(tables), **self.previews.definitions(ended.values())},
            results=self.my_games.outcomes(over, g.language, me),
            me=me,
        )

    @route("/hello", "POST")
    def hello(self) -> dict[str, str]:
        """Give a new person an identity, which the next socket needs; the public id."""
        return {"person": self.identity.identify()}

    @route("/words/<any(chat, envelopes, notice, plans, review, tools):part>.json")
    def lazy_words(self, part: str) -> Response:
        """The words and elements of the late parts of a page."""
        return cached_response(render_template(f"layout/_words_{part}.json"), "application/json", "private, no-cache")

    @shared_route("/")
    def entrance(self) -> Response:
        """The address of the site: it leads readers to the home page in their own languages."""
        return redirect(url_for("home.home", language=preferred_language(request)))

    def _over_lately(self, most: int) -> list[Summary]:
        """The last finished games, without those that ended before the first turn."""
        listing = self.listing
        # A stopped game is over too.
        over = [game for game in listing.summaries("finished") + listing.summaries("stopped") if game.number]
        over.sort(key=lambda game: game.changed_at, reverse=True)
        return over[:most]

    def _way(self, me: str | None) -> str:
        """The unfolded way to an opponent: the last one used; for a new person, the computer."""
        if me is not None and self.matchmaker.of(me) is not None:
            return "somebody"
        last = self.listing.tables_of(me, 1) if me is not None else []
        met = not last or any(strength_of(person) for person in last[0].people)
        return "computer" if met and self.engines.runs else "friend"
