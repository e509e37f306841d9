"""Connections of HTTP: each in time, no more than there is room for, and every one has an end."""

from typing import Any

import gevent
import pytest
from gevent import socket

from server.web import connections
from server.web.connections import Server


def app(environ, start):
    """Answers with what was sent."""
    sent = environ["wsgi.input"].read()
    start("200 OK", [("Content-Length", str(len(sent)))])
    return [sent]


def opened(most=100, shared=True):
    """A server on a free port."""
    server = Server(("127.0.0.1", 0), app, most, shared, log=None)
    server.start()
    return server


@pytest.fixture
def server():
    """One with room for everybody."""
    running = opened()
    yield running
    running.stop()


def connected(server):
    """A connection to it."""
    return socket.create_connection(server.address, 10)


@pytest.mark.parametrize(
    ("limit", "sent", "answer"),
    [
        ("IDLE", b"", b""),
        ("IDLE", b"GET / HT", b""),
        ("HEADERS", b"GET / HTTP/1.1\r\nHost: x\r\nA: ", b"HTTP/1.1 400"),
        ("BODY", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", b""),
    ],
    ids=["nothing", "half a line", "half of the headers", "half of the body"],
)
def test_who_sends_too_slowly_is_hung_up(server, limit, sent, answer, monkeypatch):
    # The others stay as they are: on a busy machine anything may come too late for them.
    monkeypatch.setattr(connections, limit, 0.01)
    with connected(server) as slow:
        slow.sendall(sent)
        got = b""
        while piece := slow.recv(4096):
            got += piece
    assert got[: len(answer)] == answer


def test_who_reads_may_wait_with_the_next_request_for_longer_than_one_who_does_not(server, monkeypatch):
    monkeypatch.setattr(connections, "STUCK", 0.01)
    with connected(server) as kept:
        for _ in range(2):
            kept.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert kept.recv(4096).startswith(b"HTTP/1.1 200")
            gevent.sleep(0.1)


@pytest.mark.parametrize(("most", "shared", "room"), [(3, True, 3), (12, False, 3), (12, True, 12)])
def test_there_is_room_for_so_many_and_for_a_share_of_them_from_one_address(most, shared, room):
    server = opened(most, shared)
    kept = [connected(server) for _ in range(room)]
    for one in kept:
        one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert one.recv(4096).startswith(b"HTTP/1.1 200")
    with connected(server) as late:
        assert late.recv(4096) == b""
    kept.pop().close()
    while server._connected.total() == room:
        gevent.sleep(0.001)
    with connected(server) as next_one:
        next_one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert next_one.recv(4096).startswith(b"HTTP/1.1 200")
    for one in kept:
        one.close()
    server.stop()


def test_all_addresses_together_have_room_for_so_many():
    server = opened(4, False)
    kept = [socket.create_connection(server.address, 10, (f"127.0.0.{last}", 0)) for last in range(2, 6)]
    for one in kept:
        one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert one.recv(4096).startswith(b"HTTP/1.1 200")
    with socket.create_connection(server.address, 10, ("127.0.0.6", 0)) as late:
        assert late.recv(4096) == b""
    for one in kept:
        one.close()
    server.stop()


def answered(server, address, kept):
    """Whether one more connection of this address is answered; it is kept open."""
    one = socket.create_connection(server.address, 10, (address, 0))
    kept.append(one)
    try:
        one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        return bool(one.recv(4096).startswith(b"HTTP/1.1 200"))
    except ConnectionError:
        return False


def test_some_connections_are_kept_for_addresses_that_have_none():
    server, kept = opened(16, False), list[Any]()
    flood = [answered(server, f"127.0.0.{last}", kept) for last in range(2, 6) for _ in range(4)]
    assert flood == [True] * 14 + [False] * 2
    assert [answered(server, f"127.0.0.{last}", kept) for last in (6, 6, 7, 8)] == [True, False, True, False]
    for one in kept:
        one.close()
    server.stop()


@pytest.mark.parametrize("header", [b"A: b\r\n" * 101, b"A: " + b"b" * 9_000 + b"\r\n"], ids=["lines", "bytes"])
def test_headers_have_an_end(server, header):
    with connected(server) as long:
        long.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n")
        assert long.recv(4096).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(("lengths", "status"), [("56", b"400"), ("65", b"400"), ("55", b"200")])
def test_a_body_of_two_lengths_is_refused_and_the_connection_ends(server, lengths, status):
    said = "".join(f"Content-Length: {length}\r\n" for length in lengths)
    with connected(server) as sender:
        sender.sendall(f"POST / HTTP/1.1\r\nHost: x\r\n{said}\r\nabcdeGET / HTTP/1.1\r\n".encode())
        sender.shutdown(socket.SHUT_WR)
        got = b""
        while piece := sender.recv(4096):
            got += piece
    assert got.startswith(b"HTTP/1.1 " + status)
    assert got.count(b"HTTP/1.1") == 1 or status == b"200"


def test_an_answer_that_is_cut_off_is_logged_with_its_status(caplog):
    caplog.set_level("INFO", "server.access")

    def lavish(_, start):
        start("200 OK", [])
        return [b"x" * 50_000_000]

    server = Server(("127.0.0.1", 0), lavish, 10, True, log=None)
    server.start()
    with connected(server) as hasty:
        hasty.sendall(b"GET /path HTTP/1.1\r\nHost: x\r\n\r\n")
        assert hasty.recv(100)
    while not caplog.records:
        gevent.sleep(0.001)
    server.stop()
    (line,) = caplog.records
    assert (line.message, vars(line)["status"]) == ("hung up before all was answered", 200)
