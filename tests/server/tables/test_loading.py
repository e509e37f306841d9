"""Long tables are loaded and shown at the cost of the address that asks, and do not fill the memory."""

from types import SimpleNamespace

import gevent
import pytest

from server.content import Descriptions
from server.game import MOST_SHOWN, Entry, Refusal
from server.tables import IDLE_LIMIT, IDLE_TURNS, TableCache
from tests.harness.addresses import Limits, slow_loads, spawn_for, working_for
from tests.harness.client import Client
from tests.harness.faults import recorded
from tests.harness.long_games import add_long_game, store_long_game
from tests.harness.pages import opened
from tests.harness.site import scripted_site
from tests.harness.sources import Clock
from tests.harness.tables import evict_tables

ROWS = 2_000


def lengthened(app, table):
    """Let a table have many decisions, and leave memory."""
    services = app.extensions["cavalier"]
    for sequence in range(services.journal.lengths([table])[table], ROWS):
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

    def load_for(address):
        evict_tables(cache)
        with working_for(address):
            return at(app, address).get(path).status_code

    assert [load_for("192.0.2.1") for _ in range(3)] == [200, 200, 429]
    assert load_for("192.0.2.2") == 200
    clock.now += 60
    assert load_for("192.0.2.1") == 200


def test_a_game_that_an_address_may_not_load_now_is_listed_without_its_board(start):
    clock = Clock()
    app = start(clock, address_rate=10)
    me = app.test_client()
    path = opened(me)
    assert at(app, "192.0.2.1").post(f"/en{path}/join", data={"seat": "1"}).status_code == 303
    lengthened(app, path.rpartition("/")[2])
    clock.now += 60
    pages = []
    for _ in range(4):
        evict_tables(app.extensions["cavalier"].table_services.cache)
        pages.append(me.get("/en/mine"))
    assert [page.status_code for page in pages] == [200] * 4
    assert all(path in page.text for page in pages)
    assert ["#g0-Apocalypse" in page.text for page in pages] == [True, True, False, False]


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


TURNS = 400


@pytest.mark.parametrize(("path", "views"), [("/en/game/long", 9), ("/api/v1/tables/long", 14)], ids=["page", "API"])
def test_a_long_view_is_charged_by_its_turns(start, path, views):
    clock = Clock()
    app = start(clock, address_rate=10)
    add_long_game(app.extensions["cavalier"].journal, TURNS)
    app.test_client().get(path)
    clock.now += 60
    client = at(app, "192.0.2.1")
    with working_for("192.0.2.1"):
        assert [client.get(path).status_code for _ in range(views + 1)] == [200] * views + [429]


def test_over_a_network_the_address_of_each_connection_is_charged(tmp_path):
    store_long_game(tmp_path, TURNS)
    loader, reader, watcher = ({"X-Forwarded-For": f"192.0.2.{number}"} for number in range(3))
    with scripted_site(tmp_path, "--address-rate", "10", "--proxies", "1") as site:
        assert Client(site.url).get("/en/game/long", **loader).status == 200
        seen = [Client(site.url).get("/en/game/long", **reader).status for _ in range(10)]
        watching = Client(site.url).connect(**watcher)
        watched = [watching.call("watch", table="long", seat=None, language="en")["ok"] for _ in range(15)]
    assert seen == [200] * 9 + [429]
    assert watched == [True] * 14 + [False]


def test_of_a_long_game_a_page_describes_the_last_turns_alone(start):
    app = start()
    add_long_game(app.extensions["cavalier"].journal, TURNS)
    with recorded(Descriptions, "view") as views:
        assert app.test_client().get("/en/game/long").status_code == 200
    assert sum(len(view.get("turns", ())) for _, view, *_ in views) == MOST_SHOWN < TURNS


def test_tables_that_nobody_uses_are_kept_by_their_number_and_their_length():
    evicted = []
    cache = TableCache(lambda table, _state: evicted.append(table))

    def use(table, turns):
        with cache.pinned(table) as slot:
            slot.state = SimpleNamespace(number=turns)

    for number in range(IDLE_LIMIT + 1):
        use(f"short {number}", 10)
    assert evicted == ["short 0"]
    for number in range(10):
        use(f"long {number}", IDLE_TURNS // 3)
    assert sorted(cache.loaded()) == ["long 7", "long 8", "long 9"]
    with cache.pinned("long 7"):
        use("longest", IDLE_TURNS)
        assert sorted(cache.loaded()) == ["long 7", "longest"], "a table in use stays"
    assert cache.loaded() == ["long 7"]
    use("too long", IDLE_TURNS + 1)
    assert cache.loaded() == []
