"""The event loop: long work gives way to the network."""

import time

import gevent
import pytest
from gevent.socket import socketpair

from server import loop


@pytest.fixture
def watched(monkeypatch):
    """The rounds of the loop are watched, and each step of long work takes a whole slice."""
    monkeypatch.setattr(loop, "LONGEST_ROUND", 0)
    monkeypatch.setattr(loop, "_round_began", None)
    watcher = loop.watch_rounds()
    yield
    watcher.close()


@pytest.mark.usefixtures("watched")
def test_the_network_is_read_between_two_steps_of_long_work():
    """Which `gevent.sleep(0)` does not do: it resumes the same greenlet up to fifty times first."""
    near, far = socketpair()
    steps = []

    def listen():
        near.recv(1)
        steps.append("read")

    def work():
        for step in range(5):
            far.send(b"x") if step == 0 else None
            steps.append("step")
            loop.breathe()

    with near, far:
        gevent.joinall([gevent.spawn(listen), gevent.spawn(work)], raise_error=True)
    assert steps.index("read") <= 2, steps


@pytest.mark.usefixtures("watched")
def test_one_round_continues_one_piece_of_long_work():
    """So a hundred of them together hold the loop no longer than one does."""
    rounds = [[]]
    watcher = gevent.get_hub().loop.check(ref=False)
    watcher.start(lambda: rounds.append([]))

    def work(number):
        loop.breathe()
        for _ in range(5):
            rounds[-1].append(number)
            loop.breathe()

    try:
        gevent.joinall([gevent.spawn(work, number) for number in range(10)], raise_error=True)
    finally:
        watcher.close()
    assert max(map(len, rounds)) == 1


@pytest.mark.usefixtures("watched")
def test_long_work_of_every_address_has_its_turn():
    """So whoever asks for one thing does not wait for all that another address asks for at once."""
    done = []

    def work(address):
        loop.serve(address)
        loop.breathe()
        done.append(address)

    crowd = [gevent.spawn(work, address) for address in ("crowd",) * 20 + ("ann", "bob")]
    gevent.joinall(crowd, raise_error=True)
    assert {*done[:4]} == {"crowd", "ann", "bob"}, done


@pytest.mark.usefixtures("watched")
def test_who_holds_the_loop_too_long_is_logged_by_what_it_does(caplog):
    caplog.set_level("INFO")

    def work(what, seconds):
        loop.doing(what)
        began = time.thread_time()
        while time.thread_time() - began < seconds:
            pass

    short = [gevent.spawn(work, "event modest", 0.001) for _ in range(3)]
    gevent.joinall([*short, gevent.spawn(work, "event greedy", loop.LONGEST_HOLD)], raise_error=True)
    gevent.sleep(0.001)
    loop.Watchdog(lambda: 0.0).tell(0.07)
    held, stalled = caplog.records
    assert (held.message, vars(held)["by"]) == ("the loop was held", "event greedy")
    assert vars(held)["processor"] >= 50
    assert (stalled.message, vars(stalled)["milliseconds"]) == ("the loop stalled", 70)


@pytest.mark.usefixtures("watched")
def test_long_work_in_steps_holds_the_loop_in_none_of_them(caplog):
    def work():
        for _ in range(10):
            began = time.thread_time()
            while time.thread_time() - began < loop.LONGEST_HOLD / 5:
                pass
            loop.breathe()

    gevent.spawn(work).join()
    loop.Watchdog(lambda: 0.0).tell(0.0)
    assert caplog.records == []


def test_where_no_loop_is_watched_nothing_gives_way():
    loop.breathe()
    assert loop._round_began is None
