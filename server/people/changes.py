"""Rows that other processes store: all at first, afterwards those that were changed since the last reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Rows = TypeVar("Rows")

OVERLAP = 10.0
"""Seconds of which changes are read again: a slow commit may appear after a later one."""


class Changes(Generic[Rows]):
    """Reads rows by `load`, given the time since which they were changed. `clock` gives seconds since the epoch."""

    def __init__(self, load: Callable[[float], Rows], clock: Callable[[], float]) -> None:
        self._load = load
        self._clock = clock
        self._read_at = clock()

    def all(self) -> Rows:
        """All rows. Raises JournalError."""
        return self._load(0.0)

    def read(self) -> Rows:
        """The rows that were changed since the last call, and shortly before. Raises JournalError."""
        at = self._clock()
        rows = self._load(self._read_at - OVERLAP)
        self._read_at = at
        return rows
