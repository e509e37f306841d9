"""The file of the journal: its tables, and how the file of an older program is brought up to date."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from pathlib import Path

from server.tables.walfile import damaged

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that a start looks for damage in the journal; a larger one is looked through as far as that."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        variant TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        settings TEXT NOT NULL,
        fen TEXT NOT NULL,
        opened_at REAL NOT NULL,
        status TEXT NOT NULL,
        changed_at REAL NOT NULL
    ) STRICT;
    CREATE INDEX tables_by_status ON tables (status, changed_at);
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id),
        sequence INTEGER NOT NULL,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER,
        person TEXT NOT NULL,
        message TEXT NOT NULL,
        body TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL
    ) STRICT;
    """,
    """
    ALTER TABLE tables ADD COLUMN control TEXT NOT NULL DEFAULT 'none';
    ALTER TABLE tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX entries_of_sitters ON entries (person, table_id) WHERE kind = 'sit';
    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables (id),
        sequence INTEGER NOT NULL,
        room TEXT NOT NULL,
        seat INTEGER,
        person TEXT NOT NULL,
        message TEXT NOT NULL,
        preset TEXT,
        text TEXT,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE life (
        alive_at REAL NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE reviews (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT;
    """,
    """
    ALTER TABLE reviews ADD COLUMN versions TEXT NOT NULL DEFAULT '';
    """,
    """
    ALTER TABLE chat ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
    UPDATE chat SET number = counted.number FROM (
        SELECT table_id, sequence, row_number() OVER (PARTITION BY table_id, room ORDER BY sequence) AS number FROM chat
    ) AS counted WHERE chat.table_id = counted.table_id AND chat.sequence = counted.sequence;
    """,
    """
    CREATE TABLE keys (
        key TEXT PRIMARY KEY,
        person TEXT NOT NULL
    ) STRICT;
    """,
    """
    ALTER TABLE people ADD COLUMN at REAL NOT NULL DEFAULT 0;
    UPDATE people SET at = CAST(strftime('%s', 'now') AS REAL);
    CREATE INDEX people_by_time ON people (at);
    """,
)
"""What each version of the schema adds to the one before; `PRAGMA user_version` says how many are in."""

CHUNK = 1 << 20


class JournalError(Exception):
    """The journal could not be opened, or what was given to it is not known to be on disk."""

    def __init__(self, message: str, unknown: bool = False) -> None:
        self.unknown = unknown
        """Whether nobody can tell if it is on disk, not even by reading the journal again."""
        super().__init__(message)


class Files:
    """The files that an open journal consists of: the same ones as when it was opened, or nothing is kept in them."""

    def __init__(self, path: Path) -> None:
        self._known = {each: _identity(each) for each in (path, *beside(path))}

    def lost(self) -> Path | None:
        """A file that was removed or exchanged since; None where none was. Raises OSError."""
        return next((path for path, known in self._known.items() if _identity(path) != known), None)

    def read(self) -> None:
        """Read all of them. Raises OSError where the disk does not give them."""
        for path in self._known:
            with path.open("rb", buffering=0) as file:
                while file.read(CHUNK):
                    pass


def beside(path: Path) -> list[Path]:
    """The files that SQLite keeps beside a journal that is open."""
    return [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def connect(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """Open the journal's file, made or migrated as needed; look for damage, at most for so many seconds.

    Raises JournalError, OSError, sqlite3.Error.
    """
    # It holds moves that are still sealed: for its owner's eyes only.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    log_file, _ = beside(path)
    if damaged(log_file):
        raise JournalError(
            f"{log_file} is damaged, and actions that were acknowledged stand behind the damage. Restore a backup; or"
            " move this file elsewhere to go on without what it holds"
        )
    # isolation_level=None: this file says itself where a transaction begins and ends.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        # Checkpoints are the journal's own, which looks whether they succeed.
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "busy_timeout = 5000",
            "wal_autocheckpoint = 0",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise JournalError(f"its schema has version {version}, this program knows {len(MIGRATIONS)}; update it")
        found = damage(connection, patience)
        if found:
            raise JournalError(f"it is damaged ({found}); restore a backup")
        for step in range(version, len(MIGRATIONS)):
            connection.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[step]} PRAGMA user_version = {step + 1}; COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection


def damage(connection: sqlite3.Connection, patience: float = PATIENCE) -> str:
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
