"""Tables that other processes act at too: brought up to date by news, and once a second without."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

import gevent

from server.bus import SITE, Body, Bus, LocalBus
from server.game import TableState
from server.runtime import metrics
from server.runtime.logs import report
from server.runtime.sources import Sources
from server.store import Journal, JournalError
from server.tables.acting import ASK_INTERVAL, Acting

log = logging.getLogger(__name__)

NAMES_OVERLAP = 10.0
"""Seconds of which names are read again: a slow commit may bring one after a later one."""

LEAST_DOWNTIME = 5.0
"""Seconds without any process that are given back where several processes serve: another has served meanwhile."""

GONE = 5.0
"""Seconds without a sign of life after which another process is taken for gone."""

PLAN_PATIENCE = 1.0
"""Seconds after which a process plays what was planned, where another one was to play it."""

FLAG_GRACE = 0.5
"""Seconds that a flag stays up where several processes act: one of them may hold a move that came in time."""


class Following(Acting):
    """The tables of a journal that several processes share.

    Each function in `followers` is called once a second, to read what else other processes may have kept.
    """

    def __init__(self, journal: Journal, clock: Callable[[], float], sources: Sources, bus: Bus | None) -> None:
        super().__init__(journal, clock, sources)
        self.bus = bus or LocalBus()
        self.followers: list[Callable[[], None]] = [self._follow_tables, self._follow_names]
        self._named_at = clock()
        self.bus.on("decided", self._decided)
        self.bus.on("named", self._named)

    def news(self, table: TableState) -> None:
        """Tell the other processes that hold a table how long it is, without its plans, which nobody may count."""
        self.bus.publish("decided", table.id, {"length": table.lines})

    def refresh(self, table_id: str) -> None:
        """Bring a table up to date if it is in memory, and nobody acts there at this moment. Raises JournalError."""
        if self.journal.shared and self.idle(table_id):
            with self.using(table_id) as (slot, table):
                self.catch_up(slot, table)

    def name(self, person: str, name: str) -> None:
        """A name was kept: it is shown from now on, here and in the other processes."""
        self.names[person] = name
        self.bus.publish("named", SITE, {"person": person, "name": name})

    def follow_later(self, follower: Callable[[], None]) -> None:
        """Read what another process kept, as soon as nothing else is done."""
        gevent.spawn(self._try_to_follow, follower)

    def follow(self) -> None:
        """Read once a second what other processes kept, until the greenlet is killed."""
        while self.journal.shared:
            gevent.sleep(ASK_INTERVAL)
            answered = [self._try_to_follow(follower) for follower in self.followers]
            if all(answered):
                self.outages.beat()

    def _try_to_follow(self, follower: Callable[[], None]) -> bool:
        """Whether the journal has answered."""
        try:
            follower()
        except Exception as error:  # It is tried again in a second.
            report(log, "what other processes kept could not be read", error)
            return not isinstance(error, JournalError)
        return True

    def _follow_tables(self) -> None:
        held = {table.id: table.sequence for table in self.in_use()}
        for table_id, length in self.journal.lengths(held).items() if held else ():
            if length > held[table_id]:
                metrics.LATE_NEWS.inc()
                self._refresh_later(table_id)
        for table_id in self.dropped():
            self._refresh_later(table_id)

    def _follow_names(self) -> None:
        at = self.clock()
        self.names |= self.journal.names(self._named_at - NAMES_OVERLAP)
        self._named_at = at

    def _decided(self, table_id: str, body: Body) -> None:
        # A table that nobody holds is brought up to date when somebody asks for it.
        table = self.in_hand(table_id) if self.is_held(table_id) else None
        if table is not None and body["length"] > table.lines:
            self._refresh_later(table_id)

    def _named(self, _topic: str, body: Body) -> None:
        self.names[body["person"]] = body["name"]

    def _refresh_later(self, table_id: str) -> None:
        self.follow_later(partial(self.refresh, table_id))
