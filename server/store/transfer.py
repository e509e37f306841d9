"""Moves the journal of a site that is stopped between a file and a PostgreSQL database: `cavalier migrate`."""

from __future__ import annotations

import os
import sqlite3
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, Table, create_engine, func, insert, make_url, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from server.store import postgres, sqlite
from server.store.database import JournalError, cause
from server.store.folder import COPYING, JOURNAL, KEY, FolderError, locked, signing_key, sync, write_key
from server.store.schema import HEAD, metadata, site
from server.store.secrets import SIGNING_KEY

BATCH = 1000
"""Rows that are held in memory at once."""

LEAVING = 2.0
"""Seconds in which the connections of a process that has ended may still be there."""


class TransferError(Exception):
    """A journal cannot be moved; the message says why."""


def transfer_journal(data: Path, address: str, back: bool) -> int:
    """Copy all rows of the data folder into an empty database, or `back`; how many there are. Raises TransferError.

    One transaction: all rows are there afterwards, or none. The source is left as it was.
    """
    try:
        with locked(data):
            return _into_file(data, address) if back else _into_database(data, address)
    except (FolderError, JournalError, ValueError) as error:
        raise TransferError(str(error)) from error
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise TransferError(f"The journal was not moved: {' '.join(str(cause(error)).split())}") from error


def _into_database(data: Path, address: str) -> int:
    for name in (JOURNAL, KEY):
        if not (data / name).is_file():
            raise TransferError(f"The data folder {data} holds no {name}: there is nothing to move.")
    key = b64encode(signing_key(data)).decode()
    with _file(data / JOURNAL) as source, _database(address, postgres.PROCESS) as target:
        # A site that starts meanwhile waits for this lock before it looks at the schema.
        target.exec_driver_sql(f"SELECT pg_advisory_lock({postgres.MIGRATION_LOCK})")
        _refuse_open(target)
        if (found := postgres.version(target)) not in (None, HEAD):
            raise TransferError(_other(found))
        postgres.migrated(target)
        if any(target.execute(select(table).limit(1)).first() for table in metadata.sorted_tables):
            raise TransferError("The database already holds the rows of a site: choose an empty one.")
        rows = _copy(source, target)
        # All processes sign with it, whatever stands in their own folders.
        target.execute(insert(site), {"name": SIGNING_KEY, "value": key})
        target.exec_driver_sql("COMMIT")
    return rows


def _into_file(data: Path, address: str) -> int:
    if (data / JOURNAL).exists():
        raise TransferError(f"The data folder {data} already holds {JOURNAL}: move it elsewhere first.")
    aside = data / f"{JOURNAL}{COPYING}"
    aside.unlink(missing_ok=True)
    with _database(address) as source:
        _refuse_open(source)
        if (found := postgres.version(source)) != HEAD:
            raise TransferError(
                "The database holds no site: there is nothing to move." if found is None else _other(found)
            )
        key = source.execute(select(site.c.value).where(site.c.name == SIGNING_KEY)).scalar()
        if key is not None and (data / KEY).exists() and signing_key(data) != b64decode(key):
            raise TransferError(
                f"The data folder {data} holds another {KEY} than the site had: move it elsewhere first."
            )
        target = sqlite.connect(aside)
        try:
            rows = _copy(source, target)
            target.exec_driver_sql("COMMIT")
            target.exec_driver_sql("PRAGMA journal_mode = DELETE").all()
        finally:
            target.close()
            target.engine.dispose()
    if key is not None:
        write_key(data, b64decode(key))
    os.rename(aside, data / JOURNAL)
    sync(data)
    return rows


@contextmanager
def _file(path: Path) -> Iterator[Connection]:
    with closing(sqlite.open_plain(path, "rw")) as journal:
        if (found := sqlite.version(journal)) != HEAD:
            raise TransferError(_other(found))
    engine = create_engine("sqlite://", creator=lambda: sqlite.open_plain(path, "rw"))
    with engine.connect() as opened:
        yield opened
    engine.dispose()


@contextmanager
def _database(address: str, name: str = "cavalier migrate") -> Iterator[Connection]:
    """A connection of this name, on which a transaction is begun and ended by statements of ours."""
    url = make_url(address).set(drivername="postgresql+psycopg")
    options = {"isolation_level": "AUTOCOMMIT", "poolclass": NullPool, "hide_parameters": True}
    engine = create_engine(url, connect_args={"application_name": name}, **options)
    with engine.connect() as opened:
        yield opened
    engine.dispose()


def _refuse_open(database: Connection) -> None:
    """Raise TransferError while a process of Cavalier has the database open."""
    others = (
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        f" AND application_name = '{postgres.PROCESS}'"
    )
    ends = time.monotonic() + LEAVING
    while database.exec_driver_sql(others).first():
        if time.monotonic() > ends:
            raise TransferError("The database is in use by a process of Cavalier: stop the site first.")
        time.sleep(0.05)


def _other(found: str | None) -> str:
    if found is not None and found > HEAD:
        return f"The journal has version {found} of the schema, and this program knows {HEAD}: update it."
    return (
        f"The journal has version {found or 'of an earlier program'} of the schema, and not {HEAD}: start and stop the"
        " site once with this program first."
    )


def _copy(source: Connection, target: Connection) -> int:
    """Copy all rows in a transaction that is left open; how many there are, as many in both. Raises TransferError."""
    if source.dialect.name == "postgresql":
        source.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ")
    target.exec_driver_sql("BEGIN IMMEDIATE" if target.dialect.name == "sqlite" else "BEGIN")
    total = 0
    for table in metadata.sorted_tables:
        for rows in source.execute(_kept(table), execution_options={"yield_per": BATCH}).partitions(BATCH):
            target.execute(insert(table), [row._asdict() for row in rows])
        there, copied = (
            each.execute(select(func.count()).select_from(_kept(table).subquery())).scalar_one()
            for each in (source, target)
        )
        if there != copied:
            raise TransferError(f"Of {there} rows of the table {table}, {copied} were copied.")
        total += there
    return total


def _kept(table: Table) -> Select[Any]:
    """What is copied of a table: all but the key, which a folder has in a file of its own."""
    return select(table).where(site.c.name != SIGNING_KEY) if table is site else select(table)
