"""Makes the tables of a new journal, and brings an older one to the schema of this program."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from server.store.database import JournalError
from server.store.schema import HEAD, metadata

MIGRATIONS = Path(__file__).parent / "migrations"
"""Each only adds, and what is unused is removed a release later: processes of the version before may still run."""

OLDEST = "0006"
"""The oldest schema from which a migration leads on: that of Cavalier 0.1."""


def migrate(connection: Connection, found: str | None) -> None:
    """Make the tables where none was `found`, or else do the migrations that are missing, all or nothing.

    Raises JournalError for a schema that this program cannot bring up to date, and SQLAlchemy's DBAPIError.
    """
    if found is not None and found > HEAD:
        raise JournalError(f"its schema has version {found}, this program knows {HEAD}; update it")
    if found is not None and found < OLDEST:
        raise JournalError(
            f"its schema has version {found}, which this program does not read: start Cavalier 0.1 first"
        )
    # Alembic would log each of its steps on the first start of every site.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Imported here: a start that needs no migration does not load it.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    sqlite = connection.dialect.name == "sqlite"
    connection.exec_driver_sql("BEGIN IMMEDIATE" if sqlite else "BEGIN")
    try:
        if found is None:
            metadata.create_all(connection)
            command.stamp(config, HEAD)
        else:
            command.upgrade(config, "head")
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        driver: Any = connection.connection.driver_connection
        # Where a statement failed, SQLite may have ended the transaction itself.
        if not sqlite or driver.in_transaction:
            connection.exec_driver_sql("ROLLBACK")
        raise
