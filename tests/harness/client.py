"""A browser without a screen: Socket.IO on bare websocket frames, and HTTP; all that the server sends is kept.

And the cookies of people who have been here before.
"""

import base64
import json
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from hashlib import sha256
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import simple_websocket
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner

from server.http import SECRET
from server.people import person_of

PATIENCE = 40.0
"""Seconds after which what has not come will not come, on a machine with much to do and after whatever disturbed it."""

NOON = 1_800_000_000
"""Where the clock of a scripted site stands until somebody turns it, in seconds since the epoch."""

KEY = sha256(b"a key that both of two runs sign cookies with").digest()

SIGNING_APP = Flask(__name__)
"""The Flask that signs cookies, made once: making one parses code, in which two threads at once fail in Python 3.11."""
SIGNING_APP.secret_key = KEY

HOST = "cavalier.test"
"""The name under which the site is asked for, whatever port it got: it stands in the links that pages show."""


class Socket(simple_websocket.Client):  # type: ignore[misc]
    """A websocket that also reads what came in one packet with the greeting."""

    def handshake(self) -> None:
        super().handshake()
        self.connected = self._handle_events()


class Answer(NamedTuple):
    """An HTTP answer as it came: the status line's number, all headers in their order, the body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        """The header of this name, "" if it was not sent."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    def text(self) -> str:
        return self.body.decode()


class Client:
    """One browser: its cookies, its connection, every frame it was sent, and the events in them by name."""

    def __init__(self, url: str, cookies: Mapping[str, str] | None = None) -> None:
        self.url = url
        self.cookies = dict(cookies or {})
        self.frames: list[str | bytes] = []
        self.answers: dict[int, Any] = {}
        self.events: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self._sent = 0
        self._socket: Any = None
        self._http: HTTPConnection | None = None

    def connect(self, table: str = "", **headers: str) -> "Client":
        """Open the socket, as a page that looks at this table does, and greet."""
        cookie = {"Cookie": self._cookie()} if self.cookies else {}
        about = f"table={table}&" if table else ""
        address = f"{self.url.replace('http', 'ws', 1)}socket.io/?{about}EIO=4&transport=websocket"
        self._socket = Socket(address, headers={**cookie, **headers})
        self.receive()
        self.raw("40")
        self.receive()
        return self

    @property
    def views(self) -> list[dict[str, Any]]:
        """The updates of tables that came."""
        return self.events["view"]

    @property
    def connected(self) -> bool:
        """Whether the socket is open, as far as this side has noticed."""
        return self._socket is not None and bool(self._socket.connected)

    def close(self) -> None:
        if self.connected:
            self._socket.close()
        self.hang_up_http()

    def hang_up_http(self) -> None:
        """Ask for the next page on a new connection."""
        if self._http is not None:
            self._http.close()

    def raw(self, frame: str | bytes) -> None:
        """Send a frame. Raises simple_websocket.ConnectionClosed."""
        try:
            self._socket.send(frame)
        except OSError as error:
            # The thread that reads closes the socket before it says so.
            raise simple_websocket.ConnectionClosed(message=str(error)) from error

    def receive(self, patience: float = PATIENCE) -> str | bytes:
        """Wait for the next frame, keep it and answer it. Raises TimeoutError, simple_websocket.ConnectionClosed."""
        frame: str | bytes | None = self._socket.receive(patience)
        if frame is None:
            raise TimeoutError(f"nothing came; the last frames were {self.frames[-3:]}")
        self.frames.append(frame)
        if frame == "2":
            self.raw("3")
        elif isinstance(frame, str) and (found := re.match(r"43(\d+)", frame)):
            (self.answers[int(found[1])],) = json.loads(frame[found.end() :])
        elif isinstance(frame, str) and frame.startswith("42"):
            name, body = json.loads(frame[2:])
            self.events[name].append(body)
        return frame

    def send(self, name: str, *arguments: object) -> int:
        """Send an event without waiting; the number under which its answer will be found."""
        self._sent += 1
        self.raw(f"42{self._sent}{json.dumps([name, *arguments])}")
        return self._sent

    def answer(self, number: int) -> Any:
        self.until(lambda: number in self.answers)
        return self.answers[number]

    def call(self, name: str, **fields: object) -> Any:
        """Send an event with one object and wait for its answer."""
        return self.answer(self.send(name, fields))

    def settle(self) -> None:
        """Receive everything the server sent before it answers this."""
        self.call("leave", table="nothing")

    def until(self, come: Callable[[], object]) -> None:
        while not come():
            self.receive()

    def closed(self) -> int:
        """Receive until the other side hangs up; its websocket code."""
        try:
            while True:
                self.receive()
        except simple_websocket.ConnectionClosed as error:
            return int(error.reason)

    def get(self, path: str, method: str = "GET", body: str | None = None, **headers: str) -> Answer:
        """Ask for a page, without following where it leads; keeps the cookies that come with it."""
        if self._http is None:
            self._http = HTTPConnection(urlsplit(self.url).netloc, timeout=PATIENCE)
        sent = {"Host": HOST, "Accept-Language": "en", **headers}
        if self.cookies:
            sent["Cookie"] = self._cookie()
        self._http.request(method, path, body, sent)
        response = self._http.getresponse()
        answer = Answer(response.status, response.getheaders(), response.read())
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        return answer

    def post(self, path: str, **fields: str) -> Answer:
        """Send a form as the site's own pages do."""
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{HOST}"}
        return self.get(path, "POST", urlencode(fields), **form)

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


def identity(name: str) -> dict[str, Any]:
    return {SECRET: f"the secret of {name}", "_permanent": True}


def person(name: str) -> str:
    return person_of(identity(name)[SECRET])


def cookie(name: str, at: int | None = NOON) -> str:
    """His cookie, signed by `KEY` at this second; None is now."""
    serializer = SecureCookieSessionInterface().get_signing_serializer(SIGNING_APP)
    assert serializer is not None
    if at is not None:
        serializer.signer = type("Then", (TimestampSigner,), {"get_timestamp": lambda _: at})
    signed = serializer.dumps(identity(name))
    assert isinstance(signed, str)
    return signed


def cookie_content(cookie: str) -> dict[str, Any]:
    """The fields in a session cookie, whoever signed it."""
    text = cookie.lstrip(".").split(".")[0]
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return dict(json.loads(zlib.decompress(data) if cookie.startswith(".") else data))


class NotSavedError(AssertionError):
    """The site said that it could not save what was asked for."""


def open_table(variant: str, first: Client, *others: Client, **options: str) -> str:
    """A running game that all lists show: the first opens it from the first seat, or the one that the options name, and
    the others join in seat order. Answers its id. Raises NotSavedError.
    """
    opened = _redirected(first.post(f"/en/variants/{variant}/play", **{"seat": "0", "listed": "1", **options}))
    table = opened.header("Location").split("?")[0].rsplit("/", 1)[-1]
    for seat, other in enumerate(others, int(options.get("seat", 0)) + 1):
        _redirected(other.post(f"/en/game/{table}/join", seat=str(seat)))
    return table


def _redirected(answer: Answer) -> Answer:
    if answer.status == 503:
        raise NotSavedError(answer)
    assert answer.status == 303, answer
    return answer
