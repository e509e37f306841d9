"""Boards as SVG: of a variant's cover or start, of a position, of a view of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup

from server.book.figures import definitions
from server.book.validation import ROOT
from server.content.library import Library
from server.drawing.diagram import NO_MARKS, SEAL_DRAWING, board_svg
from server.drawing.marks import Marks, from_story
from server.drawing.pieces import PIECE_SETS, Drawings, beside
from server.game import start_of
from variants.position import Event, Eyes, Picture, Seat


class BoardLook(NamedTuple):
    """How a reader sees boards: the set of pieces, and whether there is room for coordinates beside them."""

    pieces: str = PIECE_SETS[0]
    margin: bool = True


class Boards:
    """Draws boards. `look` answers how who reads now sees them. Markup, because `board_svg` escapes every text."""

    def __init__(self, library: Library, look: Callable[[], BoardLook]) -> None:
        self._library = library
        self.look = look
        self._covers: dict[tuple[str, str], Markup] = {}

    def draw(
        self,
        name: str,
        picture: Picture,
        *,
        prefix: str,
        title: str = "",
        marks: Marks = NO_MARKS,
        turned: bool = False,
        near: Seat | None = None,
        live: bool = False,
        coordinates: bool = False,
        defined: bool = False,
        look: BoardLook | None = None,
    ) -> Markup:
        """A board of this variant; `look` where it is not the reader's."""
        pieces, margin = look or self.look()
        return Markup(
            board_svg(
                picture,
                self._library.variants[name].drawings,
                self._library.drawings(name, pieces),
                marks=marks,
                turned=turned,
                near=near,
                coordinates=coordinates,
                margin=margin,
                live=live,
                prefix=prefix,
                defined=defined,
                title=title,
            )
        )

    def of_position(
        self,
        name: str,
        fen: str,
        settings: Mapping[str, Any],
        seat: Seat,
        *,
        prefix: str,
        live: bool = False,
        coordinates: bool = False,
    ) -> Markup:
        """A position, from the side of a seat; nothing in it is hidden."""
        rules = self._library.variants[name]
        picture = rules.from_fen(fen, rules.complete(settings)).picture(Eyes.ALL)
        return self.draw(name, picture, prefix=prefix, turned=seat in rules.turned, live=live, coordinates=coordinates)

    def of_view(
        self, view: Mapping[str, Any], *, prefix: str, title: str, live: bool, coordinates: bool = True
    ) -> Markup:
        """The board that a view of a table describes, with the signs of its last turn."""
        return self.draw(
            view["variant"],
            picture_of(view),
            prefix=prefix,
            title=title,
            marks=marks_of(view),
            turned=view["viewer"] in self._library.variants[view["variant"]].turned,
            near=view["viewer"],
            live=live,
            coordinates=coordinates,
        )

    def cover(self, name: str) -> Markup:
        """The board at the cover of the variant's rules page, else its start."""
        key = name, self.look().pieces
        if key not in self._covers:
            example, prefix = self._library.covers[name], f"t-{name}-"
            if example is None:
                start = start_of(self._library.variants[name]).picture(Eyes.ALL)
                self._covers[key] = self.draw(name, start, prefix=prefix)
            else:
                picture = example.last.picture(example.eyes)
                self._covers[key] = self.draw(name, picture, prefix=prefix, marks=example.marks, turned=example.turned)
        return self._covers[key]

    def thumbnail(self, name: str) -> Markup:
        """The variant in a small board without coordinates: its cover, with what chance has drawn there."""
        example = self._library.covers[name]
        return self.cover(name) + (self._dice(name, example.drawn) if example else "")

    def page_definitions(self, name: str, turned: bool) -> Markup:
        """The drawings that a rules page uses, to stand on it before its HTML."""
        drawings = self._library.drawings(name, self.look().pieces)
        return Markup(definitions(self._library.variants[name], drawings, turned))

    def piece(self, name: str, symbol: str) -> Markup:
        """A piece by itself. Markup of our own files."""
        drawing = self._library.variants[name].drawings[symbol]
        prefix, drawings = f"p-{drawing}-", self._library.drawings(name, self.look().pieces)
        return Markup(beside([drawing], prefix, "piece", drawings.definitions([drawing], prefix)))

    def _dice(self, name: str, symbols: Sequence[str]) -> Markup:
        """The outcome of a chance move, side by side, to lie on a board. Markup of our own files."""
        if not symbols:
            return Markup()
        prefix, drawings = f"n-{name}-", [self._library.variants[name].drawings[symbol] for symbol in symbols]
        defined = self._library.drawings(name, self.look().pieces).definitions(drawings, prefix)
        return Markup(beside(drawings, prefix, "dice", defined))


def picture_of(view: Mapping[str, Any]) -> Picture:
    """What stands on the board of a view."""
    shown = view["picture"]
    return Picture(
        tuple(shown["size"]),
        tuple(shown["board"]),
        {int(square): mark for square, mark in shown["marks"].items()},
        tuple(map(tuple, shown["hands"])),
    )


def marks_of(view: Mapping[str, Any]) -> Marks:
    """The signs of the last turn of a view."""
    events = [
        Event(event["code"], event["seat"], tuple(event["squares"]), tuple(event["pieces"]))
        for event in latest_events(view)
    ]
    return from_story(events, view["signs"])


def latest_events(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The events that a board shows as the last ones."""
    turns = view["turns"]
    return [event for turn in turns if turn["number"] >= turns[-1]["latest"] for event in turn["events"]]


@cache
def common(pieces: str = PIECE_SETS[0]) -> Drawings:
    """The drawings of a set that belong to no variant."""
    return Drawings(*(folder for folder in (ROOT / "pieces" / pieces,) if folder.is_dir()), ROOT / "pieces")


@cache
def defined(pieces: str, prefix: str, *names: str) -> Markup:
    """Drawings of a set that belong to no variant, for a page to use; markup of our own files."""
    return Markup(common(pieces).definitions(names, prefix))


@cache
def seal() -> Markup:
    """The wax seal for a page to use as `#mark-seal`; markup of our own files."""
    return Markup(common().definitions([SEAL_DRAWING], "mark-"))
