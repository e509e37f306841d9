"""Moves the journal of a site that is stopped between a file and a PostgreSQL database: `cavalier migrate`."""

from __future__ import annotations

import os
import time
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, Table, create_engine, func, insert, make_url, select
from sqlalchemy.pool import NullPool

from server.store import postgres, sqlite
from server.store.database import transaction
from server.store.folder import (
    COPYING,
    JOURNAL,
    KEY,
    WAL_FILES,
    DataError,
    as_data_error,
    locked,
    signing_key,
    sync,
    write_key,
)
from server.store.migrate import version
from server.store.schema import HEAD, metadata, site
from server.store.secrets import SIGNING_KEY

BATCH = 1000
"""Rows in memory at a time."""

CLOSING_TIMEOUT = 2.0
"""Seconds in which the connections of an ended process close."""


def transfer_journal(data: Path, address: str, back: bool) -> int:
    """Copy all rows of the data folder into an empty database, or `back`; their number. Raises DataError.

    One transaction: all rows or none. The source is not changed.
    """
    if not back:
        for name in (JOURNAL, KEY):
            if not (data / name).is_file():
                raise DataError(f"The data folder {data} holds no {name}: there is nothing to move.")
    with as_data_error("The journal was not moved"), locked(data):
        return _into_file(data, address) if back else _into_database(data, address)


def _into_database(data: Path, address: str) -> int:
    key = b64encode(signing_key(data)).decode()
    with sqlite.open_file(data / JOURNAL) as source, _connect(address, postgres.PROCESS) as target:
        _check_version(version(source))
        # A site that starts now waits for this lock before it reads the schema.
        target.exec_driver_sql(f"SELECT pg_advisory_lock({postgres.MIGRATION_LOCK})")
        _refuse_open(target)
        _check_version(version(target) or HEAD)
        postgres.migrated(target)
        if any(target.execute(select(table).limit(1)).first() for table in metadata.sorted_tables):
            raise DataError("The database already holds the rows of a site: choose an empty one.")
        with transaction(target), transaction(source):
            rows = _copy(source, target)
            # All processes sign with it, even if their folders have other keys.
            target.execute(insert(site), {"name": SIGNING_KEY, "value": key})
    return rows


def _into_file(data: Path, address: str) -> int:
    # SQLite would apply the write-ahead log of another journal to this one.
    if existing := [name for name in (JOURNAL, *WAL_FILES) if (data / name).exists()]:
        raise DataError(f"The data folder {data} already holds {', '.join(existing)}: move it elsewhere first.")
    aside = data / f"{JOURNAL}{COPYING}"
    aside.unlink(missing_ok=True)
    with _connect(address) as source:
        _refuse_open(source)
        if (schema_version := version(source)) is None:
            raise DataError("The database holds no site: there is nothing to move.")
        _check_version(schema_version)
        key = source.execute(select(site.c.value).where(site.c.name == SIGNING_KEY)).scalar()
        if key is not None and (data / KEY).exists() and signing_key(data) != b64decode(key):
            raise DataError(f"The data folder {data} holds another {KEY} than the site had: move it elsewhere first.")
        with sqlite.connect(aside) as target:
            with transaction(target), transaction(source):
                rows = _copy(source, target)
            target.exec_driver_sql("PRAGMA journal_mode = DELETE").all()
    if key is not None:
        write_key(data, b64decode(key))
    os.rename(aside, data / JOURNAL)
    sync(data)
    return rows


def _connect(address: str, name: str = "cavalier migrate") -> Connection:
    """A connection of this name; each of its transactions sees one state of the database."""
    url = make_url(address).set(drivername="postgresql+psycopg")
    options = {"application_name": name, "options": r"-c default_transaction_isolation=repeatable\ read"}
    engine = create_engine(
        url, isolation_level="AUTOCOMMIT", poolclass=NullPool, hide_parameters=True, connect_args=options
    )
    return engine.connect()


def _refuse_open(database: Connection) -> None:
    """Raise DataError while a process of Cavalier has the database open."""
    others = (
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        f" AND application_name = '{postgres.PROCESS}'"
    )
    ends = time.monotonic() + CLOSING_TIMEOUT
    while database.exec_driver_sql(others).first():
        if time.monotonic() > ends:
            raise DataError("The database is in use by a process of Cavalier: stop the site first.")
        time.sleep(0.05)


def _check_version(schema_version: str | None) -> None:
    """Raise DataError for the schema of another program."""
    if schema_version is not None and schema_version > HEAD:
        raise DataError(
            f"The journal has version {schema_version} of the schema, and this program knows {HEAD}: update it."
        )
    if schema_version != HEAD:
        raise DataError(
            f"The journal has version {schema_version or 0} of the schema, and not {HEAD}:"
            " start and stop the site once with this program first."
        )


def _copy(source: Connection, target: Connection) -> int:
    """Copy all rows; their number, checked to be equal in both. Raises DataError."""
    total = 0
    for table in metadata.sorted_tables:
        for rows in source.execute(_copied_rows(table), execution_options={"yield_per": BATCH}).partitions(BATCH):
            target.execute(insert(table), [row._asdict() for row in rows])
        expected, copied = (
            each.execute(select(func.count()).select_from(_copied_rows(table).subquery())).scalar_one()
            for each in (source, target)
        )
        if expected != copied:
            raise DataError(f"Of {expected} rows of the table {table}, {copied} were copied.")
        total += expected
    return total


def _copied_rows(table: Table) -> Select[Any]:
    """The rows of a table to copy: all but the signing key, which a folder has in a file."""
    return select(table).where(site.c.name != SIGNING_KEY) if table is site else select(table)
