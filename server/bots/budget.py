"""The budget of a search: a number of nodes, for deterministic results, or of seconds."""

from __future__ import annotations

import time
from collections.abc import Callable


class Spent(Exception):
    """The budget is used up."""


class Budget:
    """Nodes and seconds, each of which may be without limit. A node is one call of `play`."""

    def __init__(
        self, nodes: int | None = None, seconds: float | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.nodes = nodes
        self.nodes_spent = 0
        self._clock = clock
        self._seconds = seconds
        self._end = None if seconds is None else clock() + seconds

    @property
    def limited(self) -> bool:
        """Whether there is a limit."""
        return self.nodes is not None or self._end is not None

    @property
    def used(self) -> float:
        """The part that is spent, of nodes or of time, whichever is more; 0 without a limit."""
        nodes = self.nodes_spent / self.nodes if self.nodes else 0.0 if self.nodes is None else 1.0
        if self._end is None or not self._seconds:
            return nodes
        return max(nodes, 1 - (self._end - self._clock()) / self._seconds)

    def spend(self, count: int = 1) -> None:
        """Take nodes before they are used. Raises Spent, and takes nothing, if too few are left."""
        if self.nodes is not None and self.nodes_spent + count > self.nodes:
            raise Spent
        if self._end is not None and self._clock() >= self._end:
            raise Spent
        self.nodes_spent += count
