"""Copies journals between files and PostgreSQL databases, row by row: `cavalier migrate`, and backups of databases."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Result, Select, Table, create_engine, delete, func, make_url, nulls_first, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool
from sqlalchemy.types import Text

from server.journal.copies import CopyError, Tell
from server.journal.datafolder import JOURNAL, KEY, FolderError, alone, signing_key, sync_folder, write_key
from server.journal.engine import JournalError, cause
from server.journal.keys import SIGNING_KEY, read, written
from server.journal.postgres import MIGRATION_LOCK, PROCESS, migrated
from server.journal.schema import HEAD, metadata, site
from server.journal.sqlite import connect
from server.journal.sqlite import version as version_of_file

BATCH = 1000
"""Rows that are held in memory, and committed, at once."""

UNFINISHED = "unfinished move "
"""Begins what stands in place of the schema's version while a database is filled: no site opens such a version."""

MOVING = ".moving"
"""Ends the name of a file that is being filled."""

LEAVING = 2.0
"""Seconds in which the connections of a process that has ended may still be there."""


class MoveError(CopyError):
    """A journal cannot be moved; the message says why."""


def move(data: Path, address: str, back: bool, tell: Tell) -> int:
    """Copy every row into the database, or `back` into the file, and compare; how many there are. Raises MoveError.

    The source is left as it was. After an interruption the same call goes on.
    """
    try:
        with alone(data):
            return _back(data, address, tell) if back else _forth(data, address, tell)
    except (FolderError, ValueError) as error:
        raise MoveError(str(error)) from error


def _forth(data: Path, address: str, tell: Tell) -> int:
    for name in (JOURNAL, KEY):
        if not (data / name).is_file():
            raise MoveError(f"The data folder {data} holds no {name}: there is nothing to move.")
    key = signing_key(data)
    return into_database(data / JOURNAL, key, address, key, tell)


def _back(data: Path, address: str, tell: Tell) -> int:
    if (data / JOURNAL).exists():
        raise MoveError(f"The data folder {data} already holds {JOURNAL}: move it elsewhere first.")
    aside = data / f"{JOURNAL}{MOVING}"

    def take(key: bytes | None) -> None:
        if key is None:
            return
        if not (data / KEY).exists():
            write_key(data, key)
        elif signing_key(data) != key:
            raise MoveError(f"The data folder {data} holds another {KEY} than the site had: move it elsewhere first.")

    rows = into_file(address, aside, take, tell, stopped=True)
    with _sentences():
        os.rename(aside, data / JOURNAL)
        sync_folder(data)
    return rows


def into_database(file: Path, key: bytes, address: str, origin: bytes, tell: Tell) -> int:
    """Fill an empty database with a journal that nobody uses, and with the key; how many rows there are, all compared.

    No site opens the database until all of it is there. The same call with the same `origin` goes on after an
    interruption. Raises MoveError, also where a site has the database open.
    """
    marker = UNFINISHED + hashlib.sha256(origin).hexdigest()[:16]
    with _sentences(), _file(file) as source, _database(address, PROCESS) as target:
        _begin(target, marker)
        _copy(source, target, tell)
        rows = _compare(source, target, tell)
        # All processes sign with it, whatever stands in their own folders.
        target.execute(postgresql.insert(site).on_conflict_do_nothing(), {"name": SIGNING_KEY, "value": written(key)})
        _mark(target, HEAD)
    return rows


def into_file(address: str, file: Path, take: Callable[[bytes | None], None], tell: Tell, stopped: bool) -> int:
    """Copy one state of a database into a file; how many rows there are, all compared. Raises MoveError.

    The key of the site, if it has one, is handed to `take` first. Unless the site is to be `stopped`, it may run.
    """
    with _sentences(), _database(address) as source:
        if stopped:
            _refuse_open(source)
        found = _version(source)
        if found is None:
            raise MoveError("The database holds no site: there is nothing to copy.")
        if found.startswith(UNFINISHED):
            raise MoveError("The database holds no whole site: what was to fill it was not finished.")
        if found != HEAD:
            raise MoveError(_other(found))
        shared = source.execute(select(site.c.value).where(site.c.name == SIGNING_KEY)).scalar()
        take(None if shared is None else read(shared))
        target = connect(file)
        try:
            target.exec_driver_sql("PRAGMA wal_autocheckpoint = 1000").all()
            _copy(source, target, tell)
            rows = _compare(source, target, tell)
            target.exec_driver_sql("PRAGMA journal_mode = DELETE").all()
        finally:
            target.close()
            target.engine.dispose()
    return rows


@contextmanager
def _sentences() -> Iterator[None]:
    try:
        yield
    except JournalError as error:
        raise MoveError(str(error)) from error
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise MoveError(f"The journal was not copied: {' '.join(str(cause(error)).split())}") from error


@contextmanager
def _file(path: Path) -> Iterator[Connection]:
    # Not `mode=ro`: to read a journal that no process has open, SQLite needs files beside it.
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True)) as journal:
        found = version_of_file(journal)
        if found != HEAD:
            raise MoveError(_other(found))
    with _opened(create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True))) as opened:
        yield opened


@contextmanager
def _database(address: str, name: str = "cavalier copy") -> Iterator[Connection]:
    """A connection of this name, whose every transaction reads one state."""
    url = make_url(address).set(drivername="postgresql+psycopg")
    options = {"isolation_level": "REPEATABLE READ", "poolclass": NullPool, "hide_parameters": True}
    with _opened(create_engine(url, connect_args={"application_name": name}, **options)) as opened:
        yield opened


@contextmanager
def _opened(engine: Any) -> Iterator[Connection]:
    try:
        with engine.connect() as opened:
            yield opened
    finally:
        engine.dispose()


def _begin(target: Connection, marker: str) -> None:
    """Mark an empty database, so that no site opens it. Raises MoveError where it is not empty, or in use."""
    target.execution_options(isolation_level="AUTOCOMMIT")
    # A site that starts meanwhile waits for this lock before it looks at the version, and is seen here.
    target.exec_driver_sql(f"SELECT pg_advisory_lock({MIGRATION_LOCK})")
    _refuse_open(target)
    found = _version(target)
    if found != marker:
        if found is not None and found.startswith(UNFINISHED):
            raise MoveError("The database holds a part of another site, or of another backup: choose an empty one.")
        if found is not None and found != HEAD:
            raise MoveError(_other(found))
        migrated(target)
        if any(target.execute(select(table).limit(1)).first() for table in metadata.sorted_tables):
            raise MoveError("The database already holds the rows of a site: choose an empty one.")
        _mark(target, marker)
    target.exec_driver_sql(f"SELECT pg_advisory_unlock({MIGRATION_LOCK})")
    target.commit()
    target.execution_options(isolation_level="REPEATABLE READ")


def _refuse_open(database: Connection) -> None:
    """Raise MoveError while a process of Cavalier has the database open."""
    others = (
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        f" AND application_name = '{PROCESS}'"
    )
    ends = time.monotonic() + LEAVING
    while database.exec_driver_sql(others).first():
        database.rollback()  # Within a transaction the answer would stay the same.
        if time.monotonic() > ends:
            raise MoveError("The database is in use by a process of Cavalier: stop the site first.")
        time.sleep(0.05)
    database.rollback()


def _version(connection: Connection) -> str | None:
    there = connection.exec_driver_sql("SELECT to_regclass('alembic_version')").scalar_one()
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if there else None


def _other(found: str | None) -> str:
    if found is not None and found > HEAD:
        return f"The journal has version {found} of the schema, and this program knows {HEAD}: update it."
    return (
        f"The journal has version {found or 'of an earlier program'} of the schema, and not {HEAD}: start and stop the"
        " site once with this program first."
    )


def _mark(target: Connection, version: str) -> None:
    target.exec_driver_sql("UPDATE alembic_version SET version_num = %s", (version,))
    target.commit()


def _copy(source: Connection, target: Connection, tell: Tell) -> None:
    """Copy what the target lacks; a batch is committed as one."""
    for table in metadata.sorted_tables:
        there, done = _count(source, table), 0
        if not table.primary_key:
            with _transaction(target):
                target.execute(delete(table))
        keep = _insertion(target, table)
        for rows in _rows(source, table).partitions(BATCH):
            with _transaction(target):
                target.execute(keep, [row._asdict() for row in rows])
            done += len(rows)
            tell(f"copy {table}", done, there, f"{table}: {done} of {there} rows copied")


def _compare(source: Connection, target: Connection, tell: Tell) -> int:
    """How many rows there are, the same in both. Raises MoveError."""
    rows = 0
    for table in metadata.sorted_tables:
        there = _count(source, table)
        # As text: 1 and 1.0 differ.
        for done, (ours, theirs) in enumerate(zip_longest(_rows(source, table), _rows(target, table)), 1):
            if repr(ours) != repr(theirs):
                raise MoveError(f"Row {done} of the table {table} is not the same in both: the target cannot be used.")
            if done % BATCH == 0 or done == there:
                tell(f"compare {table}", done, there, f"{table}: {done} of {there} rows compared")
        rows += there
    return rows


@contextmanager
def _transaction(target: Connection) -> Iterator[None]:
    if target.dialect.name == "sqlite":  # Its connection commits each statement at once, unless it is told to begin.
        target.exec_driver_sql("BEGIN IMMEDIATE")
        yield
        target.exec_driver_sql("COMMIT")
    else:
        yield
        target.commit()


def _insertion(target: Connection, table: Table) -> Any:
    insert = sqlite.insert if target.dialect.name == "sqlite" else postgresql.insert
    return insert(table).on_conflict_do_nothing() if table.primary_key else insert(table)


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(_kept(table).subquery())).scalar_one()


def _kept(table: Table) -> Select[Any]:
    """What is copied of a table: all but the key, which a folder has in a file of its own."""
    return select(table).where(site.c.name != SIGNING_KEY) if table is site else select(table)


def _rows(connection: Connection, table: Table) -> Result[Any]:
    """The rows of a table in an order that is the same in both engines, a batch at a time."""
    query = _kept(table)
    for column in table.primary_key or table.columns:
        text = isinstance(column.type, Text) and connection.dialect.name == "postgresql"
        query = query.order_by(nulls_first(column.collate("C") if text else column))
    return connection.execute(query, execution_options={"yield_per": BATCH})
