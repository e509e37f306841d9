"""The score sheet: which turns share a row, and which a board shows together as the last ones."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from variants.position import Seat


class SheetPlace(NamedTuple):
    """The place of a turn on the score sheet."""

    row: int
    """The number of its row, from 1. A row goes on as long as each turn brings a later seat."""
    latest: int
    """The number of the first turn that a board shows together with it: the same single seat acted in all of them."""
    described_from: int
    """The number of the first turn that is described together with it: the one before the chance player's."""
    chance: bool
    """Whether only the chance player acted."""
    begins: bool
    """Whether only the chance player and its own seats have acted before it in its row."""


class ScoreSheet:
    """The turns of a game in rows, given the seats that acted in each.

    Several turns of one seat on end stand in one cell. A turn of the chance player stands in the row of the move that
    follows from it, and is shown with the turn before it.
    """

    def __init__(self, chance: Collection[Seat], turns: Iterable[Collection[Seat]] = ()) -> None:
        self._chance = frozenset(chance)
        self._places = array("i")
        """The fields of all places in order: 20 bytes a turn."""
        self._seats: list[tuple[Seat, ...]] = []
        self._groups: dict[tuple[Seat, ...], tuple[Seat, ...]] = {}
        """The groups of seats that acted, so that all turns of a group share one."""
        self._waiting = 0
        """The number of turns of the chance player at the end, whose row is not known yet."""
        self._row = 0
        self._before: list[Seat] = []
        self._first: list[Seat] = []
        """The seats whose turn began the row."""
        self._alone: Seat | None = None
        """The only seat that acted in the last turn."""
        for seats in turns:
            self.add(seats)

    def __len__(self) -> int:
        return len(self._seats)

    @property
    def seats(self) -> Sequence[tuple[Seat, ...]]:
        """The seats that acted in each turn."""
        return self._seats

    def add(self, seats: Collection[Seat]) -> None:
        """Add a turn in which these seats acted; without seats, one in which seats left, placed like a chance move."""
        number = len(self._seats) + 1
        group = tuple(seats)
        self._seats.append(self._groups.setdefault(group, group))
        if self._chance.issuperset(seats):
            self._waiting += 1
            self._alone = None
            before = self._place(number - 1) if number > 1 else None
            chance = bool(seats)
            described_from = before.described_from if before and chance else number
            self._places.extend(SheetPlace(0, before.latest if before else number, described_from, chance, chance))
            return
        row, self._before = self._next(seats), sorted(seats)
        if row > self._row:
            self._first = self._before
        for waiting in range(number - self._waiting, number):
            self._places[_fields(waiting)] = array("i", self._in(row, self._place(waiting)))
        self._row = row
        self._waiting = 0
        alone = self._before[0] if len(self._before) == 1 else None
        goes_on = alone is not None and alone == self._alone
        self._alone = alone
        latest = self._place(number - 1).latest if goes_on else number
        self._places.extend(SheetPlace(row, latest, number, False, self._first == self._before))

    def place(self, number: int, to_act: Collection[Seat]) -> SheetPlace:
        """The place of this turn, counted from 1, while these seats are to act."""
        place = self._place(number)
        if place.row:
            return place
        players = [seat for seat in to_act if seat not in self._chance]
        return self._in(self._next(players) if players else max(self._row, 1), place)

    def _place(self, number: int) -> SheetPlace:
        row, latest, described_from, chance, begins = self._places[_fields(number)]
        return SheetPlace(row, latest, described_from, bool(chance), bool(begins))

    def _in(self, row: int, place: SheetPlace) -> SheetPlace:
        """The place, in this row, of a turn whose row was not known."""
        return place._replace(row=row, begins=place.chance or row > self._row)

    def _next(self, seats: Collection[Seat]) -> int:
        """The row of a turn in which these seats act after those that are on the sheet."""
        again = len(seats) == 1 and list(seats) == self._before
        goes_on = self._row > 0 and (again or min(seats) > max(self._before))
        return self._row if goes_on else self._row + 1


def _fields(number: int) -> slice:
    """The place of this turn among the fields of all."""
    width = len(SheetPlace._fields)
    return slice((number - 1) * width, number * width)
