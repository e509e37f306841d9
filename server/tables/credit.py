"""Time credit: clocks get back pauses of the process and of the journal, and the time until a turn was broadcast."""

from __future__ import annotations

from collections.abc import Callable

from server.game import TableState
from server.runtime.loop import LEAST_PAUSE, Pauses
from server.tables.cache import Slot

ASK_INTERVAL = 1.0
"""Seconds between two questions to a journal that others write to as well."""

LEAST_OUTAGE = 1.0
"""Seconds by which its answer must be late to count as an outage."""


class TimeCredit:
    """The credit of running clocks. `clock` is that of the tables, `steady` one that never jumps, in seconds."""

    def __init__(self, clock: Callable[[], float], steady: Callable[[], float]) -> None:
        self.pauses = Pauses(clock, steady)
        """Pauses of the event loop."""
        self.outages = Pauses(clock, steady, beat=ASK_INTERVAL, least=LEAST_OUTAGE)
        """Pauses of the journal, if other processes write to it too: it is polled for their entries."""

    def owed(self, slot: Slot, state: TableState, at: float) -> float:
        """The credit of a table up to this moment, in seconds: nobody could act although clocks ran."""
        if not state.clocks.running:
            return 0.0
        since = state.clocks.since
        # The turn was broadcast only after it had waited for the table's lock and the disk.
        unsent = min(slot.broadcast_at, at) - since
        if unsent <= LEAST_PAUSE:
            unsent = 0.0
        # A pause of one kind may lie within one of the other.
        paused = max(each.between(since + unsent, at) for each in (self.pauses, self.outages))
        return round(unsent + paused, 3)
