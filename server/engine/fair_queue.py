"""Fair queueing: round-robin over addresses, and round-robin over the people of one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import count
from typing import TypeVar

from server.runtime.limits import Asker
from server.runtime.lru import LRU

MOST_LAST_TURNS = 1000
"""Addresses and people whose last turn is remembered."""

Item = TypeVar("Item", bound=Hashable)


class FairQueue(Collection[Item]):
    """Waiting items and the clients that asked for them, `most` at most.

    The client with the fewest items in progress goes first; among equals, the one served least recently. A new client
    counts as just served, so changing names gains nothing.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[Item, Asker] = {}
        self._turns = count()
        self._last: LRU[tuple[str, ...], int] = LRU(MOST_LAST_TURNS)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._waiting)

    def __contains__(self, item: object) -> bool:
        return item in self._waiting

    @property
    def askers(self) -> Collection[Asker]:
        """The client of each item."""
        return self._waiting.values()

    def add(self, item: Item, asker: Asker) -> None:
        """Put an item in the queue; call `drop_overflow` afterwards."""
        self._waiting[item] = asker
        for party in _parties(asker):
            self._last.setdefault(party, next(self._turns))

    def discard(self, item: Item) -> None:
        """Remove an item, if it waits."""
        self._waiting.pop(item, None)

    def drop_overflow(self) -> Item | None:
        """Where the queue is too long, remove and return the newest item of the client with the most items."""
        if len(self._waiting) <= self._most:
            return None
        crowd = list(self._waiting.items())
        for width in (1, 2):
            counts = Counter(asker[:width] for _, asker in crowd)
            # Of several with as many, the newest.
            fullest = max((asker[:width] for _, asker in reversed(crowd)), key=counts.__getitem__)
            crowd = [(item, asker) for item, asker in crowd if asker[:width] == fullest]
        item = crowd[-1][0]
        del self._waiting[item]
        return item

    def take(self, in_hand: Iterable[Asker] = ()) -> tuple[Item, Asker]:
        """Remove and return the next item and its client; `in_hand` are the clients of the items in progress."""
        busy = Counter(party for asker in in_hand for party in _parties(asker))

        def place(item: Item) -> list[tuple[int, int]]:
            return [(busy[party], self._last.get(party, -1)) for party in _parties(self._waiting[item])]

        item = min(self._waiting, key=place)
        asker = self._waiting.pop(item)
        for party in _parties(asker):
            self._last[party] = next(self._turns)
        return item, asker


def _parties(asker: Asker) -> tuple[tuple[str, ...], ...]:
    """The address, and the person at it."""
    return asker[:1], asker[:]
