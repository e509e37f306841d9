"""The other processes of a site, and which tables each has in memory: a decision is announced to those alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from server.bus import SITE, Body, Bus
from server.game import TableState
from server.tables.cache import TableCache
from server.tables.events import Events, TableLoaded

FORGET_AFTER = 60.0
"""Seconds without a message after which another process is forgotten; an outage of the bus may last as long."""


class Peers:
    """What the other processes tell of their memory: once a second, and when they have read a table.

    `steady` is a clock that never jumps, in seconds.
    """

    def __init__(self, steady: Callable[[], float], bus: Bus, events: Events, cache: TableCache) -> None:
        self._steady = steady
        self._bus = bus
        self._cache = cache
        self._process = secrets.token_hex(8)
        self._tables: dict[str, set[str]] = {}
        """By process, the tables it has in memory."""
        self._heard_at: dict[str, float] = {}
        """By process, when it last told all of them."""
        bus.on("loaded", self._loaded)
        bus.on("held", self._held)
        events.subscribe(TableLoaded, self._tell_loaded)

    def announce(self, state: TableState) -> None:
        """Tell the processes that have a table too how long it is, without its plans, which nobody may count."""
        if any(state.id in tables for tables in self._tables.values()):
            self._publish_length(state)

    def follow(self) -> None:
        """Tell the other processes again which tables are in memory here, and forget those that are gone."""
        self._bus.publish("held", SITE, {"process": self._process, "tables": self._cache.loaded()})
        late = self._steady() - FORGET_AFTER
        for process in [process for process, at in self._heard_at.items() if at < late]:
            del self._tables[process], self._heard_at[process]

    def _tell_loaded(self, event: TableLoaded) -> None:
        self._bus.publish("loaded", event.state.id, {"process": self._process, "length": event.state.lines})

    def _loaded(self, table_id: str, body: Body) -> None:
        self._heard_at.setdefault(body["process"], self._steady())
        self._tables.setdefault(body["process"], set()).add(table_id)
        # Between its reading and this message something may have been decided here that was not announced.
        state = self._cache.state(table_id)
        if state is not None and state.lines > body["length"]:
            self._publish_length(state)

    def _held(self, _site: str, body: Body) -> None:
        self._tables[body["process"]] = set(body["tables"])
        self._heard_at[body["process"]] = self._steady()

    def _publish_length(self, state: TableState) -> None:
        self._bus.publish("decided", state.id, {"length": state.lines})
