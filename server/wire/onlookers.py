"""How many people look on at each table: counted in every process of the site, told to all who watch it."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

import gevent

from server.bus import Body
from server.game import TableState
from server.house import House
from server.runtime.sources import Later
from server.wire.foyer import Foyer
from server.wire.live import Live
from variants.position import Seat

PAUSE = 1.0
"""Seconds in which several who come and go are told of once."""

SILENCE = 5.0
"""Seconds without news after which what another process counted counts no more."""


class Onlookers:
    """The onlookers of the tables that this process serves.

    Who sits at the table is none, from whatever seat they look, nor who sees the game on the home page; a person who
    looks from several tabs is one.
    """

    def __init__(self, live: Live, foyer: Foyer, house: House, later: Later = gevent.spawn_later) -> None:
        self.live = live
        self.foyer = foyer
        self.house = house
        self.later = later
        self._me = secrets.token_hex(8)
        self._elsewhere: dict[str, dict[str, tuple[int, float]]] = {}
        """By table and process: how many it counts, and when it said so."""
        self._told: dict[str, int] = {}
        """What those who watch here were told last; a table that nobody watches here is missing."""
        self._to_tell: set[str] = set()
        live.more_on_watch.append(self._shown)
        live.watchers.listeners.append(self._changed)
        house.onlookers = self.count
        house.lobby.bus.on("onlookers", self._counted)
        house.lobby.followers.append(self._follow)

    def count(self, table: str) -> int:
        """How many look on, in all processes."""
        return self._here(table) + sum(count for count, _ in self._elsewhere.get(table, {}).values())

    def _here(self, table: str) -> int:
        sids = [sid for sid in self.live.watchers.without_seat(table) if not self.foyer.watches(sid)]
        return len({self.live.person(sid) or sid for sid in sids})

    def _shown(self, _sid: str, table: TableState, _seat: Seat | None, _language: str) -> Any:
        return lambda: {"onlookers": self.count(table.id)}

    def _changed(self, table: str) -> None:
        """Somebody has come or gone: it is told soon."""
        if table not in self._to_tell:
            self._to_tell.add(table)
            self.later(PAUSE, partial(self._tell, table))

    def _tell(self, table: str) -> None:
        self._to_tell.discard(table)
        self._tell_others(table)
        watching = [sid for sids in tuple(self.live.watchers.rooms(table).values()) for sid in sids]
        if not watching:
            self._told.pop(table, None)
            self._elsewhere.pop(table, None)
        elif (count := self.count(table)) != self._told.get(table):
            self._told[table] = count
            self.live.emit("onlookers", {"table": table, "count": count}, *watching)

    def _tell_others(self, table: str) -> None:
        self.house.lobby.bus.publish("onlookers", table, {"process": self._me, "count": self._here(table)})

    def _follow(self) -> None:
        """Say again what is counted here, for who has not heard it, and forget who says nothing any more."""
        for table in tuple(self._told):
            if self._here(table):
                self._tell_others(table)
        late = self.house.lobby.clock() - SILENCE
        for table, told in self._elsewhere.items():
            for process in [process for process, (_, at) in told.items() if at < late]:
                del told[process]
                self._changed(table)

    def _counted(self, table: str, body: Body) -> None:
        if not self.live.watchers.rooms(table):
            return
        told = self._elsewhere.setdefault(table, {})
        before = told.get(body["process"], (0, 0.0))[0]
        told[body["process"]] = (body["count"], self.house.lobby.clock())
        if body["count"] != before:
            self._changed(table)
