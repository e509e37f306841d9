"""The file of the journal: its tables, and how the file of an older program is brought up to date."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

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
)
"""What each version of the schema adds to the one before; `PRAGMA user_version` says how many are in."""


class JournalError(Exception):
    """The journal could not be opened, or what was given to it is not known to be on disk."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the journal's file, made or migrated as needed. Raises JournalError, OSError, sqlite3.Error."""
    # It holds moves that are still sealed: for its owner's eyes only.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    # isolation_level=None: this file says itself where a transaction begins and ends.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise JournalError(f"its schema has version {version}, this program knows {len(MIGRATIONS)}; update it")
        for step in range(version, len(MIGRATIONS)):
            connection.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[step]} PRAGMA user_version = {step + 1}; COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection
