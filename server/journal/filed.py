"""The journal as a SQLite file that one native thread of this process reads and writes."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, cast

import orjson
from gevent.threadpool import ThreadPool
from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite import Insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError

from server.journal.engine import (
    Answer,
    Change,
    DecisionRow,
    Engine,
    JournalError,
    SitterRow,
    Submission,
    TableRow,
    cause,
)
from server.journal.sqlite import connect, damage, name_of, raw, read_files

UNSYNCED = frozenset({"SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC"})
"""A sync that failed, as SQLite calls it: the system may have dropped the data, and a second sync succeed."""

TAKEN = frozenset({"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"})
"""What SQLite says where such a row is there already."""

DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""The beginnings of the names of SQLite's errors for a damaged file."""


def _insertion(table: str, columns: Sequence[str]) -> str:
    values = ", ".join(f"json_extract(value, '$[{column}]')" for column in range(len(columns)))
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM json_each(?)"


# All rows of a commit in one statement a table: each statement makes the thread wait for the interpreter lock.
INSERT_TABLES = _insertion("tables", TableRow._fields)
INSERT_DECISIONS = _insertion("decisions", DecisionRow._fields)
INSERT_SITTERS = _insertion("sitters", SitterRow._fields)
CHANGE_TABLES = (
    "UPDATE tables SET status = json_extract(value, '$[1]'), changed_at = json_extract(value, '$[2]'),"
    " result = coalesce(json_extract(value, '$[3]'), result) FROM json_each(?)"
    " WHERE tables.id = json_extract(value, '$[0]')"
)


class SQLiteFile(Engine):
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

    def write(self, batch: list[Submission]) -> list[Exception | None]:
        """Commit the batch, in the native thread."""
        return self._in_thread(_write_batch, self._connection, batch)

    def insert(self, table: Any) -> Insert:
        """SQLite's."""
        return sqlite_insert(table)

    def clash(self, error: Exception) -> bool:
        """Whether an error says that such a row is there already."""
        return name_of(error) in TAKEN

    def judge(self, error: Exception) -> str:
        """A sync that failed leaves unknown what is on disk; so does a file that is damaged."""
        name = name_of(error)
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

    def tidy(self) -> None:
        """Copy the write-ahead log into the journal."""
        self._in_thread(lambda: self._connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all())

    def ahead(self) -> tuple[float, float]:
        """By the machine's own clock."""
        return time.time() - time.monotonic(), 0.0

    def close(self, sound: bool) -> None:
        """Close the file."""
        if sound:
            self._thread.apply(self._close)
        self._thread.kill()

    def _close(self) -> None:
        self._connection.close()
        self._connection.engine.dispose()

    def _in_thread(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        answer, error = self._thread.apply(_caught, (work, *arguments))
        if error is not None:
            raise error
        return cast(Answer, answer)


def _caught(work: Callable[..., Answer], *arguments: object) -> tuple[Answer | None, Exception | None]:
    # gevent prints exceptions of a native thread, even where a caller handles them.
    try:
        return work(*arguments), None
    except Exception as error:
        return None, error


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
    # Bypasses SQLAlchemy, which would cost as much as the statements themselves.
    database = raw(connection)
    rows: tuple[tuple[str, Sequence[DecisionRow | TableRow | SitterRow | Change]], ...] = (
        (INSERT_TABLES, [part.opened for part in batch if part.opened]),
        (INSERT_DECISIONS, [row for part in batch for row in part.decisions]),
        (INSERT_SITTERS, [row for part in batch for row in part.sitters]),
        (CHANGE_TABLES, [part.change for part in batch if part.change]),
    )
    insertions = [(statement, (orjson.dumps(list(map(tuple, each))).decode(),)) for statement, each in rows if each]
    others = [statement for part in batch for statement in part.statements]
    if len(insertions) == 1 and not others:
        database.execute(*insertions[0])
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        for insertion in insertions:
            database.execute(*insertion)
        for statement, values in others:
            connection.execute(statement, values)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
