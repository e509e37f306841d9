"""Random games through the real lobby: sealed moves, broken seals, takebacks, offers, resignations, clocks."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from server.game import TableState, parse_control
from server.records import writer
from server.store import Journal
from tests.harness.actions import action
from tests.harness.sources import scripted
from tests.harness.tables import LocalTables
from tests.toys import VARIANTS
from variants.position import Eyes, Viewer

CONTROLS = ("none", "3+2", "1d")
DEEDS = (
    *(["act"] * 65),
    *(["unseal"] * 12),
    *(["offer"] * 5),
    *(["takeback"] * 8),
    *(["decline"] * 5),
    *("resign", "abort", "claim"),
)


class Games:
    """A lobby over a journal of its own; `time` is what its clock says."""

    def __init__(self, folder: Path) -> None:
        self.time = 1_700_000_000.0
        ids = map("t{}".format, itertools.count())
        self.messages = map(str, itertools.count())
        self.journal = Journal(folder / "journal.sqlite")
        self.random = Random(1)
        self.site = LocalTables(
            VARIANTS, self.journal, lambda: self.time, scripted(random=self.random, table=lambda: next(ids))
        )
        self.tables, self.opener = self.site.tables, self.site.opener

    def open(
        self, variant: str, control: str = "none", moves: str = "", fen: str | None = None, **settings: Any
    ) -> str:
        """A running game of `p0`, `p1`, … in the order of the seats, after these moves: for each turn one a seat."""
        table = self.site.opener.open(variant, settings, "p0", 0, fen, control=parse_control(control))
        with self.site.tables.reading(table) as opened:
            players = opened.players
        for seat in players[1:]:
            self.site.opener.sit(table, f"p{seat}", seat)
        texts = moves.split()
        while texts:
            seats = len(self.table(table).position.to_act)
            self.turn(table, *texts[:seats])
            del texts[:seats]
        return table

    def do(self, table: str, deed: str, seat: int, *arguments: Any) -> bool:
        asked = action(deed, seat, *arguments, message=next(self.messages))
        answer = self.site.tables.act(table, f"p{seat}", asked)
        return bool(answer["ok"])

    def turn(self, table: str, *moves: str) -> None:
        with self.site.tables.reading(table) as played:
            seats, number = played.position.to_act, played.number
        for seat, move in zip(seats, moves, strict=True):
            assert self.do(table, "act", seat, number, move), move

    def table(self, table: str) -> TableState:
        with self.site.tables.reading(table) as found:
            return found

    def record(self, table: str, viewer: Viewer = Eyes.SPECTATOR) -> dict[str, Any]:
        return writer.fetch(self.site.tables, self.journal, table, lambda _: viewer, lambda person: f"Name of {person}")

    def play(self, variant: str, random: Random, most: int = 150) -> Iterator[str]:
        """A random game of at most so many deeds; its table, each time that something happened."""
        self.random.seed(random.random())
        settings = {option.name: random.choice(option.choices) for option in VARIANTS[variant].options}
        id_ = self.open(variant, random.choice(CONTROLS), **settings)
        for _ in range(most):
            self.time += random.random() * 3
            table = self.table(id_)
            if table.status != "running":
                return
            seat, deed = random.randrange(len(table.chairs)), random.choice(DEEDS)
            arguments: tuple[Any, ...] = ()
            if deed == "act":
                if seat not in table.position.to_act or seat in table.seals:
                    continue
                arguments = (table.number, random.choice(sorted(table.moves(seat))))
            elif deed == "unseal":
                arguments = (table.number,)
            if self.do(id_, deed, seat, *arguments):
                yield id_

    def played(self, variant: str, random: Random, most: int = 150) -> str:
        """The table of a random game."""
        *_, table = self.play(variant, random, most)
        return table


@contextmanager
def games(folder: Path) -> Iterator[Games]:
    made = Games(folder)
    try:
        yield made
    finally:
        made.journal.close()
