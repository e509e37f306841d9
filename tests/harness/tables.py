"""The tables of one process of a site, without pages or sockets."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from server.bus import Bus, LocalBus
from server.chat import ChatService
from server.lobby import Listing
from server.people import Accounts, Blocks, Names, Sanctions
from server.runtime.limits import Limits
from server.runtime.sources import Sources
from server.store import Journal
from server.tables import Cleanup, Events, Follower, TableCache, TableServices
from variants.position import Position


def evict_tables(cache: TableCache) -> None:
    """Let all tables without a pin leave the memory of a process."""
    for slot in list(cache._idle.values()):
        cache._rouse(slot)
        cache._evict(slot)


class NamedNetworks(Limits):
    """No limits; somebody called `home 3` is at the address `home`."""

    def network_of(self, person: str) -> str:
        return person.split()[0]


class LocalTables:
    """Each attribute is the part of the site that is called so.

    `alone`: no other process acts at these tables; by default, where the journal is a file.
    """

    def __init__(
        self,
        variants: Mapping[str, type[Position]],
        journal: Journal,
        clock: Callable[[], float],
        sources: Sources,
        bus: Bus | None = None,
        alone: bool | None = None,
    ) -> None:
        sources = replace(sources, steady=clock)
        self.variants, self.journal, self.clock = variants, journal, clock
        self.bus, self.events, self.limits = bus or LocalBus(), Events(), NamedNetworks(0, 0, clock)
        self.accounts = Accounts(journal, clock, self.bus, self.limits)
        self.names = Names(journal, clock, self.bus, self.limits, self.accounts)
        self.blocks = Blocks(journal, clock, self.bus, self.limits, self.accounts)
        self.sanctions = Sanctions(journal, clock, self.bus, sources.token, self.accounts, self.names)
        room = TableServices(
            variants,
            journal,
            clock,
            sources,
            self.bus,
            self.events,
            self.names.chosen,
            self.sanctions,
            self.blocks.check_company,
            self.limits,
            alone,
        )
        self.tables, self.opener, self.loader, self.cache = room.tables, room.opener, room.loader, room.cache
        self.presence, self.attendance, self.facts = room.presence, room.attendance, room.facts
        self.timers, self.credit, self.heartbeat = room.timers, room.credit, room.heartbeat
        networks = (self.limits.network_of, room.quota.network_of)
        self.listing = Listing(variants, journal, clock, self.presence, *networks, self.accounts.is_closed)
        self.chat = ChatService(
            journal,
            clock,
            sources.token,
            self.bus,
            self.events,
            self.cache,
            self.limits,
            self.sanctions.check_chat,
            self.blocks.hides,
        )
        self.cleanup = Cleanup(journal, clock, self.cache, self.names.forget)
        tasks = (room.peers.follow, self.tables.follow, self.names.follow, self.attendance.follow, self.chat.follow)
        self.follower = Follower(journal, self.credit.outages, tasks)

    def fire_timers(self) -> None:
        """Look at the tables whose moment has come."""
        self.timers.fire(self.tables.expire)
