"""Retention: tables without a game, unused names and answers to puzzles are deleted after a while."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import gevent

from server.game import DAY
from server.runtime.logs import report
from server.store import Journal, answers
from server.tables.cache import TableCache

log = logging.getLogger(__name__)

TABLE_RETENTION = 30 * DAY
"""Seconds that a table without a turn is kept."""

NAME_RETENTION = 90 * DAY
"""Seconds that a name is kept whose owner never sat at a table."""

ANSWER_RETENTION = 400 * DAY
"""Seconds that the answer to a puzzle is kept."""

CLEANUP_BATCH = 100
"""Tables, and names, that are deleted in one commit, so that no move waits for long."""


@dataclass(frozen=True, eq=False)
class Cleanup:
    """Deletes unused rows. `forget_names` is called with the people whose names were deleted."""

    _journal: Journal
    _clock: Callable[[], float]
    _cache: TableCache
    _forget_names: Callable[[Iterable[str]], None]

    def prune(self) -> int:
        """Delete them now; the number of tables, names and answers. Raises JournalError."""
        at, journal = self._clock(), self._journal
        touched_before, named_before = at - TABLE_RETENTION, at - NAME_RETENTION
        forgotten = answers.forget(journal, at - ANSWER_RETENTION)
        while True:
            untouched = journal.untouched(touched_before, CLEANUP_BATCH)
            tables = [table for table in untouched if self._cache.state(table) is None]
            people = journal.unseated(named_before, CLEANUP_BATCH)
            if not tables and not people:
                return forgotten
            self._forget_names(journal.forget(tables, touched_before, people, named_before))
            forgotten += len(tables) + len(people)

    def run(self) -> None:
        """Delete them once a day until the greenlet is killed."""
        while True:
            try:
                forgotten = self.prune()
                if forgotten:
                    log.info("deleted unused data", extra={"count": forgotten})
            except Exception as error:  # It is tried again tomorrow; the games go on.
                report(log, "pruning failed", error)
            gevent.sleep(DAY)
