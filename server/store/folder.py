"""The data folder of a site: the names of its files, and its lock for one process at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import sqlite3
from collections.abc import Iterator
from io import BufferedWriter
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from server.store.database import reason

JOURNAL = "journal.sqlite"
KEY = "cookies.key"

WAL_FILES = (f"{JOURNAL}-wal", f"{JOURNAL}-shm")
"""Names of SQLite's files beside the journal while it is open, or after a process was killed."""

COPYING = ".copying"
"""The suffix of a file that is being written."""


class DataError(Exception):
    """The data of a site cannot be used, copied or moved; the message says why."""


@contextlib.contextmanager
def as_data_error(failed: str) -> Iterator[None]:
    """Raise DataError if a file or a database fails in a block, with a sentence that begins like this."""
    try:
        yield
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        raise DataError(f"{failed}: {(isinstance(error, OSError) and error.strerror) or reason(error)}.") from error


@contextlib.contextmanager
def locked(data: Path) -> Iterator[None]:
    """Lock this folder, which is created if missing, against other processes of Cavalier. Raises DataError.

    Two processes that write the same journal would each show tables that the other has changed. The lock is on the
    folder itself, not on a file that somebody may delete.
    """
    with as_data_error(f"The data folder {data} cannot be used"):
        data.mkdir(parents=True, exist_ok=True)
        handle = os.open(data, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with as_data_error(f"The data folder {data} cannot be locked"):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise DataError(f"The data folder {data} is in use by another process of Cavalier.") from error
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def of_stopped_site(data: Path) -> Iterator[None]:
    """Lock the folder of a site that was stopped. Raises DataError, also where it holds no journal."""
    if not (data / JOURNAL).is_file():
        raise DataError(f"The data folder {data} holds no {JOURNAL}.")
    with locked(data):
        yield


def create_private(path: Path) -> BufferedWriter:
    """A new file that only its owner can read."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def sync(path: Path) -> None:
    """Sync a file, or the names of a folder's files: without them a synced file may be lost."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def signing_key(folder: Path) -> bytes:
    """The key that signs cookies, made at the first start and kept in the data folder, readable only by its owner.

    Raises DataError if the file holds something else.
    """
    path = folder / KEY
    if not path.exists():
        write_key(folder, secrets.token_bytes(32))
    key = path.read_bytes()
    if len(key) != 32:
        raise DataError(f"{path} does not hold a key of 32 bytes; delete it to sign everybody out.")
    return key


def write_key(folder: Path, key: bytes) -> None:
    """Store a key in a folder that has none. If two processes do so at the same moment, one key stays."""
    path = folder / KEY
    # Written under another name and linked into place: the file is never incomplete.
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with create_private(aside) as file:
        file.write(key)
    sync(aside)
    with contextlib.suppress(FileExistsError):
        os.link(aside, path)
    aside.unlink()
    sync(path.parent)
