"""A websocket that sends whole messages, and reads valid ones within its buffer and its rate limit."""

from __future__ import annotations

import re
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from socket import SHUT_RDWR
from typing import Any

import gevent
import simple_websocket  # type: ignore[import-untyped]
from gevent.event import Event
from gevent.lock import BoundedSemaphore
from gevent.socket import socket
from wsproto.utilities import LocalProtocolError

from server.loop import breathe, doing
from server.tables.limits import Buckets

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

FINAL_TEXT = 0x81
"""The first byte of a frame that is a whole message of text."""

SHORT, MEDIUM = 125, 65_535
"""The most bytes in a frame that tells its length in one byte, and in two more."""

FRAME = re.compile(r"[135]|2probe|4[0-6].*", re.DOTALL)
"""The Engine.IO frames of a browser that are not binary; EventPacket validates the message in the last kind."""


class RateLimit:
    """The rate limit of one connection: frames of any kind, and bytes. `take` raises OSError for more."""

    def __init__(self, frames: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames = Buckets(frames, frames * FRAMES_AT_ONCE, clock, 1)
        self._bytes = Buckets(BYTES_PER_SECOND if frames else 0, BYTES_PER_SECOND * FRAMES_AT_ONCE, clock, 1)

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

    @property
    def busy(self) -> bool:
        """Whether something is half sent."""
        return self._sending.locked()

    def offer(self, data: bytes) -> int:
        """Send as much as goes at once, and wait for nothing; how many bytes that was."""
        try:
            sent: int = self._plain._sock.send(data)  # type: ignore[attr-defined]  # The system's own.
            return sent
        except BlockingIOError:
            return 0

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
        breathe()
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


def text_frame(message: str) -> bytes:
    """A message as one frame of text, from a server: the bytes that wsproto makes of it, in a tenth of the time."""
    payload = message.encode()
    size = len(payload)
    if size <= SHORT:
        return bytes((FINAL_TEXT, size)) + payload
    if size <= MEDIUM:
        return struct.pack("!BBH", FINAL_TEXT, SHORT + 1, size) + payload
    return struct.pack("!BBQ", FINAL_TEXT, SHORT + 2, size) + payload


class Rest:
    """The end of what was begun to be sent, as a packet for engine.io, which sends it when the browser reads on."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def encode(self, *_how: object) -> Rest:
        """Itself."""
        return self


class WebSocket:
    """A websocket as engine.io expects it: called with a request, it passes itself to `handler`.

    `handled` is asked of each message first, with the id of the connection: whether it has dealt with it.
    """

    def __init__(self, frames: float, handled: Callable[[str, str], bool], handler: Any, server: Any) -> None:
        self._frames = frames
        self._handled = handled
        self._handler = handler
        self._longest = server.max_http_buffer_size
        self._engine_socket = handler.__self__  # A method of it.
        self._unsent = self._engine_socket.queue
        self._connection: Any = None
        self._soon: list[bytes] = []
        """Frames that go together when the loop has done all that is to be done now."""

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
            del self._handler, self._engine_socket, self._handled

    def abort(self) -> None:
        """Disconnect a browser that does not answer."""
        self._connection.sock.abort()

    def wait(self) -> str | None:
        """The next message that nobody has handled, once the browser has taken most of what was sent; None to
        disconnect it.
        """
        while True:
            while self._unsent.qsize() > MOST_BUFFERED and self._connection.connected:
                gevent.sleep(POLL_INTERVAL)
            frame = self._connection.receive()
            if not isinstance(frame, str) or not FRAME.fullmatch(frame):
                return None
            if not self._handled(self._engine_socket.sid, frame):
                return frame

    def post(self, frame: bytes) -> bool:
        """Send a frame soon, after those before it; whether that is possible, or it has to wait in engine.io's queue.

        What is posted while the loop does what is to be done now goes in one piece.
        """
        if not self._soon:
            if self._unsent.qsize() or self._connection.sock.busy or not self._connection.connected:
                return False
            gevent.get_hub().loop.run_callback(self._send_posted)
        self._soon.append(frame)
        if len(self._soon) > MOST_BUFFERED:
            self._send_posted()
        return True

    def _send_posted(self) -> None:
        data = b"".join(self._soon)
        self._soon.clear()
        # After an answered close a browser takes a frame for a fault.
        if not data or not self._connection.connected:
            return
        sock = self._connection.sock
        try:
            # What is queued by now came later, but what is half sent was first.
            sent = 0 if sock.busy else sock.offer(data)
        except OSError:  # Whoever reads from it finds out as well.
            return
        if sent < len(data):
            self._unsent.put(Rest(data[sent:]))

    def send(self, message: str | Rest) -> None:
        """Send one message. Raises OSError if the other side has gone."""
        if not self._connection.connected:
            raise OSError("the other side has gone")
        if isinstance(message, Rest):
            self._connection.sock.send(message.data)
        else:
            self._connection.send(message)

    def close(self) -> None:
        """Close."""
        if self._connection.connected:
            self._connection.close()
