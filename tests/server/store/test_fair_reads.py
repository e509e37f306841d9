"""Reads of the journal: no write waits for them, and those of one address leave others theirs."""

from contextlib import closing
from dataclasses import replace

import gevent
import pytest
from gevent.event import Event
from sqlalchemy import text

from server.game import Entry, Opening
from server.store import Journal
from tests.harness.addresses import PART, FairPlaces, spawn_for
from tests.harness.faults import recorded

ENTRY = Entry("offer", 0, 0, "ann", "", {}, 1.0)


@pytest.fixture
def journal(place):
    with closing(Journal(place)) as opened:
        yield opened


def test_a_write_waits_for_no_read(tmp_path):
    started, released = gevent.get_hub().loop.async_(), []
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        begun = Event()
        started.start(begun.set)

        def long_read(connection):
            started.send()
            connection.connection.driver_connection.set_progress_handler(lambda: bool(released), 1000)
            endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
            with pytest.raises(Exception, match="interrupted"):
                connection.execute(text(endless))
            connection.connection.driver_connection.set_progress_handler(None, 0)

        reading = gevent.spawn(journal.run, long_read)
        begun.wait()
        journal.rename("ann", "Ann", 0.0)
        assert not reading.ready()
        released.append(True)
        reading.get()
        assert journal.names() == {"ann": "Ann"}, "a read sees what was written before"
    started.close()


def test_a_read_cannot_write(tmp_path):
    with closing(Journal(tmp_path / "journal.sqlite")) as journal, pytest.raises(Exception, match="readonly"):
        journal.run(lambda connection: connection.execute(text("DELETE FROM people")))


def test_places_are_given_round_robin_by_address_and_few_of_them_to_one():
    places, order, finish = FairPlaces(3, each=2), [], Event()

    def work(name):
        with places.place():
            order.append(name)
            finish.wait()

    many = [spawn_for("many", work, f"many {number}") for number in range(6)]
    gevent.sleep(0)
    assert order == ["many 0", "many 1"], "one address gets two places"
    few = [spawn_for(name, work, name) for name in ("one", "two")]
    gevent.sleep(0)
    assert order[2:] == ["one"]
    finish.set()
    gevent.joinall([*many, *few], raise_error=True)
    assert order.index("two") < order.index("many 3")
    assert sorted(order) == sorted([*(f"many {number}" for number in range(6)), "one", "two"])


def test_a_caller_that_is_interrupted_while_it_waits_or_works_leaves_its_place_to_others():
    places, order = FairPlaces(1), []

    def work(name):
        with places.place():
            order.append(name)
            gevent.sleep(60)

    first, second = (spawn_for(name, work, name) for name in ("first", "second"))
    gevent.sleep(0)
    second.kill()
    with pytest.raises(TimeoutError), places.place(0.001):
        pass
    first.kill()
    with places.place():
        assert order == ["first"]


def test_reads_of_the_file_are_done_round_robin_by_address(tmp_path):
    order = []

    def read(name, number):
        for _ in range(number):
            journal.run(lambda _: order.append(name))

    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        many = [spawn_for("many", read, "many", 4) for _ in range(5)]
        gevent.joinall([*many, spawn_for("one", read, "one", 5)], raise_error=True)
    assert [place for place, name in enumerate(order) if name == "one"] == [1, 3, 5, 7, 9]


def test_a_long_table_is_read_in_parts(journal):
    opening = Opening("t1", "Chess", 1, {}, "", 0.0)
    journal.open_table(opening, (ENTRY,), "running")
    for sequence in range(1, 2 * PART + 2):
        journal.append("t1", sequence, (replace(ENTRY, number=sequence),), None)
    with recorded(journal, "read") as reads:
        _, _, rows = journal.table("t1")
    assert [row[0].number for row in rows] == list(range(2 * PART + 2))
    assert len(reads) == 4
    assert [row[0].number for row in journal.since("t1", PART + 1)] == list(range(PART + 1, 2 * PART + 2))
