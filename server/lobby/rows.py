"""The rows of the lobby's lists, as everybody may see them: seeks, open tables and running games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from server.content import Descriptions, Library
from server.game import DICE, parse_control
from server.lobby.listing import MOST_READ, Listing, Summary, fair_share
from server.lobby.matchmaker import Matchmaker
from server.lobby.previews import Previews, RunningGame
from server.store.seeks import Seek
from server.tables import Attendance
from server.texts.catalogue import count_in, translator
from server.texts.view_text import control_title

MOST_LISTED = 20
"""Rows of each list."""

MOST_RUNNING = 50
"""Running games that are counted."""

MOST_SHOWN = 4
"""Running games with a board on the home page, updated live."""

Rows = dict[str, Any]


class ListedTables(NamedTuple):
    """The tables of the lists: open ones, running games that are shown with a board, and the other running ones."""

    open: list[Summary]
    shown: list[Summary]
    rest: list[Summary]
    boards: dict[str, RunningGame]
    """By id, those of `shown` that could be read."""


@dataclass(frozen=True, eq=False)
class LobbyRows:
    """Makes the rows of the lists, in any language."""

    _library: Library
    _descriptions: Descriptions
    _previews: Previews
    _listing: Listing
    _matchmaker: Matchmaker
    _attendance: Attendance

    def tables(self, boards: int = MOST_SHOWN) -> ListedTables:
        """The tables that are listed now; `boards` of the running ones are shown with a board."""
        listing = self._listing
        opened = listing.fair_share(filter(listing.is_waiting, listing.summaries("open", MOST_READ)), MOST_LISTED)
        running = listing.running(MOST_RUNNING)
        shown = listing.fair_share(running, boards)
        rest = [table for table in running if table not in shown]
        return ListedTables(opened, shown, rest, self._previews.running(shown))

    def boards(self, tables: ListedTables, pieces: str | None = None) -> dict[str, Markup]:
        """By key, all markup of which the boards consist: the boards, and the definitions that they use.

        `pieces` is as in `Previews.definitions`.
        """
        used = [game.preview for game in tables.boards.values()]
        return {**self._previews.definitions(used, pieces), **{preview.key: preview.board for preview in used}}

    def described(self, tables: ListedTables, language: str) -> Rows:
        """All lists in the words of a language."""
        seeks = fair_share(self._matchmaker.oldest(), lambda seek: seek.network or seek.person, MOST_LISTED)
        return {
            "waiting": [{**self._person(seek.person, language), **self.seek(seek, language)} for seek in seeks],
            "open": [self._table(game, language) for game in tables.open],
            "running": [
                {**self._table(game, language), **self._state(game, tables.boards.get(game.table), language)}
                for game in tables.shown
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
            "control_title": _listed(map(str, seek.controls), seek.rated, translator(language)),
            "rated": seek.rated,
        }

    def _person(self, person: str, language: str) -> Rows:
        return {"person": person, "name": self._descriptions.person(person, language)}

    def _state(self, game: Summary, shown: RunningGame | None, language: str) -> Rows:
        """The state of a running game: players, turn, and who is to act; without a board if it cannot be read."""
        _, words = translator(language), self._library.words(game.variant, language)
        unseen = [{"person": person, "stone": "", "state": "", "code": ""} for person in game.people if person != DICE]
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
            doing = _("{seat} to move").format(seat=words.seat(acting[0]["code"]))
        names = [self._descriptions.person(chair["person"], language) if chair["person"] else "…" for chair in chairs]
        return {
            "chairs": [{"name": name, "stone": chair["stone"]} for name, chair in zip(names, chairs, strict=True)],
            "board": shown.preview.key if shown is not None else "",
            "turns": game.number,
            "looking": looking,
            "turn": _("turn {number}").format(number=game.number + 1),
            "doing": doing,
            "sealed": sealed,
            "watching": watching,
        }

    def _table(self, table: Summary, language: str) -> Rows:
        _ = translator(language)
        return {
            "table": table.table,
            "title": self._library.words(table.variant, language).title,
            "control_title": _listed([table.control], table.rated, _),
            "people": [self._person(person, language) if person else None for person in table.people if person != DICE],
        }


def _listed(controls: Iterable[str], rated: bool, _: Callable[[str], str]) -> str:
    """Time controls in words, and whether games with them are rated."""
    return ", ".join(
        [*(control_title(parse_control(control), _) for control in controls), *([_("rated")] if rated else [])]
    )
