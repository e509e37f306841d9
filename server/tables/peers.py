"""The other processes of a site, and which tables each has in memory: only decisions at these are announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from server.bus import SITE, Body, Bus
from server.game import TableState
from server.tables.cache import TableCache
from server.tables.events import Events, TableLoaded

PEER_TIMEOUT = 60.0
"""Seconds without a message after which another process is forgotten; an outage of the bus may last as long."""


@dataclass
class Peer:
    """Another process: when it sent its last message, and the tables it has in memory."""

    heard_at: float
    tables: set[str] = field(default_factory=set)


class Peers:
    """The other processes. Each sends the list of its tables once a second, and the id of a table that it has loaded.

    `steady` is a clock that never jumps, in seconds.
    """

    def __init__(self, steady: Callable[[], float], bus: Bus, events: Events, cache: TableCache) -> None:
        self._steady = steady
        self._bus = bus
        self._cache = cache
        self._peers: dict[str, Peer] = {}
        bus.on("loaded", self._loaded)
        bus.on("held", self._held)
        events.subscribe(TableLoaded, self._publish_loaded)

    def announce(self, state: TableState) -> None:
        """Publish the length of a table that another process has in memory, without its plans, which are secret."""
        if any(state.id in peer.tables for peer in self._peers.values()):
            self._publish_length(state)

    def follow(self) -> None:
        """Publish the list of the tables in memory here, and forget the processes that are gone."""
        self._bus.publish("held", SITE, {"process": self._bus.process, "tables": self._cache.loaded()})
        late = self._steady() - PEER_TIMEOUT
        self._peers = {process: peer for process, peer in self._peers.items() if peer.heard_at >= late}

    def _publish_loaded(self, event: TableLoaded) -> None:
        length = event.state.lines
        self._bus.publish("loaded", event.state.id, {"process": self._bus.process, "length": length})

    def _publish_length(self, state: TableState) -> None:
        self._bus.publish("decided", state.id, {"length": state.lines})

    def _loaded(self, table_id: str, body: Body) -> None:
        self._peer(body).tables.add(table_id)
        # A decision made here after the peer loaded the table and before this message was not announced.
        state = self._cache.state(table_id)
        if state is not None and state.lines > body["length"]:
            self._publish_length(state)

    def _held(self, _site: str, body: Body) -> None:
        self._peer(body).tables = set(body["tables"])

    def _peer(self, body: Body) -> Peer:
        """The process that sent a message."""
        peer = self._peers.setdefault(body["process"], Peer(0.0))
        peer.heard_at = self._steady()
        return peer
