"""Arrivals and departures at the tables in all processes of the site: players at their seats, and onlookers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from server.bus import Body, Bus
from server.game import TableState, absence
from server.runtime.sources import Later
from server.tables.cache import TableCache
from server.tables.events import Events, OnlookersChanged, TableChanged
from server.tables.facts import FactsSource, Presence
from server.tables.timers import Schedule
from variants.position import Seat

ONLOOKER_PAUSE = 1.0
"""Seconds within which changes of the number of onlookers are published once."""

ONLOOKER_SILENCE = 5.0
"""Seconds without a message after which the onlookers counted by another process are dropped."""


@dataclass(frozen=True, eq=False)
class Attendance:
    """Notes who arrives and departs in this process, and publishes it. `later` calls a function after some seconds."""

    _clock: Callable[[], float]
    _later: Later
    _bus: Bus
    _events: Events
    _cache: TableCache
    _presence: Presence
    _facts: FactsSource
    _schedule: Schedule
    _here: dict[str, int] = field(default_factory=dict, init=False)
    """The onlookers in this process, by each table that somebody watches here."""
    _elsewhere: dict[str, dict[str, tuple[int, float]]] = field(default_factory=lambda: defaultdict(dict), init=False)
    """By table and process: its onlookers there, and when the process said so."""
    _published: dict[str, int] = field(default_factory=dict, init=False)
    """By table: the onlookers that were published last."""
    _pending: set[str] = field(default_factory=set, init=False)
    """The tables whose onlookers are published soon."""

    def __post_init__(self) -> None:
        self._bus.on("present", self._receive)

    def arrive(self, state: TableState, seat: Seat) -> None:
        """A connection looks from this seat of a table in use."""
        self._note(state, seat, partial(self._presence.arrive, state.id, seat))
        self._bus.publish("present", state.id, {"seats": [seat]})

    def depart(self, table_id: str, seat: Seat) -> None:
        """A connection no longer looks from this seat; the schedule shows the absence after a while."""
        self._presence.depart(table_id, seat, self._clock())
        state = self._cache.state(table_id)
        if state is not None:
            self._schedule.set(state)

    def see(self, state: TableState, seat: Seat) -> None:
        """The player at this seat of a table in use gave a sign of life, without a lasting connection."""
        if state.status in ("open", "running"):
            self._note(state, seat, partial(self._presence.see, state.id, seat, self._clock()))

    def count_onlookers(self, table_id: str, count: int | None) -> None:
        """Set the number of onlookers of a table in this process; None if no connection watches it here."""
        if count is None:
            self._here.pop(table_id, None)
        else:
            self._here[table_id] = count
        self._publish_soon(table_id)

    def onlookers(self, table_id: str) -> int:
        """How many look on at a table, in all processes."""
        elsewhere = self._elsewhere.get(table_id, {})
        return self._here.get(table_id, 0) + sum(count for count, _ in elsewhere.values())

    def follow(self) -> None:
        """Publish again who is present in this process, and drop the onlookers of processes that went silent."""
        if not self._bus.reachable:
            # Players who are connected to other processes are unknown meanwhile: nobody counts as absent.
            self._presence.began = self._clock()
        for table_id in {*self._presence.tables(), *(each for each, count in self._here.items() if count)}:
            self._broadcast(table_id)
        late = self._clock() - ONLOOKER_SILENCE
        for table_id, counts in self._elsewhere.items():
            for process in [process for process, (_, at) in counts.items() if at < late]:
                del counts[process]
                self._publish_soon(table_id)

    def _note(self, state: TableState, seat: Seat, note: Callable[[], None]) -> None:
        """Note that a player is present; publish a change if the table showed the player as away."""
        away = absence.is_gone(state, seat, self._facts.of(state))
        note()
        self._schedule.set(state)
        if away:
            self._events.publish(TableChanged(state, state.number, brief=True, local=False))

    def _broadcast(self, table_id: str) -> None:
        here = {"seats": self._presence.seats(table_id), "onlookers": self._here.get(table_id, 0)}
        self._bus.publish("present", table_id, {"process": self._bus.process, **here})

    def _receive(self, table_id: str, body: Body) -> None:
        state = self._cache.state(table_id)
        for seat in body["seats"]:
            if state is not None:
                self.see(state, seat)
            else:  # The lists show which tables are attended in any process.
                self._presence.see(table_id, seat, self._clock())
        if table_id not in self._here or "onlookers" not in body:
            return
        counts = self._elsewhere[table_id]
        before, _ = counts.get(body["process"], (0, 0.0))
        counts[body["process"]] = (body["onlookers"], self._clock())
        if body["onlookers"] != before:
            self._publish_soon(table_id)

    def _publish_soon(self, table_id: str) -> None:
        if table_id not in self._pending:
            self._pending.add(table_id)
            self._later(ONLOOKER_PAUSE, partial(self._publish, table_id))

    def _publish(self, table_id: str) -> None:
        self._pending.discard(table_id)
        self._broadcast(table_id)
        if table_id not in self._here:
            self._published.pop(table_id, None)
            self._elsewhere.pop(table_id, None)
        elif (count := self.onlookers(table_id)) != self._published.get(table_id):
            self._published[table_id] = count
            self._events.publish(OnlookersChanged(table_id, count))
