"""Small boards of games in lists, each drawn once for all viewers who see the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup

from server.content import Boards, Library, marks_of, picture_of
from server.drawing.marks import Marks
from server.game import TableState
from server.game.view_types import ChairView
from server.lobby.listing import Summary
from server.runtime.loop import yield_to_loop
from server.runtime.lru import Cache
from server.tables import Tables, skip_unreadable
from variants.position import Eyes, Viewer

RECENT_TURNS = 40
"""Turns that a board may show together as the last one."""

MOST_IN_LIST = 12
"""Games with a board in one list of a page."""

CACHE_BYTES = 4_000_000
"""Bytes of the cache of boards."""


class Preview(NamedTuple):
    """A small board, which uses definitions that the page must hold too (`Previews.definitions`)."""

    key: str
    """Identifies the drawing: a function of public facts of the table."""
    board: Markup
    defined: tuple[str, bool]
    """The definitions that it uses: the variant, and whether the board is turned."""


class RunningGame(NamedTuple):
    """A running game as everybody may see it: its board and its chairs, without those of the chance player."""

    chairs: tuple[ChairView, ...]
    preview: Preview


class Previews:
    """Draws the small boards of tables."""

    def __init__(self, library: Library, boards: Boards, tables: Tables) -> None:
        self._library = library
        self._boards = boards
        self._tables = tables
        self._drawn: Cache[Markup] = Cache(CACHE_BYTES)

    def running(self, games: Iterable[Summary]) -> dict[str, RunningGame]:
        """These games by id; a game that today's rules cannot read, or that is over by now, is left out."""
        running = {}
        for game in games:
            yield_to_loop()
            with skip_unreadable(game.table), self._tables.reading(game.table) as table:
                if table.status == "running":
                    view = self._tables.brief_view(table, Eyes.SPECTATOR)
                    chairs = tuple(chair for chair in view["chairs"] if chair["state"] != "nature")
                    running[game.table] = RunningGame(chairs, self.of_table(table))
        return running

    def of(self, games: Iterable[Summary], me: str | None = None) -> dict[str, Preview]:
        """The boards of these games by id, as everybody may see them, or as the player `me` does."""
        previews = {}
        for game in games:
            yield_to_loop()
            with skip_unreadable(game.table), self._tables.reading(game.table) as table:
                seats = table.seats_of(me)
                # A player of several seats may be showing one device to several people.
                previews[game.table] = self.of_table(table, seats[0] if len(seats) == 1 else Eyes.SPECTATOR)
        return previews

    def of_table(self, table: TableState, viewer: Viewer = Eyes.SPECTATOR) -> Preview:
        """The board of a table as this viewer may see it. Only boards for everybody are cached."""
        defined = (table.opening.variant, viewer in table.rules.turned)
        key = f"{table.id}-{table.takebacks}-{table.number}-{table.status}"
        if isinstance(viewer, int):
            return Preview(f"{key}-{viewer}", self._draw(table, viewer), defined)
        return Preview(key, self._drawn.get(key, lambda: self._draw(table, viewer)), defined)

    def definitions(self, used: Iterable[Preview], pieces: str | None = None) -> dict[str, Markup]:
        """By key, the definitions that these boards use: an element each, which a page holds once.

        `pieces` is the set of pieces; None for that of the request.
        """
        pieces = pieces or self._boards.look().pieces
        return {
            _prefix(*drawing_set): self._defined(pieces, *drawing_set)
            for drawing_set in sorted({preview.defined for preview in used})
        }

    def _draw(self, table: TableState, viewer: Viewer) -> Markup:
        name, turned = table.opening.variant, viewer in table.rules.turned
        view = self._tables.view(table, viewer, since=max(0, table.number - RECENT_TURNS))
        return self._boards.draw(
            name,
            picture_of(view),
            prefix=_prefix(name, turned),
            marks=Marks(last=marks_of({**view, "signs": table.position.event_codes}).last),
            turned=turned,
            near=view["viewer"],
            defined=True,
        )

    def _defined(self, pieces: str, name: str, turned: bool) -> Markup:
        prefix, drawings = _prefix(name, turned), self._library.drawings(name, pieces)
        defined = drawings.definitions(self._library.variants[name].drawings.values(), prefix, turned)
        # Markup of our own files.
        return Markup(f'<svg class="marks" data-defs="{prefix}" aria-hidden="true" focusable="false">{defined}</svg>')


def _prefix(variant: str, turned: bool) -> str:
    return f"g{int(turned)}-{variant}-"
