"""A pool that hands its tasks to the processes that only think, where there are some, and else to its own."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import gevent
from gevent.lock import BoundedSemaphore

from server.computer.child import EngineError
from server.computer.pool import Asked, Load, Pool
from server.computer.thinkers import BEGUN_WITHIN, Thinkers

log = logging.getLogger(__name__)

LOOK_INTERVAL = 0.1
"""Seconds between two looks for a process that thinks, where this one has none of its own."""


class HandingPool(Pool):
    """A pool with so many processes of its own, and all that think elsewhere.

    No more tasks are handed on than those do at once; the others wait here, where each client has its turn.
    """

    def __init__(self, thinkers: Thinkers, command: Sequence[str], processes: int) -> None:
        super().__init__(command, processes)
        self._thinkers = thinkers
        self._own = BoundedSemaphore(processes) if processes else None

    @property
    def thinks(self) -> bool:
        """Whether a task may find a process."""
        return self._own is not None or self._thinkers.workers > 0

    @property
    def at_once(self) -> int:
        """How many tasks may be in progress at once."""
        # Where there is nobody, a task waits for somebody to come.
        return self._thinkers.workers or super().at_once or 1

    @property
    def load(self) -> Load:
        """How busy it is."""
        return super().load._replace(elsewhere=self._thinkers.workers, handed_on=self._thinkers.waiting)

    def close(self) -> None:
        """Take no more tasks, fail those that wait, and end all processes."""
        super().close()
        self._thinkers.close()

    def _answer(self, asked: Asked) -> dict[str, Any]:
        again = asked.seconds / 2
        ends = self._clock() + 2 * (asked.seconds + BEGUN_WITHIN[asked.urgent])
        while self._own is None or self._thinkers.workers:
            try:
                return self._handed(asked)
            except EngineError as error:
                log.warning("nobody thought elsewhere", extra={"do": asked.task["do"], "reason": str(error)})
                if asked.urgent:
                    # Somebody waits, and others may have lost their thoughts at the same moment.
                    asked.seconds = again
                    asked.task = {**asked.task, "seconds": asked.seconds}
                if self._own is not None:
                    break
                if self._clock() > ends:
                    raise
                gevent.sleep(LOOK_INTERVAL)
        assert self._own is not None
        with self._own:
            return super()._answer(asked)

    def _handed(self, asked: Asked) -> dict[str, Any]:
        with gevent.Timeout(asked.seconds + BEGUN_WITHIN[asked.urgent], EngineError("No process thinks elsewhere.")):
            while not self._thinkers.workers:
                gevent.sleep(LOOK_INTERVAL)
        return self._thinkers.ask(asked.task, asked.seconds, asked.urgent)
