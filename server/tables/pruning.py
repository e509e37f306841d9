"""What nobody has touched for long is forgotten: tables without a game, unused names, answers."""

from __future__ import annotations

import logging

import gevent

from server.game import DAY
from server.runtime.logs import report
from server.store import answers
from server.tables.lobby import Lobby

log = logging.getLogger(__name__)

TABLE_LASTS = 30 * DAY
"""Seconds that a table is kept at which nobody has played."""

NAME_LASTS = 90 * DAY
"""Seconds that a name is kept whose owner sat at no table."""

ANSWER_LASTS = 400 * DAY
"""Seconds that the answer to a puzzle is kept."""

FORGOTTEN_AT_ONCE = 100
"""Tables, and names, that are forgotten in one commit, so that no move waits for long."""


def prune(lobby: Lobby) -> int:
    """Forget them; how many tables, names and answers. Raises JournalError."""
    at, journal = lobby.clock(), lobby.journal
    forgotten = answers.forget(journal, at - ANSWER_LASTS)
    while True:
        tables = [
            table for table in journal.untouched(at - TABLE_LASTS, FORGOTTEN_AT_ONCE) if lobby.in_hand(table) is None
        ]
        people = journal.unseated(at - NAME_LASTS, FORGOTTEN_AT_ONCE)
        if not tables and not people:
            return forgotten
        journal.forget(tables, people)
        for person in people:
            lobby.names.pop(person, None)
        forgotten += len(tables) + len(people)


def run(lobby: Lobby) -> None:
    """Forget them once a day until the greenlet is killed."""
    while True:
        try:
            forgotten = prune(lobby)
            if forgotten:
                log.info("what nobody used was forgotten", extra={"count": forgotten})
        except Exception as error:  # It is tried again tomorrow; the games go on.
            report(log, "pruning failed", error)
        gevent.sleep(DAY)
