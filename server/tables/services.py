"""The objects of this room that one process has, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from server.bus import Bus
from server.runtime.limits import Limits
from server.runtime.sources import Sources
from server.store import Journal
from server.tables.attendance import Attendance
from server.tables.cache import TableCache
from server.tables.credit import TimeCredit
from server.tables.events import Events
from server.tables.facts import FactsSource
from server.tables.heartbeat import Heartbeat
from server.tables.loader import TableLoader
from server.tables.opener import TableOpener
from server.tables.peers import Peers
from server.tables.presence import Presence
from server.tables.quota import TableQuota
from server.tables.schedule import Schedule
from server.tables.service import Tables
from server.tables.timers import Timers
from variants.position import Position


@dataclass(frozen=True)
class TableServices:
    """The objects of this room."""

    cache: TableCache
    tables: Tables
    opener: TableOpener
    loader: TableLoader
    quota: TableQuota
    facts: FactsSource
    credit: TimeCredit
    presence: Presence
    peers: Peers
    attendance: Attendance
    timers: Timers
    heartbeat: Heartbeat


def build_tables(
    variants: Mapping[str, type[Position]],
    journal: Journal,
    clock: Callable[[], float],
    sources: Sources,
    bus: Bus,
    events: Events,
    names: Mapping[str, str],
    limits: Limits,
    alone: bool | None = None,
) -> TableServices:
    """Compose the room. `names` are the names that people chose, by public id; they may change.

    `alone`: no other process acts at these tables; by default, where the journal is a file.
    """
    alone = not journal.shared if alone is None else alone
    presence = Presence(clock())
    facts = FactsSource(variants, clock, sources, presence, names, limits)
    timers = Timers(clock)
    schedule = Schedule(timers, facts, presence, events, alone)
    cache = TableCache(schedule.evicted)
    credit = TimeCredit(clock, sources.steady)
    heartbeat = Heartbeat(journal, clock, alone)
    peers = Peers(sources.steady, bus, events, cache)
    loader = TableLoader(variants, journal, clock, peers, facts, heartbeat)
    tables = Tables(journal, clock, bus, peers, events, cache, loader, facts, credit, heartbeat, schedule, timers)
    quota = TableQuota(journal, bus, limits)
    opener = TableOpener(variants, journal, clock, sources, events, tables, quota)
    attendance = Attendance(clock, sources.later, bus, events, cache, presence, facts, schedule)
    return TableServices(
        cache, tables, opener, loader, quota, facts, credit, presence, peers, attendance, timers, heartbeat
    )
