"""One game at a time in this process, without pages or sockets, by a clock that a test turns."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from server.game import TableState, strength_of
from server.records import verification, writer
from server.records.checks import Replayed
from server.store import Journal
from server.tables import TableChanged
from tests.harness.game import Calls, Game
from tests.harness.sources import SEED, scripted
from tests.harness.tables import LocalTables
from tests.toys import VARIANTS, Court, Guest
from variants.position import Position, Seat


class Match(Game):
    """A game at a table of a site in this process.

    `time` is the clock, in seconds. All variants can be played, the toys and those that are given.
    """

    def __init__(self, folder: Path, *variants: type[Position], **tokens: Callable[[], str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        more: tuple[type[Position], ...] = (Guest, Court, *variants)
        self.variants: dict[str, type[Position]] = {**VARIANTS, **{each.__name__: each for each in more}}
        self.time = 1000.0
        self._ids = map("t{}".format, itertools.count())
        self._tokens = {"seed": lambda: SEED, **tokens}
        self.start()
        super().__init__(self.transport)

    def start(self) -> None:
        """Start the site; tables are as the journal has them."""
        self.journal = Journal(self.folder / "journal.sqlite")
        self.random = Random(1)
        sources = scripted(None, self.random, table=lambda: next(self._ids), **self._tokens)
        site = self.site = LocalTables(self.variants, self.journal, lambda: self.time, sources)
        self.transport = Calls(site)
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

    def first_moves(self, *moves: str) -> None:
        """Let every player make a first move, at this moment: these, in the order of turns, or the first offered."""
        chosen = iter(moves)
        while set(self.table.players) & self.table.clocks.unmoved:
            # The computer seals before people do.
            people = {seat: strength_of(person) is None for seat, person in enumerate(self.table.chairs)}
            for seat in sorted(self.due, key=people.__getitem__):
                move = next(chosen, None) or next(iter(self.table.moves(seat)))
                self.do("act", seat, self.number, move, person=self.table.chairs[seat] or "")

    def wait(self, seconds: float) -> None:
        """Turn the clock; flags that are due have fallen."""
        self.time += seconds
        self.site.fire_timers()

    @property
    def table(self) -> TableState:
        with self.tables.reading(self.id) as table:
            return table

    @property
    def due(self) -> Sequence[Seat]:
        return self.table.position.to_act

    @property
    def number(self) -> int:
        return self.table.number

    def clocks(self) -> dict[str, Any]:
        """What the clocks show now, without the limits for first moves."""
        shown = self.view()["clocks"]
        return {key: shown[key] for key in ("left", "running")}

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
