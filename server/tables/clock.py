"""The clocks of one table: what is left to each seat, counted in seconds from the times of its journal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from server.tables.control import Control
from variants.position import Seat


class Clocks:
    """A clock for each seat. It asks nobody for the time: a reading names its moment, in seconds since the epoch.

    Until a seat has made its first move its flag falls earlier, when the time limit for that move is used up.
    """

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self.running: frozenset[Seat] = frozenset()
        self.unmoved: set[Seat] = set(range(seats))
        """The seats that have not made their first move."""
        self._left = [control.base] * seats
        self._since = 0.0

    @property
    def since(self) -> float:
        """The moment from which the running clocks are counted."""
        return self._since

    def left(self, seat: Seat, at: float) -> float:
        """Seconds that a seat has left at this moment; 0 when its flag has fallen."""
        spent = max(0.0, at - self._since) if seat in self.running else 0.0
        return max(0.0, self._left[seat] - spent)

    def moved(self, seats: Iterable[Seat]) -> None:
        """These seats have moved: from now on they may use all of their time. A takeback does not change that."""
        self.unmoved.difference_update(seats)

    def for_first_move(self, seat: Seat, at: float) -> float | None:
        """Seconds that a seat has left at this moment for its first move; None where it has moved, or has no limit."""
        if seat not in self.unmoved or self.control.first_move is None:
            return None
        return max(0.0, round(self.left(seat, at) - self._reserve(seat), 3))

    def readings(self, at: float) -> list[float]:
        """What every seat has left at this moment, to the millisecond."""
        return [round(self.left(seat, at), 3) for seat in range(len(self._left))]

    def run(self, seats: Collection[Seat], at: float) -> None:
        """From this moment on the clocks of these seats run, and no others."""
        self._left = [self.left(seat, at) for seat in range(len(self._left))]
        self.running = frozenset(seats)
        self._since = max(at, self._since)

    def grant(self, seats: Iterable[Seat]) -> None:
        """Give these seats what a turn earns: the increment, or their time for a turn anew."""
        for seat in seats:
            if self.control.kind == "turn":
                self._left[seat] = self.control.base
            else:
                self._left[seat] += self.control.increment

    def add(self, seats: Iterable[Seat], seconds: float) -> None:
        """Give these seats more time."""
        for seat in seats:
            self._left[seat] += seconds

    def copy(self) -> Clocks:
        """The same clocks once more."""
        other = Clocks(self.control, 0)
        other.running, other._left, other._since = self.running, list(self._left), self._since
        other.unmoved = set(self.unmoved)
        return other

    def give_back(self, seconds: float) -> None:
        """Give time that no player could use back to the clocks that run."""
        for seat in self.running:
            self._left[seat] += seconds

    def put(self, left: Sequence[float]) -> None:
        """Stop all clocks at these readings."""
        self._left = list(left)
        self.running = frozenset()

    def fallen(self, at: float) -> frozenset[Seat]:
        """The seats whose flag has fallen at this moment, to the millisecond."""
        return frozenset(seat for seat in self.running if round(self.left(seat, at) - self._reserve(seat), 3) <= 0)

    def deadline(self) -> float | None:
        """When the next flag falls if nothing happens before."""
        return min((self._since + self._left[seat] - self._reserve(seat) for seat in self.running), default=None)

    def _reserve(self, seat: Seat) -> float:
        """Seconds of its clock that a seat may not use yet."""
        limit = self.control.first_move
        return self.control.base - limit if limit is not None and seat in self.unmoved else 0.0
