"""Covers of many variants on one page: small boards that share the drawings of their pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from markupsafe import Markup

from server.content.boards import Boards
from server.content.library import Library
from server.drawing.pieces import beside
from server.runtime.loop import yield_to_loop

PREFIX = "c-"


class Cover(NamedTuple):
    """The cover of a variant, which uses drawings that the page must hold (`CoverSheets.definitions`)."""

    board: Markup
    uses: frozenset[str]


class CoverSheet(NamedTuple):
    """All covers in one set of pieces."""

    covers: Mapping[str, Cover]
    definitions: Mapping[str, str]
    """By name, the drawings that the covers use. A drawing that several variants have alike occurs once."""


class CoverSheets:
    """Draws the covers, once for each set of pieces."""

    def __init__(self, library: Library, boards: Boards) -> None:
        self._library = library
        self._boards = boards
        self._sheets: dict[str, CoverSheet] = {}

    def boards(self, names: Iterable[str]) -> dict[str, Markup]:
        """The covers of these variants, in the reader's set of pieces."""
        covers = self._sheet().covers
        return {name: covers[name].board for name in names}

    def definitions(self, names: Iterable[str]) -> Markup:
        """One hidden element with what the covers of these variants use."""
        sheet = self._sheet()
        used = sorted(frozenset().union(*(sheet.covers[name].uses for name in names)))
        drawn = "".join(sheet.definitions[drawing] for drawing in used)
        # Markup: the files are the project's own, or have been checked (`Drawings`).
        return Markup(f'<svg class="marks" aria-hidden="true" focusable="false">{drawn}</svg>')

    def _sheet(self) -> CoverSheet:
        pieces = self._boards.look().pieces
        if pieces not in self._sheets:
            self._sheets[pieces] = self._draw(pieces)
        return self._sheets[pieces]

    def _draw(self, pieces: str) -> CoverSheet:
        covers: dict[str, Cover] = {}
        definitions: dict[str, str] = {}
        for name in self._library.variants:
            yield_to_loop()
            example = self._library.cover(name)
            drawings, turned = self._library.drawings(name, pieces), example is not None and example.turned
            symbols: dict[str, str] = {}
            for symbol, drawing in self._library.variants[name].drawings.items():
                symbols[symbol] = drawing
                defined = drawings.definitions([drawing], PREFIX, turned)
                if definitions.setdefault(drawing, defined) != defined:
                    # Another variant has another drawing of this name.
                    symbols[symbol] = f"{name}-{drawing}"
                    definitions[symbols[symbol]] = drawings.definitions([drawing], f"{PREFIX}{name}-", turned)
            board = self._boards.draw_cover(name, prefix=PREFIX, symbols=symbols, defined=True)
            if example is not None and example.drawn:
                board += Markup(beside([symbols[symbol] for symbol in example.drawn], PREFIX, "dice"))
            covers[name] = Cover(board, frozenset(used for used in symbols.values() if f'"#{PREFIX}{used}"' in board))
        return CoverSheet(covers, definitions)
