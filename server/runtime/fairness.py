"""Fair sharing by address: places that callers take in turn, and a limit of work in progress for each address."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from gevent.event import Event

from server.runtime import loop
from server.runtime.lru import LRU

MOST_LAST_TURNS = 1000
"""Addresses whose last turn is remembered."""


class FairPlaces:
    """At most `places` callers at once; of the others, one of the address that was served least recently is next.

    `each` is the number of places that one address may hold; by default, all. The site's own work counts as an address,
    and may hold all.
    """

    def __init__(self, places: int, each: int | None = None) -> None:
        self._places = places
        self._each = places if each is None else each
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[Event]] = {}
        self._turns = count()
        self._last: LRU[str, int] = LRU(MOST_LAST_TURNS)
        """The last turn of each address that had one."""

    @contextmanager
    def place(self, timeout: float | None = None) -> Iterator[None]:
        """Hold a place for the duration of a block. Raises TimeoutError if there is none within so many seconds."""
        address = loop.current_address()
        turn = Event()
        self._waiting.setdefault(address, deque()).append(turn)
        self._admit()
        try:
            if not turn.wait(timeout):
                raise TimeoutError
            yield
        finally:
            if turn.is_set():
                self._held[address] -= 1
                if not self._held[address]:
                    del self._held[address]
            else:  # The caller was interrupted while it waited.
                self._drop(address, turn)
            self._admit()

    def _admit(self) -> None:
        """Give free places to those who wait."""
        while self._held.total() < self._places:
            admissible = [each for each in self._waiting if not each or self._held[each] < self._each]
            if not admissible:
                return
            address = min(admissible, key=lambda each: self._last.get(each, -1))
            turn = self._waiting[address][0]
            self._drop(address, turn)
            self._last[address] = next(self._turns)
            self._held[address] += 1
            turn.set()

    def _drop(self, address: str, turn: Event) -> None:
        self._waiting[address].remove(turn)
        if not self._waiting[address]:
            del self._waiting[address]
