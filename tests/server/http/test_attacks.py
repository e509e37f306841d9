"""Nothing that anybody sends holds the event loop: a real site under attack measures itself what holds its loop."""

import itertools
import json
import socket
from contextlib import ExitStack, suppress
from random import Random
from urllib.parse import quote

import pytest
from simple_websocket import ConnectionClosed

from server.http.connections import MOST_CONNECTIONS
from server.sockets import MOST_TOO_FAST
from tests.harness.client import PATIENCE
from tests.harness.event_loop import (
    BODIES,
    FORM,
    JSON,
    VARIANTS,
    ask,
    longest_plan,
    not_held,
    planned,
    wait_until_ready,
)
from tests.harness.raw_socket import CLOSE, PIECE, PING, PONG, TEXT, RawSocket, connect, frame
from tests.harness.site import scripted_site, site


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory):
    """A site that nobody is too fast for, so that whatever is sent is dealt with."""
    with site(tmp_path_factory.mktemp("unlimited"), machine=None) as running:
        wait_until_ready(running)
        yield running


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """A site with the usual limits."""
    options = ("--identity-rate", "10", "--address-rate", "100")
    with site(tmp_path_factory.mktemp("limited"), *options, machine=None) as running:
        wait_until_ready(running)
        yield running


@pytest.fixture(scope="module")
def addresses():
    return map("127.0.1.{}".format, itertools.count(1))


@pytest.fixture
def address(addresses):
    """Where the attack of one test comes from: it may use up all that this address may ask for."""
    return next(addresses)


# Texts


@pytest.mark.parametrize("what", BODIES)
def test_no_body_holds_the_loop(unlimited, what):
    path, body, headers = BODIES[what]
    with not_held(unlimited):
        assert 200 <= ask(unlimited, "POST", path, body, headers) < 500


HEADERS = [
    ("Accept-Language", ",".join(f"a{number};q=0.{number % 9}" for number in range(600))),
    ("Accept-Language", "a," * 30_000),
    ("Cookie", ";".join(f"a{number}=b" for number in range(800))),
    ("Cookie", 'a="' + "\\" * 7_000),
    ("Cookie", "cavalier=." + "e" * 7_000),
    ("If-None-Match", '"a",' * 1_800),
    ("X-Forwarded-For", "1.2.3.4," * 900),
    ("Content-Type", "multipart/form-data; boundary=" + "-" * 7_000),
    ("X", "x" * 60_000),
]


def test_no_header_holds_the_loop(unlimited):
    for name, value in HEADERS:
        with not_held(unlimited):
            assert ask(unlimited, "GET", "/en/", headers={name: value}) == (400 if len(value) > 8_000 else 200), name
            ask(unlimited, "POST", "/en/replay", "x", headers={name: value})


@pytest.mark.parametrize("name", VARIANTS)
def test_no_position_holds_the_loop(unlimited, name):
    random = Random(name)
    fen = VARIANTS[name].start({}, random).fen()
    texts = [fen, "8/" * 1_500, "1" * 5_000, fen.split(" ")[0] + " w 0 " + '{"a":' * 900, "é" * 900]
    for _ in range(6):
        text = list(fen)
        for _ in range(3):
            text[random.randrange(len(text))] = random.choice("pPnNkKqQrR12345678/ w-{}\"'é")
        texts.append("".join(text))
    with not_held(unlimited):
        for text in texts:
            address = f"/diagram/{name}.svg?fen={quote(text)}"
            if len(address) < 8_000:
                assert ask(unlimited, "GET", address) in (200, 400)
                assert ask(unlimited, "GET", f"/en/variants/{name}/analysis?fen={quote(text)}") in (200, 400)
            body = json.dumps({"variant": name, "settings": {}, "fen": text})
            assert ask(unlimited, "POST", "/api/v1/positions", body, JSON) in (200, 400)


ARROWS = ",".join(["a1b2"] * 30)


@pytest.mark.parametrize(
    "drawing",
    [f"diagram/Chess.png?width=2000&arrow={ARROWS}", f"diagram/Checkered.svg?arrow={ARROWS}", "card/Dark.png"],
    ids=["png", "svg", "card"],
)
def test_no_drawing_holds_the_loop(unlimited, drawing):
    with not_held(unlimited):
        assert ask(unlimited, "GET", f"/{drawing}") == 200


@pytest.mark.parametrize("variant", [name for name, rules in VARIANTS.items() if longest_plan(rules)])
def test_no_plan_holds_the_loop(unlimited, variant):
    table, body, headers = planned(unlimited, variant)
    with not_held(unlimited):
        assert ask(unlimited, "POST", f"/api/v1/tables/{table}/plan", body, headers) == 200
        for seat in (0, 1):
            ask(unlimited, "GET", f"/en/game/{table}/ahead?seat={seat}", "", headers)


# Floods from one connection

GREETING = frame(TEXT, b"40")
FLOODS = {
    "pings": frame(PING) * 20_000,
    "pongs that nobody asked for": frame(PONG) * 20_000,
    "empty pieces": frame(TEXT, b"4", final=False) + frame(PIECE, final=False) * 20_000,
    "messages": GREETING + frame(TEXT, b'42["nonsense",{}]') * 5_000,
    "messages named *": GREETING + frame(TEXT, b'42["*",{}]') * 5_000,
    "long messages": GREETING + frame(TEXT, b'42["' + b"x" * 16_000 + b'",{}]') * 30,
}


@pytest.mark.parametrize("what", FLOODS)
def test_a_client_that_floods_a_socket_is_disconnected_and_does_not_hold_the_loop(limited, address, what):
    with not_held(limited):
        with RawSocket(limited, address=address) as raw:
            with suppress(OSError):
                raw.send(FLOODS[what])
            assert raw.ends()
        assert ask(limited, "GET", "/healthz") == 200
    assert [entry for entry in limited.log_entries() if entry["level"] == "error"] == []


@pytest.mark.parametrize(
    "what", [what if "messages" in what else pytest.param(what, marks=pytest.mark.slow) for what in FLOODS]
)
def test_a_flood_that_is_dealt_with_to_its_end_holds_nothing(unlimited, what):
    with not_held(unlimited), RawSocket(unlimited) as raw:
        raw.plain.settimeout(6 * PATIENCE)
        raw.send(FLOODS[what] + frame(CLOSE))
        while raw.plain.recv(65_536):
            pass


def test_a_connection_with_too_many_messages_refused_as_too_fast_is_closed(tmp_path):
    """The clock of the site is turned by hand: now and then a message is accepted."""
    refused = accepted = 0
    with scripted_site(tmp_path, "--identity-rate", "10", "--address-rate", "100") as running:
        client = running.client("ann").connect()
        with suppress(ConnectionClosed):
            for number in range(10 * MOST_TOO_FAST):
                if number % 10 == 0:
                    running.turn_clock(0.1)
                answer = client.call("leave", table="nothing")
                if answer["ok"]:
                    accepted += refused > 0
                else:
                    assert answer["refusal"]["code"] == "too_fast"
                    refused += 1
    assert accepted > 0
    assert MOST_TOO_FAST - 1 <= refused - accepted <= MOST_TOO_FAST


# Requests


def exchanged(running, request, head=12, address="127.0.0.1"):
    """What is answered to these bytes: its beginning, all of it if `head` is None; nothing where the site hung up."""
    with connect(running, address=address) as plain:
        try:
            plain.sendall(request)
            if head is not None:
                return plain.recv(head)
            plain.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: plain.recv(1 << 20), b""))
        except (BrokenPipeError, ConnectionResetError):
            return b""


@pytest.mark.parametrize("path", ["/healthz", "/static/css/style.css", "/nothing"])
def test_pipelined_requests_do_not_block_the_loop(limited, address, path):
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with not_held(limited):
        answers = exchanged(limited, request * 400, head=None, address=address)
    assert answers.count(b"HTTP/1.1 ") > 0


def test_one_address_with_many_connections_does_not_block_others(limited, address):
    with ExitStack() as kept:
        for _ in range(MOST_CONNECTIONS):
            kept.enter_context(connect(limited, address=address))
        assert kept.enter_context(connect(limited, address=address)).recv(1) == b""
        assert ask(limited, "GET", "/healthz") == 200


def test_an_unread_body_is_not_read_to_its_end(unlimited):
    with not_held(unlimited), connect(unlimited) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n")
        assert b"".join(iter(lambda: plain.recv(65_536), b"")).startswith(b"HTTP/1.1 200")


CHUNKED = {
    "small chunks": b"1\r\na\r\n" * 400_000 + b"0\r\n\r\n",
    "chunks with long extensions": (b"1;" + b"x" * 8_000 + b"\r\na\r\n") * 400,
    "lines behind the last chunk": b"1\r\na\r\n0\r\n" + b"a: b\r\n" * 400_000,
}


def chunked(path, form, chunks):
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: {form['Content-Type']}"
    return head.encode() + b"\r\n\r\n" + chunks


@pytest.mark.parametrize("what", CHUNKED)
@pytest.mark.parametrize(
    ("path", "form"), [("/api/v1/records", JSON), pytest.param("/en/name", FORM, marks=pytest.mark.slow)]
)
def test_a_body_in_pieces_holds_nothing_and_has_an_end(unlimited, path, form, what):
    with not_held(unlimited):
        assert exchanged(unlimited, chunked(path, form, CHUNKED[what])) in (b"", b"HTTP/1.1 400")


def test_a_body_in_usual_chunks_is_read(unlimited):
    body = b"5\r\nname=\r\n3;a=b\r\nAnn\r\n0\r\n\r\n"
    assert exchanged(unlimited, chunked("/en/name", FORM, body)) == b"HTTP/1.1 303"


@pytest.mark.parametrize(
    "line",
    [b"secret-of-a-stranger\r\n\r\n", b"GET /secret-of-a-stranger HTTP/9.9\r\n\r\n", b"\x16\x03secret\r\n\r\n"],
)
def test_a_line_that_is_no_request_is_not_logged(unlimited, line):
    assert exchanged(unlimited, line) == b"HTTP/1.1 400"
    assert "secret" not in unlimited.log()
