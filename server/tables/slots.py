"""Tables in memory: read when somebody asks, held while somebody does, let go when nobody has for long."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from gevent.event import Event
from gevent.lock import BoundedSemaphore

from server.game import TableState

IDLE = 64
"""Tables kept in memory though nobody watches them."""


class Slot:
    """A table's place in memory, its lock, how many hold on to it, and who waits for something to happen there."""

    def __init__(self) -> None:
        self.lock = BoundedSemaphore(1)
        self.table: TableState | None = None
        self.dropped = False
        """Whether the table was taken out of memory while somebody held it, and has not been read again."""
        self.holders = 0
        self.broadcast_at = 0.0
        """When this process sent the last turn to the players. The clocks run from when its move arrived."""
        self._news = Event()

    @property
    def news(self) -> Event:
        """Set when something has happened at the table from now on."""
        return self._news

    def drop(self) -> None:
        """Only the disk can say how the table stands."""
        self.table, self.dropped = None, True

    def tell(self) -> None:
        """Something has happened."""
        self._news.set()
        self._news = Event()


class Slots(ABC):
    """The tables that are in memory, one action at a time at each."""

    def __init__(self) -> None:
        self._slots: dict[str, Slot] = {}
        self._idle: OrderedDict[str, Slot] = OrderedDict()

    @abstractmethod
    def read_table(self, table_id: str) -> TableState:
        """The table as it is on disk. Raises Refusal if there is none."""

    @abstractmethod
    def table_read_again(self, table: TableState) -> None:
        """Told of a table that had been dropped, and is in memory again."""

    @abstractmethod
    def refresh(self, table_id: str) -> None:
        """Bring a table up to what other processes did there, if it is in memory."""

    @abstractmethod
    def table_left(self, table: TableState) -> None:
        """Told of a table that leaves memory."""

    @contextmanager
    def using(self, table_id: str) -> Iterator[tuple[Slot, TableState]]:
        """The table, for nobody else meanwhile. Raises Refusal if there is none."""
        slot = self.hold(table_id)
        try:
            with slot.lock:
                yield slot, self.load(slot, table_id)
        finally:
            self.let_go(table_id)

    @contextmanager
    def looking(self, table_id: str) -> Iterator[TableState]:
        """The table, to look at without waiting for those who act. Raises Refusal if there is none.

        Where other processes act too, what they did until now is read first.
        """
        slot = self.hold(table_id)
        try:
            self.refresh(table_id)
            if slot.table is None:
                with slot.lock:
                    self.load(slot, table_id)
            assert slot.table is not None
            yield slot.table
        finally:
            self.let_go(table_id)

    def hold(self, table_id: str) -> Slot:
        """Keep a table in memory until `let_go`, as often as it was held."""
        slot = self._slots.get(table_id)
        if slot is None:
            slot = self._slots[table_id] = Slot()
        slot.holders += 1
        self._idle.pop(table_id, None)
        return slot

    def let_go(self, table_id: str) -> None:
        """Hold the table no longer; one that nobody holds may leave memory."""
        slot = self._slots[table_id]
        slot.holders -= 1
        if slot.holders:
            return
        if slot.table is None:
            del self._slots[table_id]
            return
        self._idle[table_id] = slot
        if len(self._idle) > IDLE:
            oldest, forgotten = self._idle.popitem(last=False)
            del self._slots[oldest]
            if forgotten.table is not None:
                self.table_left(forgotten.table)

    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._slots)

    def idle(self, table_id: str) -> bool:
        """Whether a table is in memory, or was dropped, and nobody acts there at this moment."""
        slot = self._slots.get(table_id)
        return slot is not None and (slot.table is not None or slot.dropped) and not slot.lock.locked()

    def dropped(self) -> list[str]:
        """The tables that are to be read again."""
        return [table_id for table_id, slot in self._slots.items() if slot.dropped]

    def is_held(self, table_id: str) -> bool:
        """Whether somebody holds a table."""
        return table_id in self._slots and table_id not in self._idle

    def in_use(self) -> list[TableState]:
        """The tables that somebody holds."""
        return [slot.table for slot in self._slots.values() if slot.holders and slot.table is not None]

    def load(self, slot: Slot, table_id: str) -> TableState:
        """The table of a slot whose lock is held, read if it is not in memory."""
        if slot.table is None:
            slot.table = self.read_table(table_id)
            if slot.dropped:
                slot.dropped = False
                self.table_read_again(slot.table)
        return slot.table

    def in_hand(self, table_id: str) -> TableState | None:
        """The table if it is in memory."""
        slot = self._slots.get(table_id)
        return None if slot is None else slot.table
