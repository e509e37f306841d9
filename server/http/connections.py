"""Connections of HTTP: limits on their number, timeouts, limits on sizes, and the access log."""

from __future__ import annotations

import errno
import logging
from collections import Counter
from contextlib import suppress
from io import BytesIO
from socket import SHUT_RD
from typing import Any

import gevent
from gevent.event import Event
from gevent.pywsgi import Input, WSGIHandler, WSGIServer
from gevent.socket import socket

from server.runtime import loop
from server.runtime.limits import network

access = logging.getLogger("server.access")
log = logging.getLogger(__name__)

LOGGED = "cavalier.logged"
"""The key of a list in the environment: its texts are logged in place of the path."""

TAKE_SOCKET = "cavalier.take_socket"
"""The key of `Handler.take_socket` in the environment, by which a connection becomes a websocket."""

IDLE_TIMEOUT = 60.0
"""Seconds that a connection may stay open without a request."""

HEADERS_TIMEOUT = 15.0
"""Seconds in which the headers of a request must arrive."""

BODY_TIMEOUT = 30.0
"""Seconds in which a body must arrive."""

WRITE_TIMEOUT = 30.0
"""Seconds that one piece of a response may wait for a client that does not read."""

MOST_HEADERS = 100
LONGEST_HEAD = 8_192
"""Lines and bytes of headers; browsers send less than two thousand bytes."""

MOST_SKIPPED = 65_536
"""Bytes of an unread body that are skipped before the next request; beyond them the connection is closed."""

MOST_READS = 32_768
"""Reads that a body in chunks may take, about eight for a chunk: enough for half a megabyte in chunks of 128 bytes."""

MOST_CONNECTIONS = 512
"""Connections of one address, sockets and requests together: twice the limit of sockets."""

RESERVED_DESCRIPTORS = 128
"""Descriptors for the journal, the files of pages and the engine processes."""


class RequestTimeout(TimeoutError):
    """A request did not arrive in time."""

    def __init__(self) -> None:
        super().__init__(errno.ETIMEDOUT, "it did not come in time")


class Handler(WSGIHandler):
    """Serves the requests of one connection and logs them without query and headers, which are private."""

    server: Server
    socket_taken = False
    """Whether the connection has become a websocket."""
    ignored_socket_errors: tuple[Any, ...] = (*WSGIHandler.ignored_socket_errors, errno.ETIMEDOUT, "timed out")

    def read_requestline(self) -> Any:
        """The first line of a request; none once the server is closed. Raises RequestTimeout."""
        waiting = self.server.waiting
        waiting.add(self.socket)
        self.socket.settimeout(None)
        try:
            with gevent.Timeout(IDLE_TIMEOUT, RequestTimeout()):
                return super().read_requestline()
        finally:
            self.socket.settimeout(WRITE_TIMEOUT)
            waiting.discard(self.socket)

    def read_request(self, raw_requestline: str) -> Any:
        """Read the headers. Raises ValueError."""
        loop.name_work("reading a request")
        try:
            with gevent.Timeout(HEADERS_TIMEOUT, RequestTimeout()):
                read = super().read_request(raw_requestline)
        except OSError as error:
            raise ValueError("the headers did not come") from error
        # gevent takes the first; a proxy that takes another one would read the rest as a request.
        if len({*self.headers.get_all("Content-Length", ())}) > 1:
            raise ValueError("the body has several lengths")
        return read

    def MessageClass(self, *arguments: Any) -> Any:
        """The headers, read only up to their limits. Raises ValueError."""
        lines: list[bytes] = []
        left = LONGEST_HEAD
        while left > 0 and len(lines) <= MOST_HEADERS:
            line = arguments[0].readline(left)
            left -= len(line)
            lines.append(line)
            if line in (b"\r\n", b"\n", b""):
                return super().MessageClass(BytesIO(b"".join(lines)))
        raise ValueError("the headers are too long")

    def get_environ(self) -> Any:
        """The environment of the request, with a body that has limits."""
        environ = super().get_environ()
        environ[LOGGED] = []  # Flask-SocketIO hands on a copy of the environment.
        environ[TAKE_SOCKET] = self.take_socket
        sent: Any = self.wsgi_input
        source: Any = Chunks(self.rfile) if sent.chunked_input else self.rfile
        body = Body(source, self.content_length, socket=sent.socket, chunked_input=sent.chunked_input)
        if environ["wsgi.input"] is sent:  # For an upgrade it is the connection itself.
            environ["wsgi.input"] = body
        self.wsgi_input = body
        return environ

    def take_socket(self) -> socket:
        """The socket of this connection, for another protocol. The handler no longer reads or writes, and closes it."""
        body: Any = self.wsgi_input
        self.socket_taken = body.cut = True
        taken: socket = self.socket
        return taken

    def write(self, data: Any) -> None:
        """Send a piece of the response; dropped if the connection has become a websocket."""
        if not self.socket_taken:
            super().write(data)

    def handle_one_response(self) -> None:
        """Respond, then close the connection if it became a websocket, is inside a body, or the server is closed."""
        loop.set_address(network((self.environ or {}).get("REMOTE_ADDR")))
        loop.yield_to_loop()
        if self.server.closed:
            self.close_connection = True
        super().handle_one_response()
        if not self.status or getattr(self.wsgi_input, "cut", False):
            self.close_connection = True

    def log_request(self) -> None:
        """Log one line for each request that got a status; none for a websocket."""
        if self.socket_taken or not self.code or not access.isEnabledFor(logging.INFO):
            return
        environ = self.environ or {}
        access.info(
            "answered" if int(self.code) > 0 else "hung up before all was answered",
            extra={
                "method": environ.get("REQUEST_METHOD", ""),
                "path": "".join(environ.get(LOGGED, ())) or environ.get("PATH_INFO", ""),
                "status": abs(int(self.code)),
                "bytes": self.response_length,
                "milliseconds": round((self.time_finish - self.time_start) * 1000, 1) if self.time_finish else None,
            },
        )

    def log_error(self, msg: str, *args: Any) -> None:
        """Log that something was no request, and nothing of its contents."""
        log.info("malformed request")


class Chunks:
    """The connection during a body in chunks, with a limit, and yielding to the loop.

    A client chooses the sizes of chunks, extensions and trailers, and gevent reads them byte by byte.
    """

    def __init__(self, plain: Any) -> None:
        self._plain = plain
        self._left = MOST_READS

    def read(self, size: int) -> Any:
        """Read `size` bytes. Raises OSError for too many pieces."""
        self._count()
        return self._plain.read(size)

    def readline(self, size: int) -> Any:
        """Read a line. Raises OSError for too many pieces."""
        self._count()
        return self._plain.readline(size)

    def _count(self) -> None:
        loop.yield_to_loop()
        self._left -= 1
        if self._left < 0:
            raise OSError("this body comes in too many pieces")


class Body(Input):
    """The body of a request, with a timeout."""

    cut = False
    """Whether the connection must be closed because part of the body is unread."""

    def read(self, length: int | None = None) -> Any:
        """Read `length` bytes, or all. Raises RequestTimeout."""
        with gevent.Timeout(BODY_TIMEOUT, RequestTimeout()):
            return super().read(length)

    def readline(self, size: int | None = None) -> Any:
        """Read a line. Raises RequestTimeout."""
        with gevent.Timeout(BODY_TIMEOUT, RequestTimeout()):
            return super().readline(size)

    def _discard(self) -> None:
        if self.cut or self.chunked_input or (self.content_length or 0) - self.position > MOST_SKIPPED:
            self.cut = True
            return
        super()._discard()  # type: ignore[misc]


class Server(WSGIServer):
    """Listens, and closes connections beyond the limits.

    At most `most` connections in all, the last eighth for addresses that have none; each address at most a share of
    them. Neither applies if `shared`: behind a proxy, where all come from one address, or without rate limits.
    """

    def __init__(self, listener: Any, app: Any, most: int, shared: bool, **named: Any) -> None:
        super().__init__(listener, app, handler_class=Handler, **named)
        self._most = most
        self._share = most if shared else min(MOST_CONNECTIONS, max(1, most // 4))
        self._for_new = 0 if shared else most // 8
        self._connected: Counter[str] = Counter()
        self.waiting: set[socket] = set()
        """The sockets of idle connections."""
        self._left = Event()
        """Set when the last connection ends."""

    def close(self) -> None:
        """Stop listening, and close idle connections."""
        super().close()
        for each in self.waiting:
            with suppress(OSError):
                each.shutdown(SHUT_RD)

    def wait(self, timeout: float) -> None:
        """Return once all connections have ended, or after `timeout` seconds."""
        self._left.clear()
        if self._connected:
            self._left.wait(timeout)

    def handle(self, sock: socket, address: Any) -> None:
        """Serve one connection until it ends."""
        key = network(address[0])
        most = self._most - self._for_new if self._connected[key] else self._most
        if self._connected.total() >= most or self._connected[key] >= self._share:
            sock.close()
            return
        self._connected[key] += 1
        try:
            sock.settimeout(WRITE_TIMEOUT)
            super().handle(sock, address)
        finally:
            self._connected[key] -= 1
            if not self._connected[key]:
                del self._connected[key]
            if not self._connected:
                self._left.set()
