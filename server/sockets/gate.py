"""The gate before Socket.IO: it admits short, known messages, at a limited rate.

Private parts of engine.io and Socket.IO are used only here and in `websocket.py`, whose classes replace two of theirs:
`_async`, `handlers`, `sockets` and `queue` of engine.io, `eio`, `manager` and `Packet` of Socket.IO.
`tests/server/sockets/test_gate.py` names each.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import orjson
from flask import Flask
from flask_socketio import SocketIO
from socketio import packet  # type: ignore[import-untyped]

from server.game import Refusal
from server.http.security import HEADERS
from server.runtime.limits import RETRY_AFTER, Limits
from server.runtime.loop import name_work
from server.runtime.parsing import whole_number
from server.sockets.websocket import FRAME, Outbox, WebSocket, is_handshake

UNKNOWN = ""
"""The event of a message that cannot be read."""

LONGEST_MESSAGE = 16_384
"""Bytes of a message from a browser; the site's own pages send far less."""

MOST_UNSENT = 256
"""Messages that may wait for a browser that does not read; with more it is disconnected."""

FRAMES_PER_MESSAGE = 5
"""How many frames a connection may send in the long run for each message that a person may send."""

FEWEST_FRAMES = 50
"""Frames a second that any connection may send."""

MOST_AT_ONCE = 16
"""Frames in one request of a browser that polls; engine.io takes no more."""

NAMESPACE = "/"
"""The Socket.IO namespace of all connections."""

error_log = logging.getLogger(__name__)
"""The logger of engine.io and Socket.IO. Errors only: below, they log every message with its contents."""
error_log.setLevel(logging.ERROR)

_RESERVED = frozenset({"*", "connect", "disconnect", "__disconnect_final"})
"""Event names that Socket.IO reserves; "*" would handle every event, bypassing validation."""


class Json:
    """Reads and writes JSON for Socket.IO; the standard library's takes a tenth of the processor under load."""

    @staticmethod
    def dumps(value: object, **_layout: object) -> str:
        """The compact form, whatever layout is asked for."""
        return orjson.dumps(value).decode()

    loads = staticmethod(orjson.loads)


class EventPacket(packet.Packet):  # type: ignore[misc]
    """A packet of Socket.IO. A malformed or binary packet is read as the event `UNKNOWN`, and refused as such.

    Socket.IO itself would log each with a traceback, wait for any announced number of binary parts, and take an event
    named "connect" for a connection.
    """

    # Views are text. Searching a view for bytes costs as much as encoding it.
    json = Json
    uses_binary_events = False

    def decode(self, encoded_packet: object) -> int:
        """Fill this packet. The number of its binary parts, always 0."""
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


class Client(NamedTuple):
    """An open connection by its id, and whether it polls because it could open no websocket."""

    sid: str
    polls: bool


class Gate:
    """The Socket.IO server of an application, whose connections are held to `limits`.

    A client that sends too fast or has too many connections gets the answer that `describe` makes of the refusal and
    of its request.
    """

    def __init__(self, app: Flask, limits: Limits, describe: Callable[[Refusal, dict[str, Any]], object]) -> None:
        self.socketio = SocketIO(
            app,
            async_mode="gevent",
            # The messages of one client are handled one after the other, in the order they came.
            async_handlers=False,
            max_http_buffer_size=LONGEST_MESSAGE,
            manage_session=False,
            cors_allowed_origins=is_same_origin,
            serializer=EventPacket,
            logger=error_log,
            engineio_logger=error_log,
        )
        self._server: Any = self.socketio.server
        self._engine: Any = self._server.eio
        self._limits = limits
        self._describe = describe
        engine = self._engine
        frames = limits.frames(FRAMES_PER_MESSAGE, FEWEST_FRAMES)
        engine._async = {**engine._async, "websocket": partial(WebSocket, frames), "queue": Outbox}
        self._handle_connect, self._handle_disconnect = engine.handlers["connect"], engine.handlers["disconnect"]
        self._handle_request, self._send_packet = engine.handle_request, engine.send_packet
        engine.handle_request = self._admit_request
        engine.send_packet = self._send
        engine.on("connect", self._connected)
        engine.on("disconnect", self._disconnected)

    def on(self, event: str, handler: Callable[..., object]) -> None:
        """Call a handler for each event of this name, "*" for events without one, with `sid` and the arguments.

        Not by Flask-SocketIO: its request context costs half of each event, and the person is known.
        """
        self._server.on(event, handler)

    def emit(self, event: str, data: dict[str, Any], *sids: str) -> None:
        """Broadcast to these connections, at least one; encoded once."""
        self._server.emit(event, data, to=sids if len(sids) > 1 else sids[0])

    def clients(self) -> Iterator[Client]:
        """The open connections."""
        for sid, connection in tuple(self._server.manager.get_participants(NAMESPACE, None)):
            engine_socket = self._engine.sockets.get(connection)
            yield Client(sid, engine_socket is not None and not engine_socket.upgraded)

    def unsent(self) -> int:
        """The number of messages that wait to be sent."""
        return sum(each.queue.qsize() for each in tuple(self._engine.sockets.values()))

    def close(self, sid: str) -> None:
        """Close a connection, if it is open, after its waiting messages are written."""
        # Not by `disconnect`: it closes all connections if this one is gone, and waits for unsent messages.
        engine_socket = self._engine.sockets.get(self._server.manager.eio_sid_from_sid(sid, NAMESPACE))
        if engine_socket is not None:
            engine_socket.close(wait=False)

    def _connected(self, connection: str, environ: dict[str, Any]) -> Any:
        self._limits.connection_opened(connection, environ.get("REMOTE_ADDR"))
        return self._handle_connect(connection, environ)

    def _disconnected(self, connection: str, *reason: object) -> Any:
        self._limits.connection_closed(connection)
        if self._engine.reason.PING_TIMEOUT in reason:
            self._abort(connection)
        return self._handle_disconnect(connection, *reason)

    def _abort(self, connection: str) -> None:
        websocket = getattr(self._engine.sockets.get(connection), "websocket", None)
        if websocket is not None:
            websocket.abort()

    def _send(self, connection: str, message: Any) -> None:
        waiting = self._engine.sockets.get(connection)
        if waiting is not None and waiting.queue.qsize() > MOST_UNSENT:
            self._abort(connection)
            waiting.close(wait=False, abort=True, reason=self._engine.reason.TRANSPORT_ERROR)
            return
        self._send_packet(connection, message)

    def _admit_request(self, environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        def start_response(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start(status, [*headers, *HEADERS.items()], *error)

        name_work("socket.io")
        address = environ.get("REMOTE_ADDR")
        try:
            self._limits.check(address)
            if "sid" not in parse_qs(environ.get("QUERY_STRING", "")):
                self._limits.check_connections(address)
        except Refusal as refusal:
            headers = [("Content-Type", "application/json"), ("Retry-After", RETRY_AFTER)]
            start_response("429 TOO MANY REQUESTS", headers)
            return [orjson.dumps(self._describe(refusal, environ))]
        if environ["REQUEST_METHOD"] == "POST" and not _is_valid_body(environ, self._engine.max_http_buffer_size):
            start_response("400 BAD REQUEST", [("Content-Type", "text/plain")])
            return [b"This is no message of ours."]
        if "HTTP_UPGRADE" in environ and not is_handshake(environ):
            start_response("400 BAD REQUEST", [("Content-Type", "text/plain")])
            return [b"This is no handshake of a websocket."]
        return self._handle_request(environ, start_response)


def is_same_origin(origin: str | None, environ: dict[str, Any]) -> bool:
    """Whether the request comes from a page of this site. A proxy's headers count only if a proxy is trusted."""
    return origin == f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}"


def _is_valid_body(environ: dict[str, Any], longest: int) -> bool:
    """Whether a polling request holds valid frames, together no longer than one message. Leaves the body readable."""
    length = whole_number(environ.get("CONTENT_LENGTH", ""), 9)
    if length is None or length > longest:
        return False
    body = environ["wsgi.input"].read(length)
    environ["wsgi.input"] = BytesIO(body)
    try:
        frames = body.decode().split("\x1e")
    except UnicodeDecodeError:
        return False
    return len(frames) <= MOST_AT_ONCE and all(map(FRAME.fullmatch, frames))
