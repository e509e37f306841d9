"""Which connection watches which table, and from where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from variants.position import Seat

Audience = tuple[Seat | None, str]
"""Viewers who see the same: their seat and their language."""


class Watching(NamedTuple):
    """How a connection watches a table: its audience, and the seat whose player it makes present.

    A player who shares a device watches without a seat and is present all the same.
    """

    audience: Audience
    present: Seat | None


class Watchers:
    """The connections of one process, by their ids, with the tables that they watch."""

    def __init__(self) -> None:
        self._watching: dict[str, dict[str, Watching]] = {}
        self._rooms: dict[str, dict[Audience, set[str]]] = {}

    def tables(self, sid: str) -> list[str]:
        """The tables that this connection watches."""
        return list(self._watching.get(sid, ()))

    def rooms(self, table: str) -> Mapping[Audience, set[str]]:
        """The connections that watch a table, by the seat they look from and their language."""
        return self._rooms.get(table, {})

    def watching(self, sid: str, table: str) -> Watching:
        """How this connection watches a table."""
        return self._watching[sid][table]

    def begin(self, sid: str, table: str, watching: Watching) -> None:
        """The connection watches a table that it did not watch."""
        self._watching.setdefault(sid, {})[table] = watching
        self._rooms.setdefault(table, defaultdict(set))[watching.audience].add(sid)

    def end(self, sid: str, table: str) -> Watching:
        """It watches that table no longer; how it did."""
        watching = self._watching[sid].pop(table)
        if not self._watching[sid]:
            del self._watching[sid]
        rooms = self._rooms[table]
        rooms[watching.audience].discard(sid)
        if not rooms[watching.audience]:
            del rooms[watching.audience]
        if not rooms:
            del self._rooms[table]
        return watching
