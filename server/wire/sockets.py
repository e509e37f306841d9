"""What stands before Socket.IO: it lets short, understood messages in, at the pace at which they are dealt with."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from io import BytesIO
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
from server.limits import RETRY_AFTER, Limits
from server.loop import breathe, doing
from server.refusal import Refusal
from server.security import HEADERS

UNKNOWN = ""
"""The event that stands for a message nobody understands."""

MOST_WAITING = 64
"""Messages that wait for us, and messages that wait for the browser, before we read no more from it."""

MOST_AT_ONCE = 16
"""Frames in one request of a browser that polls; engine.io takes no more."""

PAUSE = 0.02
"""Seconds after which we look again."""

quiet = logging.getLogger(__name__)
"""For what engine.io and Socket.IO have to say. Errors only: below, they log every message with what is in it."""
quiet.setLevel(logging.ERROR)

_RESERVED = frozenset({"connect", "disconnect", "__disconnect_final"})
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


class PacedSocket:
    """A connected socket that sends the whole of each message, and reads only while `full` says no."""

    def __init__(self, plain: socket, full: Callable[[], bool]) -> None:
        self._plain = plain
        self._full = full
        self._sending = BoundedSemaphore(1)

    def send(self, data: bytes) -> int:
        """Send all of it; simple-websocket does not look whether a part was left over."""
        with self._sending:
            self._plain.sendall(data)
        return len(data)

    def recv(self, size: int) -> bytes:
        """Read at most so many bytes, once there is room for them."""
        doing("reading a socket")
        while self._full():
            gevent.sleep(PAUSE)
        breathe()
        return self._plain.recv(size)

    def close(self) -> None:
        """Close it."""
        self._plain.close()


class _Connection(simple_websocket.Server):  # type: ignore[misc]
    """One websocket: the server's side, on a paced socket."""

    @property
    def sock(self) -> PacedSocket:
        """What it sends to and reads from."""
        return self._sock

    @sock.setter
    def sock(self, plain: socket) -> None:
        self._sock = PacedSocket(plain, lambda: self.connected and len(self.input_buffer) > MOST_WAITING)


class WebSocket:
    """A websocket as engine.io wants it: called with a request, it hands itself to `handler`."""

    def __init__(self, handler: Callable[[WebSocket], Any], server: Any) -> None:
        self._handler = handler
        self._longest = server.max_http_buffer_size
        self._unsent = handler.__self__.queue  # type: ignore[attr-defined]  # The method of an engine.io socket.

    def __call__(self, environ: dict[str, Any], _start_response: object) -> Any:
        """Shake hands, then serve until one of the two hangs up."""
        # Without compression: it would keep a quarter of a megabyte for each connection, and lengths
        # that depend on what was sent before tell more than lengths do.
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        self._connection = _Connection(
            environ,
            max_message_size=self._longest,
            thread_class=Thread,
            event_class=Event,
            selector_class=DefaultSelector,
        )
        return self._handler(self)

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
    engine._async = {**engine._async, "websocket": WebSocket}
    plain, connect, disconnect = engine.handle_request, engine.handlers["connect"], engine.handlers["disconnect"]

    def come(connection: str, environ: dict[str, Any]) -> Any:
        limits.come(connection, environ.get("REMOTE_ADDR"))
        return connect(connection, environ)

    def go(connection: str, *reason: object) -> Any:
        limits.go(connection)
        return disconnect(connection, *reason)

    def handle_request(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        def start_response(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start(status, [*headers, *HEADERS.items()], *error)

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
