"""The journal in a PostgreSQL database that several processes read and write."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import gevent
from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from server.runtime.fairness import FairPlaces
from server.store.database import Answer, Database, JournalError, error_code, reason
from server.store.migrate import migrate, version
from server.store.schema import HEAD

CONNECTIONS = 8
"""Connections of one process: one writes, the others read."""

ANSWER_TIMEOUT = 5.0
"""Seconds after which a database that does not answer is given up, and its connection closed."""

MIGRATION_LOCK = 0x43_61_76_61_6C
"""The number of the lock that one process at a time holds while it brings the schema up to date."""

UNSYNCED = ("off", "local")
"""Values of `synchronous_commit` that acknowledge what may be lost; `local` does where a standby takes over."""

TIMEOUTS = {
    # A process that stops in the middle of a transaction must not keep its locks.
    "idle_in_transaction_session_timeout": 2000,
    "lock_timeout": 2000,
    "statement_timeout": 4000,
}
"""Milliseconds after which the database ends a statement, a wait for a lock, or an idle transaction."""

PROCESS = "cavalier"
"""The name by which the connections of a process are known in the database."""

OPTIONS = {
    "options": " ".join(f"-c {name}={milliseconds}" for name, milliseconds in TIMEOUTS.items()),
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 4000,
    "application_name": PROCESS,
}


class Stopped(BaseException):
    """The database did not answer in time. No handler of errors takes it: the connection is in an unknown state."""


class PostgreSQL(Database):
    """A PostgreSQL database. Raises JournalError where it cannot be used, ImportError where its driver is missing."""

    shared: ClassVar[bool] = True

    def __init__(self, address: str) -> None:
        url = make_url(address)
        self._places = FairPlaces(CONNECTIONS - 1)
        self._place_timeout = ANSWER_TIMEOUT
        self._engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            isolation_level="AUTOCOMMIT",
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=ANSWER_TIMEOUT,
            hide_parameters=True,
            connect_args=OPTIONS,
        )
        try:
            self.write(check_settings)
            with self._engine.connect() as connection:  # For as long as it takes, or as another process needs for it.
                migrated(connection)
        except (SQLAlchemyError, JournalError) as error:
            self._engine.dispose()
            place = f"{url.host or url.query.get('host') or 'this machine'}, database {url.database}"
            raise JournalError(f"The journal ({place}) cannot be opened: {reason(error)}") from error

    def read(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function."""
        try:
            with self._places.place(self._place_timeout):
                return self.write(work)
        except TimeoutError as error:
            raise _silent() from error

    def write(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function; its connection is closed where the database does not answer in time."""
        try:
            with gevent.Timeout(ANSWER_TIMEOUT, Stopped), self._engine.connect() as connection:
                try:
                    return work(connection)
                except Stopped:
                    connection.invalidate()
                    raise
        except (Stopped, NoConnection) as error:
            raise _silent() from error

    def may_be_stored(self, error: Exception) -> bool:
        """So it may be where the database did not say so, or was about to end."""
        unsaid = isinstance(error, JournalError | OperationalError) and not error_code(error)
        return unsaid or error_code(error).startswith(("08", "57"))

    def checkpoint(self) -> None:
        """The database does so itself."""

    def close(self, sound: bool) -> None:
        """Close the connections."""
        self._engine.dispose()


def _silent() -> JournalError:
    return JournalError(f"the database did not answer within {ANSWER_TIMEOUT:g} seconds")


def check_settings(connection: Connection) -> None:
    """Raise JournalError for a database that may lose what it acknowledged, or is not in UTF-8."""
    for name, losing in (("fsync", ("off",)), ("full_page_writes", ("off",)), ("synchronous_commit", UNSYNCED)):
        value = connection.exec_driver_sql(f"SHOW {name}").scalar_one()
        if value in losing:
            raise JournalError(f"its setting {name} is {value}, so it may lose what it acknowledged; set it to on")
    if connection.exec_driver_sql("SHOW server_encoding").scalar_one() != "UTF8":
        raise JournalError("its encoding is not UTF8")


def migrated(connection: Connection) -> None:
    """Bring the schema up to date, one process at a time. Raises JournalError for the schema of a newer program."""
    connection.exec_driver_sql("SET lock_timeout = 0; SET statement_timeout = 0")
    connection.exec_driver_sql(f"SELECT pg_advisory_lock({MIGRATION_LOCK})")
    try:
        if (schema_version := version(connection)) != HEAD:
            migrate(connection, schema_version)
    finally:
        connection.exec_driver_sql(f"SELECT pg_advisory_unlock({MIGRATION_LOCK})")
        connection.exec_driver_sql("RESET lock_timeout; RESET statement_timeout")
