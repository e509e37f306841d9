"""A websocket with a rate limit, backpressure, whole messages and no compression."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from socket import SHUT_RDWR
from typing import Any

import gevent
from gevent.lock import BoundedSemaphore
from gevent.queue import JoinableQueue
from gevent.socket import socket, wait
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Event, Ping, Request, TextMessage
from wsproto.frame_protocol import CloseReason
from wsproto.utilities import LocalProtocolError, RemoteProtocolError

from server.http.connections import TAKE_SOCKET
from server.runtime.limits import TokenBuckets
from server.runtime.loop import name_work, yield_to_loop

FRAMES_AT_ONCE = 5
"""The burst of frames and of bytes, in seconds of the rate."""

BYTES_PER_SECOND = 65_536
"""Bytes a second that a connection may send in the long run."""

SILENCE_TIMEOUT = 60.0
"""Seconds after which a silent connection counts as dead: it answers a ping every 25 seconds."""

SEND_TIMEOUT = 20.0
"""Seconds that a message may wait for a browser that does not read."""

MOST_BUFFERED = 64
"""Unsent messages beyond which nothing more is read from the browser."""

POLL_INTERVAL = 0.02
"""Seconds between two checks."""

MOST_COLLECTED = 16_384
"""Bytes of collected frames beyond which they are sent without waiting for more."""

READ = 1
"""The events for which gevent's loop watches a socket that is read."""

RECEIVE_BYTES = 4096
"""Bytes that are read at once."""

VERSION = "13"
_KEY = re.compile(r"[A-Za-z0-9+/]{22}==")
"""The version of the protocol, and the form of its key (RFC 6455, section 4.1)."""

HANDSHAKE = (
    (b"Host", b"localhost"),
    (b"Upgrade", b"websocket"),
    (b"Connection", b"Upgrade"),
    (b"Sec-WebSocket-Version", VERSION.encode()),
)
"""The headers that wsproto checks, but for the key. The host was checked before."""

FRAME = re.compile(r"[135]|2probe|4[0-6].*", re.DOTALL)
"""The Engine.IO frames of a browser that are not binary; EventPacket validates the message in the last kind."""


def is_handshake(environ: Mapping[str, Any]) -> bool:
    """Whether a request is a valid handshake of a websocket."""
    return (
        environ.get("HTTP_UPGRADE", "").lower() == "websocket"
        and "upgrade" in map(str.strip, environ.get("HTTP_CONNECTION", "").lower().split(","))
        and environ.get("HTTP_SEC_WEBSOCKET_VERSION") == VERSION
        and _KEY.fullmatch(environ.get("HTTP_SEC_WEBSOCKET_KEY", "")) is not None
    )


class RateLimit:
    """The rate limit of one connection: frames of any kind, and bytes. `take` raises OSError for more."""

    def __init__(self, frames: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames = TokenBuckets(frames, frames * FRAMES_AT_ONCE, clock, 1)
        self._bytes = TokenBuckets(BYTES_PER_SECOND if frames else 0, BYTES_PER_SECOND * FRAMES_AT_ONCE, clock, 1)

    def take(self, frames: int = 0, size: int = 0) -> None:
        """Count these frames and bytes."""
        if not (self._frames.take("", frames) and self._bytes.take("", size)):
            raise OSError("this connection sends too much")


class RateLimitedSocket:
    """A connected socket that sends whole messages, and reads only while its limit allows."""

    def __init__(
        self,
        plain: socket,
        limit: RateLimit,
        send_timeout: float = SEND_TIMEOUT,
        silence_timeout: float = SILENCE_TIMEOUT,
    ) -> None:
        self._plain = plain
        self._plain.settimeout(send_timeout)
        self._silence_timeout = silence_timeout
        self._limit = limit
        self._sending = BoundedSemaphore(1)
        self._readable = gevent.get_hub().loop.io(plain.fileno(), READ)

    def send(self, data: bytes) -> None:
        """Send all of it. Raises OSError where it takes too long."""
        with self._sending:
            sent = self._plain.send(data)
            if sent < len(data):  # Rarely: and `sendall` asks the system for the size of its buffer each time.
                self._plain.sendall(memoryview(data)[sent:])

    def recv(self, size: int) -> bytes:
        """Read at most `size` bytes. Raises OSError beyond the rate limit, and if the other side has closed."""
        name_work("reading a socket")
        yield_to_loop()
        # The next message has seldom arrived yet: gevent would try to read first, and catch an error each time.
        wait(self._readable, self._silence_timeout)
        data: bytes = self._plain.recv(size)
        if not data:
            raise OSError("the other side has gone")
        self._limit.take(size=len(data))
        return data

    def close(self) -> None:
        """Release the watcher; the socket itself stays open."""
        self._readable.close()

    def abort(self) -> None:
        """End the connection at once, whatever is being sent or waited for."""
        with suppress(OSError):
            self._plain.shutdown(SHUT_RDWR)

    def stop_sending(self) -> None:
        """Abort if a message is being sent: the browser does not read it."""
        if self._sending.locked():
            self.abort()


class Outbox(JoinableQueue[Any]):
    """The packets that wait for a browser, in the place of engine.io's queue."""

    taken = 0
    """Packets that were taken together and are not sent yet."""

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """The next packet; engine.io waits for one, then takes without waiting what else there is."""
        # Without the timeout, which is expensive: a connection that answers no ping is closed, which ends the wait.
        packet = super().get(block)
        if packet is not None:
            self.taken = 1 if block else self.taken + 1
        return packet


class WebSocket:
    """A websocket as engine.io expects it: called with a request, it passes itself to `handler`.

    `wait` reads from the socket itself: no thread reads ahead. The gate has checked the handshake.
    """

    def __init__(self, frames: float, handler: Any, server: Any) -> None:
        self._limit = RateLimit(frames)
        self._handler = handler
        self._longest = server.max_http_buffer_size
        self._engine_socket = handler.__self__  # A method of it.
        self._unsent = self._engine_socket.queue
        self._protocol = WSConnection(ConnectionType.SERVER)
        self._messages: deque[str | bytes] = deque()
        self._parts: list[str] = []
        """The parts of a message that have come so far."""
        self._size = 0
        """The characters of these parts."""
        self._frames = b""
        """Frames that are sent with the next one."""
        self._open = False

    def __call__(self, environ: dict[str, Any], _start_response: object) -> Any:
        """Shake hands, then serve until one side closes; the server closes the socket afterwards."""
        self._socket = RateLimitedSocket(environ[TAKE_SOCKET](), self._limit)
        # No extensions: compression takes a quarter of a megabyte a connection, and lengths that depend on earlier
        # messages reveal more than plain lengths.
        key = environ["HTTP_SEC_WEBSOCKET_KEY"].encode()
        self._protocol.initiate_upgrade_connection([*HANDSHAKE, (b"Sec-WebSocket-Key", key)], "/")
        try:
            self._handle_events()
            self._engine_socket.websocket = self
            return self._handler(self)
        finally:
            self._socket.close()
            # A session that polls may have opened another one meanwhile.
            if vars(self._engine_socket).get("websocket") is self:
                del self._engine_socket.websocket
            # Breaks a reference cycle, which would stay in memory until the collector runs.
            del self._handler, self._engine_socket

    def abort(self) -> None:
        """Disconnect a browser that does not answer."""
        self._socket.abort()

    def wait(self) -> str | None:
        """The next message, once the browser has taken most of what was sent; None to disconnect it."""
        while self._unsent.qsize() > MOST_BUFFERED and self._open:
            gevent.sleep(POLL_INTERVAL)
        while not self._messages and self._open:
            try:
                self._protocol.receive_data(self._socket.recv(RECEIVE_BYTES))
                self._handle_events()
            except (OSError, LocalProtocolError, RemoteProtocolError):
                self._open = False
                self._socket.stop_sending()
        frame = self._messages.popleft() if self._messages else None
        return frame if isinstance(frame, str) and FRAME.fullmatch(frame) else None

    def send(self, message: str) -> None:
        """Send one message. Raises OSError if the other side has gone."""
        if not self._open:
            raise OSError("the other side has gone")
        self._frames += self._protocol.send(TextMessage(message))
        self._unsent.taken -= 1
        # Packets that were taken together are sent together: a send costs as much as making a frame.
        if self._unsent.taken < 1 or len(self._frames) > MOST_COLLECTED or not self._engine_socket.upgraded:
            frames, self._frames = self._frames, b""
            self._socket.send(frames)

    def close(self) -> None:
        """Close. Nothing is raised where the other side has reset the connection meanwhile."""
        if self._open:
            self._open = False
            with suppress(OSError, LocalProtocolError):
                self._socket.send(self._protocol.send(CloseConnection(CloseReason.NORMAL_CLOSURE)))

    def _handle_events(self) -> None:
        """Handle the frames that were received, up to one that closes the connection, and send the answers.

        Raises OSError beyond the rate limit.
        """
        answer = b""
        for event in self._protocol.events():
            if not isinstance(event, Request):
                self._limit.take(frames=1)
            answer += self._handle(event)
            if not self._open:
                break
        if answer:
            self._socket.send(answer)

    def _handle(self, event: Event) -> bytes:
        match event:
            case Request():
                self._open = True
                return self._protocol.send(AcceptConnection())
            case CloseConnection():
                self._open = False
                return self._protocol.send(event.response())
            case Ping():
                return self._protocol.send(event.response())
            case BytesMessage(data=data):
                self._messages.append(bytes(data))
            case TextMessage(data=data):
                self._size += len(data)
                if self._size > self._longest:
                    self._open = False
                    return self._protocol.send(CloseConnection(CloseReason.MESSAGE_TOO_BIG, "Message is too big"))
                if data:
                    self._parts.append(data)
                if event.message_finished:
                    self._messages.append("".join(self._parts))
                    self._parts, self._size = [], 0
        return b""
