"""The presence of players: the connections that look from each seat, and since when there is none."""

from __future__ import annotations

from collections import Counter

from server.runtime.lru import LRU
from variants.position import Seat

MOST_SEEN = 20_000
"""Seats of which the last departure, or sign of life in another process, is remembered."""


class Presence:
    """The presence known to one process, which knows nothing from before it `began` (seconds since the epoch)."""

    def __init__(self, began: float) -> None:
        self.began = began
        self._looking: dict[str, Counter[Seat]] = {}
        """By table, how many connections look from each seat."""
        self._last_seen: LRU[tuple[str, Seat], float] = LRU(MOST_SEEN)

    def arrive(self, table: str, seat: Seat) -> None:
        """A connection looks from this seat."""
        self._looking.setdefault(table, Counter())[seat] += 1

    def depart(self, table: str, seat: Seat, at: float) -> None:
        """A connection no longer looks from this seat."""
        looking = self._looking[table]
        looking[seat] -= 1
        if not looking[seat]:
            del looking[seat]
            self._last_seen[table, seat] = at
        if not looking:
            del self._looking[table]

    def see(self, table: str, seat: Seat, at: float) -> None:
        """The player of this seat was active without a lasting connection."""
        self._last_seen[table, seat] = at

    def seen_since(self, table: str, seat: Seat, moment: float) -> bool:
        """Whether a connection is known to have looked from this seat since then."""
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
        """Forget the departures from a table whose game is over."""
        for seat in range(seats):
            self._last_seen.pop((table, seat), None)
