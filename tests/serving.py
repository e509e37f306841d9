"""The site as a child process whose clock, ids and lots are given, the people who come to it, and their tables."""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner

from server.journal.datafolder import KEY as KEY_FILE
from server.web.identity import SECRET, public_id
from tests.site import Site
from tests.wire import PATIENCE, Wire

NOON = 1_800_000_000
"""Where the clock of a process of `tests.served` stands until somebody turns it."""

KEY = sha256(b"a key that both of two runs sign cookies with").digest()


class Served(Site):
    """A process of `tests.served`."""

    program = ("tests.served",)

    def wire(self, name: str = "") -> Wire:
        """The browser of somebody who has been here before; without a name, of a stranger."""
        return Wire(self.url, {"cavalier": cookie(name)} if name else {})

    def turn_clock(self, seconds: float) -> None:
        """Let so many seconds go by; flags that fall by it have fallen when this returns."""
        assert Wire(self.url).get(f"/-/clock/{seconds}").status == 200

    def fill_cup(self, seed: str) -> None:
        """Tables that are opened from here on have this seed, where nature has a seat."""
        assert Wire(self.url).post("/-/seed", seed=seed).status == 200

    def memory(self) -> dict[str, int]:
        """How much the process keeps for those who are connected."""
        counted: dict[str, int] = json.loads(Wire(self.url).get("/-/memory").body)
        return counted

    def until(self, holds: Callable[[], bool]) -> None:
        """Ask again until this holds."""
        ends = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < ends, "it never came to hold"


@contextmanager
def serving(data: Path, *options: str) -> Iterator[Served]:
    """Such a process, with a data folder whose key is known; killed afterwards."""
    data.mkdir(parents=True, exist_ok=True)
    if not (data / KEY_FILE).exists():
        (data / KEY_FILE).write_bytes(KEY)
    with tempfile.TemporaryFile("a+") as log:
        running = Served(data, log, *options)
        try:
            yield running
        finally:
            running.process.kill()
            running.close()


def identity(name: str) -> dict[str, Any]:
    """What is in the cookie of somebody of this name."""
    return {SECRET: f"the secret of {name}", "_permanent": True}


def person(name: str) -> str:
    """His public id."""
    known = public_id(identity(name))
    assert known is not None
    return known


def cookie(name: str, at: int | None = NOON) -> str:
    """His cookie, signed by the key of `serving` at this second; None is now."""
    app = Flask(__name__)
    app.secret_key = KEY
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer is not None
    if at is not None:
        serializer.signer = type("Then", (TimestampSigner,), {"get_timestamp": lambda _: at})
    signed = serializer.dumps(identity(name))
    assert isinstance(signed, str)
    return signed


def open_table(variant: str, first: Wire, *others: Wire, **options: str) -> str:
    """A running game that all lists show: the first opens it from the first seat, the others join in seat order.

    Answers its id.
    """
    opened = first.post(f"/en/variants/{variant}/play", **{"seat": "0", "listed": "1", **options})
    assert opened.status == 303, opened
    table = opened.header("Location").split("?")[0].rsplit("/", 1)[-1]
    for seat, other in enumerate(others, 1):
        joined = other.post(f"/en/game/{table}/join", seat=str(seat))
        assert joined.status == 303, joined
    return table
