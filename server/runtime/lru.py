"""Caches of the latest values by key (LRU), bounded in entries or in bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from sys import getsizeof
from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

ENTRY_BYTES = 300
"""Bytes of an entry besides its key and its value."""


class LRU(OrderedDict[Key, Value]):
    """A mapping that keeps the `most` entries that were set last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


class Cache(Generic[Value]):
    """Values by key: the ones used last, as many as fit with their keys into `most` bytes.

    Clients decide how large the entries are, so a number of entries would bound nothing.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        self._entries: OrderedDict[Any, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Any, make: Callable[[], Value]) -> Value:
        """The value of this key, made if it is missing. A value that does not fit is made each time."""
        entry = self._entries.get(key)
        if entry is not None:
            self._entries.move_to_end(key)
            return entry[0]
        value = make()
        weight = ENTRY_BYTES + weigh(key) + weigh(value)
        # Another greenlet may have made it meanwhile.
        self._drop(key)
        if weight <= self.most:
            self._entries[key] = value, weight
            self.bytes += weight
        while self.bytes > self.most:
            self._drop(next(iter(self._entries)))
        return value

    def _drop(self, key: Any) -> None:
        _, weight = self._entries.pop(key, (None, 0))
        self.bytes -= weight


def weigh(value: Any) -> int:
    """The bytes of a value that consists of texts, bytes, numbers and tuples; of another object, only its own."""
    own = getsizeof(value)
    return own + sum(map(weigh, value)) if isinstance(value, tuple | list) else own
