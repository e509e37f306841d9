"""The time that no player pays for: in which the process was held up, or a turn waited to be sent to its players."""

from __future__ import annotations

from collections.abc import Callable

from server.game import TableState
from server.runtime.pauses import LEAST_PAUSE, Pauses
from server.tables.cache import Slot

ASK_INTERVAL = 1.0
"""Seconds between two questions to a journal that others write to as well."""

LEAST_OUTAGE = 1.0
"""Seconds by which its answer must be late to count as an outage."""


class TimeCredit:
    """What running clocks are owed. `clock` is that of the tables, `steady` one that never jumps, in seconds."""

    def __init__(self, clock: Callable[[], float], steady: Callable[[], float]) -> None:
        self.pauses = Pauses(clock, steady)
        """Pauses of the event loop."""
        self.outages = Pauses(clock, steady, beat=ASK_INTERVAL, least=LEAST_OUTAGE)
        """Pauses of the journal, where it is asked again and again because others write to it too."""

    def owed(self, slot: Slot, state: TableState, at: float) -> float:
        """Seconds up to this moment in which nobody could act though clocks of the table ran."""
        if not state.clocks.running:
            return 0.0
        since = state.clocks.since
        # The players learnt of the turn when it was sent, after it had waited for the lock of the table and the disk.
        unheard = min(slot.broadcast_at, at) - since
        if unheard <= LEAST_PAUSE:
            unheard = 0.0
        # A pause of one kind may lie within one of the other.
        paused = max(each.between(since + unheard, at) for each in (self.pauses, self.outages))
        return round(unheard + paused, 3)
