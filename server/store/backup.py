"""Backups of a site with a file, made while it runs, and put back: `cavalier backup`, `cavalier restore`."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from io import BufferedWriter
from pathlib import Path
from typing import NamedTuple

from server import __version__
from server.store.folder import COPYING, JOURNAL, KEY, WAL_FILES, FolderError, locked, sync
from server.store.migrate import OLDEST
from server.store.schema import HEAD
from server.store.sqlite import open_plain, version

BACKUP_FORMAT = "cavalier-backup"
BACKUP_VERSION = 1
FILE_LIST = "backup.json"
"""Names each file of a backup with its SHA-256. Written last: a folder without it is no whole backup."""


class BackupError(Exception):
    """A backup cannot be made or put back; the message says why."""


class Held(NamedTuple):
    """The content of a journal."""

    tables: int
    decisions: int


def backup(data: Path, folder: Path) -> Held:
    """Copy the journal and the key of a site from `data` into `folder`. Raises BackupError.

    The copy holds every action that was acknowledged before this was called. The site may run meanwhile. What was
    written is read again and checked before the list of files is written.
    """
    for name in (JOURNAL, KEY):
        if not (data / name).is_file():
            raise BackupError(f"The data folder {data} holds no {name}: there is nothing to back up.")
    with _as_backup_error(f"The backup in {folder} is not whole"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BackupError(f"The folder {folder} is not empty: choose a new one for each backup.")
        _copy_journal(data / JOURNAL, folder / JOURNAL)
        _copy(data / KEY, folder / KEY)
        sync(folder / JOURNAL)
        held = _check(folder / JOURNAL)
        files = {name: _sha256(folder / name) for name in (JOURNAL, KEY)}
        listed = {"format": BACKUP_FORMAT, "version": BACKUP_VERSION, "cavalier": __version__, "files": files}
        with _created(folder / FILE_LIST) as file:
            file.write(json.dumps(listed, indent=1).encode() + b"\n")
        sync(folder / FILE_LIST)
        sync(folder)
    return held


def restore(folder: Path, data: Path, replace: bool = False) -> Held:
    """Put the backup in `folder` into the data folder of a site that is stopped. Raises BackupError.

    A data folder that holds a journal or a key is left as it is unless `replace` says to delete them.
    """
    files = _listed(folder)
    with _as_backup_error(f"The backup was not put back into {data}"), locked(data):
        there = [name for name in (JOURNAL, *WAL_FILES, KEY) if (data / name).exists()]
        if there and not replace:
            raise BackupError(f"The data folder {data} already holds {', '.join(there)}: --replace deletes them.")
        for name in files:
            _copy(folder / name, data / f"{name}{COPYING}")
        held = _check(data / f"{JOURNAL}{COPYING}")
        # SQLite would apply the write-ahead log of another journal to this one.
        for name in WAL_FILES:
            (data / name).unlink(missing_ok=True)
        for name in files:
            os.replace(data / f"{name}{COPYING}", data / name)
        sync(data)
    return held


@contextmanager
def _as_backup_error(failed: str) -> Iterator[None]:
    try:
        yield
    except FolderError as error:
        raise BackupError(str(error)) from error
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{failed}: {(isinstance(error, OSError) and error.strerror) or error}.") from error


def _listed(folder: Path) -> Mapping[str, str]:
    """The files of a backup with their digests. Raises BackupError for a folder that holds none as it was made."""
    try:
        listed = json.loads((folder / FILE_LIST).read_bytes())
        heading = (listed["format"], listed["version"], set(listed["files"]))
        if heading != (BACKUP_FORMAT, BACKUP_VERSION, {JOURNAL, KEY}):
            raise ValueError(heading)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BackupError(f"The folder {folder} holds no backup that this program can read.") from error
    files: Mapping[str, str] = listed["files"]
    for name, digest in files.items():
        with _as_backup_error(f"{folder / name} cannot be read"):
            if _sha256(folder / name) != digest:
                raise BackupError(f"{folder / name} is not what was backed up: its SHA-256 differs.")
    return files


def _copy_journal(source: Path, target: Path) -> None:
    """Copy a journal, also one in use, into a new file. Raises sqlite3.Error, OSError."""
    _created(target).close()
    with closing(open_plain(source, "rw")) as site, closing(sqlite3.connect(target)) as made:
        # In one step, so that it is one state of the journal, however much is written meanwhile.
        site.backup(made, pages=-1)
        made.execute("PRAGMA journal_mode = DELETE").fetchall()


def _check(path: Path) -> Held:
    """The content of a copy. Raises BackupError for a damaged one and for another schema; sqlite3.Error."""
    with closing(open_plain(path, "ro")) as journal:
        found = version(journal)
        if found is None or not OLDEST <= found <= HEAD:
            raise BackupError(f"{path} has version {found or 0} of the schema; this program knows {HEAD}.")
        (fault,) = journal.execute("PRAGMA integrity_check(1)").fetchone()
        if fault != "ok" or journal.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise BackupError(f"{path} is damaged: {fault if fault != 'ok' else 'a decision belongs to no table'}.")
        (tables,) = journal.execute("SELECT count(*) FROM tables").fetchone()
        (rows,) = journal.execute("SELECT count(*) FROM decisions").fetchone()
    return Held(tables, rows)


def _copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with source.open("rb") as old, _created(target) as new:
        shutil.copyfileobj(old, new)
    sync(target)


def _created(path: Path) -> BufferedWriter:
    """A new file that its owner alone can read."""
    return open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
