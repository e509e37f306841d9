"""Matchmaking over sockets: waits, which survive a reload but not the last tab, and live lists.

A waiting player may watch a table meanwhile, for example play the computer there; a pairing is announced there too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import gevent
from markupsafe import Markup

from server.bus import SITE
from server.drawing.drawings import PIECE_SETS
from server.game import Refusal, TableState, parse_control
from server.house import House
from server.runtime.logs import report
from server.runtime.loop import yield_to_loop
from server.runtime.lru import LRU
from server.runtime.sources import Later
from server.tables.follower import follow_soon
from server.tables.pairing import Pair, Wait
from server.web.lists import Lists, listed, lists, wish
from server.wire.live import Live
from server.wire.messages import Look, Unwait, WaitFor
from variants.position import Seat

log = logging.getLogger(__name__)

WAIT_GRACE = 6.0
"""Seconds that a wait lasts after the last tab of its player has gone, in case the page is reloading."""

LIST_INTERVAL = 1.0
"""Seconds between two checks whether the lists have changed."""

MOST_PAIRINGS = 1000
"""People whose last pairing is kept, to announce it when they come back."""

"""Calls a function after so many seconds."""


class Paired(NamedTuple):
    """The table found for a waiting player, the opponent there, and the message that asked for it.

    `told`: a page that moves on to the table by itself was told, or the player has come to the table in another way.
    """

    table: str
    seat: int
    other: str
    message: str
    told: bool


class Seen(NamedTuple):
    """What a page that watches the lobby has: the lists, the wait of its player, the keys of the markup of boards."""

    lists: Lists
    wait: Wait | None
    boards: frozenset[str]
    pieces: str
    """The set of pieces in which the page draws boards."""


class Foyer:
    """The lobby over sockets. `later` schedules; tests pass a clock of their own."""

    def __init__(self, live: Live, house: House, later: Later = gevent.spawn_later) -> None:
        self.live = live
        self.house = house
        self.waits = house.waits
        self.later = later
        self._tabs: dict[str, set[str]] = {}
        self._watching: dict[str, Seen] = {}
        self._leaving: dict[str, object] = {}
        self._paired: LRU[str, Paired] = LRU(MOST_PAIRINGS)
        self._spoken: dict[str, Lists] = {}
        self._ticking = False
        live.listen("lobby", Look, self._look)
        live.listen("wait", WaitFor, self._wait)
        live.listen("unwait", Unwait, self._unwait)
        live.departures.append(self._depart)
        live.more_on_watch.append(self._watch)
        house.follow_tasks.append(self._follow)
        house.bus.on("paired", lambda _topic, _body: follow_soon(self._follow))

    def _mine(self, wait: Wait | None, language: str) -> dict[str, Any] | None:
        if wait is None:
            return None
        waited = max(0.0, self.house.clock() - wait.since)
        return {**wish(self.house, wait, language), "waited": round(waited)}

    # Incoming messages

    def _look(self, sid: str, message: Look) -> dict[str, Any]:
        self.live.settle_language(sid, message.language)
        tables = listed(self.house)
        shown, boards = lists(self.house, message.language, tables), tables.markup(self.house, message.pieces)
        self._come(sid)
        wait = self._wait_of(sid)
        self.live.looks_at_lists(sid)
        self._watching[sid] = Seen(shown, wait, frozenset(boards), message.pieces)
        self._tick()
        self._call(self.live.person(sid) or "")
        new = {key: board for key, board in boards.items() if key not in message.boards}
        return {"ok": True, "lobby": {**shown, "boards": new, "mine": self._mine(wait, message.language)}}

    def _watch(self, sid: str, table: TableState, seat: Seat | None, language: str) -> Callable[[], dict[str, Any]]:
        """A player watches a table: a wait, or a pairing not yet announced, goes on from this connection."""
        person = self.live.person(sid) or ""
        paired, wait = self._paired.get(person), self.waits.of(person)
        # The home page, which may show this very game, watches without a seat.
        if paired is not None and paired.table == table.id and seat is not None:
            self._paired[person] = paired._replace(told=True)
        elif wait is not None or (paired is not None and not paired.told):
            self._come(sid)
            self._call(person)
        return lambda: {"wait": self._mine(wait, language)}

    def _wait(self, sid: str, message: WaitFor) -> dict[str, Any]:
        person = self.live.person(sid)
        if person is None:
            raise Refusal("unknown_person", "We do not know you yet. Reload the page and try again.")
        self._come(sid)
        paired = self._paired.get(person)
        if paired is not None and paired.message == message.id:
            # The first answer was lost on its way.
            self._announce(person, paired)
            return {"ok": True, "wait": None}
        known = self.waits.of(person)
        if known is None or known.message != message.id:
            at, limits = self.house.clock(), self.house.limits
            limits.check_new(person)
            network = limits.network_of(person)
            self.waits.add(
                Wait(person, frozenset(message.variants), parse_control(message.control), at, message.id, network)
            )
        found = self.waits.seat(person, self._open)
        if found is not None:
            self._seat(*found)
        wait = self.waits.of(person)
        self._saw(sid, wait)
        return {"ok": True, "wait": self._mine(wait, self.live.language(sid))}

    def _unwait(self, sid: str, _message: Unwait) -> dict[str, Any]:
        person = self.live.person(sid)
        if person is not None:
            self.waits.cancel(person)
            for other in self._at_tables(person):
                if other != sid:
                    self.live.emit("wait", {"wait": None}, other)
        self._saw(sid, None)
        return {"ok": True, "wait": None}

    def _saw(self, sid: str, wait: Wait | None) -> None:
        """An answer shows this tab its wait; if that changes before the next lists go out, the tab must be told."""
        if sid in self._watching:
            self._watching[sid] = self._watching[sid]._replace(wait=wait)

    def _open(self, pair: Pair) -> str:
        waits = [(wait.person, wait.message) for wait in pair.waits]
        people = [person for person, _ in waits]
        return self.house.opener.open_between(pair.variant, people, pair.waits[0].control, waits=waits)

    def _seat(self, pair: Pair, table: str) -> None:
        people = [wait.person for wait in pair.waits]
        chance = self.house.variants[pair.variant].chance
        seats = (seat for seat in count() if seat not in chance)
        for seat, wait, other in zip(seats, pair.waits, reversed(people), strict=False):
            self._announce(wait.person, Paired(table, seat, other, wait.message, False))
        self.house.bus.publish("paired", SITE, {})

    def _follow(self) -> None:
        """Announce the tables that other processes opened for those who wait here, and pair who waits here."""
        for person, found in tuple(self.waits.follow(self._tabs).items()):
            known = self._paired.get(person)
            if person in self._tabs and (known is None or known.message != found.message):
                self._announce(person, Paired(found.table, found.seat, found.other, found.message, False))
            elif known is not None and known.told:
                self.waits.told(person)
        # Two who began to wait at the same moment, each in a process of its own, have not seen each other.
        for person in tuple(self._tabs):
            yield_to_loop()
            if (pair := self.waits.seat(person, self._open)) is not None:
                self._seat(*pair)

    def _call(self, person: str) -> None:
        """Announce a pairing to a player who has not come to the table since."""
        paired = self._paired.get(person)
        if paired is None or paired.told:
            return
        with self.house.tables.reading(paired.table) as table:
            if table.status == "running":
                self._announce(person, paired)

    def _announce(self, person: str, paired: Paired) -> None:
        sids = tuple(self._tabs.get(person, ()))
        # At a table the player decides when to go, so the announcement may have to be repeated.
        self._paired[person] = paired._replace(told=any(sid in self._watching for sid in sids))
        for sid in sids:
            name = self.house.name_of(paired.other, self.live.language(sid))
            self.live.emit("paired", {"table": paired.table, "seat": paired.seat, "name": name}, sid)

    # Tabs

    def _come(self, sid: str) -> None:
        if not self.live.connected(sid):
            raise Refusal("gone", "This connection has ended.")
        person = self.live.person(sid)
        if person is not None:
            self._tabs.setdefault(person, set()).add(sid)
            self._leaving.pop(person, None)

    def _at_tables(self, person: str) -> list[str]:
        """The player's connections that get no lists."""
        return [sid for sid in self._tabs.get(person, ()) if sid not in self._watching]

    def _depart(self, sid: str) -> None:
        self._watching.pop(sid, None)
        person = self.live.person(sid)
        if person is None or sid not in self._tabs.get(person, ()):
            return
        self._tabs[person].remove(sid)
        if self._tabs[person]:
            return
        del self._tabs[person]
        if self.waits.of(person) is not None:
            leaving = self._leaving[person] = object()
            self.later(WAIT_GRACE, lambda: self._forget(person, leaving))

    def _forget(self, person: str, leaving: object) -> None:
        # A player who came back and left again has a new grace period.
        if self._leaving.get(person) is leaving:
            del self._leaving[person]
            self.waits.left(person)

    def _wait_of(self, sid: str) -> Wait | None:
        return self.waits.of(self.live.person(sid) or "")

    # The lists, live

    def _tick(self) -> None:
        if self._watching and not self._ticking:
            self._ticking = True
            self.later(LIST_INTERVAL, self._tell)

    def _tell(self) -> None:
        """Send the lists to the connections that have seen others."""
        self._ticking = False
        if self.house.journal.closed:  # The site stops: clients notice the end of their connection.
            return
        try:
            tables = listed(self.house)
            markup = {pieces: tables.markup(self.house, pieces) for pieces in PIECE_SETS}
            keys = frozenset(markup[PIECE_SETS[0]])
            spoken: dict[str, Lists] = {}
            before, self._spoken = self._spoken, spoken
            alike: dict[tuple[str, frozenset[str], str], list[str]] = {}
            for sid, seen in tuple(self._watching.items()):
                language = self.live.language(sid)
                if language not in spoken:
                    now_listed = lists(self.house, language, tables)
                    # The same object, so that its viewers are found without comparing its contents.
                    spoken[language] = before[language] if before.get(language) == now_listed else now_listed
                now = Seen(spoken[language], self._wait_of(sid), keys, seen.pieces)
                # While we send, engine.io may find out that another connection has ended.
                if now == seen or sid not in self._watching:
                    continue
                self._watching[sid] = now
                missing = keys - seen.boards
                if now.wait is None:
                    alike.setdefault((language, missing, seen.pieces), []).append(sid)
                else:
                    self._send(now, language, {key: markup[seen.pieces][key] for key in missing}, sid)
            # For all who see the same it is encoded once.
            for (language, missing, pieces), sids in alike.items():
                yield_to_loop()
                if still := [sid for sid in sids if sid in self._watching]:
                    now = Seen(spoken[language], None, keys, pieces)
                    self._send(now, language, {key: markup[pieces][key] for key in missing}, *still)
        except Exception as error:  # The next tick tries again.
            report(log, "the lobby was not told", error)
        self._tick()

    def _send(self, now: Seen, language: str, boards: dict[str, Markup], *sids: str) -> None:
        self.live.emit("lobby", {**now.lists, "boards": boards, "mine": self._mine(now.wait, language)}, *sids)
