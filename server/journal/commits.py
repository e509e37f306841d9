"""A journal that is open: reads, and writes in commits that many callers share (group commit)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import gevent
from gevent.event import AsyncResult, Event
from sqlalchemy import Connection, Select
from sqlalchemy.exc import DBAPIError

from server import logs, metrics
from server.journal.engine import Answer, Conflict, Engine, JournalError, Statement, Submission, cause

log = logging.getLogger(__name__)

COMMITS_PER_TIDYING = 200
"""Commits after which the engine tidies up."""


class Commits:
    """The queue before an engine.

    The calling greenlet waits for its answer and lets the others run; what callers submit
    during a commit goes into the next one together.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.failed = Event()
        """Set when it is unknown what is on disk: nothing more is taken, and the process is to stop."""
        self.fault = ""
        """Why it failed: a sentence that names the journal."""
        self._commits = 0
        self._waiting: list[tuple[Submission, AsyncResult[Exception | None], str]] = []
        """What is to be written, its answer, and the request that it belongs to."""
        self._wake = Event()
        self._closing = False
        self._writer = gevent.spawn(self._write)

    @property
    def shared(self) -> bool:
        """Whether other processes may write to it too."""
        return self.engine.shared

    @property
    def waiting(self) -> int:
        """How many callers wait for the next commit."""
        return len(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether nothing more is taken."""
        return self._closing

    def close(self) -> None:
        """Commit what is waiting, then close the journal; one that has failed is left as it is."""
        self._closing = True
        self._wake.set()
        self._writer.join()
        self.engine.close(sound=not self.fault)

    def read(self, query: Select[Any]) -> Sequence[Any]:
        """The rows that a query finds. Raises JournalError."""
        return self.run(lambda connection: connection.execute(query).all())

    def run(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function, which only reads. Raises JournalError."""
        if self.fault:
            raise JournalError(self.fault, unknown=True)
        try:
            return self.engine.run(work)
        except DBAPIError as error:
            self._judge(error)
            raise JournalError(f"The journal cannot be read: {cause(error)}") from error

    def ahead(self) -> tuple[float, float]:
        """How far ahead the clock of the journal is of this machine's, as the engine has it. Raises JournalError."""
        try:
            return self.engine.ahead()
        except DBAPIError as error:
            raise JournalError(f"The journal cannot be read: {cause(error)}") from error

    def write(self, *statements: Statement) -> None:
        """Execute these statements, all or none. Returns when their changes are on disk; raises JournalError."""
        self.commit(Submission(statements=statements))

    def commit(self, part: Submission) -> None:
        """Write it. Returns when it is on disk; raises JournalError, and Conflict where such a decision exists."""
        if self._closing:
            raise JournalError("The journal is closed.")
        done: AsyncResult[Exception | None] = AsyncResult()
        self._waiting.append((part, done, logs.request()))
        self._wake.set()
        error = done.get()
        if error is None:
            return
        if isinstance(error, Conflict) or self.engine.clash(error):
            metrics.CONFLICTS.inc()
            raise Conflict(f"The journal has such a decision: {cause(error)}") from error
        raise JournalError(f"The journal did not take it: {cause(error)}", unknown=bool(self.fault)) from error

    def _write(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting, []
                logs.begin(" ".join(dict.fromkeys(request for *_, request in batch if request)))
                errors = self._write_apart([part for part, *_ in batch])
                for (_, done, _request), error in zip(batch, errors, strict=True):
                    done.set(error)
                log.debug("committed", extra={"submissions": len(batch)})
                metrics.COMMITS.inc()
                metrics.SUBMISSIONS.inc(len(batch))
                self._commits += 1
                if self._commits % COMMITS_PER_TIDYING == 0 and not self.fault:
                    self._tidy()
            if self._closing:
                return

    def _write_apart(self, batch: list[Submission]) -> list[Exception | None]:
        if self.fault:
            return [JournalError(self.fault, unknown=True)] * len(batch)
        try:
            errors = self.engine.write(batch)
        except Exception as error:  # The waiting callers must get an answer, whatever failed in the engine.
            return [error] * len(batch)
        for each in filter(None, errors):
            self._judge(each)
        return [JournalError(self.fault, unknown=True)] * len(batch) if self.fault else errors

    def _tidy(self) -> None:
        try:
            self.engine.tidy()
        except DBAPIError as error:
            self._judge(error)
            log.warning("the journal could not be tidied up", extra={"fault": str(cause(error))})

    def _judge(self, error: Exception) -> None:
        """Fail where an error leaves unknown what is on disk."""
        if fault := self.engine.judge(error):
            self.fault = self.fault or fault
            log.critical("the journal has failed", extra={"fault": self.fault})
            self.failed.set()
