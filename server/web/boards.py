"""Boards as pages show them: of a variant's start, of a FEN, of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from flask import g, has_app_context
from markupsafe import Markup

from server.book.admission import ROOT
from server.book.illustrations import definitions
from server.drawing.diagram import NO_MARKS, SEAL_DRAWING, board_svg
from server.drawing.drawings import PIECE_SETS, Drawings, beside
from server.drawing.marks import Marks, from_story
from server.game import start_of
from server.house import House, the_house
from server.puzzles.puzzle import Puzzle
from server.web.turns import latest_events
from variants.position import Event, Eyes, Picture, Seat


def chosen_pieces() -> str:
    """The set of pieces in which the reader of this page sees boards."""
    return g.get("pieces", PIECE_SETS[0]) if has_app_context() else PIECE_SETS[0]


def _margin() -> bool:
    """Whether the reader of this page wants coordinates beside boards."""
    return g.get("margin", True) if has_app_context() else True


def drawn(
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
    pieces: str | None = None,
    margin: bool | None = None,
    house: House | None = None,
) -> Markup:
    """A board of this variant as SVG. It is markup because `board_svg` escapes every text that it is given.

    `pieces` is the set of pieces, `margin` whether there is room for coordinates, where they are not the reader's;
    `house` where no request is answered.
    """
    house = house or the_house()
    variant = house.variants[name]
    return Markup(
        board_svg(
            picture,
            variant.drawings,
            house.drawings(name, pieces or chosen_pieces()),
            marks=marks,
            turned=turned,
            near=near,
            coordinates=coordinates,
            margin=_margin() if margin is None else margin,
            live=live,
            prefix=prefix,
            defined=defined,
            title=title,
        )
    )


@lru_cache(maxsize=256)
def _cover(house: House, name: str, _pieces: str) -> Markup:
    example, prefix = house.covers[name], f"t-{name}-"
    if example is None:
        return drawn(name, start_of(house.variants[name]).picture(Eyes.ALL), prefix=prefix)
    picture = example.last.picture(example.eyes)
    return drawn(name, picture, prefix=prefix, marks=example.marks, turned=example.turned)


def cover(name: str) -> Markup:
    """The board at the cover of the variant's rules page, else its start."""
    return _cover(the_house(), name, chosen_pieces())


def _dice(house: House, name: str, symbols: Sequence[str]) -> Markup:
    """The outcome of a chance move, side by side, to lie on a board. Markup of our own files."""
    if not symbols:
        return Markup()
    prefix, drawings = f"n-{name}-", [house.variants[name].drawings[symbol] for symbol in symbols]
    return Markup(beside(drawings, prefix, "dice", house.drawings(name, chosen_pieces()).definitions(drawings, prefix)))


@lru_cache(maxsize=256)
def _thumbnail(house: House, name: str, pieces: str) -> Markup:
    example = house.covers[name]
    return _cover(house, name, pieces) + (_dice(house, name, example.drawn) if example is not None else "")


def thumbnail(name: str) -> Markup:
    """The variant in a small board without coordinates: its cover, with what chance has drawn there."""
    return _thumbnail(the_house(), name, chosen_pieces())


def of_the_puzzle(puzzle: Puzzle, *, prefix: str, live: bool = False, coordinates: bool = False) -> Markup:
    """The position of a puzzle, seen by who solves it."""
    rules = the_house().variants[puzzle.variant]
    picture = rules.from_fen(puzzle.fen, rules.complete(puzzle.settings)).picture(Eyes.ALL)
    turned = puzzle.seat in rules.turned
    return drawn(puzzle.variant, picture, prefix=prefix, turned=turned, live=live, coordinates=coordinates)


def of_view(view: Mapping[str, Any], *, prefix: str, title: str, live: bool, coordinates: bool = True) -> Markup:
    """The board that a view of a table describes, with the signs of its last turn."""
    return drawn(
        view["variant"],
        picture_of(view),
        prefix=prefix,
        title=title,
        marks=marks_of(view),
        turned=view["viewer"] in the_house().variants[view["variant"]].turned,
        near=view["viewer"],
        live=live,
        coordinates=coordinates,
    )


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
        Event(one["code"], one["seat"], tuple(one["squares"]), tuple(one["pieces"])) for one in latest_events(view)
    ]
    return from_story(events, view["signs"])


def page_definitions(name: str, turned: bool) -> Markup:
    """The drawings that a rules page uses, to stand on it before its HTML."""
    house = the_house()
    return Markup(definitions(house.variants[name], house.drawings(name, chosen_pieces()), turned))


def drawings_of(name: str) -> dict[str, str]:
    """Symbol -> drawing, as the board of the browser needs it."""
    return dict(the_house().variants[name].drawings)


def pieces_of(name: str) -> dict[str, str]:
    """Symbol -> the piece's name in the reader's language."""
    house = the_house()
    words = house.words(name, g.language)
    return {symbol: words.piece(symbol) for symbol in house.variants[name].drawings}


def letters_of(name: str) -> dict[str, str]:
    """Letter that moves are written with -> the letter of the reader's language for that piece."""
    return dict(the_house().words(name, g.language).letters)


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
