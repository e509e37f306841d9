"""A site in this process, without a network, for what happens between two steps of it and for parts that fail."""

from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import gevent

from server.app.factory import compose
from server.app.services import Services
from server.app.sockets import Sockets
from server.bus import Bus
from server.runtime import Config
from server.runtime.sources import Sources
from server.sockets import SocketServer
from tests.harness.faults import recorded
from tests.harness.game import Calls, Game
from tests.harness.memory import held_for_connections
from tests.harness.processes import FakeBus, FakeNetwork

SEALED = ("c1c2", "c5c4")
"""The move that each seat of Apocalypse seals in `LocalSite.act`."""


class LocalSite:
    """Connections open, send messages and close by call; what the site sends to each is kept in `events`.

    What it puts off until later is done by `run_later` alone.
    """

    def __init__(
        self, folder: Path, journal: str = "", bus: Bus | None = None, now: Callable[[], float] | None = None
    ) -> None:
        self.delayed: list[Callable[[], None]] = []
        config = Config(data=folder, journal=journal, identity_rate=0, address_rate=0, engine="none")
        sources = Sources(now=now, later=lambda _seconds, work: self.delayed.append(work))
        with recorded(SocketServer, "on") as listened:
            self.app = compose(Services(config, sources, bus), config)
        self.models = {name: model for _, name, model, _ in listened}
        """The fields of each message that it listens to."""
        self.services: Services = self.app.extensions["cavalier"]
        self.tables, self.opener, self.journal = self.services.tables, self.services.opener, self.services.journal
        self.events: dict[str, list[tuple[str, Any]]] = defaultdict(list)
        self.sending: Callable[[str], None] = lambda _connection: None
        """Called with each connection to which an event is sent."""
        self.sockets: Sockets = self.app.extensions["cavalier-sockets"]
        self.server: Any = self.sockets.server.gate.socketio.server
        self.server.emit = self._emit

    def connect(self, connection: str, person: str | None = None) -> None:
        """Open a connection of this person; of the person who is called like it if none is named."""
        with self._request(connection):
            self.sockets.server._connect(None)
        self.sockets.connections[connection].person = connection if person is None else person

    def disconnect(self, connection: str) -> None:
        with self._request(connection):
            self.sockets.server._disconnect(None)

    def people(self) -> set[str]:
        """The connections that are open."""
        return {connection.sid for connection in self.sockets.connections}

    def call(self, connection: str, event: str, **fields: Any) -> Any:
        """The answer to a message."""
        return self.server.handlers["/"][event](connection, fields)

    def start(self, connection: str, event: str, **fields: Any) -> Any:
        """Send a message; a greenlet, which answers once the site has read from its disk what it needs."""
        greenlet = gevent.spawn(self.call, connection, event, **fields)
        gevent.sleep(0)
        return greenlet

    def watch(self, connection: str, table: str, seat: int | None = None, language: str = "en") -> Any:
        """Look at a table from a seat or from none."""
        return self.call(connection, "watch", table=table, seat=seat, language=language)

    def act(self, table: str, seat: int, message: str = "x") -> Any:
        """Seal the first move of this seat, as ann or bob."""
        fields = {"table": table, "seat": seat, "number": 0, "move": SEALED[seat], "id": message}
        return self.call(("ann", "bob")[seat], "act", **fields)

    def open_game(self, variant: str = "Apocalypse") -> str:
        """A running game: ann and bob watch it from their seats, eve from none. Answers its id."""
        table = Game(Calls(self.services)).open(variant)
        for name, seat in (("ann", 0), ("bob", 1), ("eve", None)):
            self.connect(name)
            assert self.watch(name, table, seat)["ok"]
        return table

    def received(self, connection: str, event: str) -> list[Any]:
        """What a connection was sent by events of this name."""
        return [data for name, data in self.events[connection] if name == event]

    def set_ping(self, seconds: float) -> None:
        """Ping websockets after so many seconds, and wait as long for the answer."""
        engine = self.server.eio
        engine.ping_interval = engine.ping_timeout = seconds

    def run_later(self) -> None:
        """Do what was put off until now."""
        due, self.delayed = self.delayed, []
        for work in due:
            work()

    def follow(self) -> None:
        """Ask for news that were lost, and do what was put off."""
        self.services.follower.follow()
        self.run_later()

    def memory(self) -> dict[str, int]:
        return held_for_connections(self.app)

    def close(self) -> None:
        if not self.journal.closed:
            self.services.close()

    def _emit(self, event: str, data: Any, to: Any) -> None:
        for connection in (to,) if isinstance(to, str) else to:
            self.events[connection].append((event, data))
            self.sending(connection)

    def _request(self, connection: str) -> Any:
        context: Any = self.app.test_request_context()
        context.request.sid = connection
        return context


class LocalSites:
    """Several such sites on one journal, with news between them that arrive by `settle`, and one clock."""

    def __init__(self, folder: Path, journal: str, number: int = 2) -> None:
        self.time = 1_700_000_000.0
        self.network = FakeNetwork(Random(1))
        self.sites = [self.start(folder / str(each), journal) for each in range(number)]

    def start(self, folder: Path, journal: str) -> LocalSite:
        return LocalSite(folder, journal, FakeBus(self.network), lambda: self.time)

    def settle(self, seconds: float = 0.0, *silent: LocalSite) -> None:
        """Let time pass; then all but the silent sites do what they put off and ask for news that were lost."""
        self.time += seconds
        for _ in range(2):
            for site in self.sites:
                if site not in silent:
                    site.follow()
            self.network.deliver_all()
            # What the news began is done before this.
            gevent.sleep(0.01)

    def together(self, function: Callable[..., Any], *calls: tuple[Any, ...]) -> list[Any]:
        """Call a function at once for each of these: the number of a site, which is passed instead, and arguments."""
        greenlets = [gevent.spawn(function, self.sites[number], *arguments) for number, *arguments in calls]
        gevent.joinall(greenlets, raise_error=True)
        return [each.value for each in greenlets]

    def close(self) -> None:
        for site in self.sites:
            site.close()


def local_sites(folder: Path, journal: str, number: int = 2) -> closing[LocalSites]:
    """So many sites on the journal at this address; closed afterwards."""
    return closing(LocalSites(folder, journal, number))


def local_site(folder: Path) -> closing[LocalSite]:
    """A site with an empty journal in this folder; closed afterwards."""
    return closing(LocalSite(folder))
