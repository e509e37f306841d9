"""Tables over sockets: watching, the actions of players, and the broadcast of views after each change."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from server.content import Descriptions
from server.game import ACTIONS, Refusal, TableState, latest_numbers, shared_eyes, viewer_of
from server.game.view_types import BriefSharedView, SharedView
from server.runtime import metrics
from server.runtime.limits import network
from server.runtime.logs import report
from server.sockets.connections import Audience, Connection, ConnectionClosed, Connections, Watching
from server.sockets.messages import Leave, Watch, table_message
from server.sockets.server import Answer, SocketServer
from server.tables import (
    Attendance,
    Events,
    FactsSource,
    OnlookersChanged,
    SeatChanged,
    TableCache,
    TableChanged,
    Tables,
    rules_calls,
)
from variants.position import Seat, Viewer

log = logging.getLogger(__name__)

MOST_WATCHED = 16
"""Tables one connection may watch at a time."""

LONG_GAME = 200
"""Turns beyond which a game counts as long."""

MOST_LONG = 64
"""Long games that the connections of one address may watch at a time. Each stays in memory, with up to 1 MB."""

OnWatch = Callable[[Connection, TableState, Seat | None], Callable[[], Answer]]
"""May wait for the disk. Answers a function that does not wait, whose result is sent with the view."""


@dataclass(frozen=True, eq=False)
class TableHandler:
    """Handles the messages about tables."""

    _server: SocketServer
    _connections: Connections
    _events: Events
    _tables: Tables
    _cache: TableCache
    _facts: FactsSource
    _attendance: Attendance
    _descriptions: Descriptions
    _on_watch: Sequence[OnWatch]
    """More that is sent to a client that begins to watch a table."""

    def __post_init__(self) -> None:
        self._server.on("watch", Watch, self._watch, follows=True)
        self._server.on("leave", Leave, self._leave)
        for action in ACTIONS:
            self._server.on(action.name(), table_message(action), self._act)
        self._events.subscribe(TableChanged, self.broadcast)
        self._events.subscribe(SeatChanged, self._seat_changed)
        self._events.subscribe(OnlookersChanged, self._broadcast_onlookers)
        self._events.subscribe(ConnectionClosed, self._closed)

    def broadcast(self, event: TableChanged, only: Seat | None = None) -> None:
        """Send the change of a table to all its viewers, or only to those of one seat."""
        table, since, brief, _ = event
        began = time.perf_counter()
        shown: dict[Viewer, SharedView | BriefSharedView] = {}
        described: dict[tuple[Viewer, Seat | None, str], Answer] = {}
        facts, variant = self._facts.of(table), table.opening.variant
        for (seat, language), sids in self._connections.audiences(table.id).items():
            if only not in (None, seat):
                continue
            try:
                eyes = shared_eyes(table, viewer_of(seat))
                if eyes not in shown:
                    shown[eyes] = rules_calls.view_of_all(table, eyes, facts, since, brief)
                # Sentences about a turn address the player of a seat as “you”.
                key = eyes, seat if "turns" in shown[eyes] else None, language
                if key not in described:
                    described[key] = self._descriptions.view({**shown[eyes], "viewer": seat}, variant, language)
                own = rules_calls.view_of_one(table, viewer_of(seat), facts, brief)
                # With the chairs, which tell whether the reader plays all sides.
                own_part = {**own, "chairs": shown[eyes]["chairs"]}
                view = described[key] | self._descriptions.view(own_part, variant, language)
            except Exception as error:  # The other viewers still get theirs.
                report(log, "a view failed", error, table=table.id)
                continue
            self._server.emit("view", view, *sids)
        if only is None:
            metrics.BROADCAST_SECONDS.observe(time.perf_counter() - began)

    def _seat_changed(self, event: SeatChanged) -> None:
        self.broadcast(TableChanged(event.state, event.state.number, brief=True, local=True), event.seat)

    def _broadcast_onlookers(self, event: OnlookersChanged) -> None:
        if viewers := self._connections.viewers(event.table_id):
            self._server.emit("onlookers", {"table": event.table_id, "count": event.number}, *viewers)

    def _watch(self, connection: Connection, message: Watch) -> Answer:
        connection.use_language(message.language)
        with self._tables.reading(message.table) as table:
            viewer = viewer_of(message.seat)
            # First: a refused message must change nothing.
            if message.seat is not None and message.seat not in table.seats_of(connection.person):
                raise Refusal("not_your_seat", "That is not your seat.")
            more = [on_watch(connection, table, message.seat) for on_watch in self._on_watch]
            self._descriptions.prepare(table, viewer, latest_numbers(table))
            # The calls above may have waited for the disk. Nothing below waits, so a connection that has closed, or
            # sent the message twice, is not left among the viewers.
            connection.check_open()
            again = message.table in connection.watching
            if not again and len(connection.watching) >= MOST_WATCHED:
                raise Refusal("too_many", "One connection may watch {most} games at a time.", most=MOST_WATCHED)
            self._check_long(connection, table)
            if again:
                self._stop_watching(connection, message.table)
            self._cache.pin(message.table)
            mine = table.seats_of(connection.person)
            present = message.seat if message.seat is not None else next(iter(mine), None)
            audience = Audience(message.seat, message.language)
            self._connections.watch(connection, message.table, Watching(audience, present))
            if present is not None:
                self._attendance.arrive(table, present)
            view = self._descriptions.view(self._tables.view(table, viewer), table.opening.variant, message.language)
            answer = {"ok": True, "view": view, "onlookers": self._attendance.onlookers(message.table)}
            for describe in more:
                answer |= describe()
            return answer

    def _check_long(self, connection: Connection, table: TableState) -> None:
        """Raise Refusal if the address of a connection watches as many other long games as it may."""
        if table.number <= LONG_GAME:
            return
        own = network(connection.address)
        here = {id for other in self._connections if network(other.address) == own for id in other.watching}
        others = filter(None, map(self._cache.state, here - {table.id}))
        if sum(other.number > LONG_GAME for other in others) >= MOST_LONG:
            raise Refusal("too_many", "Your network may watch {most} long games at a time.", most=MOST_LONG)

    def _leave(self, connection: Connection, message: Leave) -> Answer:
        if message.table in connection.watching:
            self._stop_watching(connection, message.table)
        return {"ok": True}

    def _closed(self, event: ConnectionClosed) -> None:
        for table_id in tuple(event.connection.watching):
            self._stop_watching(event.connection, table_id)

    def _stop_watching(self, connection: Connection, table_id: str) -> None:
        watching = self._connections.unwatch(connection, table_id)
        if watching.present is not None:
            self._attendance.depart(table_id, watching.present)
        self._cache.unpin(table_id)

    def _act(self, connection: Connection, message: Any) -> Answer:
        if connection.person is None:
            raise Refusal("not_your_seat", "That is not your seat.")
        return {"ok": True, "number": self._tables.act(message.table, connection.person, message)}
