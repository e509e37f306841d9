"""What a table remembers of a long game, in few bytes: its turns, and the answers to messages."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator
from hashlib import blake2b
from typing import Generic, TypeVar, overload

PART = 32
"""Items that are packed together."""

_T = TypeVar("_T")


class PackedList(Generic[_T]):
    """A list of plain data that grows at its end. The last items are kept as they are, the others packed.

    Turns of a long game take about a tenth packed. A packed item is unpacked with its part, about 0.2 ms; the part that
    was last asked for stays unpacked.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        """Parts of `PART` items."""
        self._recent: list[_T] = []
        """The items after them, fewer than two parts."""
        self._unpacked: tuple[int, list[_T]] = -1, []
        """The part that was last asked for, by its number."""

    def __len__(self) -> int:
        return len(self._parts) * PART + len(self._recent)

    @overload
    def __getitem__(self, index: int) -> _T: ...
    @overload
    def __getitem__(self, index: slice) -> list[_T]: ...
    def __getitem__(self, index: int | slice) -> _T | list[_T]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        part, place = divmod(place, PART)
        if part >= len(self._parts):
            return self._recent[place + (part - len(self._parts)) * PART]
        if self._unpacked[0] != part:
            self._unpacked = part, _unpack(self._parts[part])
        return self._unpacked[1][place]

    def __iter__(self) -> Iterator[_T]:
        for part in self._parts:
            yield from _unpack(part)
        yield from self._recent

    def append(self, item: _T) -> None:
        """Add an item at the end."""
        self._recent.append(item)
        if len(self._recent) == 2 * PART:
            # The fastest level: others take as many bytes within a tenth.
            self._parts.append(zlib.compress(pickle.dumps(self._recent[:PART]), 1))
            del self._recent[:PART]

    def truncate(self, length: int) -> None:
        """Drop all items but the first ones, of which there are at least so many."""
        part = length // PART
        if part < len(self._parts):
            self._recent, self._unpacked = _unpack(self._parts[part]), (-1, [])
            del self._parts[part:]
        del self._recent[length - len(self._parts) * PART :]

    def copy(self) -> PackedList[_T]:
        """A list that later changes of this one do not change."""
        other = PackedList[_T]()
        other._parts, other._recent = list(self._parts), list(self._recent)
        return other


def _unpack(part: bytes) -> list[_T]:
    items: list[_T] = pickle.loads(zlib.decompress(part))
    return items


_DIGEST = 16
"""Bytes of a digest of a person and an id."""

_NUMBER = 4
"""Bytes of a number."""


class Answers:
    """The number of turns after each decision that a message asked for, by its person and its id.

    20 bytes each: a digest of person and id, and the number.
    """

    def __init__(self) -> None:
        self._records = bytearray()

    def add(self, person: str, message: str, number: int) -> None:
        """Note the number of turns after the decision for a message."""
        self._records += _digest(person, message) + number.to_bytes(_NUMBER, "big")

    def number(self, person: str, message: str) -> int | None:
        """The number of turns after the decision for this message; None if none was taken."""
        at = self._records.find(_digest(person, message))
        return int.from_bytes(self._records[at + _DIGEST : at + _DIGEST + _NUMBER], "big") if at >= 0 else None


def _digest(person: str, message: str) -> bytes:
    return blake2b(f"{person}\n{message}".encode(), digest_size=_DIGEST).digest()
