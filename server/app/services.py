"""What one process is made of, put together from its configuration. Only this room sees all of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from server.app.readiness import Readiness
from server.bus import Bus, LocalBus
from server.chat import ChatService
from server.content import Boards, Descriptions, Library
from server.engine import EnginePool, Evaluator, Reviews, command
from server.http import Identity, Refusals
from server.lobby import Listing, LobbyRows, Matchmaker, MyGames, Previews
from server.mail.notifier import Notifier, sending
from server.mail.smtp import relay_of_settings
from server.people import Names, Secrets
from server.puzzles.service import PuzzleService
from server.puzzles.store import PuzzleStore
from server.records.examiner import Examiner
from server.records.tasks import LONGEST_TASK
from server.runtime import Config
from server.runtime.clock import SharedClock, steady_clock
from server.runtime.limits import Limits
from server.runtime.sources import Sources
from server.store import JOURNAL, Journal, shared_signing_key, signing_key
from server.tables import (
    Attendance,
    Cleanup,
    Events,
    Follower,
    Presence,
    TableOpener,
    Tables,
    TableServices,
    Task,
    build_tables,
)
from server.web.account.settings_cookie import look

log = logging.getLogger(__name__)

MOST_RECORDS = 8
"""Records that may wait to be verified."""


@dataclass(frozen=True, eq=False)
class Services:
    """The objects of one process, but for its doors."""

    sources: Sources
    clock: Callable[[], float]
    """The clock of the tables, in seconds since the epoch."""
    library: Library
    faults: list[str]
    """Why variants, or the puzzles of one, are left out."""
    journal: Journal
    signing_key: bytes
    """Signs cookies and the secrets of persons."""
    bus: Bus
    events: Events
    limits: Limits
    names: Names
    secrets: Secrets
    table_services: TableServices
    tables: Tables
    opener: TableOpener
    presence: Presence
    attendance: Attendance
    chat: ChatService
    engines: EnginePool
    record_engines: EnginePool
    """The processes that verify uploaded records."""
    reviews: Reviews
    evaluator: Evaluator
    examiner: Examiner
    descriptions: Descriptions
    boards: Boards
    listing: Listing
    matchmaker: Matchmaker
    previews: Previews
    rows: LobbyRows
    my_games: MyGames
    puzzles: PuzzleService
    notifier: Notifier | None
    """None where the site sends no mail."""
    identity: Identity
    refusals: Refusals
    cleanup: Cleanup
    follower: Follower
    readiness: Readiness

    def close(self) -> None:
        """End the engine processes, finish pending writes and close the journal."""
        self.reviews.close()
        self.engines.close()
        self.record_engines.close()
        self.bus.close()
        self.journal.close()


def build(config: Config, sources: Sources, bus: Bus | None = None) -> Services:
    """Compose the objects of one process; `bus` where it is not that of the configuration.

    Raises JournalError where the data folder cannot be used.
    """
    library = Library(config.variants)
    puzzle_store, puzzle_faults = PuzzleStore.read_sound(library.variants, config.data)
    for fault in puzzle_faults:
        log.error("the puzzles of a variant are left out", extra={"fault": fault})
    config.data.mkdir(parents=True, exist_ok=True)
    journal = Journal(config.journal or config.data / JOURNAL)
    key = shared_signing_key(journal, signing_key(config.data))
    shared_clock = SharedClock(journal.clock_offset) if sources.now is None and journal.shared else None
    clock = sources.now or shared_clock or steady_clock(journal.ticked_at(), sources.steady)
    limits = Limits(config.identity_rate, config.address_rate, clock)
    engines = EnginePool(command("server.engine.searches", config.variants, config.data), config.thinkers)
    examiners = command("server.records.tasks", config.variants, config.data)
    record_engines = EnginePool(examiners, 1, queue=MOST_RECORDS, longest=LONGEST_TASK)
    bus, events = bus or _bus(config), Events()
    names = Names(journal, clock, bus, limits)
    secrets = Secrets(journal, key, bus, events, sources.token)
    at_tables = build_tables(library.variants, journal, clock, sources, bus, events, names.chosen, limits)
    tables, opener = at_tables.tables, at_tables.opener
    presence, attendance = at_tables.presence, at_tables.attendance
    chat = ChatService(journal, clock, sources.token, bus, events, at_tables.cache, limits)
    descriptions, boards = Descriptions(library, names.chosen), Boards(library, look)
    listing = Listing(library.variants, journal, clock, presence, limits.network_of, at_tables.quota.network_of)
    matchmaker = Matchmaker(library.for_two, journal, clock, sources, bus, events, opener, limits)
    previews = Previews(library, boards, tables)
    tasks: list[Task] = [
        at_tables.peers.follow,
        tables.follow,
        names.follow,
        attendance.follow,
        chat.follow,
        matchmaker.follow,
        secrets.follow,
        *([shared_clock.follow] if shared_clock else ()),
    ]
    return Services(
        sources=sources,
        clock=clock,
        library=library,
        faults=[*library.faults, *puzzle_faults],
        journal=journal,
        signing_key=key,
        bus=bus,
        events=events,
        limits=limits,
        names=names,
        secrets=secrets,
        table_services=at_tables,
        tables=tables,
        opener=opener,
        presence=presence,
        attendance=attendance,
        chat=chat,
        engines=engines,
        record_engines=record_engines,
        reviews=Reviews(tables, journal, engines, sources.random, clock),
        evaluator=Evaluator(engines, sources.random, clock, limited=config.identity_rate > 0),
        examiner=Examiner(record_engines, limits, tables, journal, descriptions),
        descriptions=descriptions,
        boards=boards,
        listing=listing,
        matchmaker=matchmaker,
        previews=previews,
        rows=LobbyRows(library, descriptions, previews, listing, matchmaker, attendance),
        my_games=MyGames(library, descriptions, journal, clock, tables, listing),
        puzzles=PuzzleService(puzzle_store, journal, clock, limits),
        notifier=Notifier(
            journal,
            clock,
            tables,
            presence,
            limits,
            library,
            descriptions,
            key,
            config.mail_from,
            config.site_address,
            sending(relay_of_settings(config.mail, config.mail_password_file)),
        )
        if config.mail
        else None,
        identity=Identity(secrets, limits),
        refusals=Refusals(library, descriptions),
        cleanup=Cleanup(journal, clock, at_tables.cache, names.forget),
        follower=Follower(journal, at_tables.credit.outages, tasks),
        readiness=Readiness(journal, shared_clock),
    )


def _bus(config: Config) -> Bus:
    if not config.redis:
        return LocalBus()
    # Imported here: a site of one process does without the packages of a cluster.
    from server.bus.redis import RedisBus

    return RedisBus(config.redis)
