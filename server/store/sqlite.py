"""The journal as a SQLite file, which one native thread of this process writes and another reads."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from gevent.threadpool import ThreadPool
from gevent.util import wrap_errors
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from server.runtime.fairness import FairPlaces
from server.store.database import Answer, Database, JournalError, error_code, reason
from server.store.migrate import migrate, version
from server.store.schema import HEAD

log = logging.getLogger(__name__)

UNSYNCED = frozenset({"SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC"})
"""A sync that failed, as SQLite calls it: the system may have dropped the data, and a second sync succeed."""

DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""The beginnings of the names of SQLite's errors for a damaged file."""

DAMAGE_CHECK_SECONDS = 10.0
"""Seconds after which the check for damage of a large journal stops."""

READ_SIZE = 1 << 20


class SQLiteFile(Database):
    """A SQLite file. Raises JournalError where it cannot be opened."""

    shared: ClassVar[bool] = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer = _Thread()
        self._reader = _Thread()
        self._places = FairPlaces(1)
        try:
            self._connection = self._writer.call(connect, path)
            self._reading = self._reader.call(connect_to_read, path)
        except (DBAPIError, OSError, JournalError) as error:
            self._writer.end()
            self._reader.end()
            raise JournalError(f"The journal {path} cannot be opened: {reason(error)}") from error

    def read(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function, called in a native thread that reads beside the writes."""
        with self._places.place():
            return self._reader.call(work, self._reading)

    def write(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function, called in the native thread of the writes."""
        return self._writer.call(work, self._connection)

    def fault_of(self, error: Exception) -> str:
        """A sync that failed leaves unknown what is on disk; so does a file that is damaged."""
        if error_code(error) in UNSYNCED:
            return (
                f"The journal {self._path} could not be synced to disk ({reason(error)}): nobody knows whether the last"
                " actions are on it. Look after the disk, then start again."
            )
        if error_code(error).startswith(DAMAGED):
            # A failed read has the same code: only a file that can be read is known to be damaged.
            with suppress(DBAPIError, OSError):
                self._writer.call(read_files, self._path)
                if fault := self.write(damage):
                    return f"The journal {self._path} is damaged ({fault}). Restore a backup."
        return ""

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the journal."""
        self.write(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all())

    def close(self, sound: bool) -> None:
        """Close the file."""
        self._reader.call(self._reading.close)
        self._reader.end()
        if sound:
            self._writer.call(self._connection.close)
        self._writer.end()


class _Thread:
    """One native thread."""

    def __init__(self) -> None:
        self._pool = ThreadPool(1)

    def call(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """The result of a function that is called in the thread."""
        # gevent prints what is raised in a native thread, even where a caller handles it.
        answer: Any = self._pool.apply(wrap_errors((Exception,), work), arguments)
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[no-any-return]

    def end(self) -> None:
        """End the thread."""
        self._pool.kill()


def connect(path: Path) -> Connection:
    """Open the journal's file, made or migrated as needed. Raises JournalError, OSError, SQLAlchemy's DBAPIError."""
    # It holds moves that are still sealed: only its owner may read it.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = open_file(path)
    try:
        # The journal makes checkpoints itself, to see whether they succeed.
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "busy_timeout = 5000",
            "wal_autocheckpoint = 0",
        ):
            connection.exec_driver_sql(f"PRAGMA {pragma}")
        if fault := damage(connection):
            raise JournalError(f"it is damaged ({fault}); restore a backup")
        if (schema_version := version(connection)) != HEAD:
            migrate(connection, schema_version)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path) -> Connection:
    """Open another connection to a journal that is open, which cannot write."""
    connection = open_file(path)
    connection.exec_driver_sql("PRAGMA query_only = ON")
    return connection


def open_file(path: Path, mode: str = "rw") -> Connection:
    """Open a journal that is there; `ro` is for a copy without a write-ahead log. Raises SQLAlchemy's DBAPIError.

    The connection commits each statement, unless in a `transaction`. To read the journal of a site, even one that is
    not running, SQLite needs files beside it.
    """
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(uri, uri=True, check_same_thread=False),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
    ).connect()


def raw(connection: Connection) -> sqlite3.Connection:
    """SQLite's own connection below this one."""
    driver_connection = connection.connection.driver_connection
    assert isinstance(driver_connection, sqlite3.Connection)
    return driver_connection


def damage(connection: Connection) -> str:
    """The damage of an open journal, "" for none; of a large one, only as far as it was checked.

    Raises DBAPIError if it cannot be read.
    """
    ends = time.monotonic() + DAMAGE_CHECK_SECONDS
    raw(connection).set_progress_handler(lambda: time.monotonic() > ends, 100_000)
    try:
        result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    except DBAPIError as error:
        if error_code(error) != "SQLITE_INTERRUPT":
            raise
        log.warning("the journal is too large to be looked through", extra={"seconds": DAMAGE_CHECK_SECONDS})
        return ""
    finally:
        raw(connection).set_progress_handler(None, 0)
    return "" if result == "ok" else " ".join(result.split())


def read_files(path: Path) -> None:
    """Read an open journal and SQLite's files beside it. Raises OSError if the disk fails."""
    for ending in ("", "-wal", "-shm"):
        with path.with_name(path.name + ending).open("rb", buffering=0) as file:
            while file.read(READ_SIZE):
                pass
