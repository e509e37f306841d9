"""The composition of one process: all its services, built from the configuration. Only `server.app` sees them all."""

from __future__ import annotations

import logging

from server.app.readiness import Readiness
from server.bus import Bus, LocalBus
from server.chat import ChatService
from server.content import Boards, Descriptions, Library
from server.engine import EnginePool, Evaluator, Reviews, command
from server.http import Identity, Refusals
from server.lobby import Listing, LobbyRows, Matchmaker, MyGames, Previews
from server.mail.links import Links
from server.mail.notifier import Notifier, sending
from server.mail.smtp import relay_of_settings
from server.people import Accounts, Blocks, Names, Passkeys, PersonalData, Reports, Sanctions, Secrets
from server.puzzles.service import PuzzleService
from server.puzzles.store import PuzzleStore
from server.records.examiner import Examiner
from server.records.tasks import LONGEST_TASK
from server.runtime import Config
from server.runtime.limits import Limits
from server.runtime.sources import SharedClock, Sources, steady_clock
from server.store import JOURNAL, Journal, shared_signing_key, signing_key
from server.tables import Cleanup, Events, Follower, TableServices, Task
from server.web.account.settings import look

log = logging.getLogger(__name__)

MOST_RECORDS = 8
"""Records that may wait to be verified."""


class Services:
    """The services of one process, without its doors. `bus` replaces that of the configuration.

    Raises JournalError if the data folder cannot be used.
    """

    def __init__(self, config: Config, sources: Sources, bus: Bus | None = None) -> None:
        self.sources = sources
        self.library = library = Library(config.variants)
        puzzle_store, puzzle_faults = PuzzleStore.read_sound(library.variants, config.data)
        for fault in puzzle_faults:
            log.error("the puzzles of a variant are left out", extra={"fault": fault})
        self.faults = [*library.faults, *puzzle_faults]
        """Why variants, or the puzzles of one, are left out."""
        config.data.mkdir(parents=True, exist_ok=True)
        self.journal = journal = Journal(config.journal or config.data / JOURNAL)
        self.signing_key = shared_signing_key(journal, signing_key(config.data))
        """Signs cookies and the secrets of persons."""
        shared_clock = SharedClock(journal.clock_offset) if sources.now is None and journal.shared else None
        self.clock = clock = sources.now or shared_clock or steady_clock(journal.ticked_at(), sources.steady)
        """The clock of the tables, in seconds since the epoch."""
        self.limits = limits = Limits(config.identity_rate, config.address_rate, clock)
        searches = command("server.engine.searches", config.variants, config.data, config.uci_engine())
        self.engines = EnginePool(searches, config.engines)
        examiners = command("server.records.tasks", config.variants, config.data)
        self.record_engines = EnginePool(examiners, 1, queue=MOST_RECORDS, longest=LONGEST_TASK)
        """The processes that verify uploaded records."""
        self.bus = bus = bus or _bus(config)
        self.events = events = Events()
        self.accounts = Accounts(journal, clock, bus, limits)
        self.names = Names(journal, clock, bus, limits, self.accounts)
        self.blocks = Blocks(journal, clock, bus, limits, self.accounts)
        self.sanctions = Sanctions(journal, clock, bus, sources.token, self.accounts, self.names)
        self.reports = Reports(journal, clock, sources.token, self.sanctions, limits)
        self.passkeys = Passkeys(journal, clock, sources.token, self.accounts, limits)
        self.secrets = Secrets(journal, self.signing_key, bus, events, sources.token)
        self.table_services = at_tables = TableServices(
            library.variants,
            journal,
            clock,
            sources,
            bus,
            events,
            self.names.chosen,
            self.sanctions,
            self.blocks.check_company,
            limits,
        )
        self.tables, self.opener = at_tables.tables, at_tables.opener
        self.presence, self.attendance = at_tables.presence, at_tables.attendance
        self.personal_data = PersonalData(
            journal,
            config.data,
            clock,
            sources.token,
            self.tables,
            self.accounts,
            self.blocks,
            self.names,
            self.secrets,
        )
        self.chat = ChatService(
            journal,
            clock,
            sources.token,
            bus,
            events,
            at_tables.cache,
            limits,
            self.sanctions.check_chat,
            self.blocks.hides,
        )
        self.descriptions = Descriptions(library, self.names.chosen, limits)
        self.boards = Boards(library, look)
        self.reviews = Reviews(self.tables, journal, self.engines, sources.random, clock)
        self.evaluator = Evaluator(self.engines, sources.random, clock, limited=config.identity_rate > 0)
        self.examiner = Examiner(self.record_engines, limits, self.tables, journal, self.descriptions)
        self.listing = Listing(
            library.variants,
            journal,
            clock,
            self.presence,
            limits.network_of,
            at_tables.quota.network_of,
            self.accounts.is_closed,
        )
        self.matchmaker = Matchmaker(
            library.for_two,
            journal,
            clock,
            sources,
            bus,
            events,
            self.opener,
            self.listing,
            limits,
            self.blocks.keeps_apart,
        )
        self.previews = Previews(library, self.boards, self.tables)
        self.rows = LobbyRows(
            library,
            self.descriptions,
            journal,
            clock,
            self.previews,
            self.listing,
            self.matchmaker,
            self.attendance,
        )
        self.my_games = MyGames(library, self.descriptions, journal, clock, self.tables, self.listing)
        self.puzzles = PuzzleService(puzzle_store, journal, clock, limits)
        self.notifier = self._notifier(config) if config.mail else None
        """None where the site sends no mail."""
        self.identity = Identity(self.secrets, limits)
        self.refusals = Refusals(library, self.descriptions)
        self.cleanup = Cleanup(journal, clock, at_tables.cache, self.names.forget)
        tasks: list[Task] = [
            at_tables.peers.follow,
            self.tables.follow,
            self.names.follow,
            self.accounts.follow,
            self.blocks.follow,
            self.sanctions.follow,
            self.attendance.follow,
            self.chat.follow,
            self.matchmaker.follow,
            self.secrets.follow,
            *([shared_clock.follow] if shared_clock else ()),
        ]
        self.follower = Follower(journal, at_tables.credit.outages, tasks)
        self.readiness = Readiness(journal, shared_clock)

    def _notifier(self, config: Config) -> Notifier:
        return Notifier(
            self.journal,
            self.clock,
            self.tables,
            self.presence,
            self.limits,
            self.library,
            self.descriptions,
            Links(self.signing_key),
            config.mail_from,
            config.site_address,
            sending(relay_of_settings(config.mail, config.mail_password_file)),
        )

    def close(self) -> None:
        """End the engine processes, finish pending writes and close the journal."""
        self.reviews.close()
        self.engines.close()
        self.record_engines.close()
        self.bus.close()
        self.journal.close()


def _bus(config: Config) -> Bus:
    if not config.redis:
        return LocalBus()
    # Imported here: a site of one process does not need the packages of a cluster.
    from server.bus.redis import RedisBus

    return RedisBus(config.redis)
