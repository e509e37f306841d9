"""Small boards of games in lists, each drawn once for all who may see the same."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from server.drawing.marks import Marks
from server.game import TableState
from server.house import House
from server.lobby import Summary
from server.runtime.loop import yield_to_loop
from server.texts.cache import Cache
from server.web.boards import chosen_pieces, drawn, marks_of, picture_of
from server.web.cards import RECENT
from variants.errors import RulesError
from variants.position import Eyes, Viewer

log = logging.getLogger(__name__)

MOST_SHOWN = 4
"""Running games with a board on the home page, which are kept up to date."""

MOST_IN_LIST = 12
"""Games with a board in one list of another page."""

MOST_DRAWN = 4_000_000
"""Bytes of boards that are remembered."""

_drawn: Cache[Markup] = Cache(MOST_DRAWN)


class Mini(NamedTuple):
    """A small board, which uses definitions that the page must hold besides it (`definitions`)."""

    key: str
    """Names what is drawn: a public function of the table's turns."""
    board: Markup
    defined: tuple[str, bool]
    """The definitions that it uses: of which variant, and whether the board is turned."""


class Looked(NamedTuple):
    """A running game as everybody may see it: its chairs, those of nature left out, and its board."""

    chairs: tuple[dict[str, Any], ...]
    mini: Mini


def looked_at(house: House, games: Iterable[Summary]) -> dict[str, Looked]:
    """These games by id; one that today's rules cannot read, or that is over by now, is left out."""
    found = {}
    for game in games:
        yield_to_loop()
        try:
            with house.tables.reading(game.table) as table:
                if table.status != "running":
                    continue
                view = house.tables.view(table, Eyes.SPECTATOR, brief=True)
                chairs = tuple(chair for chair in view["chairs"] if chair["state"] != "nature")
                found[game.table] = Looked(chairs, mini(house, table))
        except RulesError as error:  # A game that cannot be read must not close the door to all others.
            log.error("a game cannot be shown", extra={"table": game.table, "fault": error.code})
    return found


def minis(house: House, games: Iterable[Summary], me: str | None = None) -> dict[str, Mini]:
    """The boards of these games by id, as everybody may see them; with `me` as that player sees their own."""
    found = {}
    for game in games:
        yield_to_loop()
        try:
            with house.tables.reading(game.table) as table:
                seats = table.seats_of(me)
                # Whoever holds several seats may be showing one device to several people.
                found[game.table] = mini(house, table, seats[0] if len(seats) == 1 else Eyes.SPECTATOR)
        except RulesError as error:
            log.error("a game cannot be shown", extra={"table": game.table, "fault": error.code})
    return found


def mini(house: House, table: TableState, viewer: Viewer = Eyes.SPECTATOR) -> Mini:
    """The board of a table as this viewer may see it. Only what everybody may see is remembered."""
    defined = (table.opening.variant, viewer in table.rules.turned)
    key = f"{table.id}-{table.takebacks}-{table.number}-{table.status}"
    if isinstance(viewer, int):
        return Mini(f"{key}-{viewer}", _draw(house, table, viewer), defined)
    return Mini(key, _drawn.get((house, key), lambda: _draw(house, table, viewer)), defined)


def _draw(house: House, table: TableState, viewer: Viewer) -> Markup:
    name, turned = table.opening.variant, viewer in table.rules.turned
    view = house.tables.view(table, viewer, since=max(0, table.number - RECENT))
    return drawn(
        name,
        picture_of(view),
        prefix=_prefix(name, turned),
        marks=Marks(last=marks_of({**view, "signs": table.position.event_codes}).last),
        turned=turned,
        near=view["viewer"],
        defined=True,
        house=house,
    )


def _prefix(variant: str, turned: bool) -> str:
    return f"g{int(turned)}-{variant}-"


def definitions(house: House, used: Iterable[Mini], pieces: str | None = None) -> dict[str, Markup]:
    """By key, the definitions that these boards use: an element each, which a page holds once.

    `pieces` is the set of pieces, where no request of its reader is answered.
    """
    pieces = pieces or chosen_pieces()
    return {_prefix(*one): _definitions(house, pieces, *one) for one in sorted({one.defined for one in used})}


@lru_cache(maxsize=256)
def _definitions(house: House, pieces: str, name: str, turned: bool) -> Markup:
    prefix = _prefix(name, turned)
    defined = house.drawings(name, pieces).definitions(house.variants[name].drawings.values(), prefix, turned)
    # Markup of our own files.
    return Markup(f'<svg class="marks" data-defs="{prefix}" aria-hidden="true" focusable="false">{defined}</svg>')
