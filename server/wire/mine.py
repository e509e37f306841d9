"""My games over sockets: whose row has changed, and how many games wait, told at most once a second.

Each person is told of their own games alone, and of those nothing but the rows that the page would show them anew.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import gevent
from flask import Flask, g

from server.game import Refusal
from server.house import House
from server.runtime.logs import report
from server.runtime.loop import yield_to_loop
from server.runtime.sources import Later
from server.web.minis import definitions, minis
from server.web.own import drawn, rows
from server.web.standing import LOOKED_AT, badge_of, waits_for
from server.wire.live import Live
from server.wire.messages import LookAtMine

log = logging.getLogger(__name__)

INTERVAL = 1.0
"""Seconds between two checks whether games have changed."""

MOST_CHANGED = 100
"""Games of a person, the newest, among which those are that changed within an interval."""

AT_ONCE = 100
"""People whose games are looked up together."""

"""Calls a function after so many seconds."""


@dataclass
class Page:
    """What a page has that follows the games of its reader."""

    person: str
    language: str
    pieces: str
    rows: dict[str, str] | None
    """By table the sign of its row; None where the page shows the count alone."""
    boards: set[str]
    """The keys of the definitions that its boards use."""
    count: str | None = None
    """How the menu shows how many games wait; None where the page has not been told."""


class Mine:
    """The pages that follow the games of their readers. `later` schedules; tests pass a clock of their own."""

    def __init__(self, app: Flask, live: Live, house: House, later: Later = gevent.spawn_later) -> None:
        self.app = app
        self.live = live
        self.house = house
        self.later = later
        self._pages: dict[str, Page] = {}
        self._going: dict[str, dict[str, int]] = {}
        """By person who has a page here: how far each of their games was when it was looked at last."""
        self._waits: dict[str, dict[str, bool]] = {}
        """By person, which of their games wait for a move of theirs."""
        self._ticking = False
        live.listen("mine", LookAtMine, self._look)
        live.departures.append(self._depart)

    def _look(self, sid: str, message: LookAtMine) -> dict[str, Any]:
        if message.language is not None:
            self.live.settle_language(sid, message.language)
        person = self.live.person(sid)
        if person is None:
            return {"ok": True, "rows": [], "gone": [], "definitions": {}}
        if person not in self._going:
            self._going |= self.house.journal.progress([person])
        page = Page(person, self.live.language(sid), message.pieces, message.rows, set(message.boards))
        if not self.live.connected(sid):
            raise Refusal("gone", "This connection has ended.")
        self._pages[sid] = page
        self._tick()
        # A page has other things to ask for first: the count is told with the next news.
        if page.rows is None:
            return {"ok": True}
        return {"ok": True, **self._rows(page, page.rows, None)}

    def _depart(self, sid: str) -> None:
        self._pages.pop(sid, None)

    def _tick(self) -> None:
        if self._pages and not self._ticking:
            self._ticking = True
            self.later(INTERVAL, self._tell)

    def _tell(self) -> None:
        """Tell the pages whose rows have changed."""
        self._ticking = False
        if self.house.journal.closed:  # The site stops: clients notice the end of their connection.
            return
        try:
            self._follow()
        except Exception as error:  # The next tick tries again.
            report(log, "my games were not told", error)
        self._tick()

    def _follow(self) -> None:
        by_person: dict[str, list[str]] = {}
        for sid, page in self._pages.items():
            by_person.setdefault(page.person, []).append(sid)
        self._going = {person: games for person, games in self._going.items() if person in by_person}
        self._waits = {person: games for person, games in self._waits.items() if person in by_person}
        people = list(by_person)
        for begin in range(0, len(people), AT_ONCE):
            yield_to_loop()
            for person, now in self.house.journal.progress(people[begin : begin + AT_ONCE]).items():
                before = self._going.get(person, {})
                changed = {table for table in {*before, *now} if before.get(table) != now.get(table)}
                self._going[person] = now
                try:
                    for sid in by_person[person]:
                        yield_to_loop()
                        self._send(sid, changed)
                except Exception as error:  # Others are told all the same, and these again.
                    report(log, "my games were not told", error)
                    self._going.pop(person, None)

    def _send(self, sid: str, changed: set[str]) -> None:
        # While others are told, a connection may end.
        page = self._pages.get(sid)
        if page is None or not (changed or page.count is None):
            return
        count, page.language = page.count, self.live.language(sid)
        news = self._news(page, changed)
        if (news.get("rows") or news.get("gone") or page.count != count) and sid in self._pages:
            self.live.emit("mine", news, sid)

    def _news(self, page: Page, changed: set[str]) -> dict[str, Any]:
        """How many games wait, and what this page lacks of those that changed."""
        with self.app.app_context():
            g.language = page.language
            page.count = str(badge_of(self._waiting(page.person, changed)))
        if page.rows is None:
            return {"badge": page.count}
        return {"badge": page.count, **self._rows(page, page.rows, changed)}

    def _waiting(self, person: str, changed: set[str]) -> int:
        """How many games wait for a person; only those that changed are looked at."""
        going_on = self._going.get(person, {})
        if len(going_on) > LOOKED_AT:
            asked = {one.table for one in self.house.listing.tables_of(person, LOOKED_AT, "running")}
        else:
            asked = set(going_on)
        known = self._waits.get(person, {})
        self._waits[person] = {
            table: known[table] if table in known and table not in changed else waits_for(table, person)
            for table in asked
        }
        return sum(self._waits[person].values())

    def _rows(self, page: Page, held: dict[str, str], changed: set[str] | None) -> dict[str, Any]:
        """What this page lacks of these games, or of all that are not over and those that it shows."""
        # The words and pictures are those of pages.
        with self.app.test_request_context():
            g.language, g.pieces = page.language, page.pieces
            return self._lacking(page, held, changed)

    def _lacking(self, page: Page, held: dict[str, str], changed: set[str] | None) -> dict[str, Any]:
        listing, person = self.house.listing, page.person
        going_on = self._going.get(person, {})
        asked = changed if changed is not None else {*held, *going_on}
        listed = listing.tables_of(person) if changed is None else listing.tables_of(person, MOST_CHANGED)
        games = {one.table: one for one in listed if one.table in asked}
        new = [row for row in rows(list(games.values()), person) if held.get(row.table) != row.sign]
        boards = minis(self.house, [games[row.table] for row in new], person)
        defined = definitions(self.house, boards.values())
        told = []
        for row in new:
            yield_to_loop()
            board = boards[row.table].board if row.table in boards else None
            told.append({"table": row.table, "part": row.part, "row": drawn(row, board)})
        gone = [table for table in asked if table in held and table not in games and table not in going_on]
        held.update({row.table: row.sign for row in new})
        for table in gone:
            held.pop(table, None)
        lacking = {key: markup for key, markup in defined.items() if key not in page.boards}
        page.boards |= set(defined)
        return {"rows": told, "gone": gone, "definitions": lacking}
