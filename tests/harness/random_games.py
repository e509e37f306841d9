"""Random games through the real lobby: sealed moves, broken seals, takebacks, offers, resignations, clocks."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from server.game import TableState
from server.records import writer
from tests.harness.match import Match, match_of
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
    """Games of `p0`, `p1`, … in the order of the seats on the site of a match, each named by its table."""

    def __init__(self, match: Match) -> None:
        self._match = match
        match.people, match.time = ("p0", "p1", "p2"), 1_700_000_000.0
        self.site, self.tables, self.opener, self.journal = match.site, match.tables, match.opener, match.journal
        self.messages = match.messages

    @property
    def time(self) -> float:
        """What the clock of the site says."""
        return self._match.time

    @time.setter
    def time(self, at: float) -> None:
        self._match.time = at

    def open(
        self, variant: str, control: str = "none", moves: str = "", fen: str | None = None, **settings: Any
    ) -> str:
        """A running game after these moves: for each turn one a seat."""
        self._match.game(variant, moves, fen=fen, control=control, **settings)
        return self._match.id

    def do(self, table: str, deed: str, seat: int, *arguments: Any) -> bool:
        self._match.id = table
        return self._match.send(deed, seat, *arguments) == ""

    def turn(self, table: str, *moves: str) -> None:
        self._match.id = table
        self._match.turn(*moves)

    def table(self, table: str) -> TableState:
        with self.tables.reading(table) as found:
            return found

    def record(self, table: str, viewer: Viewer = Eyes.SPECTATOR) -> dict[str, Any]:
        return writer.fetch(self.tables, self.journal, table, lambda _: viewer, lambda person: f"Name of {person}")

    def play(self, variant: str, random: Random, most: int = 150) -> Iterator[str]:
        """A random game of at most so many deeds; its table, each time that something happened."""
        self._match.random.seed(random.random())
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
    with match_of(folder) as match:
        yield Games(match)
