"""What is there only for several processes: who they are, what they store, and the downtime in which none serves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import gevent

from server.bus import SITE, Body, Bus
from server.game import TableState
from server.runtime.logs import report
from server.runtime.loop import Pauses
from server.store import Journal, JournalError
from server.tables.cache import TableCache
from server.tables.credit import ASK_INTERVAL
from server.tables.events import Events, TableLoaded

log = logging.getLogger(__name__)

PEER_TIMEOUT = 60.0
"""Seconds without a message after which another process is forgotten; an outage of the bus may last as long."""

LEAST_DOWNTIME = 5.0
"""Seconds without a heartbeat that count as downtime if several processes serve; fewer may be a late heartbeat."""

HEARTBEAT_TIMEOUT = 5.0
"""Seconds without a heartbeat after which another process counts as gone."""

Task = Callable[[], object]
"""Reads what other processes stored. Raises JournalError."""


@dataclass
class Peer:
    """Another process: when it sent its last message, and the tables it has in memory."""

    received_at: float
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
        self._peers = {process: peer for process, peer in self._peers.items() if peer.received_at >= late}

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
        peer.received_at = self._steady()
        return peer


class Follower:
    """Runs tasks once a second. `outages` gets a beat each time that the journal has answered all of them."""

    def __init__(self, journal: Journal, outages: Pauses, tasks: Sequence[Task]) -> None:
        self._journal = journal
        self._outages = outages
        self._tasks = tasks

    def run(self) -> None:
        """Follow until the greenlet is killed."""
        while self._journal.shared:
            gevent.sleep(ASK_INTERVAL)
            if self.follow():
                self._outages.beat()

    def follow(self) -> bool:
        """Run all tasks once; whether the journal has answered."""
        answered = [_attempt(task) for task in self._tasks]
        return all(answered)


def follow_soon(task: Task) -> None:
    """Run a task in a greenlet of its own."""
    gevent.spawn(_attempt, task)


def _attempt(task: Task) -> bool:
    """Whether the journal has answered."""
    try:
        task()
    except Exception as error:  # It is tried again in a second.
        report(log, "what other processes stored could not be read", error)
        return not isinstance(error, JournalError)
    return True


class Heartbeat:
    """The heartbeat of this process. `alone`: no other process serves the same tables."""

    def __init__(self, journal: Journal, clock: Callable[[], float], alone: bool) -> None:
        self._journal = journal
        self._clock = clock
        self._least_downtime = 0.0 if alone else LEAST_DOWNTIME
        self._began = clock()
        self._last_alive = journal.last_alive()
        self._begun = False

    def begin(self) -> None:
        """Beat from now on: all games with a clock have been credited their downtime.

        If this process stops before, the next one credits the rest.
        """
        self._begun = True

    def beat(self) -> None:
        """Store a heartbeat. Raises JournalError."""
        if self._begun:
            self._journal.alive(self._clock())

    def others_gone(self) -> bool:
        """Whether another process has gone since the last call. Raises JournalError."""
        return self._begun and self._journal.gone(self._clock() - HEARTBEAT_TIMEOUT)

    def downtime(self, state: TableState) -> tuple[float, float] | None:
        """Beginning and end of the downtime while clocks of this table ran; None if there was none."""
        if state.status != "running" or state.control.kind == "none" or state.last_at >= self._began:
            return None
        since = max(self._last_alive, state.last_at)
        return (since, self._began) if since < self._began - self._least_downtime else None
