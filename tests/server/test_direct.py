"""What takes the short way over a websocket arrives whole, in order, and as the long way would have sent it."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gevent
import pytest
from engineio.packet import MESSAGE, PING, Packet
from gevent.queue import JoinableQueue
from gevent.socket import socket, socketpair
from wsproto.connection import Connection, ConnectionType
from wsproto.events import TextMessage

from server.wire.direct import Direct, posted
from server.wire.websocket import PacedSocket, RateLimit, Rest, WebSocket, text_frame
from tests.wire import PATIENCE


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_is_the_one_that_the_library_makes(size: int) -> None:
    message = "é" * (size // 2) + "x" * (size % 2)
    assert text_frame(message) == bytes(Connection(ConnectionType.SERVER).send(TextMessage(message)))


class EngineSocket:
    """As much of a socket of engine.io as its websocket asks for."""

    sid = "x"
    max_http_buffer_size = 1_000

    def __init__(self) -> None:
        self.queue: Any = JoinableQueue()

    def serve(self, _websocket: object) -> None:
        """Nothing is served here."""


class Ends:
    """Both ends of a websocket that is open, with the queue that engine.io keeps for it."""

    def __init__(self, near: socket, far: socket) -> None:
        self.far = far
        engine_socket = EngineSocket()
        self.queue = engine_socket.queue
        self.websocket = WebSocket(0, lambda *_: False, engine_socket.serve, engine_socket)
        self.websocket._connection = SimpleNamespace(sock=PacedSocket(near, RateLimit(0)), connected=True)

    def read(self, size: int) -> bytes:
        """So many bytes, as the browser reads them."""
        data = b""
        with gevent.Timeout(PATIENCE):
            while len(data) < size:
                data += self.far.recv(65_536)
        return data


@pytest.fixture
def ends() -> Iterator[Ends]:
    """Fresh ones."""
    near, far = socketpair()
    with near, far:
        yield Ends(near, far)


def test_what_is_posted_arrives_once_the_loop_turns(ends: Ends) -> None:
    assert ends.websocket.post(b"one ")
    assert ends.websocket.post(b"two")
    assert ends.read(7) == b"one two"


def test_what_a_browser_does_not_take_waits_in_the_queue_and_nothing_overtakes_it(ends: Ends) -> None:
    pieces = [bytes([number]) * 100_000 for number in range(100)]
    posted = 0
    while posted < len(pieces) and ends.websocket.post(pieces[posted]):
        posted += 1
        gevent.sleep(0)
    assert 0 < posted < len(pieces)
    assert not ends.websocket.post(b"too early")
    assert ends.queue.qsize() == 1

    def write() -> None:
        rest = ends.queue.get()
        assert isinstance(rest, Rest)
        ends.websocket.send(rest.encode())

    writing = gevent.spawn(write)
    gevent.sleep(0)
    assert ends.queue.qsize() == 0
    assert not ends.websocket.post(b"in the middle of another"), "the queue is empty, but not all of it is sent"
    assert ends.read(posted * 100_000) == b"".join(pieces[:posted])
    writing.get(timeout=PATIENCE)
    assert ends.websocket.post(b"now")
    assert ends.read(3) == b"now"


def test_the_long_way_does_not_overtake_the_short_one(ends: Ends) -> None:
    assert ends.websocket.post(b"first ")
    ends.queue.put(Packet(PING))
    assert ends.websocket.post(b"second")
    assert ends.read(12) == b"first second"


def test_nothing_is_sent_once_the_other_side_has_closed(ends: Ends) -> None:
    assert ends.websocket.post(b"posted")
    ends.websocket._connection.connected = False  # It answered a close that came meanwhile.
    gevent.sleep(0)
    assert ends.queue.qsize() == 0
    with pytest.raises(OSError, match="gone"):
        ends.websocket.send(Rest(b"rest"))
    ends.websocket._connection.sock.close()
    assert ends.far.recv(1) == b""


def test_what_engine_io_began_to_send_before_is_not_broken_by_what_was_posted(ends: Ends) -> None:
    assert ends.websocket.post(b"posted")
    with ends.websocket._connection.sock._sending:
        gevent.sleep(0)
        assert ends.queue.qsize() == 1, "it waits behind the other"


class Server:
    """As much of a python-socketio server as the short way asks for: `s` is connected as `x`, and `act` is heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []
        self.sent: list[tuple[str, str]] = []
        self.here = True
        self.handlers = {"/": {"act": self._act, "connect": self._act, "*": self._act}}
        self.manager = SimpleNamespace(
            sid_from_eio_sid=lambda connection, _: {"x": "s"}.get(connection),
            is_connected=lambda sid, _: sid == "s" and self.here,
        )
        self.eio = SimpleNamespace(send_packet=self._send)

    def _act(self, *arguments: Any) -> dict[str, bool]:
        self.heard.append(arguments)
        return {"ok": True}

    def _send(self, connection: str, packet: Any) -> None:
        self.sent.append((connection, packet.encode()))


@pytest.mark.parametrize(
    ("packet", "arguments"), [('["act",{"a":1}]', ({"a": 1},)), ('["act", 1, 2]', (1, 2)), ('["act"]', ())]
)
def test_an_event_that_asks_for_an_answer_gets_it(packet: str, arguments: tuple[Any, ...]) -> None:
    server = Server()
    assert Direct(server).handled("x", f"427{packet}")
    assert server.heard == [("s", *arguments)]
    assert server.sent == [("x", '437[{"ok":true}]')]


@pytest.mark.parametrize(
    "frame",
    [
        *('42["act",{}]', '4207["act",{}]', '427["nonsense",{}]', '427["connect",{}]', '427["*",{}]'),
        *('42/x,7["act",{}]', '457["act",{}]', '40{"act":{}}', '427["act",{]', "2", "427[]", '427[["act"],{}]'),
        '42' + "9" * 40 + '["act",{}]',
    ],
)  # fmt: skip
def test_everything_else_takes_the_long_way(frame: str) -> None:
    server = Server()
    assert not Direct(server).handled("x", frame)
    assert server.heard == server.sent == []


def test_who_has_not_greeted_or_has_left_is_not_heard() -> None:
    server = Server()
    assert not Direct(server).handled("y", '427["act",{}]')
    server.here = False
    assert not Direct(server).handled("x", '427["act",{}]')
    assert not server.heard


@pytest.mark.parametrize(
    ("upgraded", "closed", "kind", "direct"),
    [
        (True, False, MESSAGE, True),
        (False, False, MESSAGE, False),
        (True, True, MESSAGE, False),
        (True, False, PING, False),
    ],
)
def test_messages_go_straight_to_a_websocket_that_is_open(
    ends: Ends, upgraded: bool, closed: bool, kind: int, direct: bool
) -> None:
    engine_socket = SimpleNamespace(upgraded=upgraded, closed=closed, websocket=ends.websocket)
    packet = Packet(kind, '2["view",{}]')
    assert posted(engine_socket, packet) == direct
    if direct:
        assert posted(engine_socket, packet), "the same packet goes to many"
        frame = text_frame('42["view",{}]')
        assert ends.read(2 * len(frame)) == frame + frame
