"""A journal's connection: reads, and writes in commits that many callers share (group commit)."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import gevent
import orjson
from gevent.event import AsyncResult, Event
from gevent.threadpool import ThreadPool
from sqlalchemy import Connection, Executable, Select
from sqlalchemy.exc import DBAPIError

from server.journal.sqlite import Conflict, Files, JournalError, cause, connect, damage, name_of, raw

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
Statement = tuple[Executable, Values]
DecisionRow = tuple[str, int, int, str, str, str, float]
"""table_id, sequence, number, person, message, entries, at"""

_COLUMNS = ", ".join(f"json_extract(value, '$[{column}]')" for column in range(7))
INSERT_DECISIONS = (
    "INSERT INTO decisions (table_id, sequence, number, person, message, entries, at)"
    f" SELECT {_COLUMNS} FROM json_each(?)"
)
"""All decisions of a commit in one statement: each statement makes the thread wait for the interpreter lock."""

COMMITS_PER_CHECKPOINT = 200
"""Commits after which the write-ahead log is copied into the journal."""

FILE_CHECK_INTERVAL = 5.0
"""Seconds between two checks that the files are still there, also without traffic."""

UNSYNCED = frozenset({"SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC"})
"""A sync that failed, as SQLite calls it: the system may have dropped the data, and a second sync succeed."""

DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""The beginnings of the names of SQLite's errors for a damaged file."""


class Submission(NamedTuple):
    """What one caller writes, all or none: statements, then decisions."""

    statements: list[Statement]
    rows: list[DecisionRow]


class Commits:
    """A SQLite file that one native thread reads and writes.

    The calling greenlet waits for its answer and lets the others run; what callers submit
    during a commit goes into the next one together.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.failed = Event()
        """Set when it is unknown what is on disk: nothing more is taken, and the process is to stop."""
        self.fault = ""
        """Why it failed: a sentence that names the file."""
        self._commits = 0
        self._thread = ThreadPool(1)
        self._waiting: list[tuple[Submission, AsyncResult[Exception | None]]] = []
        self._wake = Event()
        self._closing = False
        try:
            self._connection = self._in_thread(connect, path)
            self._files = self._in_thread(Files, path)
        except (sqlite3.Error, DBAPIError, OSError, JournalError) as error:
            self._thread.kill()
            raise JournalError(f"The journal {path} cannot be opened: {cause(error)}") from error
        self._writer = gevent.spawn(self._write)
        self._watcher = gevent.spawn(self._watch)

    @property
    def closed(self) -> bool:
        """Whether nothing more is taken."""
        return self._closing

    def close(self) -> None:
        """Commit what is waiting, then close the file; one that has failed is left as it is."""
        self._closing = True
        self._watcher.kill()
        self._wake.set()
        self._writer.join()
        if not self.fault:
            self._thread.apply(self._close)
        self._thread.kill()

    def _close(self) -> None:
        self._connection.close()
        self._connection.engine.dispose()

    def read(self, query: Select[Any]) -> Sequence[Any]:
        """The rows that a query finds. Raises JournalError."""
        return self.run(lambda connection: connection.execute(query).all())

    def run(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function, called in the native thread. Raises JournalError."""
        if self.fault:
            raise JournalError(self.fault, unknown=True)
        try:
            return self._in_thread(work, self._connection)
        except DBAPIError as error:
            self._judge(error)
            raise JournalError(f"The journal cannot be read: {cause(error)}") from error

    def write(self, *statements: Statement) -> None:
        """Execute these statements, all or none. Returns when their changes are on disk; raises JournalError."""
        self.commit(Submission(list(statements), []))

    def commit(self, part: Submission) -> None:
        """Write it. Returns when it is on disk; raises JournalError, and Conflict where such a decision exists."""
        if self._closing:
            raise JournalError("The journal is closed.")
        done: AsyncResult[Exception | None] = AsyncResult()
        self._waiting.append((part, done))
        self._wake.set()
        error = done.get()
        if error is not None and isinstance(cause(error), sqlite3.IntegrityError):
            raise Conflict(f"The journal has such a decision: {cause(error)}") from error
        if error is not None:
            raise JournalError(f"The journal did not take it: {cause(error)}", unknown=bool(self.fault)) from error

    def _in_thread(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        answer, error = self._thread.apply(_caught, (work, *arguments))
        if error is not None:
            raise error
        return cast(Answer, answer)

    def _write(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting, []
                errors = self._write_apart([part for part, _ in batch])
                for (_, done), error in zip(batch, errors, strict=True):
                    done.set(error)
                self._commits += 1
                if self._commits % COMMITS_PER_CHECKPOINT == 0 and not self.fault:
                    self._copy_back()
            if self._closing:
                return

    def _write_apart(self, batch: list[Submission]) -> list[Exception | None]:
        if self.fault:
            return [JournalError(self.fault, unknown=True)] * len(batch)
        try:
            errors, fault = self._in_thread(_write_and_check, self._connection, self._files, batch)
        except Exception as error:  # The waiting callers must get an answer, whatever failed in the thread.
            return [error] * len(batch)
        for each in filter(None, errors):
            self._judge(each)
        if fault:
            self._fail(fault)
        return [JournalError(self.fault, unknown=True)] * len(batch) if self.fault else errors

    def _copy_back(self) -> None:
        try:
            self._in_thread(lambda: self._connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all())
        except DBAPIError as error:
            self._judge(error)
            log.warning("the journal could not be copied back", extra={"fault": str(cause(error))})

    def _watch(self) -> None:
        """Check the files at intervals, so that a site without traffic notices a loss too."""
        while not self.fault:
            gevent.sleep(FILE_CHECK_INTERVAL)
            if fault := self._in_thread(self._files.fault):
                self._fail(fault)

    def _judge(self, error: Exception) -> None:
        """Fail where an error leaves unknown what is on disk."""
        name = name_of(error)
        if name in UNSYNCED:
            self._fail(
                f"The journal {self._path} could not be synced to disk ({cause(error)}): nobody knows whether the last"
                " actions are on it. Look after the disk, then start again."
            )
        elif name.startswith(DAMAGED):
            # A failed read has the same name: only if the file can be read it is known to be damaged.
            with suppress(sqlite3.Error, OSError):
                self._in_thread(self._files.read)
                found = self._in_thread(damage, raw(self._connection))
                if found:
                    self._fail(f"The journal {self._path} is damaged ({found}). Restore a backup.")

    def _fail(self, fault: str) -> None:
        self.fault = self.fault or fault
        log.critical("the journal has failed", extra={"fault": self.fault})
        self.failed.set()


def _caught(work: Callable[..., Answer], *arguments: object) -> tuple[Answer | None, Exception | None]:
    # gevent prints exceptions of a native thread, even where a caller handles them.
    try:
        return work(*arguments), None
    except Exception as error:
        return None, error


def _write_and_check(
    connection: Connection, files: Files, batch: list[Submission]
) -> tuple[list[Exception | None], str]:
    """Commit the batch, then check the files. In one call: each costs a switch of thread and loop."""
    return _write_batch(connection, batch), files.fault()


def _write_batch(connection: Connection, batch: list[Submission]) -> list[Exception | None]:
    """Commit the batch as one; if that fails, each part apart, so that a bad row costs only its own caller."""
    try:
        _transaction(connection, batch)
    except Exception as error:
        if name_of(error) in UNSYNCED:  # What may be on disk must not be written once more.
            return [error] * len(batch)
        if len(batch) == 1:
            return [error]
        return [error for part in batch for error in _write_batch(connection, [part])]
    return [None] * len(batch)


def _transaction(connection: Connection, batch: list[Submission]) -> None:
    rows = (orjson.dumps([row for part in batch for row in part.rows]).decode(),)
    # Bypasses SQLAlchemy, which would cost as much as the statement itself.
    database = raw(connection)
    statements = [statement for part in batch for statement in part.statements]
    if not statements:
        database.execute(INSERT_DECISIONS, rows)
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        for statement, values in statements:
            connection.execute(statement, values)
        database.execute(INSERT_DECISIONS, rows)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        if database.in_transaction:
            connection.exec_driver_sql("ROLLBACK")
        raise
