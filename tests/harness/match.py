"""One game at a time in this process, without pages or sockets, by a clock that a test turns."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from server.game import TableState, parse_control, strength_of
from server.records import verification, writer
from server.records.checks import Replayed
from server.store import Journal
from server.tables import TableChanged
from tests.harness.actions import action
from tests.harness.interfaces import PEOPLE
from tests.harness.sources import SEED, scripted
from tests.harness.tables import LocalTables
from tests.toys import VARIANTS, Court, Guest
from variants.errors import RulesError
from variants.position import Eyes, Position, Seat, Viewer


class Match:
    """A game of ann, bob and cleo, who sit in the order of seats, at a table of a site in this process.

    `time` is the clock, in seconds. All variants can be played, the toys and those that are given.
    """

    def __init__(self, folder: Path, *variants: type[Position], **tokens: Callable[[], str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        more: tuple[type[Position], ...] = (Guest, Court, *variants)
        self.variants: dict[str, type[Position]] = {**VARIANTS, **{each.__name__: each for each in more}}
        self.time = 1000.0
        self.people = PEOPLE
        self.messages = map(str, itertools.count())
        self._ids = map("t{}".format, itertools.count())
        self._tokens = {"seed": lambda: SEED, **tokens}
        self.start()

    def start(self) -> None:
        """Start the site; tables are as the journal has them."""
        self.journal = Journal(self.folder / "journal.sqlite")
        self.random = Random(1)
        sources = scripted(None, self.random, table=lambda: next(self._ids), **self._tokens)
        site = self.site = LocalTables(self.variants, self.journal, lambda: self.time, sources)
        self.tables, self.opener, self.names, self.listing = site.tables, site.opener, site.names, site.listing
        self.attendance, self.presence, self.events, self.cache = (
            site.attendance,
            site.presence,
            site.events,
            site.cache,
        )
        self.timers, self.credit, self.heartbeat, self.facts = site.timers, site.credit, site.heartbeat, site.facts
        self.notified: list[tuple[int, int, bool]] = []
        """Each notification of a change: the turns played, those before it, and whether the turns are left out."""
        self.events.subscribe(TableChanged, lambda event: self.notified.append((event.state.number, *event[1:3])))

    def restart(self) -> None:
        self.journal.close()
        self.start()

    def game(
        self,
        variant: str = "Apocalypse",
        moves: str = "",
        *,
        fen: str | None = None,
        control: str = "none",
        **settings: Any,
    ) -> None:
        """Begin a game, and play these moves: of each turn one for each seat that is to act."""
        self.id = self.opener.open(variant, settings, self.people[0], 0, fen, control=parse_control(control))
        for person in self.people[1 : len(self.table.players)]:
            self.opener.sit(self.id, person)
        texts = iter(moves.split())
        for text in texts:
            self.turn(text, *itertools.islice(texts, len(self.table.position.to_act) - 1))

    def send(self, name: str, seat: Seat, *arguments: Any, person: str = "", message: str = "") -> str:
        """Let the player of a seat, or this person, ask for an action; the code of the refusal, "" if it was done."""
        person = person or self.people[seat]
        message = message or next(self.messages)
        try:
            self.tables.act(self.id, person, action(name, seat, *arguments, message=message))
        except RulesError as refusal:
            return refusal.code
        return ""

    def act(self, seat: Seat, move: str, number: int | None = None) -> str:
        """Let a player choose a move for this turn, or for this many turns played; as `send`."""
        return self.send("act", seat, self.number if number is None else number, move)

    def turn(self, *moves: str) -> None:
        for seat, move in zip(self.table.position.to_act, moves, strict=True):
            assert self.act(seat, move) == "", move

    def first_moves(self, *moves: str) -> None:
        """Let every player make a first move, at this moment: these, in the order of turns, or the first offered."""
        chosen = iter(moves)
        while set(self.table.players) & self.table.clocks.unmoved:
            # The computer seals before people do.
            people = {seat: strength_of(person) is None for seat, person in enumerate(self.table.chairs)}
            for seat in sorted(self.table.position.to_act, key=people.__getitem__):
                move = next(chosen, None) or next(iter(self.table.moves(seat)))
                person = self.table.chairs[seat] or ""
                assert self.send("act", seat, self.number, move, person=person) == "", move

    def wait(self, seconds: float) -> None:
        """Turn the clock; flags that are due have fallen."""
        self.time += seconds
        self.site.fire_timers()

    @property
    def table(self) -> TableState:
        with self.tables.reading(self.id) as table:
            return table

    @property
    def number(self) -> int:
        """The turns that have been played."""
        return self.table.number

    def view(self, viewer: Viewer = Eyes.SPECTATOR) -> dict[str, Any]:
        """The table as this viewer sees it now."""
        return {**self.tables.view(self.table, viewer)}

    def clocks(self) -> dict[str, Any]:
        """What the clocks show now, without the limits for first moves."""
        shown = self.view()["clocks"]
        return {key: shown[key] for key in ("left", "running")}

    def record(self, viewer: Viewer = Eyes.SPECTATOR) -> dict[str, Any]:
        """The record of the game as this viewer may see it; names are ids."""
        return writer.fetch(self.tables, self.journal, self.id, lambda _: viewer, lambda person: person)

    def verified(self, record: dict[str, Any] | None = None) -> Replayed:
        """What the verification finds in the record of the game, or in this one, whose digest is made anew.

        Raises RecordError.
        """
        text = writer.written(self.record() if record is None else {**record, "digest": writer.digest(record)})
        return verification.replay(verification.read(text, self.variants), self.variants)

    def close(self) -> None:
        self.journal.close()


def match_of(folder: Path, *variants: type[Position], **tokens: Callable[[], str]) -> closing[Match]:
    """A site for matches, stopped afterwards."""
    return closing(Match(folder, *variants, **tokens))
