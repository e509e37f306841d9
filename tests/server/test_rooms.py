"""Who watches what is kept exactly as long as he is there, whatever else happens while a table comes from the disk."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gevent
import pytest

from server import create_app
from server.config import Config
from server.live import Live, Watch
from server.refusal import Refusal


class Guests:
    """The sockets' side of a house, without a network: guests come, watch and go by call."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app(Config(data=folder))
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
        return {key: set(sids) for key, sids in self.live._rooms.get(self.table, {}).items()}

    def held(self) -> int:
        """How many hold on to tables in memory."""
        return sum(slot.holders for slot in self.lobby._slots.values())

    def _connection(self, sid: str) -> Any:
        context = self.app.test_request_context()
        context.request.sid = sid
        return context


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    """A house with one table, which is on the disk only."""
    made = Guests(tmp_path)
    yield made
    made.live.house.close()


def test_who_hangs_up_while_the_table_is_read_is_in_no_room(guests: Guests) -> None:
    guests.come("x")
    watching = guests.watch("x")
    assert not watching.ready(), "it waits for the disk"
    guests.go("x")
    with pytest.raises(Refusal, match="ended"):
        watching.get()
    assert (guests.rooms(), guests.held()) == ({}, 0)
    assert not guests.live._watching
    assert not guests.live._languages


def test_who_asks_twice_at_once_is_in_one_room(guests: Guests) -> None:
    guests.come("x")
    gevent.joinall([guests.watch("x", "en"), guests.watch("x", "fr")], raise_error=True)
    assert (len(guests.rooms()), guests.held()) == (1, 1)
    guests.go("x")
    assert (guests.rooms(), guests.held()) == ({}, 0)


def test_a_refused_question_leaves_what_one_watches(guests: Guests) -> None:
    guests.come("x")
    guests.watch("x").get()
    with pytest.raises(Refusal, match="do not sit"):
        guests.live._watch("x", Watch(table=guests.table, seat=0, language="en"))
    assert guests.rooms() == {(None, "en"): {"x"}}
