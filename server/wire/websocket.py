"""A websocket that sends whole messages, and reads valid ones within its buffer and its rate limit."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from socket import SHUT_RDWR
from typing import Any

import gevent
import simple_websocket
from gevent.event import Event
from gevent.lock import BoundedSemaphore
from gevent.socket import socket
from wsproto.utilities import LocalProtocolError

from server.runtime.limits import TokenBuckets
from server.runtime.loop import doing, yield_to_loop

FRAMES_AT_ONCE = 5
"""Seconds' worth of frames, and of bytes, that may come at once."""

BYTES_PER_SECOND = 65_536
"""Bytes a second that a connection may send in the long run."""

SILENCE_TIMEOUT = 60.0
"""Seconds after which a silent connection counts as dead: it answers a ping every 25 seconds."""

SEND_TIMEOUT = 20.0
"""Seconds that a message may wait for a browser that does not read."""

MOST_BUFFERED = 64
"""Messages in each direction that may wait before nothing more is read from the browser."""

POLL_INTERVAL = 0.02
"""Seconds between two checks."""

FRAME = re.compile(r"[135]|2probe|4[0-6].*", re.DOTALL)
"""The Engine.IO frames of a browser that are not binary; EventPacket validates the message in the last kind."""


class RateLimit:
    """The rate limit of one connection: frames of any kind, and bytes. `take` raises OSError for more."""

    def __init__(self, frames: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames = TokenBuckets(frames, frames * FRAMES_AT_ONCE, clock, 1)
        self._bytes = TokenBuckets(BYTES_PER_SECOND if frames else 0, BYTES_PER_SECOND * FRAMES_AT_ONCE, clock, 1)

    def take(self, frames: int = 0, size: int = 0) -> None:
        """Count these frames and bytes."""
        if not (self._frames.take("", frames) and self._bytes.take("", size)):
            raise OSError("this connection sends too much")


class PacedSocket:
    """A connected socket that sends whole messages, and reads only while its limit allows."""

    def __init__(self, plain: socket, budget: RateLimit) -> None:
        self._plain = plain
        self._budget = budget
        self._sending = BoundedSemaphore(1)

    def send(self, data: bytes) -> int:
        """Send all of it, which simple-websocket does not ensure. Raises OSError where it takes too long."""
        with self._sending:
            self._plain.settimeout(SEND_TIMEOUT)
            sent = self._plain.send(data)
            if sent < len(data):  # Rarely: and `sendall` asks the system for the size of its buffer each time.
                self._plain.sendall(memoryview(data)[sent:])
        return len(data)

    def recv(self, size: int) -> bytes:
        """Read at most so many bytes. Raises OSError for too many."""
        doing("reading a socket")
        yield_to_loop()
        # Whoever sends sets the time for sending, and the socket keeps it.
        self._plain.settimeout(SILENCE_TIMEOUT)
        data: bytes = self._plain.recv(size)
        self._budget.take(size=len(data))
        return data

    def close(self) -> None:
        """Close it."""
        self._plain.close()

    def abort(self) -> None:
        """Close at once, whatever is being sent or waited for."""
        with suppress(OSError):
            self._plain.shutdown(SHUT_RDWR)


class _Counted:
    """The frames of a websocket, each counted as it is parsed, control frames and empty ones too."""

    def __init__(self, plain: Any, budget: RateLimit) -> None:
        self._plain = plain
        self._budget = budget
        self.send = plain.send
        self.receive_data = plain.receive_data

    def events(self) -> Iterator[Any]:
        """The received frames. Raises OSError for too many."""
        for event in self._plain.events():
            self._budget.take(frames=1)
            yield event


class _NoThread:
    """In place of the thread in which simple-websocket reads ahead: here whoever waits for a message reads it."""

    name = ""

    def __init__(self, target: object) -> None:
        pass

    def start(self) -> None:
        """Nothing runs."""


class _Connection(simple_websocket.Server):  # type: ignore[misc]
    """One websocket: the server's side, on a paced socket."""

    connected: bool

    def __init__(self, environ: dict[str, Any], budget: RateLimit, longest: int) -> None:
        self._budget = budget
        super().__init__(environ, max_message_size=longest, thread_class=_NoThread, event_class=Event)

    @property
    def sock(self) -> PacedSocket:
        """The socket."""
        return self._sock

    @sock.setter
    def sock(self, plain: socket) -> None:
        self._sock = PacedSocket(plain, self._budget)

    @property
    def ws(self) -> _Counted:
        """The protocol."""
        return self._ws

    @ws.setter
    def ws(self, plain: Any) -> None:
        self._ws = _Counted(plain, self._budget)

    def receive(self) -> Any:
        """The next message, once it has come; None where no more will come."""
        while not self.input_buffer:
            if not self.connected:
                return None
            try:
                data = self.sock.recv(self.receive_bytes)
                if not data:
                    raise OSError("the other side has gone")
                self.ws.receive_data(data)
                self.connected = self._handle_events()
            except (OSError, LocalProtocolError):
                self.connected = False
                self.sock.close()
        return self.input_buffer.pop(0)


class WebSocket:
    """A websocket as engine.io expects it: called with a request, it passes itself to `handler`."""

    def __init__(self, frames: float, handler: Any, server: Any) -> None:
        self._frames = frames
        self._handler = handler
        self._longest = server.max_http_buffer_size
        self._engine_socket = handler.__self__  # A method of it.
        self._unsent = self._engine_socket.queue
        self._connection: Any = None

    def __call__(self, environ: dict[str, Any], _start_response: object) -> Any:
        """Shake hands, then serve until one side closes."""
        # Without compression: it would keep a quarter of a megabyte for each connection, and lengths
        # that depend on earlier messages reveal more than plain lengths do.
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        self._connection = _Connection(environ, RateLimit(self._frames), self._longest)
        self._engine_socket.websocket = self
        try:
            return self._handler(self)
        finally:
            # Otherwise a reference cycle would keep all of them in memory until the collector runs.
            del self._engine_socket.websocket
            self._connection.sock.abort()
            del self._handler, self._engine_socket

    def abort(self) -> None:
        """Disconnect a browser that does not answer."""
        self._connection.sock.abort()

    def wait(self) -> str | None:
        """The next message, once the browser has taken most of what was sent; None to disconnect it."""
        while self._unsent.qsize() > MOST_BUFFERED and self._connection.connected:
            gevent.sleep(POLL_INTERVAL)
        frame = self._connection.receive()
        return frame if isinstance(frame, str) and FRAME.fullmatch(frame) else None

    def send(self, message: str) -> None:
        """Send one message. Raises OSError if the other side has gone."""
        if not self._connection.connected:
            raise OSError("the other side has gone")
        self._connection.send(message)

    def close(self) -> None:
        """Close. Nothing is raised where the other side has reset the connection meanwhile."""
        if self._connection.connected:
            with suppress(OSError):
                self._connection.close()
