"""The score sheet: which turns share a row, and which a board shows together as the last ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from variants.position import Seat


class SheetPlace(NamedTuple):
    """The place of a turn on the score sheet."""

    row: int
    """The number of its row, from 1. A row goes on as long as each turn brings a later seat."""
    latest: int
    """The number of the first turn that a board shows together with it: the same single seat acted in all of them."""
    told_from: int
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
        self._places: list[SheetPlace] = []
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
        return len(self._places)

    def add(self, seats: Collection[Seat]) -> None:
        """Add a turn in which these seats acted; without seats, one in which seats left, placed like a chance move."""
        number = len(self._places) + 1
        if self._chance.issuperset(seats):
            self._waiting += 1
            self._alone = None
            before = self._places[-1] if self._places else None
            chance = bool(seats)
            told_from = before.told_from if before and chance else number
            self._places.append(SheetPlace(0, before.latest if before else number, told_from, chance, chance))
            return
        row, self._before = self._next(seats), sorted(seats)
        if row > self._row:
            self._first = self._before
        for index in range(number - 1 - self._waiting, number - 1):
            self._places[index] = self._in(row, self._places[index])
        self._row = row
        self._waiting = 0
        alone = self._before[0] if len(self._before) == 1 else None
        goes_on = alone is not None and alone == self._alone
        self._alone = alone
        latest = self._places[-1].latest if goes_on else number
        self._places.append(SheetPlace(row, latest, number, False, self._first == self._before))

    def place(self, number: int, to_act: Collection[Seat]) -> SheetPlace:
        """The place of this turn, counted from 1, while these seats are to act."""
        place = self._places[number - 1]
        if place.row:
            return place
        players = [seat for seat in to_act if seat not in self._chance]
        return self._in(self._next(players) if players else max(self._row, 1), place)

    def _in(self, row: int, place: SheetPlace) -> SheetPlace:
        """The place, in this row, of a turn whose row was not known."""
        return place._replace(row=row, begins=place.chance or row > self._row)

    def _next(self, seats: Collection[Seat]) -> int:
        """The row of a turn in which these seats act after those that are on the sheet."""
        again = len(seats) == 1 and list(seats) == self._before
        goes_on = self._row > 0 and (again or min(seats) > max(self._before))
        return self._row if goes_on else self._row + 1
