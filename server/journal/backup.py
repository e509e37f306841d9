"""Backups of a site, made while it runs, and put back: `cavalier backup`, `cavalier restore`."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from server import __version__
from server.journal import copies
from server.journal.copies import CopyError, Held
from server.journal.datafolder import (
    JOURNAL,
    KEY,
    WAL_FILES,
    FolderError,
    alone,
    sync_folder,
)

BACKUP_FORMAT = "cavalier-backup"
BACKUP_VERSION = 1
FILE_LIST = "backup.json"
"""Names each file of a backup with its SHA-256. Written last: a folder without it is no whole backup."""

COPYING = ".copying"
"""Ends the name of a file that is being written."""


class BackupError(Exception):
    """A backup cannot be made or put back; the message says why."""


def backup(data: Path, folder: Path) -> Held:
    """Copy the journal and the key of a site from `data` into `folder`. Raises BackupError.

    The copy holds every action that was acknowledged before this was called. The site may run meanwhile. What was
    written is read again and checked before the list of files is written.
    """
    for name in (JOURNAL, KEY):
        if not (data / name).is_file():
            raise BackupError(f"The data folder {data} holds no {name}: there is nothing to back up.")
    with _sentences(f"The backup in {folder} is not whole"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BackupError(f"The folder {folder} is not empty: choose a new one for each backup.")
        copies.copy(data / JOURNAL, folder / JOURNAL)
        _copy(data / KEY, folder / KEY)
        _sync(folder / JOURNAL)
        held = copies.check(folder / JOURNAL)
        files = {name: _digest(folder / name) for name in (JOURNAL, KEY)}
        listed = {"format": BACKUP_FORMAT, "version": BACKUP_VERSION, "cavalier": __version__, "files": files}
        _write(folder / FILE_LIST, json.dumps(listed, indent=1).encode() + b"\n")
        sync_folder(folder)
    return held


def restore(folder: Path, data: Path, replace: bool = False) -> Held:
    """Put the backup in `folder` into the data folder of a site that is stopped. Raises BackupError.

    A data folder that holds a journal or a key is left as it is unless `replace` says to delete them.
    """
    files = _listed(folder)
    with _sentences(f"The backup was not put back into {data}"), alone(data):
        there = [name for name in (JOURNAL, *WAL_FILES, KEY) if (data / name).exists()]
        if there and not replace:
            raise BackupError(f"The data folder {data} already holds {', '.join(there)}: --replace deletes them.")
        for name in files:
            _copy(folder / name, data / f"{name}{COPYING}")
        held = copies.check(data / f"{JOURNAL}{COPYING}")
        # SQLite would apply the write-ahead log of another journal to this one.
        for name in WAL_FILES:
            (data / name).unlink(missing_ok=True)
        for name in files:
            os.replace(data / f"{name}{COPYING}", data / name)
        sync_folder(data)
    return held


@contextmanager
def _sentences(failed: str) -> Iterator[None]:
    """Raise BackupError for what may fail."""
    try:
        yield
    except (FolderError, CopyError) as error:
        raise BackupError(str(error)) from error
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{failed}: {(isinstance(error, OSError) and error.strerror) or error}.") from error


def _listed(folder: Path) -> Mapping[str, str]:
    """The files of a backup with their digests. Raises BackupError for a folder that holds none as it was made."""
    try:
        told = json.loads((folder / FILE_LIST).read_bytes())
        if told["format"] != BACKUP_FORMAT or told["version"] != BACKUP_VERSION or set(told["files"]) != {JOURNAL, KEY}:
            raise ValueError(told)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BackupError(f"The folder {folder} holds no backup that this program can read.") from error
    files: Mapping[str, str] = told["files"]
    for name, digest in files.items():
        with _sentences(f"{folder / name} cannot be read"):
            if _digest(folder / name) != digest:
                raise BackupError(f"{folder / name} is not what was backed up: its SHA-256 differs.")
    return files


def _copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with source.open("rb") as old, open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
        shutil.copyfileobj(old, new)
    _sync(target)


def _write(path: Path, content: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
