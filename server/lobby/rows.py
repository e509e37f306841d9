"""The rows of the lobby's lists, as everybody may see them: seeks, open tables and running games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from server.content import Descriptions, Library
from server.game import artificial, parse_control
from server.lobby.listing import MOST_READ, Listing, Summary, fair_share
from server.lobby.matchmaker import Matchmaker
from server.lobby.previews import Previews, RunningGame
from server.ratings import Pool, Rating, pool_of, rating_text
from server.store import Journal
from server.store.ratings import RatingRow, newest_of
from server.store.seeks import Seek
from server.tables import Attendance
from server.texts.catalogue import count_in, translator
from server.texts.typography import contract
from server.texts.view_text import control_title

MOST_LISTED = 20
"""Rows of each list."""

MOST_RUNNING = 50
"""Running games that are counted."""

MOST_SHOWN = 4
"""Running games with a board on the home page, updated live."""

Rows = dict[str, Any]


class ListedTables(NamedTuple):
    """What the lists show: seeks, open tables, running games that are shown with a board, and other running ones."""

    seeks: list[Seek]
    open: list[Summary]
    shown: list[Summary]
    rest: list[Summary]
    boards: dict[str, RunningGame]
    """By id, those of `shown` that could be read."""
    ratings: Mapping[tuple[str, str], RatingRow]
    """By person and pool, the ratings of those who seek, wait for or play a rated game."""


@dataclass(frozen=True, eq=False)
class LobbyRows:
    """Makes the rows of the lists, in any language."""

    _library: Library
    _descriptions: Descriptions
    _journal: Journal
    _clock: Callable[[], float]
    _previews: Previews
    _listing: Listing
    _matchmaker: Matchmaker
    _attendance: Attendance

    def tables(self, boards: int = MOST_SHOWN) -> ListedTables:
        """The tables that are listed now; `boards` of the running ones are shown with a board."""
        listing = self._listing
        seeks = fair_share(self._matchmaker.oldest(), lambda seek: seek.network or seek.person, MOST_LISTED)
        opened = listing.fair_share(filter(listing.is_waiting, listing.summaries("open", MOST_READ)), MOST_LISTED)
        running = listing.running(MOST_RUNNING)
        shown = listing.fair_share(running, boards)
        rest = [table for table in running if table not in shown]
        rated = {seek.person for seek in seeks if seek.rated}
        rated |= {person for table in (*opened, *shown) if table.rated for person in table.people}
        ratings = newest_of(self._journal, rated) if rated else {}
        return ListedTables(seeks, opened, shown, rest, self._previews.running(shown), ratings)

    def boards(self, tables: ListedTables, pieces: str | None = None) -> dict[str, Markup]:
        """By key, all markup of which the boards consist: the boards, and the definitions that they use.

        `pieces` is as in `Previews.definitions`.
        """
        used = [game.preview for game in tables.boards.values()]
        return {**self._previews.definitions(used, pieces), **{preview.key: preview.board for preview in used}}

    def described(self, tables: ListedTables, language: str) -> Rows:
        """All lists in the words of a language."""
        return {
            "waiting": [
                {**self._person(seek.person, _pool_of_seek(seek), tables, language), **self.seek(seek, language)}
                for seek in tables.seeks
            ],
            "open": [self._table(game, tables, language) for game in tables.open],
            "running": [
                {**self._table(game, tables, language), **self._state(game, tables, language)} for game in tables.shown
            ],
            "many_running": len(tables.shown) + len(tables.rest),
        }

    def seek(self, seek: Seek, language: str) -> Rows:
        """A seek in words."""
        variants = sorted(seek.variants)
        return {
            "variants": variants,
            "titles": [self._library.words(variant, language).title for variant in variants],
            "control": " ".join(map(str, seek.controls)),
            "control_title": _listed(map(str, seek.controls), seek.rated, translator(language), seek.distance),
            "rated": seek.rated,
            "distance": seek.distance,
        }

    def _person(self, person: str, pool: Pool | None, tables: ListedTables, language: str) -> Rows:
        """A person with their rating in a pool, "" where none is to be shown."""
        row = {"person": person, "name": self._descriptions.person(person, language), "rating": ""}
        if pool is not None and not artificial([person]):
            known = tables.ratings.get((person, str(pool)))
            now = Rating() if known is None else known.standing.at_time(self._clock())
            row["rating"] = rating_text(now.rating, now.deviation)
        return row

    def _state(self, game: Summary, tables: ListedTables, language: str) -> Rows:
        """The state of a running game: players, turn, and who is to act; without a board if it cannot be read."""
        shown = tables.boards.get(game.table)
        _, words = translator(language), self._library.words(game.variant, language)
        unseen = [{"person": person, "stone": "", "state": "", "code": ""} for person in game.players]
        chairs = shown.chairs if shown is not None else unseen
        acting = [chair for chair in chairs if chair["state"] in ("choosing", "sealed")]
        sealed, looking = sum(chair["state"] == "sealed" for chair in acting), self._attendance.onlookers(game.table)
        _n = partial(count_in, language)
        watching = _n("{count} onlooker", "{count} onlookers", looking) if looking else ""
        doing = ""
        if sealed:
            doing = _n("{count} sealed", "{count} sealed", sealed)
        elif len(acting) > 1:
            doing = _("both are choosing") if len(acting) == 2 else _("all are choosing")
        elif acting:
            doing = contract(_("{seat} to move").format(seat=words.the_seat(acting[0]["code"])), language)
        pool, nobody = _pool_of_table(game), {"name": "…", "rating": ""}
        people = [
            self._person(chair["person"], pool, tables, language) if chair["person"] else nobody for chair in chairs
        ]
        return {
            "chairs": [
                {"name": each["name"], "rating": each["rating"], "stone": chair["stone"]}
                for each, chair in zip(people, chairs, strict=True)
            ],
            "board": shown.preview.key if shown is not None else "",
            "turns": game.number,
            "looking": looking,
            "turn": _("turn {number}").format(number=game.number + 1),
            "doing": doing,
            "sealed": sealed,
            "watching": watching,
        }

    def _table(self, table: Summary, tables: ListedTables, language: str) -> Rows:
        _, pool = translator(language), _pool_of_table(table)
        return {
            "table": table.table,
            "title": self._library.words(table.variant, language).title,
            "control_title": _listed([table.control], table.rated, _),
            "people": [self._person(person, pool, tables, language) if person else None for person in table.players],
        }


def _pool_of_table(table: Summary) -> Pool | None:
    return pool_of(table.variant, parse_control(table.control)) if table.rated else None


def _pool_of_seek(seek: Seek) -> Pool | None:
    """The one pool of all games that a rated seek may lead to; None if there are several."""
    if not seek.rated or len(seek.variants) != 1:
        return None
    pools = {pool_of(variant, control) for variant in seek.variants for control in seek.controls}
    return pools.pop() if len(pools) == 1 else None


def _listed(controls: Iterable[str], rated: bool, _: Callable[[str], str], distance: int | None = None) -> str:
    """Time controls in words, and whether games with them are rated, and at which distance of ratings."""
    titles = [control_title(parse_control(control), _) for control in controls]
    if rated:
        titles.append(_("rated") if distance is None else f"{_('rated')} ±{distance}")
    return ", ".join(titles)
