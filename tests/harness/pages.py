"""What tests read on pages, and the forms that they send."""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from server.drawing.pieces import Drawings
from server.web.analysis.editor import fields_of
from tests.harness.game import Calls, Game
from variants.keys import parted
from variants.position import Position

_LONG = re.compile(r' d="([^"]{60,})"')


def text(page: str) -> str:
    """The text of a page, without its markup and its data."""
    return " ".join(unescape(re.sub(r"<(script|svg).*?</\1>|<[^>]+>", " ", page, flags=re.S)).split())


def data(page: str, name: str) -> Any:
    """The data that a page holds for its script, by its id."""
    (found,) = re.findall(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    return json.loads(found)


def opened(client: FlaskClient, variant: str = "Apocalypse", **fields: str) -> str:
    """The address, without language, of a table that this client has opened."""
    answer = client.post(f"/en/variants/{variant}/play", data={"seat": "0", "listed": "1", **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].removeprefix("/en")


def outlined(markup: str) -> frozenset[str]:
    """The long paths in this markup, by which the set of pieces is known that a page shows."""
    return frozenset(_LONG.findall(markup.replace('\\"', '"')))


def outlines(drawings: Drawings) -> frozenset[str]:
    """The long paths of the pieces of these drawings."""
    return outlined("".join(drawings.svg(name) for name in drawings.names if len(name) == 2))


@cache
def positions(rules: type[Position]) -> list[Position]:
    """The start of a variant, and a position from the middle of a game."""
    random = Random(7)
    position = start = rules.start({}, random)
    for _ in range(14):
        after = position.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})
        if after.result() is not None:
            break
        position = after
    return [start, position]


def form_of(position: Position) -> dict[str, str]:
    """The fields of the board editor's form that make up a position."""
    rules, fields = type(position), fields_of(type(position), position.fen())
    form = {"rows": fields.rows, "turn": str(fields.turn), "plies": str(fields.plies)}
    for key, text in fields.named.items():
        value = rules.fen_value(key)
        parts = parted(value, text) if len(value.parts) > 1 else None
        if parts is None:
            form[f"key-{key}"] = text
        else:
            form |= {f"key-{key}-{at}": part for at, part in enumerate(parts)}
    return {field: text for field, text in form.items() if rules.fen_value(field.removeprefix("key-")).offered}


class Players(Game):
    """A game in two browsers, whose people act by calls."""

    def __init__(self, app: Flask, variant: str = "Apocalypse", **fields: str) -> None:
        calls = Calls(app.extensions["cavalier"])
        self.clients = [app.test_client(), app.test_client()]
        self.address = "/en" + opened(self.clients[0], variant, **fields)
        assert self.clients[1].post(f"{self.address}/join").status_code == 303
        id = self.address.rsplit("/", 1)[1]
        super().__init__(calls, [str(person) for person in calls.state(id).chairs])
        self.id = id

    def downloaded(self, client: FlaskClient | None = None) -> Any:
        """The record of the game as this browser gets it, the first one if none is named."""
        answer = (client or self.clients[0]).get(f"{self.address}/record.json")
        assert answer.status_code == 200
        return answer.json
