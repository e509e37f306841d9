"""Three interfaces of one site: calls in this process, the interface for programs, and sockets.

What goes in and comes out is the same for all: a script that is played through two of them on two scripted sites must
meet the same refusals, the same views and the same records.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from server.app.factory import create_app
from server.app.services import Services
from server.game import ACTIONS, TableState, parse_control, viewer_of
from server.records import writer
from server.runtime import Config
from tests.harness.client import NOON, Answer, Client, open_table, person
from tests.harness.site import ScriptedSite, scripted_site
from tests.harness.sources import Script
from variants.errors import RulesError
from variants.position import Seat

PEOPLE = ("ann", "bob", "cleo")
"""Who sits in which chair, in the order of seats."""

Json = dict[str, Any]

KINDS = {action.name(): action for action in ACTIONS}
"""All that players may ask of a table, by name."""

PRESENCE = frozenset({"away", "absent"})
"""Fields of a view that say who is connected, which differs between interfaces."""


class Interface(Protocol):
    """A way to play. People are named; a table is named by its id, squares and seats as in views."""

    def open(self, variant: str, *, fen: str | None = None, control: str = "none", **settings: Any) -> str:
        """Open a table at which `PEOPLE` sit, as many as the game begins with; its id."""

    def send(self, table: str, name: str, action: str, **fields: Any) -> str:
        """Let somebody ask for an action; the code of the refusal, "" if it was done."""

    def view(self, table: str, name: str = "", seat: Seat | None = None, language: str = "en") -> Json:
        """The table as this person sees it from a seat, else as an onlooker does, without presence."""

    def record(self, table: str, name: str = "", seat: Seat | None = None) -> Json:
        """The record of the game as this person may see it."""

    def wait(self, seconds: float) -> None:
        """Turn the clock; flags that fall by then have fallen."""

    def close(self) -> None:
        """Leave nothing running."""


class InProcess:
    """Calls of the services of a site in this process."""

    def __init__(self, folder: Path) -> None:
        self._script = Script(NOON)
        config = Config(data=folder, identity_rate=0, address_rate=0, engines=0, engine="none")
        self.app = create_app(config, self._script.sources())
        self.services: Services = self.app.extensions["cavalier"]
        self.tables, self.opener = self.services.tables, self.services.opener
        self._messages = map("m{}".format, itertools.count())

    def open(self, variant: str, *, fen: str | None = None, control: str = "none", **settings: Any) -> str:
        table = self.opener.open(variant, settings, person(PEOPLE[0]), 0, fen, control=parse_control(control))
        seats = self.table(table).players[1:]
        for name, seat in zip(PEOPLE[1:], seats, strict=False):
            self.opener.sit(table, person(name), seat)
        return str(table)

    def send(self, table: str, name: str, action: str, **fields: Any) -> str:
        requested = KINDS[action](**{"id": next(self._messages), **fields})
        try:
            self.tables.act(table, person(name), requested)
        except RulesError as refusal:
            return refusal.code
        return ""

    def view(self, table: str, name: str = "", seat: Seat | None = None, language: str = "en") -> Json:
        with self.tables.reading(table) as looked_at:
            assert seat is None or seat in looked_at.seats_of(person(name)), "somebody else's seat"
            view = self.tables.view(looked_at, viewer_of(seat))
            variant = looked_at.opening.variant
        spoken: Json = without_presence(
            json.loads(json.dumps(self.services.descriptions.view(view, variant, language)))
        )
        return spoken

    def record(self, table: str, name: str = "", seat: Seat | None = None) -> Json:
        record = writer.fetch(
            self.tables,
            self.services.journal,
            table,
            lambda _: viewer_of(seat),
            lambda each: self.services.descriptions.person(each, "en"),
        )
        return dict(json.loads(json.dumps(record)))

    def wait(self, seconds: float) -> None:
        self._script.turn(seconds)
        self.services.table_services.timers.fire(self.tables.expire)

    def close(self) -> None:
        self.services.close()

    def table(self, table: str) -> TableState:
        """The table itself."""
        with self.tables.reading(table) as found:
            opened: TableState = found
        return opened


class _SiteInterface:
    """What both interfaces of a process share: the site, and the browsers of people by name, "" for a stranger."""

    def __init__(self, folder: Path) -> None:
        self._running = scripted_site(folder)
        self.site: ScriptedSite = self._running.__enter__()
        self._clients: dict[str, Client] = {}
        self._messages = map("m{}".format, itertools.count())

    def client(self, name: str) -> Client:
        """The browser of somebody."""
        if name not in self._clients:
            self._clients[name] = self.site.client(name)
        return self._clients[name]

    def wait(self, seconds: float) -> None:
        self.site.turn_clock(seconds)

    def close(self) -> None:
        self._running.__exit__(None, None, None)


class Http(_SiteInterface):
    """The interface for programs, `/api/v1/`."""

    def open(self, variant: str, *, fen: str | None = None, control: str = "none", **settings: Any) -> str:
        requested = {"variant": variant, "settings": settings, "fen": fen, "control": control, "seat": 0}
        table = str(self._done(self._post(PEOPLE[0], "tables", requested))["table"])
        seats = _free_chairs(self.view(table))
        for name, seat in zip(PEOPLE[1:], seats, strict=False):
            self._done(self._post(name, f"tables/{table}/join", {"seat": seat}))
        return table

    def send(self, table: str, name: str, action: str, **fields: Any) -> str:
        answer = self._post(name, f"tables/{table}/{action}", {"id": next(self._messages), **fields})
        return "" if answer.status == 200 else str(json.loads(answer.body)["refusal"]["code"])

    def view(self, table: str, name: str = "", seat: Seat | None = None, language: str = "en") -> Json:
        own = "" if seat is None else f"?seat={seat}"
        answer = self.client(name).get(f"/api/v1/tables/{table}{own}", **{"Accept-Language": language})
        return dict(without_presence(self._done(answer)))

    def record(self, table: str, name: str = "", seat: Seat | None = None) -> Json:
        own = "" if seat is None else f"?seat={seat}"
        return self._done(self.client(name).get(f"/api/v1/tables/{table}/record.json{own}"))

    def _post(self, name: str, path: str, fields: Json) -> Answer:
        body = json.dumps(fields)
        return self.client(name).get(f"/api/v1/{path}", "POST", body, **{"Content-Type": "application/json"})

    @staticmethod
    def _done(answer: Answer) -> Json:
        assert answer.status in (200, 201), answer
        return dict(json.loads(answer.body))


class Sockets(_SiteInterface):
    """Pages and their sockets, as browsers use them."""

    def open(self, variant: str, *, fen: str | None = None, control: str = "none", **settings: Any) -> str:
        options = {f"option-{name}": str(value) for name, value in settings.items()}
        table = open_table(variant, self.client(PEOPLE[0]), fen=fen or "", control=control, **options)
        seats = _free_chairs(self.view(table))
        for name, seat in zip(PEOPLE[1:], seats, strict=False):
            joined = self.client(name).post(f"/en/game/{table}/join", seat=str(seat))
            assert joined.status == 303, joined
        return table

    def send(self, table: str, name: str, action: str, **fields: Any) -> str:
        answer = self._connected(name).call(action, table=table, **{"id": next(self._messages), **fields})
        return "" if answer["ok"] else str(answer["refusal"]["code"])

    def view(self, table: str, name: str = "", seat: Seat | None = None, language: str = "en") -> Json:
        client = self._connected(name)
        answer = client.call("watch", table=table, seat=seat, language=language)
        assert answer["ok"], answer
        client.call("leave", table=table)
        return dict(without_presence(answer["view"]))

    def record(self, table: str, name: str = "", seat: Seat | None = None) -> Json:
        own = "" if seat is None else f"?seat={seat}"
        answer = self.client(name).get(f"/en/game/{table}/record.json{own}")
        assert answer.status == 200, answer
        return dict(json.loads(answer.body))

    def close(self) -> None:
        for client in self._clients.values():
            client.close()
        super().close()

    def _connected(self, name: str) -> Client:
        client = self.client(name)
        return client if client.connected else client.connect()


INTERFACES: tuple[Callable[[Path], Interface], ...] = (InProcess, Http, Sockets)


def without_presence(view: Any) -> Any:
    """A view without what says who is connected."""
    if isinstance(view, dict):
        return {key: without_presence(value) for key, value in view.items() if key not in PRESENCE}
    return [without_presence(item) for item in view] if isinstance(view, list) else view


def _free_chairs(view: Json) -> Sequence[Seat]:
    return [chair["seat"] for chair in view["chairs"] if chair["state"] == "free"]
