"""The home page: the variants, who waits, and what is played; and what else has an address without a page."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from server.content import Boards, Library
from server.engine import EnginePool
from server.game import strength_of
from server.http.identity import Identity
from server.http.language import preferred_language
from server.lobby import Listing, LobbyRows, Matchmaker, MyGames, Previews
from server.runtime.loop import yield_to_loop
from server.web.account.reader_games import ReaderGames
from server.web.home.games import GamesPage
from server.web.home.showcase import Showcase
from server.web.table.computer import ComputerPages
from server.web.table.setup import control_choices

LATE_WORDS = "/words/<any(chat, envelopes, notice, plans, review, tools):part>.json"
"""The address of the words for a part of a page that comes late."""


@dataclass(frozen=True, eq=False)
class HomePage:
    """The home page."""

    library: Library
    boards: Boards
    engines: EnginePool
    identity: Identity
    listing: Listing
    matchmaker: Matchmaker
    rows: LobbyRows
    previews: Previews
    my_games: MyGames
    reader_games: ReaderGames
    games: GamesPage
    computer: ComputerPages
    showcase: Showcase

    def blueprint(self) -> Blueprint:
        """The routes of these pages."""
        pages = Blueprint("home", __name__)
        pages.get("/")(self.home)
        pages.post("/hello")(self.hello)
        pages.get(LATE_WORDS)(late_words)
        return pages

    def home(self) -> str:
        """The variants, who waits, and what is played."""
        me = self.identity.visitor()
        tables = self.rows.tables()
        over = [] if tables.running else self.games.over_lately(3)
        ended = self.previews.of(over)
        variants = []
        for name in self.library.variants:
            yield_to_loop()
            words = self.library.words(name, g.language)
            variants.append({"name": name, "words": words, "drawing": self.boards.thumbnail(name)})
        last = self.computer.last_choice(me)
        return render_template(
            "home/home.html",
            section="play",
            variants=variants,
            choices=[(name, self.library.words(name, g.language).title) for name in self.library.for_two],
            controls=control_choices(),
            lists=self.rows.described(tables, g.language),
            boards={**self.rows.boards(tables), **self.previews.definitions(ended.values())},
            minis=ended,
            computer=last if self.engines.thinks and self.library.variants else None,
            way_chosen=self._way(me),
            last_variant=last.variant,
            foremost=self.reader_games.foremost(),
            over=over,
            results=self.my_games.outcomes(over, g.language, me),
            hero=self.showcase.showcase(),
            me=me,
        )

    def hello(self) -> dict[str, str]:
        """Give a new person an identity, and return the public id: the socket that follows needs one."""
        return {"person": self.identity.introduce()}

    def _way(self, me: str | None) -> str:
        """Which of the ways to an opponent is unfolded: the last one that was gone, for who is new the computer."""
        if me is not None and self.matchmaker.of(me) is not None:
            return "somebody"
        last = self.listing.tables_of(me, 1) if me is not None else []
        met = not last or any(strength_of(person) for person in last[0].people)
        return "computer" if met and self.engines.thinks else "friend"


def late_words(part: str) -> Response:
    """The words, and the elements, of what a page loads late."""
    response = current_app.response_class(render_template(f"layout/_words_{part}.json"), mimetype="application/json")
    response.add_etag()
    return response.make_conditional(request)


def entrance() -> Response:
    """The address of the site: it leads readers to the home page in their own languages."""
    return redirect(url_for("home.home", language=preferred_language(request)))
