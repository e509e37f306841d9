"""The lobby over sockets: seeks and their pairings, and the lists, which are sent when they have changed.

Who seeks may watch a table meanwhile, for example play the computer there; a pairing is announced there too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from markupsafe import Markup

from server.drawing.drawings import PIECE_SETS
from server.game import Refusal, TableState, parse_control
from server.house import House
from server.lobby import Seek, SeekPaired
from server.runtime.logs import report
from server.runtime.loop import yield_to_loop
from server.runtime.lru import LRU
from server.runtime.sources import Later
from server.web.lists import Lists, listed, lists, wish
from server.wire.live import Live
from server.wire.messages import Look, Unwait, WaitFor
from variants.errors import RulesError
from variants.position import Seat

log = logging.getLogger(__name__)

LIST_INTERVAL = 1.0
"""Seconds between two checks whether the lists have changed."""

MOST_PAIRINGS = 1000
"""People whose last pairing is kept, for a message that is sent again."""


class Seen(NamedTuple):
    """What a page that watches the lobby has: the lists, the seek of its player, the keys of the markup of boards."""

    lists: Lists
    seek: Seek | None
    boards: frozenset[str]
    pieces: str
    """The set of pieces in which the page draws boards."""


class LobbyHandler:
    """The connections of one process that seek opponents or watch lists. `later` calls a function in some seconds."""

    def __init__(self, live: Live, house: House, later: Later) -> None:
        self._live = live
        self._house = house
        self._matchmaker = house.matchmaker
        self._later = later
        self._tabs: dict[str, set[str]] = {}
        """By person, the connections to which a pairing is announced."""
        self._watching: dict[str, Seen] = {}
        """By connection that gets the lists."""
        self._last_pairing: LRU[str, SeekPaired] = LRU(MOST_PAIRINGS)
        self._sent: dict[str, Lists] = {}
        """By language, the lists that were sent last."""
        self._ticking = False
        live.listen("lobby", Look, self._look)
        live.listen("wait", WaitFor, self._wait)
        live.listen("unwait", Unwait, self._unwait)
        live.departures.append(self._depart)
        live.more_on_watch.append(self._watch)
        house.events.subscribe(SeekPaired, self._announce)

    # Incoming messages

    def _look(self, sid: str, message: Look) -> dict[str, Any]:
        self._live.settle_language(sid, message.language)
        tables = listed(self._house)
        shown, boards = lists(self._house, message.language, tables), tables.markup(self._house, message.pieces)
        self._come(sid)
        self._live.looks_at_lists(sid)
        seek = self._seek_of(sid)
        self._watching[sid] = Seen(shown, seek, frozenset(boards), message.pieces)
        self._tick()
        self._announce_again(self._live.person(sid) or "")
        new = {key: board for key, board in boards.items() if key not in message.boards}
        return {"ok": True, "lobby": {**shown, "boards": new, "mine": self._describe(seek, message.language)}}

    def _watch(self, sid: str, state: TableState, seat: Seat | None, language: str) -> Callable[[], dict[str, Any]]:
        """A player watches a table: a seek, or a pairing not yet announced, goes on from this connection."""
        person = self._live.person(sid) or ""
        pairing, seek = self._matchmaker.pairing(person), self._matchmaker.of(person)
        # The home page, which may show this very game, watches without a seat.
        if pairing is not None and pairing.table_id == state.id and seat is not None:
            self._matchmaker.announced(pairing)
        elif seek is not None or pairing is not None:
            self._come(sid)
            self._announce_again(person)
        return lambda: {"wait": self._describe(seek, language)}

    def _wait(self, sid: str, message: WaitFor) -> dict[str, Any]:
        person = self._live.person(sid)
        if person is None:
            raise Refusal("unknown_person", "We do not know you yet. Reload the page and try again.")
        self._come(sid)
        last = self._last_pairing.get(person)
        if last is not None and last.message == message.id:
            # The first answer was lost on its way.
            self._announce(last)
            return {"ok": True, "wait": None}
        self._matchmaker.seek(person, message.variants, parse_control(message.control), message.id)
        seek = self._matchmaker.of(person)
        self._note_seek(sid, seek)
        return {"ok": True, "wait": self._describe(seek, self._live.language(sid))}

    def _unwait(self, sid: str, _message: Unwait) -> dict[str, Any]:
        person = self._live.person(sid)
        if person is not None:
            self._matchmaker.cancel(person)
            for other in tuple(self._tabs.get(person, ())):
                if other != sid and other not in self._watching:
                    self._live.emit("wait", {"wait": None}, other)
        self._note_seek(sid, None)
        return {"ok": True, "wait": None}

    def _note_seek(self, sid: str, seek: Seek | None) -> None:
        """An answer shows this tab its seek: it must hear of a change before the next lists, too."""
        if sid in self._watching:
            self._watching[sid] = self._watching[sid]._replace(seek=seek)

    def _announce_again(self, person: str) -> None:
        """Announce a pairing to a player who has not come to the table since."""
        pairing = self._matchmaker.pairing(person)
        if pairing is None:
            return
        try:
            with self._house.tables.reading(pairing.table_id) as state:
                if state.status == "running":
                    self._announce(pairing)
                    return
        except RulesError as error:  # A game that cannot be read must not keep its players from all else.
            log.error("a game cannot be shown", extra={"table": pairing.table_id, "fault": error.code})
        self._matchmaker.announced(pairing)

    def _announce(self, pairing: SeekPaired) -> None:
        sids = tuple(self._tabs.get(pairing.person, ()))
        self._last_pairing[pairing.person] = pairing
        # A page with lists goes to the table by itself. Elsewhere the player decides when to go, and it is announced
        # again until then.
        if any(sid in self._watching for sid in sids):
            self._matchmaker.announced(pairing)
        for sid in sids:
            name = self._house.name_of(pairing.other, self._live.language(sid))
            self._live.emit("paired", {"table": pairing.table_id, "seat": pairing.seat, "name": name}, sid)

    # Connections

    def _come(self, sid: str) -> None:
        if not self._live.connected(sid):
            raise Refusal("gone", "This connection has ended.")
        person = self._live.person(sid)
        if person is not None:
            self._tabs.setdefault(person, set()).add(sid)
            self._matchmaker.come(person)

    def _depart(self, sid: str) -> None:
        self._watching.pop(sid, None)
        person = self._live.person(sid)
        if person is None or sid not in self._tabs.get(person, ()):
            return
        self._tabs[person].remove(sid)
        if not self._tabs[person]:
            del self._tabs[person]
            self._matchmaker.leave(person)

    def _seek_of(self, sid: str) -> Seek | None:
        return self._matchmaker.of(self._live.person(sid) or "")

    def _describe(self, seek: Seek | None, language: str) -> dict[str, Any] | None:
        if seek is None:
            return None
        waited = max(0.0, self._house.clock() - seek.since)
        return {**wish(self._house, seek, language), "waited": round(waited)}

    # The lists

    def _tick(self) -> None:
        if self._watching and not self._ticking:
            self._ticking = True
            self._later(LIST_INTERVAL, self._broadcast)

    def _broadcast(self) -> None:
        """Send the lists to the connections that have seen others."""
        self._ticking = False
        if self._house.journal.closed:  # The site stops: clients notice the end of their connection.
            return
        try:
            tables = listed(self._house)
            markup = {pieces: tables.markup(self._house, pieces) for pieces in PIECE_SETS}
            keys = frozenset(markup[PIECE_SETS[0]])
            by_language: dict[str, Lists] = {}
            before, self._sent = self._sent, by_language
            alike: dict[tuple[str, frozenset[str], str], list[str]] = {}
            for sid, seen in tuple(self._watching.items()):
                language = self._live.language(sid)
                if language not in by_language:
                    now_listed = lists(self._house, language, tables)
                    # The same object, so that its viewers are found without comparing its contents.
                    by_language[language] = before[language] if before.get(language) == now_listed else now_listed
                now = Seen(by_language[language], self._seek_of(sid), keys, seen.pieces)
                # While we send, engine.io may find out that another connection has ended.
                if now == seen or sid not in self._watching:
                    continue
                self._watching[sid] = now
                missing = keys - seen.boards
                if now.seek is None:
                    alike.setdefault((language, missing, seen.pieces), []).append(sid)
                else:
                    self._send(now, language, {key: markup[seen.pieces][key] for key in missing}, sid)
            # For all who see the same it is encoded once.
            for (language, missing, pieces), sids in alike.items():
                yield_to_loop()
                if still := [sid for sid in sids if sid in self._watching]:
                    now = Seen(by_language[language], None, keys, pieces)
                    self._send(now, language, {key: markup[pieces][key] for key in missing}, *still)
        except Exception as error:  # The next tick tries again.
            report(log, "the lists could not be sent", error)
        self._tick()

    def _send(self, now: Seen, language: str, boards: dict[str, Markup], *sids: str) -> None:
        self._live.emit("lobby", {**now.lists, "boards": boards, "mine": self._describe(now.seek, language)}, *sids)
