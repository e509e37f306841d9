"""Faults to plant in a server that a test runs, so that the tests of secrecy and of durability are seen to fail."""

import functools
import logging
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from flask import Flask, Response, request

from server import game, store
from server.house import House
from server.live import Live
from server.lobby import Lobby
from server.table import Table

LEAKS = {
    "view": "whole view",
    "acknowledgement": "answer",
    "refusal": "refusal",
    "broadcast": "update",
    "lobby": "/en/",
    "page": "/en/game/",
    "replay": "/positions",
    "diagram": "/diagram/",
    "etag": "/en/games",
    "length": "HEAD /en/game/",
    "log": "log",
}
"""Leaks that can be opened, and the channel through which each lets the secret out."""


def install(app: Flask) -> None:
    """Let `/-/leak/<name>` open a leak, and `/-/leak/` close all."""
    house: House = app.extensions["cavalier"]
    is_open: set[str] = set()

    def leak(name: str = "") -> str:
        is_open.clear()
        is_open.update({name} & LEAKS.keys())
        return name

    app.add_url_rule("/-/leak/", "close", leak)
    app.add_url_rule("/-/leak/<name>", "leak", leak)

    def secret() -> str:
        """What is sealed at the tables in memory."""
        tables = [slot.table for slot in house.lobby._slots.values() if slot.table]
        return " ".join(text for table in tables for text in table.seals.values())

    def hint() -> int:
        return int(sha256(secret().encode()).hexdigest()[:3], 16)

    def spoil(where: Any, name: str, by: Callable[[Any, tuple[Any, ...]], Any]) -> None:
        """Let what a function answers pass through another, which gets its arguments too."""
        plain = getattr(where, name)

        @functools.wraps(plain)
        def spoilt(*arguments: Any, **named: Any) -> Any:
            return by(plain(*arguments, **named), (*arguments, *named.values()))

        setattr(where, name, spoilt)

    def view(told: dict[str, Any], _: Any) -> Any:
        name = "view" if "picture" in told else "broadcast"
        return {**told, "hint": secret()} if name in is_open else told

    def log(answer: Any, _: Any) -> Any:
        if "log" in is_open:
            logging.getLogger("server.lobby").info("sealed", extra={"move": secret()})
        return answer

    def after(response: Response) -> Response:
        if "diagram" in is_open and request.path.startswith("/diagram/"):
            response.set_data(response.get_data() + f"<!-- {hint()} -->".encode())
        if "etag" in is_open and request.path == "/en/games":
            response.set_etag(str(hint()))
        if "length" in is_open and request.method == "HEAD":
            response.set_data(response.get_data() + b" " * hint())
        return response

    spoil(Table, "view", view)
    spoil(
        Live,
        "_send",
        lambda answer, _: {**answer, "hint": hint()} if "acknowledgement" in is_open and answer["ok"] else answer,
    )
    spoil(House, "say", lambda said, _: f"{said} {secret()}" if "refusal" in is_open else said)
    spoil(
        Lobby,
        "summaries",
        lambda rows, _: [row._replace(number=hint()) for row in rows] if "lobby" in is_open else rows,
    )
    spoil(game, "render_template", lambda page, _: f"{page}<!-- {hint()} -->" if "page" in is_open else page)
    spoil(game, "draw_past", lambda past, _: {**past, "hint": secret()} if "replay" in is_open else past)
    spoil(Lobby, "send", log)
    app.after_request(after)


def acknowledge_early() -> None:
    """A journal that says it is done while the disk is still at work."""
    plain = store._write_batch

    def slow(*arguments: Any) -> Any:
        time.sleep(0.02)
        return plain(*arguments)

    def commit(journal: Any, statements: Any) -> None:
        journal._waiting.append((statements, store.AsyncResult()))
        journal._wake.set()

    store._write_batch = slow
    store.Journal._commit = commit  # type: ignore[method-assign]


BEFORE: dict[str, Callable[[], None]] = {"early": acknowledge_early}
"""Faults that are there from the start."""
