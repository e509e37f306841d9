"""Onlookers of a table are counted, each person once, over all processes, and those who watch are told."""

from contextlib import ExitStack
from random import Random
from types import SimpleNamespace

import pytest

from server.wire.onlookers import PAUSE, SILENCE, Onlookers
from server.wire.watchers import Watchers, Watching
from tests.harness.client import open_table
from tests.harness.processes import Wired, Wires
from tests.harness.site import scripted_site


@pytest.fixture(scope="module")
def served(tmp_path_factory, all_on_engine):
    with scripted_site(tmp_path_factory.mktemp("onlookers") / "data", *all_on_engine) as running:
        yield running


class Room:
    """A running game of ann and bob, and whoever looks at it."""

    def __init__(self, served, stack):
        self.served, self.stack = served, stack
        self.ann, self.bob = (stack.enter_context(closing(served.client(name))) for name in ("ann", "bob"))
        self.table = open_table("Dark", self.ann, self.bob)

    def come(self, client, seat=None):
        """Watch from there; how many look on."""
        if client not in (self.ann, self.bob):
            self.stack.enter_context(closing(client))
        answer = client.connect().call("watch", table=self.table, seat=seat, language="en")
        return answer["onlookers"]

    def told(self, client):
        """What a watcher was told since."""
        self.served.turn_clock(PAUSE)
        client.settle()
        return [each["count"] for each in client.events["onlookers"] if each["table"] == self.table]


class closing(ExitStack):
    def __init__(self, client):
        super().__init__()
        self.client = client
        self.callback(client.close)

    def __enter__(self):
        return self.client


@pytest.fixture
def room(served):
    with ExitStack() as stack:
        yield Room(served, stack)


def test_players_are_no_onlookers_from_whatever_seat_they_look(room):
    assert room.come(room.ann, 0) == 0
    assert room.come(room.served.client("ann")) == 0
    assert room.told(room.ann) == [0]


def test_all_who_watch_are_told_who_comes_and_goes_and_a_person_counts_once(room):
    room.come(room.ann, 0)
    assert room.come(room.served.client("eve")) == 1
    assert room.come(room.served.client("eve")) == 1
    stranger = room.served.client()
    assert room.come(stranger) == 2
    assert room.told(room.ann) == [2]
    left = room.served.memory()["people"]
    stranger.close()
    room.served.until(lambda: room.served.memory()["people"] == left - 1)
    assert room.told(room.ann) == [2, 1]


class Process:
    """One of several processes: who watches there, and what it tells them."""

    def __init__(self, clients, now):
        self.watchers, self.told = Watchers(), []
        self.bus = Wired(clients)
        self.bus.topics.add("t")
        live = SimpleNamespace(
            watchers=self.watchers,
            more_on_watch=[],
            person=lambda sid: sid,
            emit=lambda _name, data, *_sids: self.told.append(data["count"]),
        )
        foyer = SimpleNamespace(watches=lambda sid: False)
        house = SimpleNamespace(lobby=SimpleNamespace(bus=self.bus, followers=[], clock=lambda: now[0]))
        self.onlookers = Onlookers(live, foyer, house)
        self.due = []
        self.onlookers.later = lambda _, work: self.due.append(work)
        (self.follow,) = house.lobby.followers

    def come(self, name):
        self.watchers.begin(name, "t", Watching((None, "en"), None))

    def pause(self):
        due, self.due = self.due, []
        for work in due:
            work()


@pytest.fixture
def two():
    clients, now = Wires(Random(1)), [1000.0]
    return [Process(clients, now), Process(clients, now)], clients, now


def settle(processes, clients):
    for _ in range(2):
        for process in processes:
            process.pause()
        clients.carry()


def test_onlookers_of_another_process_count_too(two):
    processes, clients, _ = two
    one, other = processes
    one.come("eve")
    other.come("dan")
    other.come("fay")
    settle(processes, clients)
    assert (one.told[-1], other.told[-1]) == (3, 3)
    assert one.onlookers.count("t") == 3


def test_what_a_process_counted_that_has_gone_counts_no_more(two):
    processes, clients, now = two
    one, other = processes
    one.come("eve")
    other.come("dan")
    settle(processes, clients)
    now[0] += SILENCE / 2
    one.follow()
    other.follow()
    clients.carry()
    now[0] += SILENCE * 0.75
    one.follow()
    settle([one], clients)
    assert one.told[-1] == 2, "it has said so again meanwhile"
    now[0] += SILENCE
    one.follow()
    settle([one], clients)
    assert one.told[-1] == 1


def test_nothing_is_kept_of_a_table_that_nobody_watches(two):
    processes, clients, _ = two
    one, other = processes
    one.come("eve")
    other.come("dan")
    settle(processes, clients)
    one.watchers.end("eve", "t")
    settle(processes, clients)
    assert other.told[-1] == 1
    assert not one.onlookers._elsewhere
    assert not one.onlookers._told
