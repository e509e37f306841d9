"""Thinking on the opponent's time: once a move is found, the search goes on for what the next one will remember.

"Permanent brain": F.-H. Hsu, M. S. Campbell and A. J. Hoane, "Deep Blue system overview", ICS 1995, pp. 240-244.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from random import Random
from typing import Final

from server.bots.budget import Budget
from server.bots.choose import choose
from server.bots.estimate import Facts
from variants.position import Position, Seat

LONGEST_AHEAD: Final = 8.0
"""Seconds of thinking ahead, at most."""


def think_ahead(position: Position, seat: Seat, facts: Facts, stop: Callable[[], bool]) -> int:
    """Search on from a position whose move was found, until `stop` says so; how many nodes it took.

    It is given what the seat was given, and no more: neither what it chose nor what others chose. Only a search that
    remembers what it found goes on.
    """
    if len(position.to_act) < 2 or position.hidden or position.kernel() is None:
        return 0

    def clock() -> float:
        return inf if stop() else time.perf_counter()

    budget = Budget(seconds=LONGEST_AHEAD, clock=clock)
    choose(position, seat, budget, Random(0), facts)
    return budget.nodes_spent
