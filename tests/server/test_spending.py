"""What one may do is counted for a whole site: two processes give no more than one, sooner or later."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import orjson
import pytest
from redis import Redis

from server.bus.news import SITE
from server.bus.wire import CHANNEL
from server.tables.limits import BURST, MOST_CONNECTIONS, NEW_BURST, NEW_RATE, UNTOLD, Limits
from server.tables.refusal import Refusal
from server.tables.spending import LASTS, LEAST_TOLD, Spending
from tests.clustered import Cluster, cluster
from tests.many import Wired, Wires
from tests.services import Postgres, RedisServer, redis
from tests.serving import open_table, person
from tests.site import Site
from tests.wire import PATIENCE, Wire

pytestmark = pytest.mark.slow

RATE = 20
"""What a person may do in a second, and an address ten times that."""

ADDRESS = "192.0.2.1"


class Sites:
    """The limits of so many processes that tell each other what was taken."""

    def __init__(self, number: int, lost: float = 0.0) -> None:
        self.at = 1000.0
        self.wires = Wires(Random(3), lost)
        self._later: list[Callable[[], None]] = []
        self.limits = [Limits(RATE, 10 * RATE, lambda: self.at) for _ in range(number)]
        self.spending = [
            Spending(each, each.buckets(), Wired(self.wires), lambda: self.at, lambda _, work: self._later.append(work))
            for each in self.limits
        ]

    def tell(self) -> None:
        """Send what was collected, and what is sent once a second."""
        later, self._later = self._later, []
        for work in later:
            work()
        for each in self.spending:
            each.follow()

    def hear(self) -> None:
        """The same, and let it arrive."""
        self.tell()
        self.wires.carry()

    def done(self, process: int, times: int, person: str = "ann") -> int:
        """How many of so many tries a person may do there."""
        done = 0
        for _ in range(times):
            try:
                self.limits[process].check(ADDRESS, person)
            except Refusal:
                continue
            done += 1
        return done

    def connect(self, process: int, number: int) -> int:
        """How many of so many connections an address may open there."""
        opened = 0
        for each in range(number):
            try:
                self.limits[process].check_room(ADDRESS)
            except Refusal:
                continue
            self.limits[process].come(f"{self.at} {each}", ADDRESS)
            opened += 1
        return opened


def test_what_was_taken_at_one_process_cannot_be_taken_at_another() -> None:
    sites = Sites(3)
    assert sites.done(0, 1000) == RATE * BURST
    sites.hear()
    assert (sites.done(1, 1000), sites.done(2, 1000)) == (0, 0)
    sites.at += 1
    assert sites.done(2, 1000) == RATE
    sites.hear()
    assert (sites.done(0, 1000), sites.done(1, 1000)) == (0, 0)


def test_what_was_taken_everywhere_at_once_is_paid_back_before_anything_more_is_given() -> None:
    sites = Sites(2)
    assert (sites.done(0, 1000), sites.done(1, 1000)) == (RATE * BURST, RATE * BURST)
    sites.hear()
    sites.at += BURST
    assert (sites.done(0, 1000), sites.done(1, 1000)) == (0, 0)
    sites.at += 1
    assert sites.done(0, 1000) == RATE


def test_in_the_long_run_three_processes_give_what_one_gives() -> None:
    sites, random, done, seconds = Sites(3), Random(5), 0, 200
    for _ in range(10 * seconds):
        sites.at += 0.1
        done += sites.done(random.randrange(3), 7)
        sites.hear()
    assert done <= RATE * seconds + RATE * BURST * (1 + 2 * UNTOLD) + 2 * 7
    assert done > 0.9 * RATE * seconds


def test_a_little_now_and_then_is_not_told_each_time() -> None:
    sites = Sites(2)
    for _ in range(100):
        sites.at += 1
        sites.done(0, 1)
        sites.hear()
    assert len(sites.wires.said) == 100 / (UNTOLD * RATE * BURST)


def test_all_people_of_an_address_share_what_it_may_do_wherever_they_are() -> None:
    sites = Sites(2)
    for number in range(10):
        assert sites.done(0, 100, f"p{number}") == 100
    sites.hear()
    assert sites.done(1, 1, "somebody else") == 0


def test_where_no_news_arrive_each_process_counts_alone() -> None:
    sites = Sites(2, lost=1.0)
    for _ in range(3):
        assert (sites.done(0, 1000), sites.done(1, 1000)) == (RATE * BURST, RATE * BURST)
        sites.hear()
        sites.at += BURST


def test_news_that_were_held_up_take_nothing() -> None:
    sites = Sites(2)
    sites.done(0, 1000)
    sites.tell()
    sites.at += BURST + 1
    sites.wires.carry()
    assert sites.done(1, 1000) == RATE * BURST


def test_connections_of_an_address_count_at_whatever_process_they_are() -> None:
    sites = Sites(3)
    assert sites.connect(0, 200) == 200
    sites.hear()
    assert sites.connect(1, 100) == MOST_CONNECTIONS - 200
    sites.hear()
    assert sites.connect(2, 1) == 0
    sites.limits[0].go("1000.0 0")
    sites.hear()
    assert sites.connect(2, 10) == 1


def test_an_address_with_few_connections_is_not_told_of() -> None:
    sites = Sites(2)
    sites.connect(0, LEAST_TOLD - 1)
    sites.hear()
    assert sites.wires.said == []


def test_connections_to_a_process_that_stops_or_was_killed_count_no_longer() -> None:
    sites = Sites(3)
    assert sites.connect(0, MOST_CONNECTIONS) == MOST_CONNECTIONS
    sites.hear()
    assert sites.connect(1, 1) == 0
    sites.spending[0].leave()
    sites.wires.carry()
    assert sites.connect(1, MOST_CONNECTIONS) == MOST_CONNECTIONS
    sites.hear()
    assert sites.connect(2, 1) == 0
    sites.at += LASTS
    assert sites.connect(2, 1) == 1


# Two processes of a site


class Limited(Cluster):
    """A cluster that counts, behind what is taken for a proxy."""

    def start(self, number: int, *options: str) -> Site:
        """A process that lets a person do little at a time."""
        return super().start(number, "--identity-rate", "10", "--address-rate", "1000", "--proxies", "1", *options)


@pytest.fixture(scope="module")
def redis_server() -> Iterator[RedisServer]:
    with redis() as server:
        yield server


@pytest.fixture(scope="module")
def limited(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: Postgres, redis_server: RedisServer
) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("limited"), postgres_server, redis_server, Limited) as made:
        yield made


@contextmanager
def told(limited: Cluster, name: str, key: str, taken: Callable[[], float]) -> Iterator[None]:
    """Afterwards the second process knows what a key took meanwhile from the first one's buckets of this name."""
    cleo, bob = limited.wire(0, "cleo"), limited.wire(1, "bob")
    table = open_table("Apocalypse", cleo, bob)
    for seat, wire in enumerate((cleo, bob)):
        assert wire.connect().call("watch", table=table, seat=seat, language="en")["ok"]
    with Redis.from_url(limited.redis.address) as client, client.pubsub() as heard:
        heard.subscribe(CHANNEL + SITE)
        assert heard.get_message(timeout=PATIENCE)["type"] == "subscribe"
        yield
        known = 0.0
        while known < taken():
            message = heard.get_message(timeout=PATIENCE)
            assert message is not None, f"the others were told of {known}, not of {taken()}"
            _, kind, body = orjson.loads(message["data"])
            if kind == "taken":
                known += body["taken"].get(name, {}).get(key, 0.0)
    # A process hears news in the order in which they were sent.
    assert cleo.call("say", table=table, seat=0, id="said", preset="hello", text=None)["ok"]
    bob.until(lambda: bob.told["said"])


def messages(wire: Wire) -> int:
    """How many of ninety messages are accepted."""
    numbers = [wire.send("leave", {"table": "x"}) for _ in range(90)]
    return sum(wire.answer(number)["ok"] for number in numbers)


def test_a_person_with_tabs_at_two_processes_sends_no_more_than_with_one(limited: Cluster) -> None:
    here, there = limited.wire(0, "ann").connect(), limited.wire(1, "ann").connect()
    burst, began, done = 10 * BURST, time.monotonic(), 0
    with told(limited, "people", person("ann"), lambda: done - burst * UNTOLD):
        done = messages(here)
    assert done >= burst
    done += messages(there)
    assert done <= burst * (1 + 2 * UNTOLD) + 10 * (time.monotonic() - began)


def test_an_address_makes_no_more_new_things_at_two_processes_than_at_one(limited: Cluster) -> None:
    def identities(process: int) -> int:
        asked = {"Content-Type": "application/json", "X-Forwarded-For": ADDRESS}
        wire = limited.wire(process)
        return sum(wire.get("/api/v1/identity", "POST", "{}", **asked).status == 201 for _ in range(NEW_BURST + 10))

    began, done = time.monotonic(), 0
    with told(limited, "new", ADDRESS, lambda: done - NEW_BURST * UNTOLD):
        done = identities(0)
    assert done >= NEW_BURST
    done += identities(1)
    assert done <= NEW_BURST * (1 + 2 * UNTOLD) + NEW_RATE * (time.monotonic() - began)
