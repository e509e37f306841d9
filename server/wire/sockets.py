"""What stands before Socket.IO: it lets short, understood messages in, at the pace at which they are dealt with."""

from __future__ import annotations

import logging
import re
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import BytesIO
from socket import SHUT_RDWR
from typing import Any
from urllib.parse import parse_qs

import gevent
import orjson
import simple_websocket  # type: ignore[import-untyped]
from engineio.async_drivers.gevent import Thread  # type: ignore[import-untyped]
from gevent.event import Event
from gevent.lock import BoundedSemaphore
from gevent.selectors import DefaultSelector
from gevent.socket import socket
from socketio import packet  # type: ignore[import-untyped]

from server.digits import whole
from server.limits import RETRY_AFTER, Buckets, Limits
from server.loop import breathe, doing
from server.refusal import Refusal
from server.security import HEADERS

UNKNOWN = ""
"""The event that stands for a message nobody understands."""

MOST_UNSENT = 256
"""Messages that wait for a browser which does not read; with more of them it is hung up."""

FRAMES = 5
"""Times as many frames as a person may send messages: so many a second a connection may send in the long run."""

FEWEST_FRAMES = 50
"""Frames a second that any connection may send."""

FRAMES_AT_ONCE = 5
"""Seconds' worth of frames, and of bytes, that may come at once."""

BYTES = 65_536
"""Bytes a second that a connection may send in the long run."""

SILENT = 60.0
"""Seconds after which a connection that sends nothing is dead: it answers a ping every 25 seconds."""

STUCK = 20.0
"""Seconds that a message may wait for a browser that does not read."""

MOST_WAITING = 64
"""Messages that wait for us, and messages that wait for the browser, before we read no more from it."""

MOST_AT_ONCE = 16
"""Frames in one request of a browser that polls; engine.io takes no more."""

PAUSE = 0.02
"""Seconds after which we look again."""

quiet = logging.getLogger(__name__)
"""For what engine.io and Socket.IO have to say. Errors only: below, they log every message with what is in it."""
quiet.setLevel(logging.ERROR)

_RESERVED = frozenset({"*", "connect", "disconnect", "__disconnect_final"})
"""Names that Socket.IO itself gives a meaning; "*" would be handled as every event, past all that stands before one."""
_FRAME = re.compile(r"[135]|2probe|4[0-6].*", re.DOTALL)
"""What a browser sends of Engine.IO that is not binary; the message in the last is checked by EventPacket."""


class Json:
    """Reads and writes JSON for Socket.IO; the standard library's takes a tenth of the processor under load."""

    @staticmethod
    def dumps(value: object, **_layout: object) -> str:
        """The one compact form, whatever layout is asked for."""
        return orjson.dumps(value).decode()

    loads = staticmethod(orjson.loads)


class EventPacket(packet.Packet):  # type: ignore[misc]
    """A packet of Socket.IO. What is no packet, or a binary one, is read as an unknown event, to be refused as such.

    Socket.IO itself would log each with a traceback, wait for as many binary parts as the browser
    likes to announce, and take an event named "connect" for a connection.
    """

    # Views are text. To search each of them for bytes costs as much as to write it.
    json = Json
    uses_binary_events = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if named.get("encoded_packet") == "":  # Which is not decoded.
            self.data = [UNKNOWN]

    def decode(self, encoded_packet: object) -> int:
        """Fill this packet; the number of binary parts that belong to it, which is none."""
        try:
            parts = super().decode(encoded_packet)
        except (ValueError, TypeError, LookupError, RecursionError):
            parts = -1
        if parts or not self._is_known():
            self.packet_type, self.namespace, self.data = packet.EVENT, None, [UNKNOWN]
        return 0

    def _is_known(self) -> bool:
        data = self.data
        match self.packet_type:
            case packet.CONNECT:
                return data is None or isinstance(data, dict)
            case packet.DISCONNECT:
                return data is None
            case packet.EVENT:
                return isinstance(data, list) and bool(data) and isinstance(data[0], str) and data[0] not in _RESERVED
        # We ask for no acknowledgement and send and receive nothing binary.
        return False


class Budget:
    """What one connection may send: frames of any kind, and bytes. `take` raises OSError for more."""

    def __init__(self, frames: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames = Buckets(frames, frames * FRAMES_AT_ONCE, clock, 1)
        self._bytes = Buckets(BYTES if frames else 0, BYTES * FRAMES_AT_ONCE, clock, 1)

    def take(self, frames: int = 0, size: int = 0) -> None:
        """Count these frames and bytes."""
        if not (self._frames.take("", frames) and self._bytes.take("", size)):
            raise OSError("this connection sends too much")


class PacedSocket:
    """A connected socket that sends the whole of each message, and reads only while `full` says no, in its budget."""

    def __init__(self, plain: socket, full: Callable[[], bool], budget: Budget) -> None:
        self._plain = plain
        self._full = full
        self._budget = budget
        self._sending = BoundedSemaphore(1)

    def send(self, data: bytes) -> int:
        """Send all of it, which simple-websocket does not see to. Raises OSError where it takes too long."""
        with self._sending:
            self._plain.settimeout(STUCK)
            self._plain.sendall(data)
        return len(data)

    def recv(self, size: int) -> bytes:
        """Read at most so many bytes, once there is room for them. Raises OSError for too many."""
        doing("reading a socket")
        while self._full():
            gevent.sleep(PAUSE)
        breathe()
        with gevent.Timeout(SILENT, TimeoutError("nothing came")):
            data: bytes = self._plain.recv(size)
        self._budget.take(size=len(data))
        return data

    def close(self) -> None:
        """Close it."""
        self._plain.close()

    def abort(self) -> None:
        """Hang up, whatever is being sent or waited for."""
        with suppress(OSError):
            self._plain.shutdown(SHUT_RDWR)


class _Counted:
    """The frames of a websocket, each counted as it is taken apart, control frames and empty ones too."""

    def __init__(self, plain: Any, budget: Budget) -> None:
        self._plain = plain
        self._budget = budget
        self.send = plain.send
        self.receive_data = plain.receive_data

    def events(self) -> Iterator[Any]:
        """What came. Raises OSError for too much."""
        for event in self._plain.events():
            self._budget.take(frames=1)
            yield event


class _Connection(simple_websocket.Server):  # type: ignore[misc]
    """One websocket: the server's side, on a paced socket."""

    def __init__(self, environ: dict[str, Any], budget: Budget, **named: Any) -> None:
        self._budget = budget
        super().__init__(environ, **named)

    @property
    def sock(self) -> PacedSocket:
        """What it sends to and reads from."""
        return self._sock

    @sock.setter
    def sock(self, plain: socket) -> None:
        waiting = weakref.ref(self)

        def full() -> bool:
            connection = waiting()
            return connection is not None and connection.connected and len(connection.input_buffer) > MOST_WAITING

        self._sock = PacedSocket(plain, full, self._budget)

    @property
    def ws(self) -> _Counted:
        """The protocol."""
        return self._ws

    @ws.setter
    def ws(self, plain: Any) -> None:
        self._ws = _Counted(plain, self._budget)


class WebSocket:
    """A websocket as engine.io wants it: called with a request, it hands itself to `handler`."""

    def __init__(self, frames: float, handler: Callable[[WebSocket], Any], server: Any) -> None:
        self._frames = frames
        self._handler = handler
        self._longest = server.max_http_buffer_size
        self._engine_socket = handler.__self__  # type: ignore[attr-defined]  # A method of it.
        self._unsent = self._engine_socket.queue
        self._connection: Any = None

    def __call__(self, environ: dict[str, Any], _start_response: object) -> Any:
        """Shake hands, then serve until one of the two hangs up."""
        # Without compression: it would keep a quarter of a megabyte for each connection, and lengths
        # that depend on what was sent before tell more than lengths do.
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        self._connection = _Connection(
            environ,
            Budget(self._frames),
            max_message_size=self._longest,
            thread_class=Thread,
            event_class=Event,
            selector_class=DefaultSelector,
        )
        self._engine_socket.websocket = self
        try:
            return self._handler(self)
        finally:
            # Else all of them would keep each other in memory until the collector comes.
            del self._engine_socket.websocket
            self._connection.sock.abort()
            del self._handler, self._engine_socket

    def abort(self) -> None:
        """Hang up on a browser that does not answer."""
        self._connection.sock.abort()

    def wait(self) -> str | None:
        """The next message, once the browser has taken most of what was sent; None if it is to be hung up."""
        while self._unsent.qsize() > MOST_WAITING and self._connection.connected:
            gevent.sleep(PAUSE)
        try:
            frame = self._connection.receive()
        except simple_websocket.ConnectionClosed:
            return None
        return frame if isinstance(frame, str) and _FRAME.fullmatch(frame) else None

    def send(self, message: str) -> None:
        """Send one message. Raises OSError if the other side has gone."""
        try:
            self._connection.send(message)
        except simple_websocket.ConnectionClosed as error:
            raise OSError("the other side has gone") from error

    def close(self) -> None:
        """Hang up."""
        if self._connection.connected:
            self._connection.close()


def guard(server: Any, limits: Limits, say: Callable[[Refusal, dict[str, Any]], dict[str, Any]]) -> None:
    """Let a python-socketio server, made with `serializer=EventPacket`, take its websockets from here.

    Those who cannot open one and poll instead are held to the same frames. Whoever goes too fast or has too many
    connections is told so by what `say` makes of the refusal and of his request.
    """
    engine = server.eio
    engine._async = {**engine._async, "websocket": partial(WebSocket, limits.frames(FRAMES, FEWEST_FRAMES))}
    plain, connect, disconnect = engine.handle_request, engine.handlers["connect"], engine.handlers["disconnect"]
    send_packet = engine.send_packet

    def come(connection: str, environ: dict[str, Any]) -> Any:
        limits.come(connection, environ.get("REMOTE_ADDR"))
        return connect(connection, environ)

    def go(connection: str, *reason: object) -> Any:
        limits.go(connection)
        if engine.reason.PING_TIMEOUT in reason:
            hang_up(connection)
        return disconnect(connection, *reason)

    def hang_up(connection: str) -> None:
        websocket = getattr(engine.sockets.get(connection), "websocket", None)
        if websocket is not None:
            websocket.abort()

    def send(connection: str, message: Any) -> None:
        waiting = engine.sockets.get(connection)
        if waiting is not None and waiting.queue.qsize() > MOST_UNSENT:
            hang_up(connection)
            waiting.close(wait=False, abort=True, reason=engine.reason.TRANSPORT_ERROR)
            return
        send_packet(connection, message)

    def handle_request(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        def start_response(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start(status, [*headers, *HEADERS.items()], *error)

        doing("socket.io")
        address = environ.get("REMOTE_ADDR")
        try:
            limits.check(address)
            if "sid" not in parse_qs(environ.get("QUERY_STRING", "")):
                limits.check_room(address)
        except Refusal as refusal:
            headers = [("Content-Type", "application/json"), ("Retry-After", RETRY_AFTER)]
            start_response("429 TOO MANY REQUESTS", headers)
            return [orjson.dumps(say(refusal, environ))]
        if environ["REQUEST_METHOD"] == "POST" and not _is_understood(environ, engine.max_http_buffer_size):
            start_response("400 BAD REQUEST", [("Content-Type", "text/plain")])
            return [b"This is no message of ours."]
        return plain(environ, start_response)

    engine.handle_request = handle_request
    engine.send_packet = send
    engine.on("connect", come)
    engine.on("disconnect", go)


def _is_understood(environ: dict[str, Any], longest: int) -> bool:
    """Does the request of a browser that polls hold frames, together no longer than one may be? It is left unread."""
    length = whole(environ.get("CONTENT_LENGTH", ""), 9)
    if length is None or length > longest:
        return False
    body = environ["wsgi.input"].read(length)
    environ["wsgi.input"] = BytesIO(body)
    try:
        frames = body.decode().split("\x1e")
    except UnicodeDecodeError:
        return False
    return len(frames) <= MOST_AT_ONCE and all(map(_FRAME.fullmatch, frames))
