"""How much a search may do: so many nodes, where it must be the same each time, or so many seconds."""

from __future__ import annotations

import time
from collections.abc import Callable


class Spent(Exception):
    """The budget allows nothing more."""


class Budget:
    """A purse of nodes and of seconds, each of which may be without limit. A node is one call of `play`."""

    def __init__(
        self, nodes: int | None = None, seconds: float | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.nodes = nodes
        self.nodes_spent = 0
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    @property
    def limited(self) -> bool:
        """Whether it will ever be spent."""
        return self.nodes is not None or self._end is not None

    def spend(self, count: int = 1) -> None:
        """Take so many nodes before they are used. Raises Spent, and takes nothing, where they are not left."""
        if self.nodes is not None and self.nodes_spent + count > self.nodes:
            raise Spent
        if self._end is not None and self._clock() >= self._end:
            raise Spent
        self.nodes_spent += count
