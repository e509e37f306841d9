"""The transposition table: the results of a search for positions that it may reach again.

D. J. Slate and L. R. Atkin, "CHESS 4.5", in: P. W. Frey (ed.), Chess Skill in Man and Machine, 1977, pp. 82-118; what
is replaced: D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Replacement schemes for transposition
tables", ICCA Journal 17 (4), 1994, pp. 183-193.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, Generic, NamedTuple, TypeVar

Best = TypeVar("Best")

MOST_ENTRIES: Final = 100_000
"""Positions; a position of chess takes up about a kilobyte."""


class Bounds(NamedTuple, Generic[Best]):
    """Bounds of the value of a position, for the seat whose values the search uses there."""

    depth: int
    low: float
    high: float
    best: Best
    """The best move, or one that caused a cutoff."""
    final: bool
    """Whether it contains no estimate: a deeper search would find the same value."""


class TranspositionTable(Generic[Best]):
    """Bounds by position key; of too many, the deeper half is kept, of equal depth the newer ones."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._most = most
        self._entries: dict[Hashable, Bounds[Best]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable) -> Bounds[Best] | None:
        """The entry of this position."""
        return self._entries.get(key)

    def exact(self, key: Hashable) -> Bounds[Best] | None:
        """The entry of this position, if it has the exact value."""
        entry = self._entries.get(key)
        return entry if entry is not None and entry.low == entry.high else None

    def store(self, key: Hashable, bounds: Bounds[Best]) -> None:
        """Store an entry, unless there is a better one of this position."""
        old = self._entries.get(key)
        if old is None or bounds.final or not (old.final or old.depth > bounds.depth):
            self.put(key, bounds)

    def put(self, key: Hashable, bounds: Bounds[Best]) -> None:
        """Store an entry in place of an old one."""
        if key not in self._entries and len(self._entries) >= self._most:
            newest = list(self._entries.items())[::-1]
            newest.sort(key=lambda item: (item[1].final, item[1].depth), reverse=True)
            self._entries = dict(newest[: self._most // 2][::-1])
        self._entries[key] = bounds
