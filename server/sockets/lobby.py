"""The lobby over sockets: seeks and their pairings, and the lists, which are sent when they have changed.

A person who seeks may watch a table, for example play the computer there; a pairing is announced there too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from markupsafe import Markup

from server.content import Descriptions
from server.drawing.pieces import PIECE_SETS
from server.game import Refusal, TableState, parse_controls
from server.lobby import LobbyRows, Matchmaker, Rows, Seek, SeekPaired
from server.runtime.loop import Ticker, yield_to_loop
from server.runtime.lru import LRU
from server.runtime.sources import Later
from server.sockets.connections import Connection, ConnectionClosed, Connections
from server.sockets.messages import CancelSeek, SeekOpponent, WatchLobby
from server.sockets.server import Answer, SocketServer
from server.store import Journal
from server.tables import Events, Tables, skip_unreadable
from variants.position import Seat

LIST_INTERVAL = 1.0
"""Seconds between two checks whether the lists have changed."""

MOST_PAIRINGS = 1000
"""People whose last pairing is remembered, for a repeated message."""


class LobbyTab(NamedTuple):
    """What a page that watches the lobby shows: the lists, the seek of its player, the keys of the markup of boards."""

    rows: Rows
    seek: Seek | None
    boards: frozenset[str]
    pieces: str
    """The set of pieces of its boards."""


@dataclass(eq=False)
class LobbyHandler:
    """The connections of one process that seek opponents or watch lists. `_clock` gives seconds since the epoch."""

    _server: SocketServer
    _connections: Connections
    _events: Events
    _matchmaker: Matchmaker
    _rows: LobbyRows
    _tables: Tables
    _journal: Journal
    _descriptions: Descriptions
    _clock: Callable[[], float]
    _later: Later
    _tabs: dict[str, set[str]] = field(default_factory=dict, init=False)
    """By person, the connections to which a pairing is announced."""
    _watching: dict[str, LobbyTab] = field(default_factory=dict, init=False)
    """By the id of a connection that watches the lists."""
    _last_pairing: LRU[str, SeekPaired] = field(default_factory=lambda: LRU(MOST_PAIRINGS), init=False)
    _sent: dict[str, Rows] = field(default_factory=dict, init=False)
    """By language, the lists that were sent last."""

    def __post_init__(self) -> None:
        self._ticker = Ticker(self._later, LIST_INTERVAL, self._broadcast, self._is_needed)
        self._server.on("lobby", WatchLobby, self._look, follows=True)
        self._server.on("wait", SeekOpponent, self._wait)
        self._server.on("unwait", CancelSeek, self._unwait)
        self._events.subscribe(ConnectionClosed, self._closed)
        self._events.subscribe(SeekPaired, self._announce)

    # Incoming messages

    def on_watch(self, connection: Connection, state: TableState, seat: Seat | None) -> Callable[[], Answer]:
        """A player watches a table (`TableHandler`): a seek, or a pairing not yet announced, goes on from there."""
        person, language = connection.person or "", connection.language
        pairing = self._matchmaker.pairing(person)
        # The home page, which may show this very game, watches without a seat.
        if pairing is not None and pairing.table_id == state.id and seat is not None:
            self._matchmaker.announced(pairing)
        elif pairing is not None or self._matchmaker.of(person) is not None:
            self._note_tab(connection)
            self._announce_again(person)
        return lambda: {"wait": self._describe(self._matchmaker.of(person), language)}

    def _look(self, connection: Connection, message: WatchLobby) -> Answer:
        connection.use_language(message.language)
        tables = self._rows.tables()
        rows, boards = self._rows.described(tables, message.language), self._rows.boards(tables, message.pieces)
        self._note_tab(connection)
        self._connections.note_home_page(connection)
        seek = self._seek_of(connection)
        self._watching[connection.sid] = LobbyTab(rows, seek, frozenset(boards), message.pieces)
        self._ticker.start()
        self._announce_again(connection.person or "")
        new = {key: board for key, board in boards.items() if key not in message.boards}
        return {"ok": True, "lobby": {**rows, "boards": new, "mine": self._describe(seek, message.language)}}

    def _wait(self, connection: Connection, message: SeekOpponent) -> Answer:
        person = connection.person
        if person is None:
            raise Refusal("unknown_person", "We do not know you yet. Reload the page and try again.")
        self._note_tab(connection)
        last = self._last_pairing.get(person)
        if last is not None and last.message == message.id:
            # The first answer was lost on its way.
            self._announce(last)
            return {"ok": True, "wait": None}
        controls = parse_controls(message.control)
        self._matchmaker.seek(person, message.variants, controls, message.id, message.rated, message.distance)
        seek = self._matchmaker.of(person)
        self._note_shown_seek(connection, seek)
        return {"ok": True, "wait": self._describe(seek, connection.language)}

    def _unwait(self, connection: Connection, _message: CancelSeek) -> Answer:
        if connection.person is not None:
            self._matchmaker.cancel(connection.person)
            for other in tuple(self._tabs.get(connection.person, ())):
                if other != connection.sid and other not in self._watching:
                    self._server.emit("wait", {"wait": None}, other)
        self._note_shown_seek(connection, None)
        return {"ok": True, "wait": None}

    def _note_shown_seek(self, connection: Connection, seek: Seek | None) -> None:
        """Note the seek that an answer shows to this tab, so that the next lists are compared with it."""
        if connection.sid in self._watching:
            self._watching[connection.sid] = self._watching[connection.sid]._replace(seek=seek)

    def _announce_again(self, person: str) -> None:
        """Announce a pairing again to a player who has not opened the table."""
        pairing = self._matchmaker.pairing(person)
        if pairing is None:
            return
        with skip_unreadable(pairing.table_id), self._tables.reading(pairing.table_id) as state:
            if state.status == "running":
                self._announce(pairing)
                return
        self._matchmaker.announced(pairing)

    def _announce(self, pairing: SeekPaired) -> None:
        sids = tuple(self._tabs.get(pairing.person, ()))
        self._last_pairing[pairing.person] = pairing
        # A page with lists opens the table by itself. On other pages the player does, and the pairing is announced
        # again until then.
        if any(sid in self._watching for sid in sids):
            self._matchmaker.announced(pairing)
        for sid in sids:
            name = self._descriptions.person(pairing.other, self._connections[sid].language)
            self._server.emit("paired", {"table": pairing.table_id, "seat": pairing.seat, "name": name}, sid)

    # Connections

    def _note_tab(self, connection: Connection) -> None:
        connection.check_open()
        if connection.person is not None:
            self._tabs.setdefault(connection.person, set()).add(connection.sid)
            self._matchmaker.arrive(connection.person)

    def _closed(self, event: ConnectionClosed) -> None:
        sid, person = event.connection.sid, event.connection.person
        self._watching.pop(sid, None)
        if person is None or sid not in self._tabs.get(person, ()):
            return
        self._tabs[person].remove(sid)
        if not self._tabs[person]:
            del self._tabs[person]
            self._matchmaker.depart(person)

    def _seek_of(self, connection: Connection) -> Seek | None:
        return self._matchmaker.of(connection.person or "")

    def _describe(self, seek: Seek | None, language: str) -> Answer | None:
        if seek is None:
            return None
        return {**self._rows.seek(seek, language), "waited": round(self._clock() - seek.since)}

    # The lists

    def _is_needed(self) -> bool:
        return bool(self._watching) and not self._journal.closed

    def _broadcast(self) -> None:
        """Send the lists to the connections that have seen others."""
        tables = self._rows.tables()
        markup = {pieces: self._rows.boards(tables, pieces) for pieces in PIECE_SETS}
        keys = frozenset(markup[PIECE_SETS[0]])
        by_language: dict[str, Rows] = {}
        before, self._sent = self._sent, by_language
        alike: dict[tuple[str, frozenset[str], str], dict[str, LobbyTab]] = {}
        for sid, seen in tuple(self._watching.items()):
            # During a broadcast another connection may close, or be answered: then it has been sent newer lists.
            if self._watching.get(sid) is not seen:
                continue
            connection = self._connections[sid]
            language = connection.language
            if language not in by_language:
                rows = self._rows.described(tables, language)
                # The same object, so that comparing it takes no time.
                by_language[language] = before[language] if before.get(language) == rows else rows
            now = LobbyTab(by_language[language], self._seek_of(connection), keys, seen.pieces)
            if now == seen:
                continue
            missing = keys - seen.boards
            if now.seek is None:
                alike.setdefault((language, missing, seen.pieces), {})[sid] = seen
            else:
                self._watching[sid] = now
                self._send(now, language, {key: markup[seen.pieces][key] for key in missing}, sid)
        # Encoded once for all pages that lack the same.
        for (language, missing, pieces), tabs in alike.items():
            yield_to_loop()
            if still := [sid for sid, seen in tabs.items() if self._watching.get(sid) is seen]:
                now = LobbyTab(by_language[language], None, keys, pieces)
                self._watching |= dict.fromkeys(still, now)
                self._send(now, language, {key: markup[pieces][key] for key in missing}, *still)

    def _send(self, now: LobbyTab, language: str, boards: dict[str, Markup], *sids: str) -> None:
        self._server.emit("lobby", {**now.rows, "boards": boards, "mine": self._describe(now.seek, language)}, *sids)
