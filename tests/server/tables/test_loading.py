"""Tables are loaded at the cost of the address that asks, a few at a time."""

import gevent
import pytest

from server.game import Entry, Refusal
from tests.harness.addresses import Limits, slow_loads, spawn_for, working_for
from tests.harness.pages import opened
from tests.harness.sources import Clock
from tests.harness.tables import evict_tables

ROWS = 2_000


def lengthened(app, table):
    """Let a table have many decisions, and leave memory."""
    services = app.extensions["cavalier"]
    for sequence in range(1, ROWS):
        services.journal.append(table, sequence, (Entry("decline", 0, 0, "p", "", {}, 1e9),), None)
    evict_tables(services.table_services.cache)


def at(app, address):
    """A browser at this address."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


def test_a_load_is_charged_by_the_length_of_the_table_to_the_address_that_asks(start):
    clock = Clock()
    app = start(clock, address_rate=10)
    path = "/en" + opened(app.test_client())
    lengthened(app, path.rpartition("/")[2])
    cache = app.extensions["cavalier"].table_services.cache
    clock.now += 60

    def asked(address):
        evict_tables(cache)
        with working_for(address):
            return at(app, address).get(path).status_code

    assert [asked("192.0.2.1") for _ in range(3)] == [200, 200, 429]
    assert asked("192.0.2.2") == 200
    clock.now += 60
    assert asked("192.0.2.1") == 200


def test_a_game_that_an_address_may_not_load_now_is_listed_without_its_board(start):
    clock = Clock()
    app = start(clock, address_rate=10)
    me = app.test_client()
    path = opened(me)
    lengthened(app, path.rpartition("/")[2])
    clock.now += 60
    with working_for("127.0.0.1"):
        pages = []
        for _ in range(4):
            evict_tables(app.extensions["cavalier"].table_services.cache)
            pages.append(me.get("/en/mine"))
    assert [page.status_code for page in pages] == [200] * 4
    assert all(path in page.text for page in pages)


def test_one_address_loads_two_tables_at_a_time_and_others_meanwhile(start):
    app = start()
    services = app.extensions["cavalier"].table_services
    tables = [opened(app.test_client()).rpartition("/")[2] for _ in range(4)]
    evict_tables(services.cache)

    def read(table):
        with services.tables.reading(table):
            pass

    with slow_loads() as (begun, finish):
        reading = [spawn_for("many", read, table) for table in tables[:3]]
        gevent.sleep(0)
        assert begun == tables[:2]
        reading += [spawn_for("one", read, table) for table in (tables[3], tables[2])]
        gevent.sleep(0)
        assert begun == [*tables[:2], tables[3], tables[2]], "who waits for a place keeps no table from others"
        finish.set()
        gevent.joinall(reading, raise_error=True)


def test_the_site_s_own_work_is_free():
    limits = Limits(0, 6, Clock())
    for _ in range(100):
        limits.charge(1)
    with working_for("192.0.2.1"):
        for _ in range(3):
            limits.charge(100)
        with pytest.raises(Refusal):
            limits.charge(1)
