"""Several processes of one site in one: a lobby each, on one journal, with a bus that loses messages."""

import itertools
from collections.abc import Iterable
from contextlib import closing
from random import Random
from typing import Any

import gevent

from server.bus import Body, Bus
from server.game import TableState
from server.store import Journal
from tests.harness.actions import action
from tests.harness.game import Calls, Game
from tests.harness.sources import scripted
from tests.harness.tables import LocalTables
from tests.toys import VARIANTS
from variants.errors import RulesError


class FakeNetwork:
    """Delivers the messages between these buses on demand: some twice, some never, in any order."""

    def __init__(self, random: Random, lost: float = 0.0, doubled: float = 0.0) -> None:
        self.buses: list[FakeBus] = []
        self.waiting: list[tuple[FakeBus, str, str, Body]] = []
        self.published: list[str] = []
        """All messages as text."""
        self._random, self._lost, self._doubled = random, lost, doubled

    def deliver_all(self) -> None:
        waiting, self.waiting = self.waiting, []
        self._random.shuffle(waiting)
        for bus, kind, topic, body in waiting:
            times = 0 if self._random.random() < self._lost else 1 + (self._random.random() < self._doubled)
            for _ in range(times):
                bus.deliver(kind, topic, body)


class FakeBus(Bus):
    """The bus of one process on a simulated network."""

    def __init__(self, network: FakeNetwork) -> None:
        super().__init__()
        self._network = network
        self.reachable = True
        network.buses.append(self)

    def publish(self, kind: str, table: str, body: Body) -> None:
        self._network.published.append(f"{kind} {table} {dict(body)}")
        self._network.waiting += [(bus, kind, table, body) for bus in self._network.buses if bus is not self]

    def close(self) -> None:
        self._network.buses.remove(self)


class Processes:
    """So many lobbies, and a clock for all that the test turns."""

    def __init__(self, place: str, number: int, network: FakeNetwork) -> None:
        self.place, self.network = place, network
        self.time = 1_700_000_000.0
        self.messages = map("m{}".format, itertools.count())
        self._ids = map("t{}".format, itertools.count())
        self.sites = [self.start() for _ in range(number)]

    def start(self) -> LocalTables:
        clock, bus = lambda: self.time, FakeBus(self.network)
        return LocalTables(
            VARIANTS, Journal(self.place), clock, scripted(random=Random(1), table=lambda: next(self._ids)), bus
        )

    def game(self, variant: str, control: str = "none", fen: str | None = None, **settings: Any) -> str:
        """Begin a game of p0, p1, … which every process holds in memory, as all of them know."""
        players = Game(Calls(self.sites[0]), ("p0", "p1", "p2"))
        table = players.open(variant, fen=fen, control=control, **settings)
        for site in self.sites:
            site.cache.pin(table)
        for number in range(len(self.sites)):
            self.table(number, table)
        self.deliver()
        return table

    def table(self, number: int, table: str) -> TableState:
        """The table as this process shows it after a question of its own."""
        with self.sites[number].tables.reading(table) as shown:
            return shown

    def held(self, number: int, table: str) -> TableState:
        """The table as this process has it in memory."""
        held = self.sites[number].cache.state(table)
        assert held is not None
        return held

    def send(self, number: int, table: str, name: str, seat: int, *arguments: Any, message: str = "") -> dict[str, Any]:
        request = action(name, seat, *arguments, message=message or next(self.messages))
        try:
            return {"ok": True, "number": self.sites[number].tables.act(table, f"p{seat}", request)}
        except RulesError as refusal:
            return {"ok": False, "refusal": refusal}

    def together(self, *requests: Any, messages: Iterable[str] = ()) -> list[dict[str, Any]]:
        """Let each of these (the arguments of `send`) be done at once, by these messages."""
        named = zip(requests, [*messages, *("" for _ in requests)], strict=False)
        greenlets = [gevent.spawn(self.send, *each, message=message) for each, message in named]
        gevent.joinall(greenlets, raise_error=True)
        return [answer for each in greenlets if (answer := each.value) is not None]

    def deliver(self) -> None:
        """Deliver all messages that are not lost."""
        self.network.deliver_all()
        # What they began is done before this.
        gevent.sleep(0.01)

    def settle(self) -> None:
        """Deliver all messages, and let every process poll for those that were lost."""
        self.deliver()
        for site in self.sites:
            site.follower.follow()
        # What they began is done before this.
        gevent.sleep(0.01)

    def close(self) -> None:
        for site in self.sites:
            site.journal.close()


def processes(place: str, number: int = 2, **network: Any) -> closing[Processes]:
    return closing(Processes(place, number, FakeNetwork(Random(2), **network)))
