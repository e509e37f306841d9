"""Whose turn it is where many wait: every address in its turn, and of one address everybody in his."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import count
from typing import Generic, TypeVar

from server.tables.limits import Asker

REMEMBERED = 1000
"""Addresses and people of whom is known when it was their turn last."""

Item = TypeVar("Item", bound=Hashable)


class Queue(Collection[Item], Generic[Item]):
    """What waits and who asked for it, `most` at most.

    Who has least in hand goes first, and of those whoever had his turn longest ago. Somebody new counts as if he had
    just had it: nobody is served sooner because he comes by ever new names.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[Item, Asker] = {}
        self._turns = count()
        self._last: OrderedDict[tuple[str, ...], int] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._waiting)

    def __contains__(self, item: object) -> bool:
        return item in self._waiting

    @property
    def askers(self) -> Collection[Asker]:
        """Who asked for each of them."""
        return self._waiting.values()

    def add(self, item: Item, asker: Asker) -> None:
        """Let something wait; whether there was room says `one_too_many`."""
        self._waiting[item] = asker
        for party in _parties(asker):
            self._last.setdefault(party, next(self._turns))

    def discard(self, item: Item) -> None:
        """It waits no more, if it did."""
        self._waiting.pop(item, None)

    def one_too_many(self) -> Item | None:
        """Where more wait than may, take out what came last for those who have most waiting, and answer it."""
        if len(self._waiting) <= self._most:
            return None
        crowd = list(self._waiting.items())
        for width in (1, 2):
            counts = Counter(asker[:width] for _, asker in crowd)
            # Of several who have as many, whoever came last.
            fullest = max((asker[:width] for _, asker in reversed(crowd)), key=counts.__getitem__)
            crowd = [(item, asker) for item, asker in crowd if asker[:width] == fullest]
        item = crowd[-1][0]
        del self._waiting[item]
        return item

    def take(self, in_hand: Iterable[Asker] = ()) -> tuple[Item, Asker]:
        """Take out what is to be done next, and for whom, while something is being done for these."""
        busy = Counter(party for asker in in_hand for party in _parties(asker))

        def place(item: Item) -> list[tuple[int, int]]:
            return [(busy[party], self._last.get(party, -1)) for party in _parties(self._waiting[item])]

        item = min(self._waiting, key=place)
        asker = self._waiting.pop(item)
        for party in _parties(asker):
            self._last[party] = next(self._turns)
            self._last.move_to_end(party)
        while len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
        return item, asker


def _parties(asker: Asker) -> tuple[tuple[str, ...], ...]:
    """An address, and somebody there."""
    return asker[:1], asker[:]
