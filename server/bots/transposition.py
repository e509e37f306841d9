"""The transposition table: what a search has found about positions that it may meet again.

D. J. Slate and L. R. Atkin, "CHESS 4.5", in: P. W. Frey (ed.), Chess Skill in Man and Machine, 1977, pp. 82-118; what
is replaced: D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Replacement schemes for transposition
tables", ICCA Journal 17 (4), 1994, pp. 183-193.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, Generic, NamedTuple, TypeVar

Best = TypeVar("Best")

MOST_KEPT: Final = 100_000
"""Positions; a position of chess takes up about a kilobyte."""


class Bounds(NamedTuple, Generic[Best]):
    """What is known of the value of a position, for the seat whose values the search counts there."""

    depth: int
    low: float
    high: float
    best: Best
    """What was best to play, or good enough."""
    final: bool
    """No estimate is in it: a deeper search would find the same value."""


class TranspositionTable(Generic[Best]):
    """The bounds by the keys of positions; of too many, the deeper half is kept, of equals the newer one."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._entries: dict[Hashable, Bounds[Best]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable) -> Bounds[Best] | None:
        """What was kept of this position."""
        return self._entries.get(key)

    def exact(self, key: Hashable) -> Bounds[Best] | None:
        """The same, if it tells the value of the position."""
        entry = self._entries.get(key)
        return entry if entry is not None and entry.low == entry.high else None

    def keep(self, key: Hashable, bounds: Bounds[Best]) -> None:
        """Keep what was found, unless more is known of this position."""
        old = self._entries.get(key)
        if old is None or bounds.final or not (old.final or old.depth > bounds.depth):
            self.put(key, bounds)

    def put(self, key: Hashable, bounds: Bounds[Best]) -> None:
        """Keep what was found in place of what was known."""
        if key not in self._entries and len(self._entries) >= self._most:
            newest = list(self._entries.items())[::-1]
            newest.sort(key=lambda item: (item[1].final, item[1].depth), reverse=True)
            self._entries = dict(newest[: self._most // 2][::-1])
        self._entries[key] = bounds
