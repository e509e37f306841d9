"""Moves the journal of a site that is stopped from its file into a PostgreSQL database, or back: `cavalier migrate`."""

from __future__ import annotations

import hashlib
import os
import sqlite3
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

from server.journal.datafolder import JOURNAL, KEY, FolderError, alone, signing_key, sync_folder, write_key
from server.journal.engine import JournalError, cause
from server.journal.keys import SIGNING_KEY, read, written
from server.journal.postgres import migrated
from server.journal.schema import HEAD, metadata, site
from server.journal.sqlite import connect
from server.journal.sqlite import version as version_of_file

BATCH = 1000
"""Rows that are held in memory, and committed, at once."""

UNFINISHED = "unfinished move "
"""Begins what stands in place of the schema's version while a database is filled: no site opens such a version."""

MOVING = ".moving"
"""Ends the name of a file that is being filled."""

Tell = Callable[[str, int, int, str], None]


class MoveError(Exception):
    """A journal cannot be moved; the message says why."""


def move(data: Path, address: str, back: bool, tell: Tell) -> int:
    """Copy every row into the database, or `back` into the file, and compare; how many there are. Raises MoveError.

    The source is left as it was. After an interruption the same call goes on.
    """
    try:
        with alone(data):
            return (_back if back else _forth)(data, address, tell)
    except (FolderError, JournalError, ValueError) as error:
        raise MoveError(str(error)) from error
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise MoveError(f"The journal was not moved: {' '.join(str(cause(error)).split())}") from error


def _forth(data: Path, address: str, tell: Tell) -> int:
    for name in (JOURNAL, KEY):
        if not (data / name).is_file():
            raise MoveError(f"The data folder {data} holds no {name}: there is nothing to move.")
    marker = UNFINISHED + hashlib.sha256(signing_key(data)).hexdigest()[:16]
    with _file(data / JOURNAL) as source, _database(address) as target:
        found = _version(target)
        if found != marker:
            if found is not None and found.startswith(UNFINISHED):
                raise MoveError("The database holds a part of another site: its move was not finished.")
            _refuse_other(found)
            with target.execution_options(isolation_level="AUTOCOMMIT") as made:
                migrated(made)
        with _database(address) as target:
            if found != marker:
                if any(target.execute(select(table).limit(1)).first() for table in metadata.sorted_tables):
                    raise MoveError("The database already holds the rows of a site: choose an empty one.")
                _mark(target, marker)
            _copy(source, target, tell)
            rows = _compare(source, target, tell)
            # All processes sign with it, whatever stands in their own folders.
            key = {"name": SIGNING_KEY, "value": written(signing_key(data))}
            target.execute(postgresql.insert(site).on_conflict_do_nothing(), key)
            _mark(target, HEAD)
    return rows


def _back(data: Path, address: str, tell: Tell) -> int:
    if (data / JOURNAL).exists():
        raise MoveError(f"The data folder {data} already holds {JOURNAL}: move it elsewhere first.")
    aside = data / f"{JOURNAL}{MOVING}"
    with _database(address) as source:
        found = _version(source)
        if found is not None and found.startswith(UNFINISHED):
            raise MoveError("The database holds no whole site: the move into it was not finished.")
        if found != HEAD:
            raise MoveError(_older(found))
        _put_key(source, data)
        target = connect(aside)
        try:
            target.exec_driver_sql("PRAGMA wal_autocheckpoint = 1000").all()
            _copy(source, target, tell)
            rows = _compare(source, target, tell)
            target.exec_driver_sql("PRAGMA journal_mode = DELETE").all()
        finally:
            target.close()
            target.engine.dispose()
    os.rename(aside, data / JOURNAL)
    sync_folder(data)
    return rows


def _put_key(source: Connection, data: Path) -> None:
    """Put the key that the processes shared into the data folder. Raises MoveError where another one stands there."""
    shared = source.execute(select(site.c.value).where(site.c.name == SIGNING_KEY)).scalar()
    source.rollback()
    if shared is None:
        return
    if not (data / KEY).exists():
        write_key(data, read(shared))
    elif written(signing_key(data)) != shared:
        raise MoveError(f"The data folder {data} holds another {KEY} than the site had: move it elsewhere first.")


@contextmanager
def _file(path: Path) -> Iterator[Connection]:
    # Not `mode=ro`: to read a journal that no process has open, SQLite needs files beside it.
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True)) as journal:
        found = version_of_file(journal)
        if found != HEAD:
            raise MoveError(_older(found))
    with _opened(create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True))) as opened:
        yield opened


@contextmanager
def _database(address: str) -> Iterator[Connection]:
    """A connection whose every transaction reads one state. Raises MoveError where a site has the database open."""
    url = make_url(address).set(drivername="postgresql+psycopg")
    level = "REPEATABLE READ"
    engine = create_engine(url, isolation_level=level, poolclass=NullPool, hide_parameters=True)
    with _opened(engine) as opened:
        others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'cavalier'"
        if opened.exec_driver_sql(others).first():
            raise MoveError("The database is in use by a process of Cavalier: stop the site first.")
        opened.rollback()
        yield opened


@contextmanager
def _opened(engine: Any) -> Iterator[Connection]:
    try:
        with engine.connect() as opened:
            yield opened
    finally:
        engine.dispose()


def _version(connection: Connection) -> str | None:
    there = connection.exec_driver_sql("SELECT to_regclass('alembic_version')").scalar_one()
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if there else None
    connection.rollback()
    return found


def _refuse_other(found: str | None) -> None:
    if found is not None and found != HEAD:
        raise MoveError(_older(found))


def _older(found: str | None) -> str:
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
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _rows(connection: Connection, table: Table) -> Result[Any]:
    """The rows of a table in an order that is the same in both engines, a batch at a time."""
    query: Select[Any] = select(table)
    for column in table.primary_key or table.columns:
        text = isinstance(column.type, Text) and connection.dialect.name == "postgresql"
        query = query.order_by(nulls_first(column.collate("C") if text else column))
    return connection.execute(query, execution_options={"yield_per": BATCH})
