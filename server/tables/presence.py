"""Who is at the tables now: the connections that look from each seat, and since when there is none."""

from __future__ import annotations

from collections import Counter

from variants.position import Seat

Place = tuple[str, Seat]


class Presence:
    """What one process knows of who is there; nobody was seen before it began (seconds since the epoch)."""

    def __init__(self, began: float) -> None:
        self.began = began
        self._looking: Counter[Place] = Counter()
        self._last_seen: dict[Place, float] = {}

    def come(self, table: str, seat: Seat) -> None:
        """A connection looks from this seat."""
        self._looking[table, seat] += 1

    def go(self, table: str, seat: Seat, at: float) -> None:
        """A connection that looked from this seat looks no longer."""
        self._looking[table, seat] -= 1
        if not self._looking[table, seat]:
            del self._looking[table, seat]
            self._last_seen[table, seat] = at

    def seen(self, table: str, seat: Seat, at: float) -> None:
        """The player of this seat gave a sign of life without a lasting connection."""
        self._last_seen[table, seat] = at

    def looks(self, table: str, seat: Seat) -> bool:
        """Whether a connection looks from this seat."""
        return (table, seat) in self._looking

    def seen_since(self, table: str, seat: Seat, moment: float) -> bool:
        """Whether it is known that somebody has looked from this seat since then."""
        return self.looks(table, seat) or self._last_seen.get((table, seat), moment) > moment

    def absent_since(self, table: str, seats: int) -> dict[Seat, float]:
        """The seats of a table from which no connection looks, and the moment since which none has."""
        return {
            seat: self._last_seen.get((table, seat), self.began) for seat in range(seats) if not self.looks(table, seat)
        }

    def seats(self) -> dict[str, list[Seat]]:
        """The seats from which connections look, by table."""
        found: dict[str, list[Seat]] = {}
        for table, seat in self._looking:
            found.setdefault(table, []).append(seat)
        return found

    def forget(self, table: str, seats: int) -> None:
        """A table at which nobody is waited for any more needs no memory of who left it."""
        for seat in range(seats):
            self._last_seen.pop((table, seat), None)
