"""The sockets' side of a house in one process, for tests of what happens between two of its steps."""

from pathlib import Path
from typing import Any

import gevent

from server.config import Config
from server.site import create_app
from server.wire.live import Live
from server.wire.messages import Watch


class Guests:
    """The sockets' side of a house, without a network: guests come, watch and go by call."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app(Config(data=folder, identity_rate=0, address_rate=0))
        self.live: Live = self.app.extensions["cavalier-live"]
        self.lobby = self.live.house.lobby
        self.table = self.lobby.open("Apocalypse", {}, "ann", 0)

    def come(self, sid: str) -> None:
        """A connection opens."""
        with self._connection(sid):
            self.live._connect(None)

    def go(self, sid: str) -> None:
        """It closes."""
        with self._connection(sid):
            self.live._disconnect(None)

    def watch(self, sid: str, language: str = "en") -> Any:
        """Ask to watch, in a greenlet of its own."""
        watching = gevent.spawn(self.live._watch, sid, Watch(table=self.table, seat=None, language=language))
        gevent.sleep(0)
        return watching

    def rooms(self) -> dict[Any, set[str]]:
        """Who is in which room of the table."""
        return {key: set(sids) for key, sids in self.live.watchers.rooms(self.table).items()}

    def held(self) -> int:
        """How many hold on to tables in memory."""
        return sum(slot.holders for slot in self.lobby._slots.values())

    def _connection(self, sid: str) -> Any:
        context = self.app.test_request_context()
        context.request.sid = sid
        return context
