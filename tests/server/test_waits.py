"""Who waits in one process is paired with who waits in another: once, with a table, and whoever looks first."""

from random import Random

import gevent
import pytest

from server.journal.engine import JournalError
from server.tables.control import parse
from server.tables.pairing import Wait
from server.tables.refusal import Refusal
from server.tables.waits import SharedPool
from tests.harness.processes import processes

GAME = parse("5+3")


class Pools:
    """The pool of each process."""

    def __init__(self, site):
        self.site = site
        clock = lambda: site.time  # noqa: E731
        self.pools = [SharedPool(["Chess"], Random(1), lobby.journal, clock) for lobby in site.lobbies]

    def add(self, number, person, *variants):
        self.pools[number].add(Wait(person, frozenset(variants), GAME, self.site.time, f"by {person}"))

    def seat(self, number, person):
        def open_table(pair):
            waits = [(wait.person, wait.message) for wait in pair.waits]
            lobby = self.site.lobbies[number]
            return lobby.open_between(pair.variant, [person for person, _ in waits], GAME, waits=waits)

        return self.pools[number].seat(person, open_table)

    def tables(self):
        return [kept.id for kept in self.site.lobbies[0].journal.tables("running", 99)]


@pytest.fixture
def pools(postgres_server):
    with processes(postgres_server.database(), 3) as site:
        yield Pools(site)


def test_who_waits_in_another_process_is_paired_and_learns_of_the_table(pools):
    pools.add(0, "ann")
    pools.add(1, "bob")
    found = pools.seat(1, "bob")
    assert found is not None
    told = pools.pools[0].follow(["ann"])["ann"]
    assert (told.table, told.other, told.message) == (found[1], "bob", "by ann")
    assert [pools.site.table(2, found[1]).chairs[told.seat], len(pools.tables())] == ["ann", 1]
    assert pools.pools[0].of("ann") is pools.pools[1].of("bob") is None
    pools.pools[0].told("ann")
    assert set(pools.pools[2].follow([])) == {"bob"}


def test_two_processes_that_pair_one_person_at_once_open_one_table(pools):
    for number, person in enumerate(("cleo", "ann", "bob")):
        pools.add(number, person, "Chess")
    for pool in pools.pools:
        pool.read()
    asked = [gevent.spawn(pools.seat, number, person) for number, person in ((1, "ann"), (2, "bob"))]
    gevent.joinall(asked, raise_error=True)
    assert len(pools.tables()) == 1
    assert sorted(each.value is not None for each in asked) == [False, True]
    assert len(pools.pools[0].follow([])) == 2
    assert len(pools.pools[0].oldest(9)) == 1


def test_who_lost_an_opponent_to_another_process_is_paired_with_the_next_one(pools):
    for number, person in enumerate(("cleo", "dora", "ann", "bob")):
        pools.site.time += 1
        pools.add(number % 3, person, "Chess")
    for pool in pools.pools:
        pool.read()
    # Each of both would take cleo, who has waited longest.
    asked = [gevent.spawn(pools.seat, number, person) for number, person in ((1, "ann"), (2, "bob"))]
    gevent.joinall(asked, raise_error=True)
    assert sorted(len({wait.person for wait in each.value[0].waits} & {"cleo", "dora"}) for each in asked) == [1, 1]
    assert len(pools.tables()) == 2


def test_who_was_paired_elsewhere_cannot_wait_for_something_else_before_being_told(pools):
    pools.add(0, "ann")
    pools.add(1, "bob")
    pools.seat(1, "bob")
    with pytest.raises(Refusal, match="opponent has just been found"):
        pools.add(0, "ann", "Chess")


def test_two_who_began_to_wait_at_once_find_each_other_a_second_later(pools):
    pools.add(0, "ann")
    stale = dict(pools.pools[0]._waits)
    pools.add(1, "bob")
    pools.pools[1]._waits = {"bob": pools.pools[1]._waits["bob"]}
    pools.pools[0]._waits = stale
    assert pools.seat(0, "ann") is pools.seat(1, "bob") is None
    pools.pools[0].follow(["ann"])
    assert pools.seat(0, "ann") is not None


def test_a_wait_ends_in_every_process_when_no_process_has_a_connection_any_more(pools):
    pools.add(0, "ann")
    for _ in range(9):
        pools.site.time += 2
        pools.pools[0].follow([])
        pools.pools[1].follow(["ann"])
    assert pools.pools[2].follow([]) == {}
    assert pools.pools[2].of("ann") is not None
    for _ in range(6):
        pools.site.time += 2
        pools.pools[0].follow([])
    pools.pools[2].follow([])
    assert pools.pools[2].of("ann") is None


def test_who_no_longer_waits_is_not_paired_by_a_process_that_has_not_heard(pools):
    pools.add(0, "ann")
    pools.add(1, "bob")
    assert pools.pools[0].cancel("ann")
    assert pools.seat(1, "bob") is None
    assert pools.tables() == []


def test_where_no_table_can_be_opened_both_wait_as_before(pools):
    pools.add(0, "ann")
    pools.add(1, "bob")

    def fail(_pair):
        raise JournalError("the disk is full")

    with pytest.raises(JournalError):
        pools.pools[1].seat("bob", fail)
    assert {wait.person for wait in pools.pools[1].oldest(9)} == {"ann", "bob"}
    assert pools.seat(1, "bob") is not None
