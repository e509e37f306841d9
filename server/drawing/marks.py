"""The marks on a board besides its pieces: read from a diagram's address, or from the events of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from variants.errors import RulesError
from variants.grid import Grid
from variants.position import Event, Seat, Square


class MarkError(RulesError):
    """A text that names no squares of this board."""


class Arrow(NamedTuple):
    """An arrow along two squares or more, in the style of a seat."""

    squares: tuple[Square, ...]
    seat: Seat | None = None
    failed: bool = False
    """The move failed: its piece did not go this way."""


class Lost(NamedTuple):
    """A piece that left the board on this square."""

    square: Square
    symbol: str


@dataclass(frozen=True, kw_only=True)
class Marks:
    """The signs of one diagram. A square may carry several."""

    last: tuple[Square, ...] = ()
    """Squares of the last turn: gold."""
    selected: Square | None = None
    safe: tuple[Square, ...] = ()
    """Squares a piece may go to: a disc, or a full frame round a piece."""
    risky: tuple[Square, ...] = ()
    """Targets of risky moves: dashed."""
    only_takes: tuple[Square, ...] = ()
    """Squares a piece may go to only where it captures: a full ring."""
    clash: tuple[Square, ...] = ()
    """Squares on which two pieces met: a star behind the one that stayed."""
    lost: tuple[Lost, ...] = ()
    arrows: tuple[Arrow, ...] = ()


def from_story(events: Iterable[Event], signs: Mapping[str, str | None]) -> Marks:
    """The marks of a turn's events. `signs` is as `Position.event_codes`; an event without a sign leaves no mark."""
    last: dict[Square, None] = {}
    clash: dict[Square, None] = {}
    lost: list[Lost] = []
    arrows: list[Arrow] = []
    for event in events:
        sign = signs.get(event.code)
        if sign == "arrow":
            last.update(dict.fromkeys(event.squares))
            if len(event.squares) > 1:
                arrows.append(Arrow(event.squares, event.seat))
        elif sign == "failed" and len(event.squares) > 1:
            arrows.append(Arrow(event.squares, event.seat, failed=True))
        elif sign == "clash":
            clash.update(dict.fromkeys(event.squares[:1]))
        elif sign == "lost":
            lost += [Lost(square, symbol) for square, symbol in zip(event.squares[:1], event.pieces, strict=False)]
    return Marks(last=tuple(last), clash=tuple(clash), lost=tuple(lost), arrows=tuple(arrows))


def parse_marks(text: str, grid: Grid) -> tuple[Square, ...]:
    """The squares that a text such as `e4,d5` names; none for an empty text. Raises MarkError."""
    return tuple(_square(name, grid) for name in _items(text))


def parse_arrows(text: str, grid: Grid) -> tuple[Arrow, ...]:
    """The arrows that a text such as `e2e4,1:b8c6` names, each with its seat's number before it where it has one.

    Raises MarkError.
    """
    arrows = []
    for item in _items(text):
        seat, colon, squares = item.rpartition(":")
        names = grid.split.findall(squares)
        if (
            len(names) < 2
            or "".join(names) != squares
            or any(name == following for name, following in pairwise(names))
            or (colon and not (len(seat) == 1 and seat in "0123456789"))
        ):
            raise MarkError(
                "mark_arrow",
                "“{arrow}” is not an arrow on this board: write two squares or more, such as {example}.",
                arrow=item,
                example=grid.names[-1] + grid.names[0],
            )
        arrows.append(Arrow(tuple(grid.index[name] for name in names), int(seat) if colon else None))
    return tuple(arrows)


def _items(text: str) -> list[str]:
    items = [item.strip() for item in text.split(",")] if text.strip() else []
    if len(items) > 400:
        raise MarkError("mark_many", "{count} marks are too many: draw at most 400.", count=len(items))
    return items


def _square(name: str, grid: Grid) -> Square:
    if name not in grid.index:
        raise MarkError(
            "mark_square",
            "There is no square “{square}” on this board; its squares are {first} to {last}.",
            square=name,
            first=grid.names[(grid.ranks - 1) * grid.files],
            last=grid.names[grid.files - 1],
        )
    return grid.index[name]
