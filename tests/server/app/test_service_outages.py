"""Services and processes that stop and come back, and clocks that differ, cost no action, no secret and no flag."""

import time
from contextlib import closing
from random import Random

import pytest
from sqlalchemy import select

from server.store import Journal
from server.store.schema import processes
from tests.harness.client import Client, open_table, person
from tests.harness.cluster import AGAIN, PATIENCE, VARIANTS, Apart, Played, Watcher, cluster
from tests.harness.game import Calls, Game
from tests.harness.links import standing_still
from tests.harness.services import postgres
from tests.harness.site import until
from tests.harness.sources import scripted
from tests.harness.tables import LocalTables

pytestmark = pytest.mark.slow

OUTAGE = 6.0
"""Seconds for which the database is gone."""


@pytest.fixture(scope="module")
def database():
    """A server of our own, which is stopped."""
    with postgres() as server:
        yield server


@pytest.fixture(scope="module")
def site(tmp_path_factory, database, redis_server):
    with cluster(tmp_path_factory.mktemp("failing"), database, redis_server) as made:
        yield made


@pytest.fixture(scope="module")
def apart(tmp_path_factory, database, redis_server):
    place = database.database()
    with closing(Journal(place)) as journal:
        # No time without a server is given back to a game that is older than the processes.
        journal.alive(now(journal) + 300)
    with cluster(tmp_path_factory.mktemp("apart"), database, redis_server, Apart, place) as made:
        yield made


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_game_continues_after_a_restart_of_the_database(site, database, mode):
    game = Played(site)
    game.turn("a2a3", "a4a3")
    mine = game.act(0, "b1b2")
    database.stop(mode)
    try:
        theirs = game.act(1, "b5b4")
        bob = game.players[1]
        bob.until(lambda: theirs.answer or any("refusal" in answer for answer in bob.answers.values()))
    finally:
        database.start()
    game.players[0].accepted(mine)
    bob.accepted(theirs)
    game.revealed()
    game.turn("c1c2", "c5c4")
    assert "end" not in [entry.kind for entry in game.check()]


def test_the_time_in_which_the_database_cannot_be_reached_is_given_back(site, database):
    game = Played(site)
    game.turn("a2a3", "a4a3")
    began = time.monotonic()
    database.stop("fast")
    try:
        stopped = time.monotonic()
        time.sleep(OUTAGE)
    finally:
        outage = time.monotonic() - stopped
        database.start()
    game.turn("b1b2", "b5b4")
    thought = time.monotonic() - began - outage
    view = game.onlookers[1].view
    assert all(60 - left < thought + 3 for left in view["clocks"]["left"])
    game.check()


def test_a_suspended_process_catches_up_and_makes_no_late_decision(site):
    game = Played(site)
    game.turn("a2a3", "a4a3")
    at_first = game.players[0]
    with standing_still(site.sites[0].process):
        late = game.act(0, "b1b2")
        game.players[0] = game.come(1, 0)
        game.number = 1
        for seat, move in enumerate(("c1c2", "c5c4")):
            game.players[seat].accepted(game.act(seat, move))
        for watcher in (*game.players, game.onlookers[1]):
            watcher.until(watcher.shows(2))
        wait_until_it_is_forgotten(site)
    at_first.until(lambda: late.answer is not None)
    assert not late.answer["ok"]
    game.number = 2
    for watcher in (at_first, game.onlookers[0]):
        watcher.until(watcher.shows(2))
    game.gone.append(at_first)
    at_first.accepted(at_first.do("act", number=2, move="d1d2"))
    game.players[1].accepted(game.act(1, "d5d4"))
    game.revealed()
    assert [entry.kind for entry in game.check()].count("turn") == 3


def wait_until_it_is_forgotten(site):
    """Until the other process has found that one of the two no longer gives signs of life."""
    with closing(Journal(site.journal)) as journal:
        until(lambda: len(journal.read(select(processes.c.id))) == 1, AGAIN)


def test_a_cookie_of_a_process_whose_clock_is_ahead_is_valid_at_one_whose_clock_is_behind(apart):
    ann = apart.client(0)
    table = open_table("Apocalypse", ann, apart.client(0))
    there = Client(apart.sites[1].url, ann.cookies).connect()
    assert there.call("watch", table=table, seat=0, language="en")["ok"]
    there.close()


def test_no_flag_falls_early_or_twice_where_the_clocks_of_two_machines_differ(apart):
    table = nearly_out_of_time(apart.journal)
    white, black = (Watcher(apart.sites[seat].url, table, seat) for seat in (0, 1))
    falls = []
    for watcher in (white, black):
        watcher.connect()
        began = time.monotonic()
        view = watcher.watch().view
        assert view["clocks"]["running"] == [0]
        left = view["clocks"]["left"][0]
        falls.append((began + left, time.monotonic() + left))
    # Both say that the flag falls at the same time, as near as one can tell from when they were asked and had answered.
    assert max(earliest for earliest, _ in falls) - 0.5 <= min(latest for _, latest in falls)
    time.sleep(1.0)
    white.accepted(white.do("act", number=2, move="g1f3"))
    black.until(black.shows(3))
    before = time.monotonic()
    black.accepted(black.do("act", number=3, move="g8f6"))
    white.until(white.shows(4))
    left, shown = white.view["clocks"]["left"][0], time.monotonic()
    assert left > 0
    for watcher in (white, black):
        watcher.until(lambda watcher=watcher: watcher.view["status"] == "finished")
    fell = time.monotonic()
    assert before + left - 0.1 <= fell < shown + left + PATIENCE
    with closing(Journal(apart.journal)) as journal:
        stored = journal.table(table)
    entries = [entry for decided in stored[2] for entry in decided]
    assert [entry.kind for entry in entries].count("end") == 1
    assert entries[-1].body["reason"] == "time"
    for watcher in (white, black):
        watcher.close()


LEFT = 15.0
"""Seconds that white has left: so long a busy machine may take until they have moved."""


def nearly_out_of_time(place):
    """A game of chess, a minute old, in which white is to move and has a little time left."""
    with closing(Journal(place)) as journal:
        began = now(journal) + LEFT - 60
        services = LocalTables(VARIANTS, journal, lambda: began, scripted(random=Random(1), table=lambda: "game"))
        game = Game(Calls(services), (person("ann"), person("bob")))
        return game.open("Chess", "e2e4 e7e5", control="1+0")


def now(journal):
    return journal.clock_offset()[0] + time.monotonic()
