"""Connections of which a test writes the bytes itself: bare websockets, and browsers that poll."""

import json
import socket
import struct
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from tests.harness.client import PATIENCE, Client
from tests.harness.site import Site

TEXT, PIECE, CLOSE, PING, PONG = 0x1, 0x0, 0x8, 0x9, 0xA
"""Kinds of websocket frames; a piece continues the frame before it."""

POLLING = "/socket.io/?EIO=4&transport=polling"


def frame(kind: int, payload: bytes = b"", final: bool = True) -> bytes:
    """A frame of a websocket as a client sends it."""
    first, long = kind | (0x80 if final else 0), len(payload) > 125
    head = struct.pack("!BBH", first, 0xFE, len(payload)) if long else struct.pack("!BB", first, 0x80 | len(payload))
    return head + b"\0\0\0\0" + payload


def connect(site: Site, receive_buffer: int = 0, address: str = "127.0.0.1") -> socket.socket:
    """A connection to a site from an address; its receive buffer has this size, if one is given."""
    place = urlsplit(site.url)
    plain = socket.socket()
    plain.bind((address, 0))
    if receive_buffer:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    plain.settimeout(PATIENCE)
    plain.connect((place.hostname, place.port))
    return plain


def handshake(header: str = "", session: str = "", key: str = "A" * 22 + "==", version: str = "13") -> bytes:
    """The request that opens a websocket, perhaps for a session that polls, with more headers."""
    sid = f"&sid={session}" if session else ""
    return (
        f"GET /socket.io/?EIO=4&transport=websocket{sid} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: {version}\r\n{header}\r\n"
    ).encode("latin-1")


class RawSocket:
    """A websocket that has been opened, also for a session that polls; it is read only when a test asks for it."""

    def __init__(
        self,
        site: Site,
        receive_buffer: int = 0,
        header: str = "",
        session: str = "",
        address: str = "127.0.0.1",
    ) -> None:
        self.plain = connect(site, receive_buffer, address)
        self._buffer = b""
        self.plain.sendall(handshake(header, session))
        while b"\r\n\r\n" not in self._buffer:
            self._fill()
        self.head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        """The answer to the handshake."""
        assert self.head.startswith(b"HTTP/1.1 101")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.plain.close()

    def send(self, data: bytes, times: int = 1) -> None:
        """Send these bytes, so many times. Raises OSError where the site has hung up."""
        for _ in range(times):
            self.plain.sendall(data)

    def read(self) -> str:
        """The next message, which is one text frame. Raises ConnectionError where the site has hung up."""
        kind, length = self._take(2)
        assert kind == 0x80 | TEXT, kind
        if length > 125:
            length = int.from_bytes(self._take(2 if length == 126 else 8), "big")
        return self._take(length).decode()

    def rest(self) -> bytes:
        """All that comes until the site hangs up."""
        try:
            while True:
                self._fill()
        except OSError:
            return self._buffer

    def ends(self) -> bool:
        """Read all that comes; whether the site then takes nothing more."""
        try:
            while self.plain.recv(65_536):
                pass
        except OSError:
            pass
        try:
            for _ in range(3):
                self.plain.sendall(frame(PING))
        except OSError:
            return True
        return False

    def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            self._fill()
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    def _fill(self) -> None:
        data = self.plain.recv(65_536)
        if not data:
            raise ConnectionError("the site hung up")
        self._buffer += data


class Poller:
    """A browser that cannot open a websocket and polls."""

    def __init__(self, client: Client) -> None:
        self.client = client
        opened = client.get(POLLING)
        self.address = f"{POLLING}&sid={json.loads(opened.text()[1:])['sid']}"
        assert self.send("40") == 200
        assert self.poll().startswith("40")

    def send(self, body: str) -> int:
        """Send frames; the status of the answer."""
        return self.client.get(self.address, "POST", body, **{"Content-Type": "text/plain"}).status

    def poll(self) -> str:
        return self.client.get(self.address).text()

    def close(self) -> None:
        assert self.send("1") == 200
        self.client.close()
