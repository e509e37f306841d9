"""Backup of a site with a SQLite file, while it runs, and restore: `cavalier backup`, `cavalier restore`."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select

from server import __version__
from server.store.folder import COPYING, JOURNAL, KEY, WAL_FILES, DataError, as_data_error, create_private, locked, sync
from server.store.migrate import OLDEST, version
from server.store.schema import HEAD, decisions, tables
from server.store.sqlite import open_file, raw

BACKUP_FORMAT = "cavalier-backup"
BACKUP_VERSION = 1
FILE_LIST = "backup.json"
"""Lists the files of a backup with their SHA-256. Written last: a folder without it is no complete backup."""


class Contents(NamedTuple):
    """The content of a journal."""

    tables: int
    decisions: int


def backup(data: Path, folder: Path) -> Contents:
    """Copy the journal and the key of a site from `data` into `folder`. Raises DataError.

    The copy holds every action that was acknowledged before the call. The site may run. The copy is read and checked
    before the list of files is written. After an error the folder is empty.
    """
    for name in (JOURNAL, KEY):
        if not (data / name).is_file():
            raise DataError(f"The data folder {data} holds no {name}: there is nothing to back up.")
    with as_data_error(f"The backup cannot be written to {folder}"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise DataError(f"The folder {folder} is not empty: choose a new one for each backup.")
    with as_data_error(f"The backup in {folder} is not whole"):
        try:
            return _fill(data, folder)
        except BaseException:  # The same folder can be used again.
            for name in (JOURNAL, *WAL_FILES, KEY, FILE_LIST):
                (folder / name).unlink(missing_ok=True)
            raise


def _fill(data: Path, folder: Path) -> Contents:
    """Copy everything into an empty folder. Raises DataError, OSError and what SQLite raises."""
    _copy_journal(data / JOURNAL, folder / JOURNAL)
    _copy(data / KEY, folder / KEY)
    held = _check(folder / JOURNAL)
    files = {name: _sha256(folder / name) for name in (JOURNAL, KEY)}
    listed = {"format": BACKUP_FORMAT, "version": BACKUP_VERSION, "cavalier": __version__, "files": files}
    with create_private(folder / FILE_LIST) as file:
        file.write(json.dumps(listed, indent=1).encode() + b"\n")
    sync(folder / FILE_LIST)
    sync(folder)
    return held


def restore(folder: Path, data: Path, replace: bool = False) -> Contents:
    """Restore the backup in `folder` into the data folder of a stopped site. Raises DataError.

    A data folder with a journal or a key is refused unless `replace` allows to delete them.
    """
    files = _listed(folder)
    with as_data_error(f"The backup was not put back into {data}"), locked(data):
        existing = [name for name in (JOURNAL, *WAL_FILES, KEY) if (data / name).exists()]
        if existing and not replace:
            raise DataError(f"The data folder {data} already holds {', '.join(existing)}: --replace deletes them.")
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


def _listed(folder: Path) -> Mapping[str, str]:
    """The files of a backup with their digests. Raises DataError for an incomplete or changed backup."""
    try:
        listed = json.loads((folder / FILE_LIST).read_bytes())
        heading = (listed["format"], listed["version"], set(listed["files"]))
        if heading != (BACKUP_FORMAT, BACKUP_VERSION, {JOURNAL, KEY}):
            raise ValueError(heading)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"The folder {folder} holds no backup that this program can read.") from error
    files: Mapping[str, str] = listed["files"]
    for name, digest in files.items():
        with as_data_error(f"{folder / name} cannot be read"):
            if _sha256(folder / name) != digest:
                raise DataError(f"{folder / name} is not what was backed up: its SHA-256 differs.")
    return files


def _copy_journal(source: Path, target: Path) -> None:
    """Copy a journal, also one in use, into a new file. Raises DBAPIError, OSError."""
    create_private(target).close()
    with open_file(source) as site, open_file(target) as made:
        # In one step, so that it is a single state of the journal, even while the site writes.
        raw(site).backup(raw(made))
        made.exec_driver_sql("PRAGMA journal_mode = DELETE").all()
    sync(target)


def _check(path: Path) -> Contents:
    """The content of a copy. Raises DataError for a damaged one and for another schema; DBAPIError."""
    with open_file(path, "ro") as journal:
        schema_version = version(journal)
        if schema_version is None or not OLDEST <= schema_version <= HEAD:
            raise DataError(f"{path} has version {schema_version or 0} of the schema; this program knows {HEAD}.")
        fault = journal.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
        if fault == "ok" and journal.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
            fault = "a decision belongs to no table"
        if fault != "ok":
            raise DataError(f"{path} is damaged: {fault}.")
        counts = (select(func.count()).select_from(each) for each in (tables, decisions))
        return Contents(*(journal.scalars(count).one() for count in counts))


def _copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with source.open("rb") as old, create_private(target) as new:
        shutil.copyfileobj(old, new)
    sync(target)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
