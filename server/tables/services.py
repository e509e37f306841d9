"""The objects of this room that one process has, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from server.bus import Bus
from server.runtime.limits import Limits
from server.runtime.sources import Sources
from server.store import Journal
from server.tables.attendance import Attendance
from server.tables.cache import TableCache
from server.tables.cluster import Heartbeat, Peers
from server.tables.credit import TimeCredit
from server.tables.events import Events
from server.tables.facts import FactsSource, Presence
from server.tables.loader import TableLoader
from server.tables.opener import TableOpener, TableQuota
from server.tables.rated import RatedPlayers, RatedRights
from server.tables.service import Tables
from server.tables.timers import FLAG_GRACE, Schedule, Timers
from variants.position import Position


class TableServices:
    """The objects of this room.

    `names` are the names that people chose, by public id; they may change. `check_company` raises Refusal for a person
    who is not to play with these others.
    `alone`: no other process acts at these tables; by default, if the journal is a file.
    """

    def __init__(
        self,
        variants: Mapping[str, type[Position]],
        journal: Journal,
        clock: Callable[[], float],
        sources: Sources,
        bus: Bus,
        events: Events,
        names: Mapping[str, str],
        rights: RatedRights,
        check_company: Callable[[str, Iterable[str | None]], None],
        limits: Limits,
        alone: bool | None = None,
    ) -> None:
        alone = not journal.shared if alone is None else alone
        self.presence = Presence(clock())
        rated = RatedPlayers(rights, journal, clock)
        self.facts = FactsSource(variants, clock, sources, self.presence, names, limits, rated, check_company)
        self.timers = Timers(clock)
        schedule = Schedule(self.timers, self.facts, self.presence, events, 0.0 if alone else FLAG_GRACE)
        self.cache = TableCache(schedule.evicted)
        self.credit = TimeCredit(clock, sources.steady)
        self.heartbeat = Heartbeat(journal, clock, alone)
        self.peers = Peers(sources.steady, bus, events, self.cache)
        self.loader = TableLoader(variants, journal, clock, self.peers, self.facts, self.heartbeat, limits)
        self.tables = Tables(
            journal,
            clock,
            bus,
            events,
            self.peers,
            self.cache,
            self.loader,
            self.facts,
            self.credit,
            self.heartbeat,
            schedule,
            self.timers,
        )
        self.quota = TableQuota(journal, bus, limits)
        self.opener = TableOpener(
            variants, journal, clock, sources, events, self.tables, self.quota, rated, check_company
        )
        self.attendance = Attendance(clock, sources.later, bus, events, self.cache, self.presence, self.facts, schedule)
