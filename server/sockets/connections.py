"""The open connections of one process: the person, the language, and the tables that each watches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from server.game import Refusal
from server.tables import Attendance, Events
from server.texts.languages import FALLBACK, LANGUAGES
from variants.position import Seat


class Audience(NamedTuple):
    """Viewers who see the same: the seat they look from, None for onlookers, and their language."""

    seat: Seat | None
    language: str


class Watching(NamedTuple):
    """How a connection watches a table: its audience, and the seat whose player it makes present.

    A player who shares a device watches without a seat, but is present.
    """

    audience: Audience
    present: Seat | None


@dataclass(eq=False)
class Connection:
    """A connection of a browser or a program, by its id of Socket.IO."""

    sid: str
    person: str | None
    """The public id of the person who opened it, or None for a stranger."""
    address: str | None
    language: str = FALLBACK
    """The language that it last asked for."""
    open: bool = True
    """Whether it is open: it may close while one of its messages waits."""
    home_page: bool = False
    """Whether it is a home page, which watches the games that it shows and counts as no onlooker."""
    too_fast: int = 0
    """How many of its messages were refused as too fast, less those that were accepted."""
    watching: dict[str, Watching] = field(default_factory=dict)
    """By table."""

    def check_open(self) -> None:
        """Raise Refusal if it has closed: what is noted of it would never be removed."""
        if not self.open:
            raise Refusal("gone", "This connection has ended.")

    def use_language(self, language: str) -> None:
        """Use this language from now on. Raises Refusal for an unknown language."""
        if language not in LANGUAGES:
            raise Refusal("language", "There is no language “{language}” here.", language=language)
        self.language = language


class ConnectionClosed(NamedTuple):
    """A connection has ended."""

    connection: Connection


class Connections:
    """The open connections. Publishes ConnectionClosed, and tells `attendance` how many onlookers watch a table."""

    def __init__(self, attendance: Attendance, events: Events) -> None:
        self._attendance = attendance
        self._events = events
        self._open: dict[str, Connection] = {}
        self._audiences: dict[str, dict[Audience, set[str]]] = {}
        """By watched table."""
        self._onlookers: dict[str, Counter[str]] = {}
        """By watched table, how many connections each onlooker has there."""

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._open.values()))

    def __getitem__(self, sid: str) -> Connection:
        """The connection of this id; if none is open, a closed one without a person."""
        return self._open.get(sid) or Connection(sid, None, None, open=False)

    def add(self, sid: str, person: str | None, address: str | None) -> None:
        """A connection has been opened."""
        self._open[sid] = Connection(sid, person, address)

    def remove(self, sid: str) -> None:
        """A connection has ended."""
        connection = self._open.pop(sid, None)
        if connection is None:
            return
        connection.open = False
        self._events.publish(ConnectionClosed(connection))

    def audiences(self, table_id: str) -> Mapping[Audience, set[str]]:
        """The ids of the connections that watch a table, by what they see."""
        # A copy, because engine.io may notice during a broadcast that another connection has closed.
        return dict(self._audiences.get(table_id, {}))

    def viewers(self, table_id: str) -> list[str]:
        """The ids of the connections that watch a table."""
        return [sid for sids in self.audiences(table_id).values() for sid in sids]

    def watch(self, connection: Connection, table_id: str, watching: Watching) -> None:
        """A connection watches a table that it did not watch."""
        connection.watching[table_id] = watching
        self._audiences.setdefault(table_id, defaultdict(set))[watching.audience].add(connection.sid)
        self._count_onlooker(connection, table_id, 1)

    def unwatch(self, connection: Connection, table_id: str) -> Watching:
        """A connection no longer watches a table; how it watched."""
        audiences = self._audiences[table_id]
        audience = connection.watching[table_id].audience
        audiences[audience].discard(connection.sid)
        if not audiences[audience]:
            del audiences[audience]
        if not audiences:
            del self._audiences[table_id]
        self._count_onlooker(connection, table_id, -1)
        return connection.watching.pop(table_id)

    def note_home_page(self, connection: Connection) -> None:
        """Note that a connection is a home page."""
        for table_id in connection.watching:
            self._count_onlooker(connection, table_id, -1)
        connection.home_page = True

    def _count_onlooker(self, connection: Connection, table_id: str, times: int) -> None:
        """Add `times` to the onlookers of a table for a connection that watches it.

        Players and home pages are no onlookers; a person with several tabs is one.
        """
        onlookers = self._onlookers.setdefault(table_id, Counter())
        if connection.watching[table_id].present is None and not connection.home_page:
            onlooker = connection.person or connection.sid
            onlookers[onlooker] += times
            if not onlookers[onlooker]:
                del onlookers[onlooker]
        if table_id in self._audiences:
            self._attendance.count_onlookers(table_id, len(onlookers))
        else:
            del self._onlookers[table_id]
            self._attendance.count_onlookers(table_id, None)
