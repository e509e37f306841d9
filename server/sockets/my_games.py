"""My games over sockets: the rows that changed, and the number of waiting games, sent at most once a second.

Each person gets only rows of their own games, and of these only what the page would show them.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
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
    numbers: dict[str, int]
    """The last decision of each open or running game of its reader when these rows, or an update, were begun."""
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
    _waits: dict[str, dict[str, tuple[int | None, bool]]] = field(default_factory=dict, init=False)
    """By person and table, the last decision, and whether the game waits for their move after it."""

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
        numbers = self._journal.progress([person])[person]
        page = MyGamesTab(connection, person, message.pieces, message.rows, set(message.boards), numbers)
        answer: Answer = {"ok": True}
        # The number is sent with the next update: a page asks for other things first.
        if page.rows is not None:
            listed = self._listing.challenges(person)
            page.challenges = frozenset(each.table for each in listed)
            answer["challenges"] = self._render.challenges(listed, connection.language)
            answer |= self._new_rows(page, page.rows, None, numbers)
        # Last, for the calls above wait for the disk: an update sent meanwhile would be newer than this answer.
        connection.check_open()
        self._pages[connection.sid] = page
        self._ticker.start()
        return answer

    def _is_needed(self) -> bool:
        # Once more after the last page has gone, to forget its games.
        return bool(self._pages or self._waits) and not self._journal.closed

    def _broadcast(self) -> None:
        """Send the changes to the pages that show them."""
        by_person: dict[str, list[str]] = {}
        for sid, page in self._pages.items():
            by_person.setdefault(page.person, []).append(sid)
        self._waits = {person: games for person, games in self._waits.items() if person in by_person}
        people = list(by_person)
        for begin in range(0, len(people), BATCH):
            yield_to_loop()
            for person, now in self._journal.progress(people[begin : begin + BATCH]).items():
                for sid in by_person[person]:
                    yield_to_loop()
                    with working_for(network(self._pages[sid].connection.address) if sid in self._pages else ""):
                        try:
                            self._send(sid, now)
                        except Exception as error:  # The others still get theirs; this is sent again.
                            report(log, "my games could not be sent", error)

    def _send(self, sid: str, now: dict[str, int]) -> None:
        # The connection may have closed during the broadcast.
        page = self._pages.get(sid)
        if page is None or (page.badge is not None and page.numbers == now):
            return
        before = page.badge
        news = self._news(page, now)
        shown = [news.get("rows"), news.get("gone"), "challenged" in news, "challenges" in news, page.badge != before]
        # Meanwhile it may have closed, or have been answered anew.
        if any(shown) and self._pages.get(sid) is page:
            self._server.emit("mine", news, sid)

    def _news(self, page: MyGamesTab, now: dict[str, int]) -> Answer:
        """The number of waiting games, whether there is a new challenge, and the changed rows that this page lacks.

        `now` is the last decision of each open or running game of its reader.
        """
        shown = {table for table, watching in page.connection.watching.items() if watching.present is not None}
        listed, language = self._listing.challenges(page.person), page.connection.language
        challenges = frozenset(each.table for each in listed)
        waiting = (self._waiting(page.person, now) | challenges) - shown
        news: Answer = {"badge": str(badge(len(waiting), language))}
        if page.badge is not None and not challenges <= page.challenges:
            news["challenged"] = True
        if page.rows is not None:
            if challenges != page.challenges:
                news["challenges"] = self._render.challenges(listed, language)
            changed = {table for table in {*page.numbers, *now} if page.numbers.get(table) != now.get(table)}
            news |= self._new_rows(page, page.rows, changed, now)
        # Last: if something above fails, all of it is news at the next check too.
        page.badge, page.challenges, page.numbers = news["badge"], challenges, now
        return news

    def _waiting(self, person: str, now: dict[str, int]) -> set[str]:
        """The games that wait for a person; only those with a new decision are read."""
        if len(now) > NEWEST_RUNNING:
            requested = {game.table for game in self._listing.tables_of(person, NEWEST_RUNNING, "running")}
        else:
            requested = set(now)
        known, waits = self._waits.get(person, {}), {}
        for table in requested:
            number, before = now.get(table), known.get(table)
            if before is None or before[0] != number:
                before = number, self._my_games.waits_for(table, person)
            waits[table] = before
        self._waits[person] = waits
        return {table for table, (_, waiting) in waits.items() if waiting}

    def _new_rows(
        self, page: MyGamesTab, held: dict[str, str], changed: set[str] | None, running: Collection[str]
    ) -> Answer:
        """The rows that this page lacks: of changed games; for None, of open and running ones and those it shows."""
        person, language = page.person, page.connection.language
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
