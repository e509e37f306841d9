"""What one socket may send and keep waiting: who floods it, reads nothing or says nothing is hung up."""

from types import SimpleNamespace

import gevent
import pytest
from engineio.base_server import BaseServer
from gevent.socket import socketpair

from server.tables.limits import Limits
from server.wire import websocket
from server.wire.sockets import MOST_UNSENT, guard
from server.wire.websocket import BYTES_PER_SECOND, FRAMES_AT_ONCE, PacedSocket, RateLimit
from tests.harness.client import PATIENCE


class Clock:
    """A clock turned by hand."""

    at = 0.0

    def __call__(self):
        return self.at


def taken(budget, times, **what):
    """Of so many, how many are within the budget."""
    for number in range(times):
        try:
            budget.take(**what)
        except OSError:
            return number
    return times


def test_a_connection_may_send_so_many_frames_and_bytes():
    clock = Clock()
    budget = RateLimit(10, clock)
    assert taken(budget, 1_000, frames=1) == 10 * FRAMES_AT_ONCE
    assert taken(budget, 1_000, size=BYTES_PER_SECOND) == FRAMES_AT_ONCE
    clock.at += 1
    assert taken(budget, 1_000, frames=1) == 10
    assert taken(budget, 1_000, size=BYTES_PER_SECOND) == 1


def test_where_nobody_is_limited_no_connection_is():
    assert taken(RateLimit(0), 10_000, frames=1, size=BYTES_PER_SECOND) == 10_000


def test_a_message_that_is_not_taken_in_time_ends_the_connection(monkeypatch):
    monkeypatch.setattr(websocket, "SEND_TIMEOUT", 0.01)
    near, far = socketpair()
    with near, far, gevent.Timeout(PATIENCE), pytest.raises(OSError, match="timed out"):
        PacedSocket(near, RateLimit(0)).send(b"x" * 10_000_000)


def test_who_says_nothing_for_long_is_hung_up(monkeypatch):
    monkeypatch.setattr(websocket, "SILENCE_TIMEOUT", 0.01)
    near, far = socketpair()
    with near, far, gevent.Timeout(PATIENCE), pytest.raises(TimeoutError, match="timed out"):
        PacedSocket(near, RateLimit(0)).recv(10)


def test_who_was_sent_something_may_be_silent_for_longer_than_sending_takes(monkeypatch):
    """Between two pings a browser says nothing for longer than one that does not read is waited for."""
    monkeypatch.setattr(websocket, "SEND_TIMEOUT", 0.01)
    near, far = socketpair()
    with near, far, gevent.Timeout(PATIENCE):
        paced = PacedSocket(near, RateLimit(0))
        paced.send(b"ping")
        receiving = gevent.spawn(paced.recv, 100)
        gevent.sleep(0.1)
        far.send(b"pong")
        assert receiving.get() == b"pong"


class Engine:
    """As much of engine.io as stands behind the guard, with one connection, `x`."""

    max_http_buffer_size = 1_000
    reason = BaseServer.reason

    def __init__(self):
        self.handlers = {"connect": lambda *_: None, "disconnect": lambda *_: None}
        self._async = {}
        self.done = []
        self.waiting = 0
        queue = SimpleNamespace(qsize=lambda: self.waiting)
        websocket = SimpleNamespace(abort=lambda: self.done.append("hung up"))
        self.sockets = {
            "x": SimpleNamespace(
                queue=queue, websocket=websocket, upgraded=False, close=lambda **_: self.done.append("closed")
            )
        }

    def on(self, event, handle):
        self.handlers[event] = handle

    def handle_request(self, *_):
        """Nobody asks here."""

    def send_packet(self, *_):
        self.done.append("sent")


@pytest.fixture
def engine():
    """One that is guarded."""
    made = Engine()
    guard(SimpleNamespace(eio=made), Limits(10, 100, Clock()), lambda *_: {})
    return made


def test_who_reads_nothing_is_hung_up_when_so_much_waits_for_him(engine):
    engine.waiting = MOST_UNSENT
    engine.send_packet("x", None)
    engine.waiting += 1
    engine.send_packet("x", None)
    assert engine.done == ["sent", "hung up", "closed"]


@pytest.mark.parametrize(("reason", "done"), [("PING_TIMEOUT", ["hung up"]), ("CLIENT_DISCONNECT", [])])
def test_who_does_not_answer_a_ping_keeps_no_descriptor(engine, reason, done):
    engine.handlers["disconnect"]("x", getattr(engine.reason, reason))
    assert engine.done == done
