"""The event loop: long work yields to the network and to other addresses, and what holds the loop is logged."""

import time
from functools import partial

import gevent
import pytest
from gevent.socket import socketpair

from server.runtime import loop
from server.tables import endless_rules
from tests.harness.event_loop import measured_rounds


@pytest.fixture(autouse=True)
def rounds():
    with measured_rounds():
        yield


def work(seconds, steps=1):
    """Use so much processor time in each of these steps."""
    for _ in range(steps):
        began = time.thread_time()
        while time.thread_time() - began < seconds:
            pass
        loop.yield_to_loop()


def test_the_network_is_read_between_two_steps_of_long_work():
    """Which `gevent.sleep(0)` does not do: it resumes the same greenlet up to fifty times first."""
    near, far = socketpair()
    done = []

    def listen():
        near.recv(1)
        done.append("read")

    def steps():
        far.send(b"x")
        for _ in range(5):
            done.append("step")
            loop.yield_to_loop()

    with near, far:
        gevent.joinall([gevent.spawn(listen), gevent.spawn(steps)], raise_error=True)
    assert done.index("read") <= 2, done


def test_one_round_continues_one_piece_of_long_work():
    rounds = [[]]
    watcher = gevent.get_hub().loop.check(ref=False)
    watcher.start(lambda: rounds.append([]))

    def steps(number):
        loop.yield_to_loop()
        for _ in range(5):
            rounds[-1].append(number)
            loop.yield_to_loop()

    gevent.joinall([gevent.spawn(steps, number) for number in range(10)], raise_error=True)
    watcher.close()
    assert max(map(len, rounds)) == 1


def test_long_work_of_every_address_has_its_turn():
    done = []

    def step(address):
        loop.set_address(address)
        loop.yield_to_loop()
        done.append(address)

    crowd = [gevent.spawn(step, address) for address in ("crowd",) * 20 + ("ann", "bob")]
    gevent.joinall(crowd, raise_error=True)
    assert {*done[:4]} == {"crowd", "ann", "bob"}, done


def test_work_that_holds_the_loop_is_logged_by_name_unless_it_yields(caplog):
    caplog.set_level("INFO")

    def named(name, *about):
        loop.name_work(name)
        work(*about)

    modest = [gevent.spawn(named, "event modest", loop.LONGEST_HOLD / 5, 10)]
    greedy = gevent.spawn(named, "event greedy", loop.LONGEST_HOLD)
    gevent.joinall([*modest, greedy], raise_error=True)
    gevent.sleep(0.001)
    loop.Watchdog(lambda: 0.0).report(0.07)
    held, stalled = caplog.records
    assert (held.message, vars(held)["by"]) == ("the loop was held", "event greedy")
    assert vars(held)["processor"] >= 50
    assert (stalled.message, vars(stalled)["milliseconds"]) == ("the loop stalled", 70)


def test_a_table_whose_rules_are_asked_is_noted_again_after_others_were_asked(match, tmp_path):
    """A plan of many lines yields to the loop amid its rules: if they never end, this table is the one to stop."""
    match.open("Checkered")
    files, noted = endless_rules.Files.of(tmp_path, 0), []

    def ask(table_id, pause):
        with endless_rules.RulesCall(table_id):
            for _ in range(3):
                noted.append((table_id, files.note.read_text().strip()))
                pause()

    others = "other", partial(endless_rules.yield_during_rules_call, "other")
    with endless_rules.time_limit(files):
        asking = [gevent.spawn(ask, match.table.id, match.facts.of(match.table).pause), gevent.spawn(ask, *others)]
        gevent.joinall(asking, raise_error=True)
        assert files.note.read_text().strip() == ""
    assert noted == [(match.table.id, match.table.id), ("other", "other")] * 3


def test_what_is_repeated_is_not_begun_again_before_it_has_ended():
    planned, beside = [], []

    def tick():
        ticker.start()  # As by a client that subscribes meanwhile.
        beside.extend(planned)

    ticker = loop.Ticker(lambda _seconds, call: planned.append(call), 1.0, tick, lambda: True)
    ticker.start()
    planned.pop()()
    assert (beside, len(planned)) == ([], 1)
