"""People at a scripted site: their browser tabs, and a game that two of them play while others look on."""

import itertools
from typing import Any, Self

from tests.harness.client import Client, open_table
from tests.harness.site import ScriptedSite


def code(answer: Any) -> str:
    """ "" for an accepted message, else the code of the refusal, which has a sentence."""
    if answer["ok"]:
        return ""
    assert answer["refusal"]["sentence"]
    return str(answer["refusal"]["code"])


class Tabs:
    """The connected tabs of people at one site; all are closed when a `with` block ends."""

    def __init__(self, site: ScriptedSite) -> None:
        self.site = site
        self.clients: list[Client] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close(*self.clients)

    def connect(self, name: str = "") -> Client:
        """A new tab of this person, of a stranger without a name."""
        client = self.site.client(name).connect()
        self.clients.append(client)
        return client

    def close(self, *clients: Client) -> None:
        """Close these tabs; returns when the site has noticed."""
        left = self.site.memory()["connections"] - sum(client.connected for client in clients)
        for client in clients:
            client.close()
            self.clients.remove(client)
        self.site.until(lambda: self.site.memory()["connections"] <= left)

    def settle(self) -> None:
        """Let every tab receive what was sent to it."""
        for client in self.clients:
            client.settle()

    def turn_clock(self, seconds: float) -> None:
        """Let time pass, and every tab receive what was sent to it by then."""
        self.site.turn_clock(seconds)
        self.settle()


class LiveGame(Tabs):
    """A running game of ann and bob, who watch it from their seats; eve, a stranger, looks on."""

    def __init__(self, site: ScriptedSite, variant: str = "Apocalypse", **options: str) -> None:
        super().__init__(site)
        self.table = open_table(variant, site.client("ann"), site.client("bob"), **options)
        self.ann, self.bob, self.eve = (self.connect(name) for name in ("ann", "bob", ""))
        self.seats: dict[Client, int | None] = {self.ann: 0, self.bob: 1, self.eve: None}
        self._messages = map("message{}".format, itertools.count())
        for client in self.clients:
            assert self.watch(client)["ok"]

    def come(self, name: str = "", seat: int | None = None, language: str = "en") -> Client:
        """Another tab of somebody, which watches the game from this seat."""
        client = self.connect(name)
        self.seats[client] = seat
        assert self.watch(client, language=language)["ok"]
        return client

    def watch(self, client: Client, seat: Any = "own", language: str = "en") -> Any:
        """Look from a seat, by default from the one that this tab looks from."""
        seat = self.seats[client] if seat == "own" else seat
        return client.call("watch", table=self.table, seat=seat, language=language)

    def view(self, client: Client) -> dict[str, Any]:
        view: dict[str, Any] = self.watch(client)["view"]
        return view

    def send(self, client: Client, name: str, **fields: Any) -> str:
        """Send an action from the seat of this tab; "" if it was accepted, else the code of the refusal."""
        own = {"table": self.table, "seat": self.seats.get(client), "id": next(self._messages)}
        return code(client.call(name, **{**own, **fields}))

    def act(self, client: Client, number: int, move: str, **fields: Any) -> str:
        return self.send(client, "act", number=number, move=move, **fields)

    def turn(self, number: int, *moves: str) -> None:
        for client, move in zip((self.ann, self.bob), moves, strict=True):
            assert self.act(client, number, move) == ""
