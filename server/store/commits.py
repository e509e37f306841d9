"""Group commit: callers wait for their writes, and all writes submitted during one commit share the next one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import gevent
from gevent.event import AsyncResult, Event
from sqlalchemy import Connection, Select
from sqlalchemy.exc import DBAPIError

from server.runtime import logs, metrics
from server.store.database import (
    Answer,
    Conflict,
    Database,
    Effect,
    JournalError,
    Write,
    is_conflict,
    reason,
    write_batch,
)

log = logging.getLogger(__name__)

MOST_WRITES = 500
"""Writes of one commit."""

COMMITS_PER_CHECKPOINT = 200


class GroupCommit:
    """A database with a queue of writes. The calling greenlet waits for its result while others run."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.shared = database.shared
        """Whether other processes may write to the database too."""
        self.failed = Event()
        """Set when it is unknown for good what is on disk: no more reads or writes, and the process must stop."""
        self.fault = ""
        """Why it failed: a sentence that names the journal."""
        self._commits = 0
        self._waiting: list[tuple[Write, AsyncResult[Exception | None], str]] = []
        """Each write with its result and its request id."""
        self._wake = Event()
        self.closed = False
        """Whether no more writes are accepted."""
        self._writer = gevent.spawn(self._write_all)

    @property
    def waiting(self) -> int:
        """The number of callers that wait for the next commit."""
        return len(self._waiting)

    def close(self) -> None:
        """Commit the waiting writes, then close the database; a failed one is left as it is."""
        self.closed = True
        self._wake.set()
        self._writer.join()
        self._database.close(sound=not self.fault)

    def read(self, query: Select[Any], values: Mapping[str, Any] | None = None) -> Sequence[Any]:
        """The rows that a query finds with these values for its parameters. Raises JournalError."""
        return self.run(lambda connection: connection.execute(query, values).all())

    def run(self, work: Callable[[Connection], Answer], again: bool = True) -> Answer:
        """The result of a function that only reads; called `again` if its connection is lost. Raises JournalError."""
        if self.fault:
            raise JournalError(self.fault, unknown=True)
        try:
            return self._database.read(work)
        except DBAPIError as error:
            if again and error.connection_invalidated:
                return self.run(work, again=False)
            self._fail_after(error)
            raise JournalError(f"The journal cannot be read: {reason(error)}") from error

    def write(self, *effects: Effect) -> None:
        """Write these effects, all or none. Returns when they are on disk; raises JournalError."""
        self.commit(Write(effects=effects))

    def commit(self, write: Write) -> None:
        """Write and wait. Returns when it is on disk; raises JournalError, and Conflict if the row exists."""
        if self.closed:
            raise JournalError("The journal is closed.")
        done: AsyncResult[Exception | None] = AsyncResult()
        self._waiting.append((write, done, logs.request_id()))
        self._wake.set()
        error = done.get()
        if error is None:
            return
        if is_conflict(error):
            metrics.CONFLICTS.inc()
            raise Conflict(f"The journal has such a decision: {reason(error)}") from error
        raise JournalError(
            f"The journal did not take it: {self.fault or reason(error)}", unknown=bool(self.fault)
        ) from error

    def _write_all(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_WRITES], self._waiting[MOST_WRITES:]
                logs.set_request_id(" ".join(dict.fromkeys(request for *_, request in batch if request)))
                errors = self._commit_batch([write for write, *_ in batch])
                for (_, done, _request), error in zip(batch, errors, strict=True):
                    done.set(error)
                log.debug("committed", extra={"submissions": len(batch)})
                metrics.COMMITS.inc()
                metrics.SUBMISSIONS.inc(len(batch))
                self._commits += 1
                if self._commits % COMMITS_PER_CHECKPOINT == 0 and not self.fault:
                    self._checkpoint()
            if self.closed:
                return

    def _commit_batch(self, batch: Sequence[Write]) -> list[Exception | None]:
        """Write a batch in one transaction; if that fails, each in its own, so that a bad row costs no other caller.

        Answers the error of each write that is not stored. Nothing is written twice: if the outcome of the batch is
        unknown, all of it gets that error.
        """
        if self.fault:
            return [JournalError(self.fault)] * len(batch)
        try:
            self._database.write(partial(write_batch, batch))
        except Exception as error:  # The waiting callers must get a result after any failure.
            self._fail_after(error)
            unknown = self._database.may_be_stored(error) and not is_conflict(error)
            if len(batch) == 1 or self.fault or unknown:
                return [error] * len(batch)
            return [each for write in batch for each in self._commit_batch([write])]
        return [None] * len(batch)

    def _checkpoint(self) -> None:
        try:
            self._database.checkpoint()
        except DBAPIError as error:
            self._fail_after(error)
            log.warning("the journal could not be tidied up", extra={"fault": reason(error)})

    def _fail_after(self, error: Exception) -> None:
        """Fail if an error leaves unknown for good what is on disk (`Database.fault_of`), also one of a read."""
        if fault := self._database.fault_of(error):
            self.fault = self.fault or fault
            log.critical("the journal has failed", extra={"fault": self.fault})
            self.failed.set()
