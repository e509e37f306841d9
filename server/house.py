"""The services that pages, sockets and the interface for programs share: variants, words, drawings and tables."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flask import current_app

from server.archive.tasks import LONGEST_TASK
from server.book.admission import Unfit, admit
from server.book.examples import Example
from server.book.rulebook import RulesPage, build
from server.bus import Bus, LocalBus
from server.chat import ChatService
from server.drawing.drawings import PIECE_SETS, Drawings
from server.engine import EnginePool, Evaluator, Reviews, command
from server.game import Refusal, TableState, computer_id, players_of, prepare_turns
from server.lobby import Listing, Matchmaker
from server.people import Names, Secrets
from server.puzzles.puzzle import Puzzle, PuzzleError
from server.puzzles.shelf import Shelf, puzzles_of
from server.runtime import Config
from server.runtime.clock import SharedClock, steady_clock
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.runtime.sources import Sources
from server.store import Journal
from server.store.folder import JOURNAL, signing_key
from server.store.secrets import shared_signing_key
from server.tables import Cleanup, Events, Follower, Task, build_tables
from server.texts.catalogue import speaker
from server.texts.languages import LANGUAGES
from server.texts.names import called
from server.texts.speech import speak
from server.texts.words import Words
from variants.errors import RulesError
from variants.position import Position, Viewer
from variants.registry import discover

log = logging.getLogger(__name__)

MOST_RECORDS = 8
"""Records that may wait to be verified."""

STEPPED_FROM = 200
"""Turns from which on the turns of a game are put into words in steps."""

TURNS_PER_STEP = 20
"""Turns that are put into words in one step."""


class TurnsInWords(NamedTuple):
    """Turns that were put into words before the view they belong to, and the table's counts at that time."""

    status: str
    takebacks: int
    turns: list[Any]


class House:
    """The rooms of one process, put together from its configuration. Closed by `close`.

    Raises JournalError where the data folder cannot be used. A variant that cannot be loaded, or that lacks its
    words, is left out and named in `faults`; so is one from outside with a rules page that does not hold.
    """

    def __init__(self, config: Config, sources: Sources) -> None:
        self.sources = sources
        self.languages = LANGUAGES
        found, faults, _ = discover(config.variants)
        self.faults = [str(fault) for fault in faults]
        self.variants: dict[str, type[Position]] = {}
        self.covers: dict[str, Example | None] = {}
        """The figure of its rules page by which lists show a variant; None for its start."""
        self._words: dict[tuple[str, str], Words] = {}
        self._drawings: dict[str, Mapping[str, Drawings]] = {}
        self._rulebook: dict[tuple[str, str], RulesPage] = {}
        self._catalogues = {language: speaker(language) for language in LANGUAGES}
        for name, variant in found.items():
            self._admit(name, variant)
        self.shelf = self._puzzles(config.data)
        for fault in self.faults:
            log.error("a variant is left out", extra={"fault": fault})
        config.data.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(config.journal or config.data / JOURNAL)
        self.signing_key = shared_signing_key(self.journal, signing_key(config.data))
        """Signs cookies and the secrets of persons."""
        shared_clock = SharedClock(self.journal.clock_offset) if sources.now is None and self.journal.shared else None
        clock = sources.now or shared_clock or steady_clock(self.journal.ticked_at(), sources.steady)
        self.limits = Limits(config.identity_rate, config.address_rate, clock)
        self.pool = EnginePool(command("server.engine.searches", config.variants, config.data), config.thinkers)
        self.examiners = EnginePool(
            command("server.archive.tasks", config.variants, config.data, LONGEST_TASK),
            1,
            queue=MOST_RECORDS,
            longest=LONGEST_TASK,
        )
        """The processes that verify uploaded records."""
        self.clock = clock
        """The clock of the tables, in seconds since the epoch."""
        self.bus = _bus(config)
        self.events = Events()
        self.names = Names(self.journal, clock, self.bus, self.limits)
        self.table_services = build_tables(
            self.variants, self.journal, clock, sources, self.bus, self.events, self.names.chosen, self.limits
        )
        self.tables, self.opener = self.table_services.tables, self.table_services.opener
        self.presence, self.attendance = self.table_services.presence, self.table_services.attendance
        self.listing = Listing(
            self.variants,
            self.journal,
            clock,
            self.presence,
            self.limits.network_of,
            self.table_services.quota.network_of,
        )
        self.chat = ChatService(
            self.journal,
            clock,
            sources.token,
            self.bus,
            self.events,
            self.table_services.cache,
            self.limits,
        )
        self.cleanup = Cleanup(self.journal, clock, self.table_services.cache, self.names.forget)
        self.for_two = [name for name, rules in self.variants.items() if players_of(rules) == 2]
        """The variants in which strangers are paired."""
        self.matchmaker = Matchmaker(
            self.for_two, self.journal, clock, sources, self.bus, self.events, self.opener, self.limits
        )
        self.unready = ""
        """Why nobody should be sent to this process now; "" for no reason."""
        self.secrets = Secrets(self.journal, self.signing_key, self.bus, self.events, sources.token)
        tasks: list[Task] = [
            self.tables.follow,
            self.names.follow,
            self.attendance.follow,
            self.chat.follow,
            self.matchmaker.follow,
            self.secrets.follow,
            *([shared_clock.follow] if shared_clock else ()),
        ]
        self.follower = Follower(self.journal, self.table_services.credit.outages, tasks)
        self.reviews = Reviews(self.tables, self.journal, self.pool, sources.random, clock)
        self.evaluator = Evaluator(self.pool, sources.random, clock, limited=config.identity_rate > 0)

    def close(self) -> None:
        """End the engine processes, finish pending writes and close the journal."""
        self.reviews.close()
        self.pool.close()
        self.examiners.close()
        self.bus.close()
        self.journal.close()

    def words(self, variant: str, language: str) -> Words:
        """The words of a variant in a language. Raises Refusal for an unknown variant."""
        if (variant, language) not in self._words:
            raise Refusal("no_variant", "There is no variant “{variant}” here.", variant=variant)
        return self._words[variant, language]

    def drawings(self, variant: str, pieces: str = PIECE_SETS[0]) -> Drawings:
        """The drawings of a variant in a set of pieces. Raises Refusal for an unknown variant."""
        if variant not in self._drawings:
            raise Refusal("no_variant", "There is no variant “{variant}” here.", variant=variant)
        return self._drawings[variant][pieces]

    def rulebook(self, variant: str, language: str) -> RulesPage:
        """The rules page of a variant, made when it is first asked for. Raises Refusal, PageFault and WordsError."""
        words = self.words(variant, language)
        page = self._rulebook.get((variant, language))
        if page is None:
            rules, say = self.variants[variant], self._catalogues[language]
            page = self._rulebook[variant, language] = build(
                variant, rules, words, self.drawings(variant), say, yield_to_loop
            )
        return page

    def speak(self, view: Mapping[str, Any], variant: str, language: str, codes: Sequence[str] = ()) -> dict[str, Any]:
        """A view of a table in the words of a language; `codes` are those of its seats, where it does not have them."""
        return speak(view, self._words[variant, language], self._catalogues[language], codes)

    def speak_in_steps(self, view: Mapping[str, Any], variant: str, language: str) -> dict[str, Any]:
        """The same, giving way to other greenlets between the turns of a long view."""
        turns, seats = view["turns"], {name: view[name] for name in ("chairs", "viewer") if name in view}
        said: list[Any] = []
        for first in range(0, len(turns), TURNS_PER_STEP):
            yield_to_loop()
            said += self.speak({**seats, "turns": turns[first : first + TURNS_PER_STEP]}, variant, language)["turns"]
        return {**self.speak({**view, "turns": []}, variant, language), "turns": said}

    def speak_ahead(self, table: TableState, viewer: Viewer, language: str) -> TurnsInWords:
        """The turns of a long game in words, made in steps, for a view that is then built at once (`speak_rest`)."""
        if table.number <= STEPPED_FROM:
            return TurnsInWords("", 0, [])
        for _ in prepare_turns(table, viewer):
            yield_to_loop()
        view = self.tables.view(table, viewer)
        said = self.speak_in_steps(view, table.opening.variant, language)
        return TurnsInWords(view["status"], view["takebacks"], said["turns"])

    def speak_rest(self, view: Mapping[str, Any], ahead: TurnsInWords, variant: str, language: str) -> dict[str, Any]:
        """A whole view in words; it reuses the turns of `ahead` unless they were taken back meanwhile."""
        if (view["status"], view["takebacks"]) != (ahead.status, ahead.takebacks):
            return self.speak(view, variant, language)
        said = self.speak({**view, "turns": view["turns"][len(ahead.turns) :]}, variant, language)
        return {**said, "turns": [*ahead.turns, *said["turns"]]}

    def name_of(self, person: str, language: str) -> str:
        """The name that a person chose, else a generated one in the reader's language."""
        return self.names.chosen.get(person) or called(person, language, self._catalogues[language])

    @property
    def computer_plays(self) -> bool:
        """Whether some process thinks."""
        return self.pool.thinks

    def computer(self, strength: int) -> str:
        """The public id of the computer that plays at this strength. Raises Refusal where it does not play."""
        if not self.computer_plays:
            raise Refusal("no_computer", "The computer does not play here.")
        return computer_id(strength)

    def say(self, error: RulesError, language: str, variant: str | None = None) -> str:
        """The sentence of an error, in the words of the variant if it has some, else of the site."""
        said = self._words[variant, language].error(error) if variant is not None else None
        if said is not None:
            return said
        return self._catalogues[language](error.sentence).format(**error.parameters)

    def _puzzles(self, data: Path) -> Shelf:
        """All puzzles. A variant with a line that is none has none, and the fault is named."""
        found: list[Puzzle] = []
        for name, variant in self.variants.items():
            try:
                found += puzzles_of(name, variant, data)
            except PuzzleError as error:
                self.faults.append(f"{name}: {error}")
        return Shelf(found)

    def _admit(self, name: str, variant: type[Position]) -> None:
        try:
            words, drawings, cover = admit(name, variant)
        except Unfit as error:
            self.faults.append(f"{name}: {error}")
            return
        self.variants[name] = variant
        self._drawings[name] = drawings
        self.covers[name] = cover
        for language, said in words.items():
            self._words[name, language] = said


def _bus(config: Config) -> Bus:
    if not config.redis:
        return LocalBus()
    # Imported here: a site of one process does without the packages of a cluster.
    from server.bus.redis import RedisBus

    return RedisBus(config.redis)


def the_house() -> House:
    """The house of the application that answers this request."""
    house: House = current_app.extensions["cavalier"]
    return house
