"""What is no message of ours, too long, too much or not taken harms nobody: neither memory, nor log, nor the others."""

import json
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Message, Request, TextMessage

from tests.harness.client import PATIENCE, open_table
from tests.harness.site import scripted_site

MOST = 16_384


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """One site that is still alive, keeps nothing and has logged one object a line when all of this is over."""
    with scripted_site(tmp_path_factory.mktemp("sockets") / "data") as running:
        yield running
        running.until(lambda: not any(running.memory().values()))
        loud = [entry["message"] for entry in running.log_entries() if entry["level"] != "info"]
        assert len(loud) <= 1, "engine.io says once that another site tried"


@pytest.fixture
def table(served):
    """A running game."""
    return open_table("Apocalypse", served.client("ann"), served.client("bob"))


@pytest.mark.parametrize(
    "frame", ["", "x", "b", "b!!!", "2", "7", "²", "4", "4x", "4[1]", "4{}", "4" + "[" * 9000, b"4", b""]
)
def test_a_frame_that_is_no_packet_ends_the_connection_and_nothing_else(served, table, frame):
    client = served.client().connect()
    assert client.call("watch", table=table, seat=None, language="en")["ok"]
    client.raw(frame)
    client.closed()
    served.until(lambda: served.memory()["rooms"] == 0)


@pytest.mark.parametrize(
    "packet",
    [
        "",
        "null",
        '"act"',
        "{}",
        "[]",
        "[1]",
        "[[]]",
        "[{}]",
        '["nonsense",{}]',
        '["connect",{}]',
        '["disconnect",{}]',
        '["act"',
        '["act",{"seat":' + "9" * 5000 + "}]",
        '["act",' + "[" * 9000,
        '["act",' + '{"a":' * 3000,
        "\x00",
    ],
)
def test_a_message_that_nobody_understands_is_refused_by_name(served, packet):
    client = served.client().connect()
    client.raw("427" + packet)
    assert client.answer(7)["refusal"]["code"] == "message"
    client.raw("42" + packet)
    client.settle()
    client.close()


@pytest.mark.parametrize(
    "packet",
    ["40", '40{"x":1}', "40[]", "41[]", "42/x,[]", "430[1]", "431", "44{}", "45", "46", "451-", "42" + "9" * 200],
)
def test_packets_out_of_place_change_nothing(served, packet):
    client = served.client().connect()
    client.raw(packet)
    client.settle()
    client.close()


def test_who_leaves_and_greets_again_in_one_connection_is_a_new_guest(served, table):
    client = served.client("ann").connect()
    assert client.call("watch", table=table, seat=0, language="en")["ok"]
    client.raw("41")
    client.raw("40")
    client.until(lambda: sum(str(frame).startswith("40") for frame in client.frames) == 2)
    served.until(lambda: served.memory()["rooms"] == 0)
    assert client.call("watch", table=table, seat=0, language="en")["ok"]
    client.close()


def test_what_comes_after_the_end_of_a_socket_is_not_read_as_a_request(served):
    for _ in range(20):
        raw = Raw(served)
        raw.write(TextMessage(data="x"))
        # The site may have hung up before all of it is sent.
        with suppress(BrokenPipeError, ConnectionResetError):
            raw.write_on(TextMessage(data="late\n"), 40)
        raw.close()
    assert "server.requests" not in {entry["logger"] for entry in served.log_entries()}


def test_binary_parts_are_not_waited_for(served):
    client = served.client().connect()
    client.raw('45999999999-7["act",{"_placeholder":true,"num":0}]')
    assert client.answer(7)["refusal"]["code"] == "message"
    assert served.memory()["parts"] == 0
    client.raw(b"part")
    client.closed()


def test_the_longest_message_is_read_and_a_longer_one_ends_the_connection(served):
    client = served.client().connect()
    frame = '427["act",{"table":""}]'
    client.raw(frame.replace('""', f'"{"t" * (MOST - len(frame))}"'))
    assert client.answer(7)["refusal"]["code"] == "message"
    client.raw(frame.replace('""', f'"{"t" * 1_000_000}"'))
    assert client.closed() == 1009


def test_a_long_message_in_parts_is_not_read_to_its_end(served):
    raw = Raw(served)
    raw.write(Message(data="42", message_finished=False))
    with pytest.raises(ConnectionError):
        raw.write_on(Message(data=" " * 1000, message_finished=False), 100_000)
    raw.close()


def test_who_asks_without_reading_is_read_no_more_and_gets_whole_answers_afterwards(served, table):
    raw = Raw(served)
    question = {"table": table, "seat": None, "language": "en"}
    asked = 5000
    raw.write(TextMessage(data="40"))
    for number in range(asked):
        raw.write(TextMessage(data=f'42{number}["watch",{json.dumps(question)}]'))
    assert others_are_served(served, table)
    answers = []
    while len(answers) < asked:
        frame = raw.read()
        if frame.startswith("43"):
            answers.append(json.loads(frame[frame.index("[") :])[0]["view"]["table"])
    assert answers == [table] * asked
    raw.close()


def test_no_connection_is_compressed(served):
    place = urlsplit(served.url)
    with socket.create_connection((place.hostname, place.port), timeout=PATIENCE) as plain:
        plain.sendall(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: " + place.netloc.encode() + b"\r\n"
            b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += plain.recv(4096)
    assert head.startswith(b"HTTP/1.1 101")
    assert b"extensions" not in head.lower()


def others_are_served(served, table):
    """Does the site still answer others?"""
    client = served.client().connect()
    answered = bool(client.call("watch", table=table, seat=None, language="fr")["ok"])
    client.close()
    return answered


class Poller:
    """A browser that cannot open a websocket and polls."""

    def __init__(self, served, name):
        self.client = served.client(name)
        opened = self.client.get("/socket.io/?EIO=4&transport=polling")
        self.address = f"/socket.io/?EIO=4&transport=polling&sid={json.loads(opened.text()[1:])['sid']}"
        assert self.send("40") == 200
        assert self.poll().startswith("40")

    def send(self, body):
        """Send frames; the status of the answer."""
        return self.client.get(self.address, "POST", body).status

    def poll(self):
        """What there is to receive."""
        return self.client.get(self.address).text()

    def close(self):
        """Go."""
        assert self.send("1") == 200
        self.client.close()


@pytest.mark.parametrize(
    "body",
    ["", "x", "b", "4", "4{}", "4[1]", "4" + "[" * 9000, "3\x1e4x", "\x1e" * 9, "3\x1e" * 16 + "3", "4" * 20_000],
)
def test_who_polls_is_held_to_the_same_frames(served, table, body):
    poller = Poller(served, "ann")
    assert poller.send(body) == 400
    question = {"table": table, "seat": 0, "language": "en"}
    assert poller.send(f'421["watch",{json.dumps(question)}]\x1e422["nonsense"]') == 200
    watched, refused = poller.poll().split("\x1e")
    assert json.loads(watched[3:])[0]["view"]["viewer"] == 0
    assert json.loads(refused[3:])[0]["refusal"]["code"] == "message"
    poller.close()


def test_a_page_of_another_site_may_not_poll(served):
    other = served.client("ann")
    assert other.get("/socket.io/?EIO=4&transport=polling", Origin="http://evil.test").status == 400


class Raw:
    """A websocket on a small receive buffer that reads only when it is told to."""

    def __init__(self, served):
        place = urlsplit(served.url)
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(PATIENCE)
        self._socket.connect((place.hostname, place.port))
        self._state = WSConnection(ConnectionType.CLIENT)
        self._frames = []
        self._part = ""
        self.write(Request(host=place.netloc, target="/socket.io/?EIO=4&transport=websocket"))
        self.read()

    def write(self, event):
        """Send one frame."""
        self._socket.sendall(self._state.send(event))

    def write_on(self, event, times):
        """Send the same frame again and again."""
        for _ in range(times):
            self.write(event)

    def read(self):
        """The next whole message."""
        while not self._frames:
            self._state.receive_data(self._socket.recv(65536))
            for event in self._state.events():
                assert not isinstance(event, CloseConnection), event
                if isinstance(event, TextMessage):
                    self._part += event.data
                    if event.message_finished:
                        self._frames.append(self._part)
                        self._part = ""
                else:
                    assert isinstance(event, AcceptConnection)
        return self._frames.pop(0)

    def close(self):
        """Drop the connection."""
        self._socket.close()
