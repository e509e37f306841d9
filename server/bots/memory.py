"""The transposition table of a search by kernel: so many positions at most, shared between the moves of games.

Two places a position, one for the deeper and one for the newer (D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den
Herik, "Replacement schemes for transposition tables", ICCA Journal 17:4, 1994, pp. 183-193: TWODEEP).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import final

PLACES = 1 << 17
"""Positions that are remembered at most: with 600 bytes each, 80 megabytes."""


@final
class Entry:
    """What is known of a position: bounds of its value for seat 0, so many turns ahead, and what was played there."""

    def __init__(self, white: int, black: int) -> None:
        self.white: int = white
        self.black: int = black
        self.depth: int = 0
        self.low: float = -1.0
        self.high: float = 1.0
        self.final: bool = False
        """No estimate is in it: a deeper search would find the same value."""
        self.era: int = 0
        """Bounds hold for searches of the same era; what was played is worth trying in any."""
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.odds: list[float] = []
        """Where the value is exact and somebody varies: how often these rows are played, then these columns."""

    def tells(self, era: int, depth: int, low: float, high: float) -> bool:
        """Whether these bounds spare a search so deep that asks for no more than they tell."""
        if self.era != era or (self.depth < depth and not self.final):
            return False
        return self.low == self.high or self.high <= low or self.low >= high


@final
class Memory:
    """The entries of one search."""

    def __init__(self, places: int = PLACES) -> None:
        self._mask: int = places - 2
        self._entries: list[Entry | None] = [None] * places
        self._eras: dict[Hashable, int] = {}

    def era(self, facts: Hashable) -> int:
        """The number of what the searches take for granted: equal for equal facts."""
        return self._eras.setdefault(facts, len(self._eras))

    def find(self, white: int, black: int) -> Entry | None:
        """The entry of a position."""
        place: int = self._place(white, black)
        entry = self._entries[place]
        if entry is not None and entry.white == white and entry.black == black:
            return entry
        entry = self._entries[place + 1]
        if entry is not None and entry.white == white and entry.black == black:
            return entry
        return None

    def put(self, entry: Entry) -> None:
        """Remember an entry that `find` does not know."""
        place: int = self._place(entry.white, entry.black)
        old = self._entries[place]
        if old is None or entry.depth >= old.depth or entry.era != old.era:
            self._entries[place] = entry
            if old is not None:
                self._entries[place + 1] = old
        else:
            self._entries[place + 1] = entry

    def _place(self, white: int, black: int) -> int:
        """An even place, by a multiplicative hash (D. E. Knuth, The Art of Computer Programming 3, section 6.4)."""
        mixed: int = (white ^ white >> 29) % 2147483647 * 1103515245 ^ (black ^ black >> 31) % 2147483629 * 1664525
        return (mixed ^ mixed >> 21) & self._mask
