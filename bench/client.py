"""A browser without a screen, as cheap as it gets, so that a load costs its generator little."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from http.cookies import SimpleCookie
from itertools import count
from typing import Any
from urllib.parse import urlencode, urlsplit

HOST = "127.0.0.1"
TEXT = 0x81
"""How a websocket frame begins that holds a whole text (RFC 6455)."""
MASK = b"\0\0\0\0"
"""A client must mask what it sends; a mask of zeros changes nothing and so costs nothing."""

Answer = dict[str, Any]


class Disconnected(Exception):
    """The other side did not keep to the protocol, or closed the connection."""


class Client:
    """Cookies, forms, and one Socket.IO connection over a websocket. `receive` gets each event and its fields."""

    def __init__(self, port: int, receive: Callable[[str, dict[str, Any]], None]) -> None:
        self.cookies: dict[str, str] = {}
        self._port, self._receive = port, receive
        self._numbers = count()
        self._answers: dict[int, tuple[asyncio.Future[Answer], Callable[[Answer], None]]] = {}
        self._writer: asyncio.StreamWriter | None = None

    @property
    def connected(self) -> bool:
        """Whether the connection is open, as far as this side has noticed."""
        return self._writer is not None

    async def post(self, path: str, form: dict[str, str]) -> str:
        """Send a form; the path it leads to. Raises Disconnected and OSError."""
        reader, writer = await asyncio.open_connection(HOST, self._port)
        body = urlencode(form)
        kind = "Content-Type: application/x-www-form-urlencoded"
        writer.write(self._head(f"POST {path}", "Connection: close", kind, f"Content-Length: {len(body)}"))
        writer.write(body.encode())
        status, *lines = (await reader.read()).partition(b"\r\n\r\n")[0].decode().split("\r\n")
        writer.close()
        if " 303 " not in status:
            raise Disconnected(f"{path} answered {status}")
        headers = [(name.lower(), value) for name, value in (line.split(": ", 1) for line in lines)]
        for name, value in headers:
            if name == "set-cookie":
                self.cookies |= {each: morsel.value for each, morsel in SimpleCookie(value).items()}
        return urlsplit(dict(headers)["location"]).path

    async def connect(self, table: str = "") -> None:
        """Open the connection, for a page that looks at this table. Raises Disconnected and OSError."""
        reader, writer = await asyncio.open_connection(HOST, self._port)
        about = f"table={table}&" if table else ""
        key = f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}"
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key)
        writer.write(self._head(f"GET /socket.io/?{about}EIO=4&transport=websocket", *upgrade))
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101"):
                raise Disconnected(f"The upgrade was refused: {head[:100]!r}")
            await _frame(reader)
            writer.write(_framed(b"40"))
            await _frame(reader)
        except (EOFError, OSError) as error:
            writer.close()
            raise Disconnected(f"The connection was closed: {error}") from error
        self._writer = writer
        self._reading = asyncio.create_task(self._read(reader, writer))

    def ask(
        self, event: str, message: dict[str, Any], then: Callable[[Answer], None] = lambda _: None
    ) -> asyncio.Future[Answer]:
        """Send an event; its answer, to be awaited. Raises Disconnected.

        `then` gets the answer before anything that came after it is looked at.
        """
        if self._writer is None:
            raise Disconnected("The connection is closed")
        number, answer = next(self._numbers), asyncio.get_running_loop().create_future()
        self._answers[number] = answer, then
        text = json.dumps([event, message], separators=(",", ":"))
        self._writer.write(_framed(f"42{number}{text}".encode()))
        return answer

    def close(self) -> None:
        """Close the connection; nobody waits for an answer."""
        for answer, _ in self._answers.values():
            answer.cancel()
        self._answers.clear()
        if self._writer is not None:
            self._reading.cancel()
            self._writer.close()
            self._writer = None

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                body = await _frame(reader)
                if body.startswith(b"42"):
                    self._receive(*json.loads(body[2:]))
                elif body.startswith(b"43"):
                    number, _, _ = body[2:].partition(b"[")
                    future, then = self._answers.pop(int(number))
                    answer = json.loads(body[2 + len(number) :])[0]
                    then(answer)
                    if not future.done():  # Nobody may wait for it any more.
                        future.set_result(answer)
                elif body == b"2":
                    writer.write(_framed(b"3"))
                else:
                    raise Disconnected(f"A packet was not expected: {body[:100]!r}")
        except (EOFError, OSError) as error:
            self._lose(Disconnected(f"The connection was closed: {error}"))
        except Exception as error:  # Whatever is wrong, who waits for an answer has to know it.
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        for answer, _ in self._answers.values():
            if not answer.done():
                answer.set_exception(error)
        self._answers.clear()
        self.close()

    def _head(self, request: str, *headers: str) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = [f"{request} HTTP/1.1", f"Host: {HOST}:{self._port}", *headers]
        return "\r\n".join([*lines, *([f"Cookie: {cookies}"] if cookies else []), "", ""]).encode()


def _framed(body: bytes) -> bytes:
    size = len(body)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([TEXT]) + length + MASK + body


async def _frame(reader: asyncio.StreamReader) -> bytes:
    """The text of the next frame. Raises Disconnected and EOFError."""
    first, size = await reader.readexactly(2)
    if size >= 126:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8))
    body = await reader.readexactly(size)
    if first != TEXT:
        raise Disconnected(f"A frame was not expected: {first:#x} {body[:100]!r}")
    return body
