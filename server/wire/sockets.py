"""The gate before Socket.IO: it admits short, known messages, at a limited rate."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs

import orjson
from socketio import packet  # type: ignore[import-untyped]

from server.game import Refusal
from server.runtime.limits import RETRY_AFTER, Limits
from server.runtime.loop import doing
from server.runtime.numbers import whole
from server.web.security import HEADERS
from server.wire.websocket import FRAME, WebSocket

UNKNOWN = ""
"""The event that stands for an unknown message."""

MOST_UNSENT = 256
"""Messages that may wait for a browser which does not read; with more of them it is disconnected."""

FRAMES_PER_MESSAGE = 5
"""How many frames a connection may send in the long run for each message that a person may send."""

FEWEST_FRAMES = 50
"""Frames a second that any connection may send."""

MOST_AT_ONCE = 16
"""Frames in one request of a browser that polls; engine.io takes no more."""

quiet = logging.getLogger(__name__)
"""The logger of engine.io and Socket.IO. Errors only: below, they log every message with its contents."""
quiet.setLevel(logging.ERROR)

_RESERVED = frozenset({"*", "connect", "disconnect", "__disconnect_final"})
"""Names that Socket.IO itself gives a meaning; "*" would handle every event, bypassing validation."""


class Json:
    """Reads and writes JSON for Socket.IO; the standard library's takes a tenth of the processor under load."""

    @staticmethod
    def dumps(value: object, **_layout: object) -> str:
        """The compact form, whatever layout is asked for."""
        return orjson.dumps(value).decode()

    loads = staticmethod(orjson.loads)


class EventPacket(packet.Packet):  # type: ignore[misc]
    """A packet of Socket.IO. A malformed or binary packet is read as an unknown event, and refused as such.

    Socket.IO itself would log each with a traceback, wait for as many binary parts as the browser
    likes to announce, and take an event named "connect" for a connection.
    """

    # Views are text. Searching each of them for bytes costs as much as writing it.
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
        # The server asks for no acknowledgement and sends and receives nothing binary.
        return False


def is_our_own(origin: str | None, environ: dict[str, Any]) -> bool:
    """Whether a page of this site asks. A proxy's headers count only where a proxy is trusted."""
    return origin == f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}"


def guard(server: Any, limits: Limits, say: Callable[[Refusal, dict[str, Any]], dict[str, Any]]) -> None:
    """Let a python-socketio server, made with `serializer=EventPacket`, use the websockets of this site.

    Clients that poll because they cannot open one are held to the same limits. A client that sends too fast or has too
    many connections gets the answer that `say` makes of the refusal and of its request.
    """
    engine = server.eio
    frames = limits.frames(FRAMES_PER_MESSAGE, FEWEST_FRAMES)
    engine._async = {**engine._async, "websocket": partial(WebSocket, frames)}
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
    """Whether a polling request holds frames, together no longer than one message may be. Does not read the body."""
    length = whole(environ.get("CONTENT_LENGTH", ""), 9)
    if length is None or length > longest:
        return False
    body = environ["wsgi.input"].read(length)
    environ["wsgi.input"] = BytesIO(body)
    try:
        frames = body.decode().split("\x1e")
    except UnicodeDecodeError:
        return False
    return len(frames) <= MOST_AT_ONCE and all(map(FRAME.fullmatch, frames))
