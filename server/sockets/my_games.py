"""My games over sockets: the rows that changed, and the number of waiting games, sent at most once a second.

Each person gets only rows of their own games, and of these only what the page would show them.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from markupsafe import Markup

from server.lobby import NEWEST_RUNNING, Challenged, Listing, MyGames, Previews, Row, badge
from server.runtime.limits import network
from server.runtime.logs import report
from server.runtime.loop import Ticker, working_for, yield_to_loop
from server.runtime.sources import Later
from server.sockets.connections import Connection, ConnectionClosed
from server.sockets.messages import WatchMyGames
from server.sockets.server import Answer, SocketServer
from server.store import Journal
from server.tables import Events

log = logging.getLogger(__name__)

ROWS_INTERVAL = 1.0
"""Seconds between two checks whether games have changed."""

MOST_CHANGED = 100
"""The newest games of a person that are searched for changes."""

BATCH = 100
"""People whose games are read in one query."""


class Render(Protocol):
    """Renders markup of the page My games."""

    def row(self, row: Row, board: Markup | None, language: str) -> str:
        """A row with its board, in a language."""

    def challenges(self, challenges: Sequence[Challenged], language: str) -> str:
        """The list of challenges in a language, "" for none."""


@dataclass
class MyGamesTab:
    """What a page that follows the games of its reader shows."""

    connection: Connection
    person: str
    pieces: str
    rows: dict[str, str] | None
    """By table the sign of its row; None if the page shows only the number of waiting games."""
    boards: set[str]
    """The keys of the definitions that its boards use."""
    badge: str | None = None
    """The number of waiting games and challenges but for the game that the page shows, as in the menu; None before it
    was sent."""
    challenges: frozenset[str] = frozenset()
    """The tables to which its reader was challenged when `badge` was sent."""


@dataclass(eq=False)
class MyGamesHandler:
    """The pages that follow the games of their readers."""

    _server: SocketServer
    _events: Events
    _journal: Journal
    _listing: Listing
    _my_games: MyGames
    _previews: Previews
    _render: Render
    _later: Later
    _pages: dict[str, MyGamesTab] = field(default_factory=dict, init=False)
    _numbers: dict[str, dict[str, int]] = field(default_factory=dict, init=False)
    """By reader of a page: the last decision of each of their games at the last check."""
    _waits: dict[str, dict[str, bool]] = field(default_factory=dict, init=False)
    """By person and table, whether the game waits for their move."""

    def __post_init__(self) -> None:
        self._ticker = Ticker(self._later, ROWS_INTERVAL, self._broadcast, self._is_needed)
        self._server.on("mine", WatchMyGames, self._look, follows=True)
        self._events.subscribe(ConnectionClosed, lambda event: self._pages.pop(event.connection.sid, None))

    def _look(self, connection: Connection, message: WatchMyGames) -> Answer:
        if message.language is not None:
            connection.use_language(message.language)
        person = connection.person
        if person is None:
            return {"ok": True, "rows": [], "gone": [], "definitions": {}, "challenges": ""}
        if person not in self._numbers:
            self._numbers |= self._journal.progress([person])
        page = MyGamesTab(connection, person, message.pieces, message.rows, set(message.boards))
        connection.check_open()
        self._pages[connection.sid] = page
        self._ticker.start()
        # The number is sent with the next update: a page asks for other things first.
        if page.rows is None:
            return {"ok": True}
        listed = self._listing.challenges(person)
        page.challenges = frozenset(each.table for each in listed)
        challenges = self._render.challenges(listed, connection.language)
        return {"ok": True, **self._new_rows(page, page.rows, None), "challenges": challenges}

    def _is_needed(self) -> bool:
        # Once more after the last page has gone, to forget its games.
        return bool(self._pages or self._numbers) and not self._journal.closed

    def _broadcast(self) -> None:
        """Send the changes to the pages that show them."""
        by_person: dict[str, list[str]] = {}
        for sid, page in self._pages.items():
            by_person.setdefault(page.person, []).append(sid)
        self._numbers = {person: games for person, games in self._numbers.items() if person in by_person}
        self._waits = {person: games for person, games in self._waits.items() if person in by_person}
        people = list(by_person)
        for begin in range(0, len(people), BATCH):
            yield_to_loop()
            for person, now in self._journal.progress(people[begin : begin + BATCH]).items():
                before = self._numbers.get(person, {})
                changed = {table for table in {*before, *now} if before.get(table) != now.get(table)}
                self._numbers[person] = now
                try:
                    for sid in by_person[person]:
                        yield_to_loop()
                        with working_for(network(self._pages[sid].connection.address) if sid in self._pages else ""):
                            self._send(sid, changed)
                except Exception as error:  # The others still get theirs; these are sent again.
                    report(log, "my games could not be sent", error)
                    self._numbers.pop(person, None)

    def _send(self, sid: str, changed: set[str]) -> None:
        # The connection may have closed during the broadcast.
        page = self._pages.get(sid)
        if page is None or not (changed or page.badge is None):
            return
        before = page.badge
        news = self._news(page, changed)
        shown = [news.get("rows"), news.get("gone"), "challenges" in news, page.badge != before]
        if any(shown) and sid in self._pages:
            self._server.emit("mine", news, sid)

    def _news(self, page: MyGamesTab, changed: set[str]) -> Answer:
        """The number of waiting games, whether there is a new challenge, and the changed rows that this page lacks."""
        shown = {table for table, watching in page.connection.watching.items() if watching.present is not None}
        listed, language = self._listing.challenges(page.person), page.connection.language
        before, page.challenges = page.challenges, frozenset(each.table for each in listed)
        waiting = (self._waiting(page.person, changed) | page.challenges) - shown
        is_first = page.badge is None
        page.badge = str(badge(len(waiting), language))
        news: Answer = {"badge": page.badge}
        if not is_first and not page.challenges <= before:
            news["challenged"] = True
        if page.rows is None:
            return news
        news |= self._new_rows(page, page.rows, changed)
        return news if page.challenges == before else {**news, "challenges": self._render.challenges(listed, language)}

    def _waiting(self, person: str, changed: set[str]) -> set[str]:
        """The games that wait for a person; only changed ones are read."""
        running = self._numbers.get(person, {})
        if len(running) > NEWEST_RUNNING:
            requested = {game.table for game in self._listing.tables_of(person, NEWEST_RUNNING, "running")}
        else:
            requested = set(running)
        known = self._waits.get(person, {})
        self._waits[person] = {
            table: known[table] if table in known and table not in changed else self._my_games.waits_for(table, person)
            for table in requested
        }
        return {table for table, waits in self._waits[person].items() if waits}

    def _new_rows(self, page: MyGamesTab, held: dict[str, str], changed: set[str] | None) -> Answer:
        """The rows that this page lacks: of changed games; for None, of open and running ones and those it shows."""
        person, language = page.person, page.connection.language
        running = self._numbers.get(person, {})
        requested = changed if changed is not None else {*held, *running}
        listed = self._listing.tables_of(person) if changed is None else self._listing.tables_of(person, MOST_CHANGED)
        games = {game.table: game for game in listed if game.table in requested}
        rows = self._my_games.rows(list(games.values()), person, language)
        new = [row for row in rows if held.get(row.table) != row.sign]
        boards = self._previews.of([games[row.table] for row in new], person)
        defined = self._previews.definitions(boards.values(), page.pieces)
        rendered_rows = []
        for row in new:
            yield_to_loop()
            board = boards[row.table].board if row.table in boards else None
            rendered_rows.append({"table": row.table, "part": row.part, "row": self._render.row(row, board, language)})
        gone = [table for table in requested if table in held and table not in games and table not in running]
        held.update({row.table: row.sign for row in new})
        for table in gone:
            held.pop(table, None)
        lacking = {key: markup for key, markup in defined.items() if key not in page.boards}
        page.boards |= set(defined)
        return {"rows": rendered_rows, "gone": gone, "definitions": lacking}
