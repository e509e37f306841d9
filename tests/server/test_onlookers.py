"""Onlookers of a table are counted, each person once, over all processes, and those who watch are told."""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from server.wire.onlookers import PAUSE, SILENCE, Onlookers
from server.wire.watchers import Watchers, Watching
from tests.many import Wired, Wires
from tests.serving import Served, open_table, serving
from tests.wire import Wire


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, all_on_engine: tuple[str, ...]) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("onlookers") / "data", *all_on_engine) as running:
        yield running


class Room:
    """A running game of ann and bob, and whoever looks at it."""

    def __init__(self, served: Served, stack: ExitStack) -> None:
        self.served, self.stack = served, stack
        self.ann, self.bob = (stack.enter_context(closing(served.wire(name))) for name in ("ann", "bob"))
        self.table = open_table("Dark", self.ann, self.bob)

    def come(self, wire: Wire, seat: int | None = None) -> int:
        """Watch from there; how many look on."""
        if wire not in (self.ann, self.bob):
            self.stack.enter_context(closing(wire))
        answer = wire.connect().call("watch", table=self.table, seat=seat, language="en")
        count: int = answer["onlookers"]
        return count

    def told(self, wire: Wire) -> list[int]:
        """What a watcher was told since."""
        self.served.turn_clock(PAUSE)
        wire.settle()
        return [each["count"] for each in wire.told["onlookers"] if each["table"] == self.table]


class closing(ExitStack):
    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self.wire = wire
        self.callback(wire.close)

    def __enter__(self) -> Any:
        return self.wire


@pytest.fixture
def room(served: Served) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(served, stack)


def test_players_are_no_onlookers_from_whatever_seat_they_look(room: Room) -> None:
    assert room.come(room.ann, 0) == 0
    assert room.come(room.served.wire("ann")) == 0
    assert room.told(room.ann) == [0]


def test_all_who_watch_are_told_who_comes_and_goes_and_a_person_counts_once(room: Room) -> None:
    room.come(room.ann, 0)
    assert room.come(room.served.wire("eve")) == 1
    assert room.come(room.served.wire("eve")) == 1
    stranger = room.served.wire()
    assert room.come(stranger) == 2
    assert room.told(room.ann) == [2]
    left = room.served.memory()["people"]
    stranger.close()
    room.served.until(lambda: room.served.memory()["people"] == left - 1)
    assert room.told(room.ann) == [2, 1]


class Process:
    """One of several processes: who watches there, and what it tells them."""

    def __init__(self, wires: Wires, now: list[float]) -> None:
        self.watchers, self.told = Watchers(), []
        self.bus = Wired(wires)
        self.bus.topics.add("t")
        live: Any = SimpleNamespace(
            watchers=self.watchers,
            more_on_watch=[],
            person=lambda sid: sid,
            emit=lambda _name, data, *_sids: self.told.append(data["count"]),
        )
        foyer: Any = SimpleNamespace(watches=lambda sid: False)
        house: Any = SimpleNamespace(lobby=SimpleNamespace(bus=self.bus, followers=[], clock=lambda: now[0]))
        self.onlookers = Onlookers(live, foyer, house)
        self.due: list[Any] = []
        self.onlookers.later = lambda _, work: self.due.append(work)
        (self.follow,) = house.lobby.followers

    def come(self, name: str) -> None:
        self.watchers.begin(name, "t", Watching((None, "en"), None))

    def pause(self) -> None:
        due, self.due = self.due, []
        for work in due:
            work()


@pytest.fixture
def two() -> tuple[list[Process], Wires, list[float]]:
    wires, now = Wires(Random(1)), [1000.0]
    return [Process(wires, now), Process(wires, now)], wires, now


def settle(processes: list[Process], wires: Wires) -> None:
    for _ in range(2):
        for process in processes:
            process.pause()
        wires.carry()


def test_onlookers_of_another_process_count_too(two: tuple[list[Process], Wires, list[float]]) -> None:
    processes, wires, _ = two
    one, other = processes
    one.come("eve")
    other.come("dan")
    other.come("fay")
    settle(processes, wires)
    assert (one.told[-1], other.told[-1]) == (3, 3)
    assert one.onlookers.count("t") == 3


def test_what_a_process_counted_that_has_gone_counts_no_more(two: tuple[list[Process], Wires, list[float]]) -> None:
    processes, wires, now = two
    one, other = processes
    one.come("eve")
    other.come("dan")
    settle(processes, wires)
    now[0] += SILENCE / 2
    one.follow()
    other.follow()
    wires.carry()
    now[0] += SILENCE * 0.75
    one.follow()
    settle([one], wires)
    assert one.told[-1] == 2, "it has said so again meanwhile"
    now[0] += SILENCE
    one.follow()
    settle([one], wires)
    assert one.told[-1] == 1


def test_nothing_is_kept_of_a_table_that_nobody_watches(two: tuple[list[Process], Wires, list[float]]) -> None:
    processes, wires, _ = two
    one, other = processes
    one.come("eve")
    other.come("dan")
    settle(processes, wires)
    one.watchers.end("eve", "t")
    settle(processes, wires)
    assert other.told[-1] == 1
    assert not one.onlookers._elsewhere
    assert not one.onlookers._told
