"""Profiles, the best players of a variant, the search for a person, and the ratings of a game that is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from math import inf
from typing import NamedTuple

from flask import Response, abort, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from server.content import Descriptions, Library
from server.drawing.curve import Sample, curve
from server.game import DAY
from server.http.identity import Identity
from server.http.language import day
from server.http.language import translate as _
from server.http.refusals import json_response
from server.lobby import MOST_IN_LIST, Listing, MyGames, Previews, Summary
from server.people import Accounts, Blocks
from server.ratings import PACES, Pool, is_provisional, rating_text
from server.runtime.parsing import whole_number
from server.store import Journal, ratings
from server.store.ratings import RatingRow
from server.tables import Tables
from server.web.routes import find_or_404, route
from server.web.table.setup import SetupPages

ACTIVE = 30 * DAY
"""Seconds within which a player of a leaderboard has played."""

MOST_BEST = 50
"""Players on a leaderboard."""

BEST_INTERVAL = 60.0
"""Seconds for which a leaderboard stays as it was read: the query reads all games of its pool."""

PAGE = 50
"""Games on one page."""

MOST_SAMPLES = 200
"""Points of a curve, spread over all games."""

MOST_FOUND = 20
"""People whom a search finds."""


PERIODS = ("7", "30", "365")
"""The days to which a profile can restrict its games."""

OUTCOMES = {"won": (0.51, 1.0), "drawn": (0.01, 0.5), "lost": (0.0, 0.0)}
"""The least and the most points of a game of each outcome."""


class Held(NamedTuple):
    """A rating of a person, as their profile shows it."""

    pool: Pool
    now: RatingRow
    provisional: bool
    games: int
    curve: Markup


@dataclass(frozen=True, eq=False)
class PeoplePages:
    """The pages about people with an account. Of games they show those that are over, as everybody may see them."""

    library: Library
    descriptions: Descriptions
    identity: Identity
    accounts: Accounts
    blocks: Blocks
    journal: Journal
    tables: Tables
    listing: Listing
    my_games: MyGames
    previews: Previews
    setup: SetupPages
    clock: Callable[[], float]
    _best: dict[str, tuple[float, list[RatingRow]]] = field(default_factory=dict, init=False)
    """By pool, when its best players were read, and their ratings."""

    @route("/people")
    def search(self) -> BaseResponse | str:
        """People by the beginning of their name; the profile itself for a whole name."""
        wanted = request.args.get("name", "").strip()[:40]
        exact = self.accounts.called(wanted) if wanted else None
        if exact is not None and exact.is_shown:
            return redirect(url_for("people.profile", name=exact.name), 303)
        found = self.accounts.beginning_with(wanted, MOST_FOUND) if wanted else []
        return render_template("people/people.html", section="games", wanted=wanted, found=found)

    @route("/people/<name>")
    def profile(self, name: str) -> BaseResponse | str:
        """The profile of an account: since when, its ratings with their curves, and its games."""
        account = self.accounts.called(name)
        me = self.identity.visitor()
        if account is None or not (account.is_shown or (account.closed_at is None and account.person == me)):
            abort(404)
        if account.name != name:
            return redirect(url_for("people.profile", name=account.name))
        variant, result, days = (request.args.get(field, "") for field in ("variant", "result", "days"))
        rated, opponent = "rated" in request.args, request.args.get("against", "").strip()[:40]
        against = self.accounts.called(opponent) if opponent else None
        over = self.listing.over_with(account.person)
        since = self.clock() - int(days) * DAY if days in PERIODS else 0.0
        games = [
            game
            for game in over
            if variant in ("", game.variant)
            and (game.rated or not rated)
            and (not opponent or (against is not None and against.person in game.people))
            and game.changed_at >= since
        ]
        if result in OUTCOMES:
            games = self._with_outcome(games, account.person, result)
        page, pages = whole_number(request.args.get("page", "1"), 4) or 0, max(1, -(-len(games) // PAGE))
        if not 1 <= page <= pages:
            abort(404)
        shown = games[(page - 1) * PAGE : page * PAGE]
        boards = self.previews.of(shown[:MOST_IN_LIST])
        return render_template(
            "people/profile.html",
            section="games",
            account=account,
            me=me,
            last_variant=self.setup.last_choice(me).variant,
            blocked=self.blocks.hides(me, account.person),
            held=self._held(account.person),
            games=shown,
            results=self.my_games.outcomes(shown, g.language, me),
            minis=boards,
            definitions=self.previews.definitions(boards.values()),
            variant=variant if variant in self.library.variants else "",
            played=sorted({game.variant for game in over}),
            rated=rated,
            result=result,
            days=days,
            periods=PERIODS,
            against=opponent if against is None else against.name,
            page=page,
            pages=pages,
        )

    @route("/variants/<variant>/ratings")
    def leaderboard(self, variant: str) -> str:
        """The best players of a variant at each pace."""
        find_or_404(self.library.variants, variant)
        best = {
            pace: [
                (row, account)
                for row in self._best_of(str(Pool(variant, pace)))
                if (account := self.accounts.of(row.person)) is not None and account.closed_at is None
            ]
            for pace in PACES
        }
        words = self.library.words(variant, g.language)
        return render_template("people/leaderboard.html", section="games", variant=variant, words=words, best=best)

    @route("/game/<table_id>/ratings")
    def of_game(self, table_id: str) -> Response:
        """What a rated game that is over changed, as a text by seat: `1662 (+162)`."""
        with self.tables.reading(table_id) as table:
            rows = ratings.of_table(self.journal, table_id) if table.status == "finished" else {}
            changes = {seat: rows[player] for seat, player in enumerate(table.chairs) if player in rows}
        return json_response({"ratings": {str(seat): changed(row) for seat, row in changes.items()}})

    def _with_outcome(self, games: list[Summary], person: str, outcome: str) -> list[Summary]:
        """Those of these games that a person has won, lost or drawn."""
        results = self.journal.results([game.table for game in games])
        lowest, highest = OUTCOMES[outcome]
        return [
            game
            for game in games
            if game.table in results and lowest <= results[game.table]["points"][game.people.index(person)] <= highest
        ]

    def _best_of(self, pool: str) -> list[RatingRow]:
        """The best players of a pool, as they were read a short time ago."""
        at = self.clock()
        read_at, rows = self._best.get(pool, (-inf, []))
        if abs(at - read_at) >= BEST_INTERVAL:
            rows = ratings.best(self.journal, pool, at - ACTIVE, MOST_BEST)
            self._best[pool] = at, rows
        return rows

    def _held(self, person: str) -> list[Held]:
        """The ratings of a person, the newest pool first."""
        held = []
        for name, rows in groupby(ratings.of_person(self.journal, person), lambda row: row.pool):
            history, pool = list(rows), Pool.read(name)
            if pool.variant not in self.library.variants:
                continue
            last = history[-1]
            # Counted from the last one, which is always among them.
            step = -(len(history) // MOST_SAMPLES + 1)
            samples = [Sample(row.at, row.rating) for row in history[::step][::-1]]
            title = _("Rating in {variant}, {pace}").format(
                variant=self.library.words(pool.variant, g.language).title, pace=pace_name(pool.pace)
            )
            drawn = curve(samples, title, day(samples[0].at), day(samples[-1].at))
            held.append(Held(pool, last, is_provisional(last.deviation), len(history), drawn))
        return sorted(held, key=lambda each: -each.now.at)


def pace_name(pace: str) -> str:
    """The name of a pace in the reader's language."""
    return {"blitz": _("blitz"), "rapid": _("rapid"), "days": _("correspondence")}[pace]


def changed(row: RatingRow) -> str:
    """A rating after a game, and by how much the game changed it."""
    change = round(row.rating) - round(row.previous)
    return f"{rating_text(row.rating, row.deviation)} ({'+' if change > 0 else '−' if change else '±'}{abs(change)})"
