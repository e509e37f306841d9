"""Copies of a journal, for backups: made while the site runs, and checked."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from server.journal.migrating import OLDEST
from server.journal.schema import HEAD
from server.journal.sqlite import version


class CopyError(Exception):
    """A journal cannot be copied, or a copy not be used; the message says why."""


class Held(NamedTuple):
    """How much a copy holds."""

    tables: int
    decisions: int


def copy(source: Path, target: Path) -> None:
    """Copy a journal, also one in use, into a new file. Raises sqlite3.Error, OSError."""
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    # Not `mode=ro`: to read a journal that no process has open, SQLite needs files beside it.
    with (
        closing(sqlite3.connect(f"file:{_quoted(source)}?mode=rw", uri=True)) as site,
        closing(sqlite3.connect(target)) as made,
    ):
        # In one step, so that it is one state of the journal, however much is written meanwhile.
        site.backup(made, pages=-1)
        made.execute("PRAGMA journal_mode = DELETE").fetchall()


def check(path: Path) -> Held:
    """How much a copy holds. Raises CopyError, also for a schema that this program does not know, and sqlite3.Error."""
    with closing(sqlite3.connect(f"file:{_quoted(path)}?mode=ro", uri=True)) as journal:
        found = version(journal)
        if found is None or not OLDEST <= found <= HEAD:
            raise CopyError(f"{path} has version {found or 0} of the schema; this program knows {HEAD}.")
        (fault,) = journal.execute("PRAGMA integrity_check(1)").fetchone()
        if fault != "ok" or journal.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise CopyError(f"{path} is damaged: {fault if fault != 'ok' else 'a decision belongs to no table'}.")
        (tables,) = journal.execute("SELECT count(*) FROM tables").fetchone()
        (rows,) = journal.execute("SELECT count(*) FROM decisions").fetchone()
    return Held(tables, rows)


def _quoted(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
