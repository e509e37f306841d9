"""A lobby without doors: games played by calling it, at a time that tests turn by hand."""

import itertools
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from server.journal.store import Journal
from server.tables.control import parse
from server.tables.lobby import Lobby
from server.tables.machines import strength_of
from server.tables.table import Table
from tests.harness.actions import action
from tests.harness.sources import scripted
from variants import registry
from variants.position import Eyes, Position

PEOPLE = ("ann", "bob", "cleo")


class Match:
    """A lobby over a journal on either engine, with a clock turned by hand and short ways to act at its one table."""

    def __init__(
        self, folder: Path, *toys: type[Position], place: Path | str | None = None, **tokens: Callable[[], str]
    ) -> None:
        self.folder = folder
        self.tokens = tokens
        self.place = folder / "journal.sqlite" if place is None else place
        self.variants = registry.load_all() | {toy.__name__: toy for toy in toys}
        self.time = 1000.0
        self.messages = map(str, itertools.count())
        self.start()

    @property
    def address(self) -> str:
        """The address of the journal, where it is in a database, else ""."""
        return self.place if isinstance(self.place, str) else ""

    def start(self) -> None:
        names = map("t{}".format, itertools.count())
        self.journal = Journal(self.place)
        self.lobby = Lobby(
            self.variants,
            self.journal,
            lambda: self.time,
            scripted(random=Random(1), table=lambda: next(names), **self.tokens),
        )
        # To the moment, as in a site of one process; test_many.py is about several.
        self.lobby.grace = self.lobby.least_downtime = 0.0
        self.heard: list[tuple[int, int, bool]] = []
        self.lobby.listeners.append(lambda table, since, brief: self.heard.append((table.number, since, brief)))

    def restart(self) -> None:
        self.journal.close()
        self.start()

    def game(self, variant: str = "Apocalypse", fen: str | None = None, control: str = "none", **settings: Any) -> None:
        """Begin a game: ann, bob and cleo sit in the order of seats."""
        self.id = self.lobby.open(variant, settings, PEOPLE[0], 0, fen, control=parse(control))
        for person in PEOPLE[1 : len(self.table.players)]:
            self.lobby.sit(self.id, person)

    def send(self, name: str, seat: int, *arguments: Any, person: str = "", message: str = "") -> Any:
        """Do it and answer True, or the code of the refusal."""
        person = person or PEOPLE[seat]
        message = message or next(self.messages)
        answer = self.lobby.send(self.id, person, action(name, seat, *arguments, message=message))
        return True if answer["ok"] else answer["refusal"].code

    def act(self, seat: int, move: str, number: int | None = None) -> Any:
        return self.send("act", seat, self.table.number if number is None else number, move)

    def turn(self, *moves: str) -> None:
        for seat, move in zip(self.table.position.to_act, moves, strict=True):
            assert self.act(seat, move) is True, move

    def first_moves(self, *moves: str) -> None:
        """Let every player make a first move, at this moment: these, in the order of turns, or the first offered."""
        chosen = iter(moves)
        while set(self.table.players) & self.table.clocks.unmoved:
            # The computer seals before people do.
            people = {seat: strength_of(person) is None for seat, person in enumerate(self.table.chairs)}
            for seat in sorted(self.table.position.to_act, key=people.__getitem__):
                move = next(chosen, None) or next(iter(self.table.moves(seat)))
                person = self.table.chairs[seat] or ""
                assert self.send("act", seat, self.table.number, move, person=person) is True, move

    @property
    def table(self) -> Table:
        with self.lobby.looking(self.id) as table:
            return table

    def clocks(self) -> dict[str, Any]:
        """What the clocks show now, without the limits for first moves."""
        told = self.table.view(Eyes.SPECTATOR, at=self.time)["clocks"]
        return {key: told[key] for key in ("left", "running")}

    def view(self, viewer: int | Eyes = Eyes.SPECTATOR) -> dict[str, Any]:
        return self.table.view(viewer)
