"""The journal as a SQLite file that one native thread of this process reads and writes."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, cast

from gevent.threadpool import ThreadPool
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from server.store.database import Answer, Database, JournalError, Write, cause, write_batch
from server.store.migrate import migrate
from server.store.schema import HEAD

log = logging.getLogger(__name__)

UNSYNCED = frozenset({"SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC"})
"""A sync that failed, as SQLite calls it: the system may have dropped the data, and a second sync succeed."""

CONFLICTS = frozenset({"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"})
"""What SQLite says where such a row is there already."""

DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""The beginnings of the names of SQLite's errors for a damaged file."""

DAMAGE_CHECK_SECONDS = 10.0
"""Seconds that the check for damage takes at most; a larger journal is checked as far as that."""

READ_SIZE = 1 << 20


class SQLiteFile(Database):
    """A SQLite file. Raises JournalError where it cannot be opened."""

    shared: ClassVar[bool] = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPool(1)
        try:
            self._connection = self._in_thread(connect, path)
        except (sqlite3.Error, DBAPIError, OSError, JournalError) as error:
            self._thread.kill()
            raise JournalError(f"The journal {path} cannot be opened: {cause(error)}") from error

    def run(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function, called in the native thread."""
        return self._in_thread(work, self._connection)

    def write(self, batch: Sequence[Write]) -> list[Exception | None]:
        """Commit the batch, in the native thread."""
        return self._in_thread(write_batch, self._connected, batch, lambda error: error_name(error) in UNSYNCED)

    def is_conflict(self, error: Exception) -> bool:
        """Whether an error says that such a row is there already."""
        return error_name(error) in CONFLICTS

    def fault_of(self, error: Exception) -> str:
        """A sync that failed leaves unknown what is on disk; so does a file that is damaged."""
        name = error_name(error)
        if name in UNSYNCED:
            return (
                f"The journal {self._path} could not be synced to disk ({cause(error)}): nobody knows whether the last"
                " actions are on it. Look after the disk, then start again."
            )
        if name.startswith(DAMAGED):
            # A failed read has the same name: only if the file can be read it is known to be damaged.
            with suppress(sqlite3.Error, OSError):
                self._in_thread(read_files, self._path)
                if found := self._in_thread(damage, raw(self._connection)):
                    return f"The journal {self._path} is damaged ({found}). Restore a backup."
        return ""

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the journal."""
        self._in_thread(lambda: self._connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all())

    def close(self, sound: bool) -> None:
        """Close the file."""
        if sound:
            self._thread.apply(self._close)
        self._thread.kill()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        yield self._connection

    def _close(self) -> None:
        self._connection.close()
        self._connection.engine.dispose()

    def _in_thread(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        answer, error = self._thread.apply(_caught, (work, *arguments))
        if error is not None:
            raise error
        return cast(Answer, answer)


def connect(path: Path, patience: float = DAMAGE_CHECK_SECONDS) -> Connection:
    """Open the journal's file, made or migrated as needed; look for damage, at most for so many seconds.

    What the connection is given it commits at once, unless a statement `BEGIN` came before. Raises JournalError,
    OSError, sqlite3.Error and SQLAlchemy's DBAPIError.
    """
    # It holds moves that are still sealed: readable by its owner alone.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False),
        poolclass=StaticPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
    )
    connection = engine.connect()
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
        found = version(raw(connection))
        fault = damage(raw(connection), patience)
        if fault:
            raise JournalError(f"it is damaged ({fault}); restore a backup")
        if found != HEAD:
            migrate(connection, found)
    except BaseException:
        connection.close()
        raise
    return connection


def open_plain(path: Path, mode: str) -> sqlite3.Connection:
    """Open a journal that is there: `rw`, or `ro` for a copy without a write-ahead log. Raises sqlite3.Error.

    To read the journal of a site, also where no process has it open, SQLite needs files beside it.
    """
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True)


def raw(connection: Connection) -> sqlite3.Connection:
    """SQLite's own connection below this one."""
    found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def version(connection: sqlite3.Connection) -> str | None:
    """The version of the schema of a journal; None where it has no tables yet."""
    try:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        # Before Alembic, versions were counted here.
        (old,) = connection.execute("PRAGMA user_version").fetchone()
        return "0000" if old else None
    return None if found is None else str(found[0])


def damage(connection: sqlite3.Connection, patience: float = DAMAGE_CHECK_SECONDS) -> str:
    """What is wrong with the structure of an open journal, "" where nothing is, as far as it was looked through.

    Raises sqlite3.Error where it cannot be read.
    """
    ends = time.monotonic() + patience
    connection.set_progress_handler(lambda: time.monotonic() > ends, 100_000)
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_INTERRUPT":
            raise
        log.warning("the journal is too large to be looked through", extra={"seconds": patience})
        return ""
    finally:
        connection.set_progress_handler(None, 0)
    return "" if found == "ok" else " ".join(found.split())


def read_files(path: Path) -> None:
    """Read an open journal and the files that SQLite keeps beside it. Raises OSError where the disk fails."""
    for ending in ("", "-wal", "-shm"):
        with path.with_name(path.name + ending).open("rb", buffering=0) as file:
            while file.read(READ_SIZE):
                pass


def error_name(error: Any) -> str:
    """What SQLite calls an error, "" for one of another kind."""
    return str(getattr(cause(error), "sqlite_errorname", ""))


def _caught(work: Callable[..., Answer], *arguments: object) -> tuple[Answer | None, Exception | None]:
    # gevent prints exceptions of a native thread, even where a caller handles them.
    try:
        return work(*arguments), None
    except Exception as error:
        return None, error
