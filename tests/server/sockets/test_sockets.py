"""What is no message of ours, too long, too much or not read harms nobody: neither memory, nor log, nor the others."""

import json
from contextlib import suppress

import pytest
import simple_websocket

from tests.harness.client import open_table
from tests.harness.raw_socket import CLOSE, PIECE, PING, POLLING, TEXT, Poller, RawSocket, connect, frame, handshake
from tests.harness.site import scripted_site

MOST = 16_384


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """One site that is still alive, keeps nothing and has logged one object a line when all of this is over."""
    with scripted_site(tmp_path_factory.mktemp("sockets") / "data") as running:
        yield running
        running.until_empty()
        loud = [entry["message"] for entry in running.log_entries() if entry["level"] != "info"]
        assert len(loud) <= 3, "engine.io logs once each: another site tried, a client is too old, a session has ended"


@pytest.fixture
def table(site):
    return open_table("Apocalypse", site.client("ann"), site.client("bob"))


@pytest.fixture
def client(site):
    connected = site.client("ann").connect()
    yield connected
    connected.close()


def watch(client, table, seat=None):
    return client.call("watch", table=table, seat=seat, language="en")["ok"]


@pytest.mark.parametrize(
    "packet", ["", "x", "b", "b!!!", "2", "7", "²", "4", "4x", "4[1]", "4{}", "4" + "[" * 9000, b"4", b""]
)
def test_a_frame_that_is_no_packet_ends_the_connection_and_nothing_else(site, client, table, packet):
    assert watch(client, table)
    client.raw(packet)
    client.closed()
    site.until(lambda: site.memory()["audiences"] == 0)


@pytest.mark.parametrize(
    "packet",
    [
        *("", "null", '"act"', "{}", "[]", "[1]", "[[]]", "[{}]", "\x00"),
        *('["nonsense",{}]', '["connect",{}]', '["disconnect",{}]', '["*",{}]', '["act"'),
        '["act",{"move":"\\ud800"}]',
        '["act",{"seat":' + "9" * 5000 + "}]",
        '["act",' + "[" * 9000,
        '["act",' + '{"a":' * 3000,
    ],
)
def test_an_unknown_message_is_refused_by_name(client, packet):
    client.raw("427" + packet)
    assert client.answer(7)["refusal"]["code"] == "message"
    client.raw("42" + packet)
    client.settle()


@pytest.mark.parametrize(
    "packet",
    ["40", '40{"x":1}', "40[]", "41[]", "42/x,[]", "430[1]", "431", "44{}", "45", "46", "451-", "42" + "9" * 200],
)
def test_packets_out_of_place_change_nothing(client, packet):
    client.raw(packet)
    client.settle()


def test_a_client_that_reconnects_its_namespace_in_one_connection_starts_anew(site, client, table):
    assert watch(client, table, 0)
    client.raw("41")
    client.raw("40")
    client.until(lambda: sum(str(each).startswith("40") for each in client.frames) == 2)
    site.until(lambda: site.memory()["audiences"] == 0)
    assert watch(client, table, 0)


def test_data_after_the_end_of_a_websocket_is_not_read_as_a_request(site):
    for _ in range(20):
        # The site may have hung up before all of it is sent.
        with RawSocket(site) as raw, suppress(BrokenPipeError, ConnectionResetError):
            raw.send(frame(TEXT, b"x"))
            raw.send(frame(TEXT, b"late\n"), times=40)
    assert "server.requests" not in {entry["logger"] for entry in site.log_entries()}


def test_binary_parts_are_not_waited_for(site, client):
    client.raw('45999999999-7["act",{"_placeholder":true,"num":0}]')
    assert client.answer(7)["refusal"]["code"] == "message"
    assert site.memory()["parts"] == 0
    client.raw(b"part")
    client.closed()


def test_the_longest_message_is_read_and_a_longer_one_ends_the_connection(client):
    packet = '427["act",{"table":""}]'
    client.raw(packet.replace('""', f'"{"t" * (MOST - len(packet))}"'))
    assert client.answer(7)["refusal"]["code"] == "message"
    client.raw(packet.replace('""', f'"{"t" * 1_000_000}"'))
    assert client.closed() == 1009


def test_a_long_message_in_parts_is_not_read_to_its_end(site):
    with RawSocket(site) as raw:
        raw.send(frame(TEXT, b"42", final=False))
        with pytest.raises(ConnectionError):
            raw.send(frame(PIECE, b" " * 1000, final=False), times=100_000)


def test_a_client_that_does_not_read_is_read_no_more_and_later_gets_whole_answers(site, client, table):
    question = json.dumps(["watch", {"table": table, "seat": None, "language": "en"}])
    requested = 5000
    with RawSocket(site, receive_buffer=4096) as raw:
        raw.send(frame(TEXT, b"40"))
        for number in range(requested):
            raw.send(frame(TEXT, f"42{number}{question}".encode()))
        assert watch(client, table), "others are served"
        answers = []
        while len(answers) < requested:
            message = raw.read()
            if message.startswith("43"):
                answers.append(json.loads(message[message.index("[") :])[0]["view"]["table"])
        assert answers == [table] * requested


def test_no_connection_is_compressed(site):
    with RawSocket(site, header="Sec-WebSocket-Extensions: permessage-deflate\r\n") as raw:
        assert b"extensions" not in raw.head.lower()


@pytest.mark.parametrize(
    "body",
    ["", "x", "b", "4", "4{}", "4[1]", "4" + "[" * 9000, "3\x1e4x", "\x1e" * 9, "3\x1e" * 16 + "3", "4" * 20_000],
)
def test_polling_clients_are_limited_to_the_same_frames(site, table, body):
    poller = Poller(site.client("ann"))
    assert poller.send(body) == 400
    question = {"table": table, "seat": 0, "language": "en"}
    assert poller.send(f'421["watch",{json.dumps(question)}]\x1e422["nonsense"]') == 200
    watched, refused = poller.poll().split("\x1e")
    assert json.loads(watched[3:])[0]["view"]["viewer"] == 0
    assert json.loads(refused[3:])[0]["refusal"]["code"] == "message"
    poller.close()


def test_a_page_of_another_site_opens_no_socket_and_may_not_poll(site):
    origin = {"Origin": "http://evil.test"}
    with pytest.raises(simple_websocket.ConnectionError, match="400"):
        site.client("ann").connect(**origin)
    forwarded = {"X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "http"}
    for headers in (origin, {**origin, **forwarded}):
        assert site.client("ann").get(POLLING, **headers).status == 400


def errors(site):
    """What the site has logged as an error."""
    return [entry for entry in site.log_entries() if entry["level"] == "error"]


@pytest.fixture
def session(site):
    """The session of a browser that begins by polling."""
    client = site.client()
    made = json.loads(client.get(POLLING).body[1:])["sid"]
    yield made
    client.get(f"{POLLING}&sid={made}", "POST", "1", **{"Content-Type": "text/plain"})


def test_a_session_that_was_sent_several_messages_in_one_poll_can_open_a_websocket(site, session):
    client, address = site.client(), f"{POLLING}&sid={session}"
    for sent in ("40", '421["nothing",{}]\x1e422["nothing",{}]'):
        assert client.get(address, "POST", sent, **{"Content-Type": "text/plain"}).status == 200
    assert client.get(address).body.count(b"\x1e") > 1
    with RawSocket(site, session=session) as raw:
        raw.send(frame(TEXT, b"2probe"))
        assert raw.read() == "3probe"


@pytest.mark.parametrize("upgraded", [True, False], ids=["upgraded", "not upgraded"])
def test_a_websocket_of_a_session_that_polled_never_becomes_http_again(site, session, upgraded):
    """Behind a proxy such a connection goes past all that the proxy checks."""
    with RawSocket(site, session=session) as raw:
        raw.send(frame(TEXT, b"2probe" if upgraded else b"4"))
        if upgraded:
            assert raw.read() == "3probe"
            raw.send(frame(TEXT, b"5"))
        with suppress(ConnectionError):  # It may have hung up by now.
            raw.send(frame(CLOSE))
            raw.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"HTTP/1.1" not in raw.rest()


@pytest.mark.parametrize(
    "wrong",
    [{"version": "12"}, {"key": "short"}, {"key": "\xff" * 24}, {"header": "Connection: close\r\n"}],
    ids=["version", "key", "no text", "connection"],
)
def test_an_invalid_handshake_is_refused_and_logs_no_error(site, session, wrong):
    before = errors(site)
    for sid in ("", session):
        with connect(site) as plain:
            request = handshake(session=sid, **wrong)
            plain.sendall(request.replace(b"Connection: Upgrade\r\n", b"") if "header" in wrong else request)
            assert plain.recv(4096).startswith(b"HTTP/1.1 400")
    assert errors(site) == before


def test_a_message_that_is_too_long_is_answered_with_its_close_code(site):
    with RawSocket(site) as raw:
        raw.send(frame(TEXT, b"4" * 20_000) + frame(PING) + frame(TEXT, b"40"))
        assert (1009).to_bytes(2, "big") + b"Message is too big" in raw.rest()


def test_two_websockets_of_one_session_end_without_a_fault(site, session):
    before = errors(site)
    with RawSocket(site, session=session) as one, RawSocket(site, session=session) as other:
        for raw in (one, other):
            raw.send(frame(CLOSE))
            assert b"HTTP/1.1" not in raw.rest()
    assert errors(site) == before
