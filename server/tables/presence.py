"""The players at the tables: the connections that look from each seat, and since when there is none."""

from __future__ import annotations

from collections import Counter

from variants.position import Seat


class Presence:
    """What one process knows of who is at the seats; nobody was seen before it began (seconds since the epoch)."""

    def __init__(self, began: float) -> None:
        self.began = began
        self._looking: dict[str, Counter[Seat]] = {}
        """By table, how many connections look from each seat."""
        self._last_seen: dict[tuple[str, Seat], float] = {}

    def come(self, table: str, seat: Seat) -> None:
        """A connection looks from this seat."""
        self._looking.setdefault(table, Counter())[seat] += 1

    def go(self, table: str, seat: Seat, at: float) -> None:
        """A connection that looked from this seat looks no longer."""
        looking = self._looking[table]
        looking[seat] -= 1
        if not looking[seat]:
            del looking[seat]
            self._last_seen[table, seat] = at
        if not looking:
            del self._looking[table]

    def seen(self, table: str, seat: Seat, at: float) -> None:
        """The player of this seat gave a sign of life without a lasting connection."""
        self._last_seen[table, seat] = at

    def seen_since(self, table: str, seat: Seat, moment: float) -> bool:
        """Whether it is known that somebody has looked from this seat since then."""
        return seat in self._looking.get(table, ()) or self._last_seen.get((table, seat), moment) > moment

    def absent_since(self, table: str, seats: int) -> dict[Seat, float]:
        """The seats of a table from which no connection looks, and the moment since which none has."""
        looking = self._looking.get(table, ())
        return {seat: self._last_seen.get((table, seat), self.began) for seat in range(seats) if seat not in looking}

    def seats(self, table: str) -> list[Seat]:
        """The seats of a table from which connections look."""
        return list(self._looking.get(table, ()))

    def tables(self) -> list[str]:
        """The tables at which connections look from seats."""
        return list(self._looking)

    def forget(self, table: str, seats: int) -> None:
        """A table at which nobody is waited for any more needs no memory of who left it."""
        for seat in range(seats):
            self._last_seen.pop((table, seat), None)
