"""Boards as SVG: of a variant's cover or start, of a position, of a view of a table; and many covers on one page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup

from server.book.figures import definitions
from server.book.validation import ROOT
from server.content.library import Library
from server.drawing.diagram import SEAL_DRAWING, board_svg
from server.drawing.marks import Marks, from_story
from server.drawing.pieces import PIECE_SETS, Drawings, beside
from server.game import start_of
from server.runtime.loop import yield_to_loop
from server.texts.view_text import event_of
from variants.position import Eyes, Picture, Seat


class BoardLook(NamedTuple):
    """A reader's settings of boards: the set of pieces, and whether there is room for coordinates."""

    pieces: str = PIECE_SETS[0]
    margin: bool = True


class Boards:
    """Draws boards. `look` answers the settings of the current reader. Markup, because `board_svg` escapes texts."""

    def __init__(self, library: Library, look: Callable[[], BoardLook]) -> None:
        self._library = library
        self.look = look
        self._covers: dict[tuple[str, str], Markup] = {}

    def draw(
        self,
        name: str,
        picture: Picture,
        *,
        look: BoardLook | None = None,
        coordinates: bool = False,
        symbols: Mapping[str, str] | None = None,
        **more: Any,
    ) -> Markup:
        """A board of this variant; `look` overrides the reader's settings. `more` are arguments of `board_svg`.

        `symbols` are other names of the drawings, as a page defines them.
        """
        pieces, margin = look or self.look()
        symbols, drawings = symbols or self._library.variants[name].drawings, self._library.drawings(name, pieces)
        return Markup(board_svg(picture, symbols, drawings, coordinates=coordinates, margin=margin, **more))

    def of_position(self, name: str, fen: str, settings: Mapping[str, Any], seat: Seat, **more: Any) -> Markup:
        """A position from the side of a seat, with nothing hidden. `more` are arguments of `draw`."""
        rules = self._library.variants[name]
        picture = rules.from_fen(fen, rules.complete(settings)).picture(Eyes.ALL)
        return self.draw(name, picture, turned=seat in rules.turned, **more)

    def of_view(self, view: Mapping[str, Any], **more: Any) -> Markup:
        """The board of a view of a table, with the marks of its last turn. `more` are arguments of `draw`."""
        return self.draw(
            view["variant"],
            picture_of(view),
            marks=marks_of(view),
            turned=view["viewer"] in self._library.variants[view["variant"]].turned,
            near=view["viewer"],
            **more,
        )

    def cover(self, name: str) -> Markup:
        """The cover of the variant: a figure of its rules page, else its start."""
        key = name, self.look().pieces
        if key not in self._covers:
            self._covers[key] = self.draw_cover(name, prefix=f"t-{name}-")
        return self._covers[key]

    def draw_cover(self, name: str, **more: Any) -> Markup:
        """The cover, drawn with `more` arguments of `draw`."""
        example = self._library.cover(name)
        if example is None:
            return self.draw(name, start_of(self._library.variants[name]).picture(Eyes.ALL), **more)
        picture = example.last.picture(example.eyes)
        return self.draw(name, picture, marks=example.marks, turned=example.turned, **more)

    def thumbnail(self, name: str) -> Markup:
        """The cover as a small board, with the drawings of chance, such as dice, on it."""
        example = self._library.cover(name)
        if example is None or not example.drawn:
            return self.cover(name)
        prefix, drawings = f"n-{name}-", [self._library.variants[name].drawings[symbol] for symbol in example.drawn]
        defined = self._library.drawings(name, self.look().pieces).definitions(drawings, prefix)
        # Markup: the files are the project's own.
        return self.cover(name) + Markup(beside(drawings, prefix, "dice", defined))

    def page_definitions(self, name: str, turned: bool) -> Markup:
        """The definitions of drawings that a rules page needs before its HTML."""
        drawings = self._library.drawings(name, self.look().pieces)
        return Markup(definitions(self._library.variants[name], drawings, turned))

    def piece(self, name: str, symbol: str) -> Markup:
        """A single piece. Markup: the files are the project's own."""
        drawing = self._library.variants[name].drawings[symbol]
        prefix, drawings = f"p-{drawing}-", self._library.drawings(name, self.look().pieces)
        return Markup(beside([drawing], prefix, "piece", drawings.definitions([drawing], prefix)))


def picture_of(view: Mapping[str, Any]) -> Picture:
    """The picture of a view."""
    shown = view["picture"]
    return Picture(
        tuple(shown["size"]),
        tuple(shown["board"]),
        {int(square): mark for square, mark in shown["marks"].items()},
        tuple(map(tuple, shown["hands"])),
        tuple(map(tuple, shown.get("counts", ()))),
    )


def marks_of(view: Mapping[str, Any]) -> Marks:
    """The marks of the last turn of a view."""
    return from_story(map(event_of, latest_events(view)), view["signs"])


def latest_events(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The events that a board shows as the last ones."""
    turns = view["turns"]
    return [event for turn in turns if turn["number"] >= turns[-1]["latest"] for event in turn["events"]]


@cache
def common_drawings(pieces: str = PIECE_SETS[0]) -> Drawings:
    """The drawings of a set that belong to no variant."""
    return Drawings(*(folder for folder in (ROOT / "pieces" / pieces,) if folder.is_dir()), ROOT / "pieces")


@cache
def defined(pieces: str, prefix: str, *names: str) -> Markup:
    """Definitions of drawings that belong to no variant, for a page. Markup: the files are the project's own."""
    return Markup(common_drawings(pieces).definitions(names, prefix))


@cache
def seal() -> Markup:
    """The definition of the wax seal, which a page uses as `#mark-seal`. Markup: the file is the project's own."""
    return Markup(common_drawings().definitions([SEAL_DRAWING], "mark-"))


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
