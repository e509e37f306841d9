"""Reading what other processes stored: once a second, and as soon as the bus announces it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import gevent

from server.runtime.logs import report
from server.runtime.pauses import Pauses
from server.store import Journal, JournalError
from server.tables.credit import ASK_INTERVAL

log = logging.getLogger(__name__)

Task = Callable[[], object]
"""Reads what other processes stored. Raises JournalError."""


class Follower:
    """Runs tasks once a second. `outages` gets a beat each time that the journal has answered all of them."""

    def __init__(self, journal: Journal, outages: Pauses, tasks: Sequence[Task]) -> None:
        self._journal = journal
        self._outages = outages
        self._tasks = tasks

    def run(self) -> None:
        """Follow until the greenlet is killed."""
        while self._journal.shared:
            gevent.sleep(ASK_INTERVAL)
            if self.follow():
                self._outages.beat()

    def follow(self) -> bool:
        """Run all tasks once; whether the journal has answered."""
        answered = [_attempt(task) for task in self._tasks]
        return all(answered)


def follow_soon(task: Task) -> None:
    """Run a task in a greenlet of its own."""
    gevent.spawn(_attempt, task)


def _attempt(task: Task) -> bool:
    """Whether the journal has answered."""
    try:
        task()
    except Exception as error:  # It is tried again in a second.
        report(log, "what other processes kept could not be read", error)
        return not isinstance(error, JournalError)
    return True
