"""One game of people, played alike through four transports: calls in this process, HTTP, sockets, and pages.

What goes in and comes out is the same for all: a game that is played through two of them on two scripted sites must
meet the same refusals, the same views and the same records. The pages of browsers are in `people`.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from server.app.factory import create_app
from server.app.services import Services
from server.game import Action, TableState, parse_control
from server.records import writer
from server.runtime import Config
from server.store import Journal
from server.tables import TableOpener, Tables
from tests.harness.actions import action
from tests.harness.client import NOON, Answer, Client, open_table, person
from tests.harness.site import ScriptedSite, scripted_site
from tests.harness.sources import Script
from variants.errors import RulesError
from variants.position import Eyes, Seat, Viewer

PEOPLE = ("ann", "bob", "cleo")
"""The players, in the order of seats."""

Json = dict[str, Any]

PRESENCE = frozenset({"away", "absent"})
"""Fields of a view that say which players are connected, which differs between transports."""


class Transport(Protocol):
    """The way of people to the tables of a site. People are named, "" for a stranger; a table is named by its id."""

    def open(self, name: str, variant: str, *, fen: str | None = None, control: str = "none", **settings: Any) -> str:
        """Let somebody open a table and take its first seat; its id."""

    def join(self, table: str, name: str, seat: Seat) -> None:
        """Let somebody take a free seat."""

    def act(self, table: str, name: str, requested: Action) -> str:
        """Let somebody ask for an action; the code of the refusal, "" if it was done."""

    def view(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR, language: str = "en") -> Json:
        """The table as this person sees it from a seat, else as an onlooker does."""

    def record(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR) -> Json:
        """The record of the game as this person may see it."""


class Game:
    """A game of people who sit in the order of seats: by default ann, bob and cleo."""

    def __init__(self, transport: Transport, people: Sequence[str] = PEOPLE) -> None:
        self.transport, self.people = transport, people
        self.id = ""
        self.messages = map(str, itertools.count())

    def open(
        self,
        variant: str = "Apocalypse",
        moves: str = "",
        *,
        fen: str | None = None,
        control: str = "none",
        **more: Any,
    ) -> str:
        """Begin a game of these settings, and play these moves; its id."""
        self.id = self.transport.open(self.people[0], variant, fen=fen, control=control, **more)
        free = [chair["seat"] for chair in self.view(0)["chairs"] if chair["state"] == "free"]
        for name, seat in zip(self.people[1:], free, strict=False):
            self.transport.join(self.id, name, seat)
        self.play(moves)
        return self.id

    def play(self, moves: str) -> None:
        """Play turns: of each a move for each seat that is to act, in the order of seats."""
        texts = iter(moves.split())
        for text in texts:
            self.turn(text, *itertools.islice(texts, len(self.due) - 1))

    def turn(self, *moves: str) -> None:
        """Play a turn."""
        for seat, move in zip(self.due, moves, strict=True):
            assert self.act(seat, move) == "", move

    def act(self, seat: Seat, move: str, number: int | None = None) -> str:
        """Let a player choose a move for this turn, or for this many turns played; as `send`."""
        return self.send("act", seat, self.number if number is None else number, move)

    def do(self, name: str, seat: Seat, *arguments: Any, **more: Any) -> None:
        """As `send`, of what is not refused."""
        code = self.send(name, seat, *arguments, **more)
        assert code == "", f"{name} of seat {seat} was refused: {code}"

    def send(self, name: str, seat: Seat, *arguments: Any, person: str = "", message: str = "", **fields: Any) -> str:
        """Let the player of a seat, or this person, ask for an action; the code of the refusal, "" if it was done."""
        message = message or next(self.messages)
        requested = action(name, seat, *arguments, message=message, **fields)
        return self.transport.act(self.id, person or self.people[seat], requested)

    def view(self, viewer: Viewer = Eyes.SPECTATOR, language: str = "en") -> Json:
        """The table as the player of a seat sees it, else as others do."""
        return self.transport.view(self.id, self._name(viewer), viewer, language)

    def record(self, viewer: Viewer = Eyes.SPECTATOR) -> Json:
        """The record of the game as the player of a seat, or others, may see it."""
        return self.transport.record(self.id, self._name(viewer), viewer)

    @property
    def due(self) -> Sequence[Seat]:
        """The seats whose moves are awaited."""
        return [chair["seat"] for chair in self.view(0)["chairs"] if chair["state"] == "choosing"]

    @property
    def number(self) -> int:
        """The turns that have been played."""
        return int(self.view(0)["number"])

    def _name(self, viewer: Viewer) -> str:
        return self.people[viewer] if isinstance(viewer, int) else ""


class Room(Protocol):
    """The tables of a site in this process."""

    tables: Tables
    opener: TableOpener
    journal: Journal


class Calls:
    """Calls of the services of a site in this process, where people are called by their ids."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def open(
        self,
        name: str,
        variant: str,
        *,
        fen: str | None = None,
        control: str = "none",
        listed: bool = True,
        rated: bool = False,
        **settings: Any,
    ) -> str:
        limit = parse_control(control)
        return self.room.opener.open(variant, settings, name, 0, fen, control=limit, listed=listed, rated=rated)

    def join(self, table: str, name: str, seat: Seat) -> None:
        self.room.opener.sit(table, name, seat)

    def act(self, table: str, name: str, requested: Action) -> str:
        try:
            self.room.tables.act(table, name, requested)
        except RulesError as refusal:
            return refusal.code
        return ""

    def view(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR, language: str = "en") -> Json:
        """The view without words."""
        return {**self.room.tables.view(self.state(table), viewer)}

    def record(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR) -> Json:
        return writer.fetch(self.room.tables, self.room.journal, table, lambda _: viewer, lambda each: each)

    def state(self, table: str) -> TableState:
        """The table itself."""
        with self.room.tables.reading(table) as found:
            return found


class OwnSite(Transport, Protocol):
    """A transport to a scripted site of its own."""

    def wait(self, seconds: float) -> None:
        """Turn the clock; flags that fall by then have fallen."""

    def close(self) -> None:
        """Leave nothing running."""


class InProcess(Calls):
    """Calls of a whole site in this process, whose people have cookies."""

    def __init__(self, folder: Path) -> None:
        self._script = Script(NOON)
        config = Config(data=folder, identity_rate=0, address_rate=0, engines=0, engine="none")
        self.services: Services = create_app(config, self._script.sources()).extensions["cavalier"]
        super().__init__(self.services)

    def open(self, name: str, variant: str, **more: Any) -> str:
        return super().open(person(name), variant, **more)

    def join(self, table: str, name: str, seat: Seat) -> None:
        super().join(table, person(name), seat)

    def act(self, table: str, name: str, requested: Action) -> str:
        return super().act(table, person(name), requested)

    def view(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR, language: str = "en") -> Json:
        state = self.state(table)
        assert viewer == Eyes.SPECTATOR or viewer in state.seats_of(person(name)), "somebody else's seat"
        view = self.services.descriptions.view(
            self.services.tables.view(state, viewer), state.opening.variant, language
        )
        return dict(without_presence(json.loads(json.dumps(view))))

    def record(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR) -> Json:
        names = self.services.descriptions
        record = writer.fetch(
            self.services.tables, self.services.journal, table, lambda _: viewer, lambda each: names.person(each, "en")
        )
        return dict(json.loads(json.dumps(record)))

    def wait(self, seconds: float) -> None:
        self._script.turn(seconds)
        self.services.table_services.timers.fire(self.services.tables.expire)

    def close(self) -> None:
        self.services.close()


class _SiteTransport:
    """What both transports to a process share: the site, and the browsers of people by name."""

    def __init__(self, folder: Path) -> None:
        self._running = scripted_site(folder)
        self.site: ScriptedSite = self._running.__enter__()
        self._clients: dict[str, Client] = {}

    def client(self, name: str) -> Client:
        """The browser of somebody."""
        if name not in self._clients:
            self._clients[name] = self.site.client(name)
        return self._clients[name]

    def wait(self, seconds: float) -> None:
        self.site.turn_clock(seconds)

    def close(self) -> None:
        for client in self._clients.values():
            client.close()
        self._running.__exit__(None, None, None)


class Http(_SiteTransport):
    """The interface for programs, `/api/v1/`."""

    def open(self, name: str, variant: str, *, fen: str | None = None, control: str = "none", **settings: Any) -> str:
        requested = {"variant": variant, "settings": settings, "fen": fen, "control": control, "seat": 0}
        return str(_done(self._post(name, "tables", requested))["table"])

    def join(self, table: str, name: str, seat: Seat) -> None:
        _done(self._post(name, f"tables/{table}/join", {"seat": seat}))

    def act(self, table: str, name: str, requested: Action) -> str:
        answer = self._post(name, f"tables/{table}/{requested.name()}", requested.model_dump(exclude_unset=True))
        return "" if answer.status == 200 else str(json.loads(answer.body)["refusal"]["code"])

    def view(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR, language: str = "en") -> Json:
        address = f"/api/v1/tables/{table}{_own(viewer)}"
        return dict(without_presence(_done(self.client(name).get(address, **{"Accept-Language": language}))))

    def record(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR) -> Json:
        return _done(self.client(name).get(f"/api/v1/tables/{table}/record.json{_own(viewer)}"))

    def _post(self, name: str, path: str, fields: Json) -> Answer:
        body = json.dumps(fields)
        return self.client(name).get(f"/api/v1/{path}", "POST", body, **{"Content-Type": "application/json"})


class Sockets(_SiteTransport):
    """Forms, and sockets as pages use them."""

    def open(self, name: str, variant: str, *, fen: str | None = None, control: str = "none", **settings: Any) -> str:
        options = {f"option-{name}": str(value) for name, value in settings.items()}
        return open_table(variant, self.client(name), fen=fen or "", control=control, **options)

    def join(self, table: str, name: str, seat: Seat) -> None:
        joined = self.client(name).post(f"/en/game/{table}/join", seat=str(seat))
        assert joined.status == 303, joined

    def act(self, table: str, name: str, requested: Action) -> str:
        answer = self._connected(name).call(requested.name(), table=table, **requested.model_dump(exclude_unset=True))
        return "" if answer["ok"] else str(answer["refusal"]["code"])

    def view(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR, language: str = "en") -> Json:
        client, seat = self._connected(name), viewer if isinstance(viewer, int) else None
        answer = client.call("watch", table=table, seat=seat, language=language)
        assert answer["ok"], answer
        client.call("leave", table=table)
        return dict(without_presence(answer["view"]))

    def record(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR) -> Json:
        return _done(self.client(name).get(f"/en/game/{table}/record.json{_own(viewer)}"))

    def _connected(self, name: str) -> Client:
        client = self.client(name)
        return client if client.connected else client.connect()


TRANSPORTS: tuple[Callable[[Path], OwnSite], ...] = (InProcess, Http, Sockets)


def without_presence(view: Any) -> Any:
    """A view without those fields."""
    if isinstance(view, dict):
        return {key: without_presence(value) for key, value in view.items() if key not in PRESENCE}
    return [without_presence(item) for item in view] if isinstance(view, list) else view


def _own(viewer: Viewer) -> str:
    return f"?seat={viewer}" if isinstance(viewer, int) else ""


def _done(answer: Answer) -> Json:
    assert answer.status in (200, 201), answer
    return dict(json.loads(answer.body))
