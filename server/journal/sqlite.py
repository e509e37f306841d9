"""The journal as a SQLite file: opened, checked for damage, and migrated to the schema of this program."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import StaticPool

from server.journal.engine import JournalError, cause
from server.journal.migrating import check_version, migrate
from server.journal.schema import HEAD

log = logging.getLogger(__name__)

DAMAGE_CHECK_SECONDS = 10.0
"""Seconds that the check for damage takes at most; a larger journal is checked as far as that."""

READ_SIZE = 1 << 20


def read_files(path: Path) -> None:
    """Read an open journal and the files that SQLite keeps beside it. Raises OSError where the disk fails."""
    for ending in ("", "-wal", "-shm"):
        with path.with_name(path.name + ending).open("rb", buffering=0) as file:
            while file.read(READ_SIZE):
                pass


def connect(path: Path, patience: float = DAMAGE_CHECK_SECONDS) -> Connection:
    """Open the journal's file, made or migrated as needed; look for damage, at most for so many seconds.

    What the connection is given it commits at once, unless a statement `BEGIN` came before. Raises JournalError,
    OSError, sqlite3.Error and SQLAlchemy's DBAPIError.
    """
    # It holds moves that are still sealed: readable by its owner alone.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = _engine(path)
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
        if found is not None:
            check_version(found)
        fault = damage(raw(connection), patience)
        if fault:
            raise JournalError(f"it is damaged ({fault}); restore a backup")
        if found != HEAD:
            migrate(connection, found)
    except BaseException:
        connection.close()
        raise
    return connection


def _engine(path: Path) -> Connection:
    def opened() -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    engine = create_engine(
        "sqlite://", creator=opened, poolclass=StaticPool, isolation_level="AUTOCOMMIT", hide_parameters=True
    )
    return engine.connect()


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


def name_of(error: Any) -> str:
    """What SQLite calls an error, "" for one of another kind."""
    return str(getattr(cause(error), "sqlite_errorname", ""))
