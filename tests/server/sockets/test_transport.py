"""Connections of HTTP and of websockets: no more than there is room for, each in time, and every one has an end."""

import json
import logging
from contextlib import contextmanager

import gevent
import pytest
from gevent import socket

from server.chat import LONGEST_TEXT, MESSAGE_PERIOD, MESSAGES_AT_ONCE
from server.http import Server, connections
from server.sockets import MOST_UNSENT, RateLimit, RateLimitedSocket
from tests.harness.client import PATIENCE
from tests.harness.faults import changed
from tests.harness.local_site import local_site
from tests.harness.raw_socket import TEXT, RawSocket, frame, handshake
from tests.harness.site import scripted_site
from tests.harness.tabs import LiveGame

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def echo(environ, start):
    sent = environ["wsgi.input"].read()
    start("200 OK", [("Content-Length", str(len(sent)))])
    return [sent]


@contextmanager
def serving(app=echo, most=100, shared=True):
    """A server on a free port; the connections that are kept in its list are closed first."""
    server = Server(("127.0.0.1", 0), app, most, shared, log=None)
    server.start()
    server.kept = []
    try:
        yield server
    finally:
        for each in server.kept:
            each.close()
        server.stop()


@pytest.fixture
def server():
    with serving() as running:
        yield running


def connected(server, address="127.0.0.1"):
    return socket.create_connection(server.address, 10, (address, 0))


def everything(connection):
    """All that comes until the other side hangs up."""
    return b"".join(iter(lambda: connection.recv(4096), b""))


def answered(server, address="127.0.0.1"):
    """Whether one more connection of this address is answered; it is kept open."""
    connection = connected(server, address)
    server.kept.append(connection)
    try:
        connection.sendall(REQUEST)
        return connection.recv(4096).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False


# How long each may take


@pytest.mark.parametrize(
    ("limit", "sent", "answer"),
    [
        ("IDLE_TIMEOUT", b"", b""),
        ("IDLE_TIMEOUT", b"GET / HT", b""),
        ("HEADERS_TIMEOUT", b"GET / HTTP/1.1\r\nHost: x\r\nA: ", b"HTTP/1.1 400"),
        ("BODY_TIMEOUT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", b""),
    ],
    ids=["nothing", "half a line", "half of the headers", "half of the body"],
)
def test_a_client_that_sends_too_slowly_is_disconnected(server, limit, sent, answer):
    # The others stay as they are: on a busy machine anything may come too late for them.
    with changed(connections, **{limit: 0.01}), connected(server) as slow:
        slow.sendall(sent)
        assert everything(slow)[: len(answer)] == answer


def test_a_client_that_reads_may_be_idle_for_longer_than_the_write_timeout(server):
    with changed(connections, WRITE_TIMEOUT=0.01), connected(server) as kept:
        for _ in range(2):
            kept.sendall(REQUEST)
            assert kept.recv(4096).startswith(b"HTTP/1.1 200")
            gevent.sleep(0.1)


@contextmanager
def pair(**timeouts):
    """A websocket's side of a connection, and the other side."""
    near, far = socket.socketpair()
    with near, far, gevent.Timeout(PATIENCE):
        yield RateLimitedSocket(near, RateLimit(0), **timeouts), far


@pytest.mark.parametrize(
    ("limit", "late"),
    [
        ("send_timeout", lambda near: near.send(b"x" * 10_000_000)),
        ("silence_timeout", lambda near: near.recv(10)),
    ],
)
def test_a_send_or_receive_timeout_ends_the_websocket(limit, late):
    with pair(**{limit: 0.01}) as (near, _), pytest.raises(OSError, match="timed out"):
        late(near)


def test_a_websocket_may_be_silent_for_longer_than_sending_takes():
    """Between two pings a browser sends nothing for longer than one that does not read is waited for."""
    with pair(send_timeout=0.01) as (near, far):
        near.send(b"ping")
        receiving = gevent.spawn(near.recv, 100)
        gevent.sleep(0.1)
        far.send(b"pong")
        assert receiving.get() == b"pong"


def test_a_websocket_that_answers_no_ping_is_hung_up(tmp_path):
    with local_site(tmp_path) as site, serving(site.app) as server, gevent.Timeout(PATIENCE):
        site.set_ping(0.05)
        with connected(server) as silent:
            silent.sendall(handshake() + frame(TEXT, b"40"))
            assert everything(silent).startswith(b"HTTP/1.1 101")


def test_a_websocket_that_reads_nothing_is_hung_up_when_too_much_waits_for_it(tmp_path):
    with scripted_site(tmp_path) as site, LiveGame(site) as game:
        cookie = f"Cookie: cavalier={game.bob.cookies['cavalier']}\r\n"
        with RawSocket(site, receive_buffer=4096, header=cookie) as raw:
            watch = ["watch", {"table": game.table, "seat": 1, "language": "en"}]
            raw.send(frame(TEXT, b"40"))
            # The answers fill the buffers of the system; then the site reads no more.
            raw.send(frame(TEXT, f"421{json.dumps(watch)}".encode()), times=2000)
            site.until(lambda: site.memory()["connections"] == 4)
            sent = 0
            while site.memory()["connections"] == 4:
                site.turn_clock(MESSAGE_PERIOD)
                for client in (game.ann, game.bob) * MESSAGES_AT_ONCE:
                    assert game.send(client, "say", preset=None, text="♞" * LONGEST_TEXT) == ""
                    sent += 1
                assert sent <= 2 * MOST_UNSENT


# How many there may be


@pytest.mark.parametrize(("most", "shared", "room"), [(3, True, 3), (12, False, 3), (12, True, 12)])
def test_connections_are_limited_in_all_and_per_address(most, shared, room):
    with serving(most=most, shared=shared) as server:
        assert [answered(server) for _ in range(room + 1)] == [True] * room + [False]
        server.kept.pop(0).close()
        with gevent.Timeout(PATIENCE):
            while not answered(server):
                pass


def test_some_connections_are_reserved_for_new_addresses():
    with serving(most=4, shared=False) as server:
        assert [answered(server, f"127.0.0.{last}") for last in range(2, 7)] == [True] * 4 + [False]
    with serving(most=16, shared=False) as server:
        flood = [answered(server, f"127.0.0.{last}") for last in range(2, 6) for _ in range(4)]
        assert flood == [True] * 14 + [False] * 2
        assert [answered(server, f"127.0.0.{last}") for last in (6, 6, 7, 8)] == [True, False, True, False]


# What each may send


@pytest.mark.parametrize("header", [b"A: b\r\n" * 101, b"A: " + b"b" * 9_000 + b"\r\n"], ids=["lines", "bytes"])
def test_headers_have_an_end(server, header):
    with connected(server) as long:
        long.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n")
        assert long.recv(4096).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(("lengths", "status"), [("56", b"400"), ("65", b"400"), ("55", b"200")])
def test_a_body_of_two_lengths_is_refused_and_the_connection_ends(server, lengths, status):
    headers = "".join(f"Content-Length: {length}\r\n" for length in lengths)
    with connected(server) as sender:
        sender.sendall(f"POST / HTTP/1.1\r\nHost: x\r\n{headers}\r\nabcdeGET / HTTP/1.1\r\n".encode())
        sender.shutdown(socket.SHUT_WR)
        answer = everything(sender)
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert answer.count(b"HTTP/1.1") == 1 or status == b"200"


def test_an_answer_that_is_cut_off_is_logged_with_its_status(caplog):
    caplog.set_level(logging.INFO, "server.access")

    def lavish(_, start):
        start("200 OK", [])
        return [b"x" * 50_000_000]

    with serving(lavish) as server:
        with connected(server) as hasty:
            hasty.sendall(b"GET /path HTTP/1.1\r\nHost: x\r\n\r\n")
            assert hasty.recv(100)
        while not caplog.records:
            gevent.sleep(0.001)
    (line,) = caplog.records
    assert (line.message, vars(line)["status"]) == ("hung up before all was answered", 200)
