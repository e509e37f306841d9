"""A cache of the tables in memory. A table in use is pinned; of the others the most recently used are kept.

Their number and their length are bounded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gevent.event import Event
from gevent.lock import BoundedSemaphore

from server.game import TableState

IDLE_LIMIT = 64
"""Tables that stay in memory while nobody uses them."""

IDLE_TURNS = 8_000
"""Turns of all these tables together. There are tables of 4,000; where a board is hidden, a turn takes up to 3 kB."""


class Slot:
    """The place of one table in memory."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.lock = BoundedSemaphore(1)
        """Held while a decision is made."""
        self.state: TableState | None = None
        """None before the table is loaded, and after `drop`."""
        self.stale = False
        """Whether the state was dropped and has not been loaded again."""
        self.pins = 0
        self.idle_turns = 0
        """The turns of the table when its last pin was taken away."""
        self.broadcast_at = 0.0
        """When this process sent the last turn to the players. The clocks run from when its move arrived."""
        self.changed = Event()
        """Set at the next change."""

    def drop(self) -> None:
        """Forget the state after a commit of unknown outcome: only the store knows it now."""
        self.state, self.stale = None, True

    def mark_changed(self) -> None:
        """Wake those who wait for a change."""
        self.changed.set()
        self.changed = Event()


class TableCache:
    """Slots by table id. `evicted` is called with each table that leaves memory, and its state if it was loaded."""

    def __init__(self, evicted: Callable[[str, TableState | None], None]) -> None:
        self._evicted = evicted
        self._slots: dict[str, Slot] = {}
        self._idle: OrderedDict[str, Slot] = OrderedDict()
        """Slots without a pin, the least recently used first."""
        self._idle_turns = 0
        """The turns of these together."""

    def __len__(self) -> int:
        return len(self._slots)

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._slots

    @contextmanager
    def pinned(self, table_id: str) -> Iterator[Slot]:
        """Keep a table in memory for the duration of a block."""
        slot = self.pin(table_id)
        try:
            yield slot
        finally:
            self.unpin(table_id)

    def pin(self, table_id: str) -> Slot:
        """Keep a table in memory until it was unpinned as often as it was pinned."""
        slot = self._slots.get(table_id)
        if slot is None:
            slot = self._slots[table_id] = Slot(table_id)
        slot.pins += 1
        if table_id in self._idle:
            self._rouse(slot)
        return slot

    def unpin(self, table_id: str) -> None:
        """Take one pin away; a table without a pin may leave memory."""
        slot = self._slots[table_id]
        slot.pins -= 1
        if slot.pins:
            return
        if slot.state is None:
            self._evict(slot)
            return
        self._idle[table_id] = slot
        slot.idle_turns = slot.state.number
        self._idle_turns += slot.idle_turns
        while len(self._idle) > IDLE_LIMIT or self._idle_turns > IDLE_TURNS:
            oldest = self._idle[next(iter(self._idle))]
            self._rouse(oldest)
            self._evict(oldest)

    def state(self, table_id: str) -> TableState | None:
        """The state of a table if it is in memory."""
        slot = self._slots.get(table_id)
        return None if slot is None else slot.state

    def loaded(self) -> list[str]:
        """The tables whose state is in memory."""
        return [table_id for table_id, slot in self._slots.items() if slot.state is not None]

    def pinned_states(self) -> list[TableState]:
        """The states of all tables in use."""
        return [slot.state for slot in self._slots.values() if slot.pins and slot.state is not None]

    def is_pinned(self, table_id: str) -> bool:
        """Whether a table is in use."""
        return table_id in self._slots and table_id not in self._idle

    def stale(self) -> list[str]:
        """The tables whose state was dropped and has not been loaded again."""
        return [table_id for table_id, slot in self._slots.items() if slot.stale]

    def _rouse(self, slot: Slot) -> None:
        """Count a slot no longer as idle."""
        del self._idle[slot.table_id]
        self._idle_turns -= slot.idle_turns

    def _evict(self, slot: Slot) -> None:
        del self._slots[slot.table_id]
        self._evicted(slot.table_id, slot.state)
