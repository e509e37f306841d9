"""One Socket.IO connection over a bare websocket, as cheap as it gets, so that a load costs its generator little."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

# Frames of RFC 6455. A client must mask what it sends; a mask of zeros changes nothing and so costs nothing.
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASK = b"\0\0\0\0"


class WireError(Exception):
    """The other side did not keep to the protocol, or closed the connection."""


class Wire(asyncio.Protocol):
    """A connection to the default namespace. `view` is called with the raw text of each event that arrives."""

    def __init__(self, host: str, cookie: str, view: Callable[[bytes], None], table: str = "") -> None:
        self._host, self._cookie, self._view, self._table = host, cookie, view, table
        self._buffer = b""
        self._upgraded = False
        self._closed = False
        self._answers: deque[tuple[asyncio.Future[dict[str, Any]], Callable[[dict[str, Any]], None]]] = deque()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.bytes_received = 0
        self.heard_at = asyncio.get_running_loop().time()
        """When something came last, by the loop's clock."""
        self.head = b""
        """The answer to the request for the upgrade."""

    @classmethod
    async def connect(cls, host: str, port: int, cookie: str, view: Callable[[bytes], None], table: str = "") -> Wire:
        """A connection that is ready to send, made to look at this table first. Raises WireError."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(f"{host}:{port}", cookie, view, table), host, port)
        try:
            await wire.ready
        except asyncio.CancelledError:
            wire.give_up("Nobody waits for it any more")
            raise
        return wire

    def ask(
        self, event: str, message: dict[str, Any], then: Callable[[dict[str, Any]], None] = lambda _: None
    ) -> asyncio.Future[dict[str, Any]]:
        """Send an event; its acknowledgement, to be awaited. Acknowledgements come in the order of the events.

        `then` gets it before anything that came after it is looked at. Raises WireError if the connection is closed.
        """
        if self._closed:
            raise WireError("The connection is closed")
        answer = asyncio.get_running_loop().create_future()
        self._answers.append((answer, then))
        self._send(b"420" + json.dumps([event, message], separators=(",", ":")).encode())
        return answer

    def close(self) -> None:
        """Close the connection."""
        self._closed = True
        self._answers.clear()
        self._transport.close()

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed

    def give_up(self, reason: str) -> None:
        """Take the connection for lost: who waits for an answer gets a WireError."""
        self._closed = True
        self._fail(reason)
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        about = f"table={self._table}&" if self._table else ""
        lines = [
            f"GET /socket.io/?{about}EIO=4&transport=websocket HTTP/1.1",
            f"Host: {self._host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {self._cookie}",
        ]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        self.bytes_received += len(data)
        self.heard_at = asyncio.get_running_loop().time()
        buffer = self._buffer + data if self._buffer else data
        if not self._upgraded:
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                return self._fail(f"The upgrade was refused: {head[:100]!r}")
            self._upgraded, self.head = True, head
        at, size = 0, len(buffer)
        while size - at >= 2:
            start, length = at + 2, buffer[at + 1]
            if length >= 126:
                start += 2 if length == 126 else 8
                if size < start:
                    break
                length = int.from_bytes(buffer[at + 2 : start])
            if size < start + length:
                break
            self._frame(buffer[at], buffer[start : start + length])
            at = start + length
        self._buffer = buffer[at:]

    def connection_lost(self, error: Exception | None) -> None:
        """Let nobody wait for what will not come."""
        self._closed = True
        self._fail(f"The connection was closed: {error}")

    def _frame(self, first: int, body: bytes) -> None:
        kind = first & 0x0F
        if not first & 0x80 or kind not in (TEXT, CLOSE, PING):
            return self._fail(f"A frame of kind {kind}, final {first >> 7}, was not expected")
        if kind == PING:
            self._write(PONG, body)
        elif kind == CLOSE:
            self._transport.close()
        elif body.startswith(b"42"):
            self._view(body)
        elif body.startswith(b"430"):
            answer, then = self._answers.popleft()
            told = json.loads(body[3:])[0]
            then(told)
            if not answer.done():  # Nobody may wait for it any more.
                answer.set_result(told)
        elif body == b"2":
            self._send(b"3")
        elif body.startswith(b"0"):
            self._send(b"40")
        elif body.startswith(b"40"):
            if not self.ready.done():
                self.ready.set_result(None)
        else:
            self._fail(f"A packet was not expected: {body[:100]!r}")

    def _send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def _write(self, kind: int, body: bytes) -> None:
        size = len(body)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self._transport.write(bytes([0x80 | kind]) + length + MASK + body)

    def _fail(self, reason: str) -> None:
        waiting: list[asyncio.Future[Any]] = [self.ready, *(answer for answer, _ in self._answers)]
        for each in waiting:
            if not each.done():
                each.set_exception(WireError(reason))
        self._answers.clear()
        self._transport.close()


def lay(view: dict[str, Any], update: Mapping[str, Any]) -> dict[str, Any] | None:
    """A view with an update laid over it, as the browser does; None where the update does not continue the view."""
    if "turns" not in update:
        return {**view, **update} if update["number"] == view["number"] else None
    if update["since"] > view["number"]:
        return None
    turns = [turn for turn in view["turns"] if turn["number"] <= update["since"]]
    return {**view, **update, "since": view["since"], "turns": turns + update["turns"]}
