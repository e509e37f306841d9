"""Makes the tables of a new journal, and brings an older one to the schema of this program."""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection, inspect

from server.store.database import JournalError, transaction
from server.store.schema import HEAD, metadata

MIGRATIONS = Path(__file__).parent / "migrations"
"""Each only adds, and what is unused is removed a release later: processes of the version before may still run."""

OLDEST = "0006"
"""The oldest schema from which a migration leads on: that of Cavalier 0.1."""


def version(connection: Connection) -> str | None:
    """The version of the schema of a journal; None where it has no tables yet. Raises SQLAlchemy's DBAPIError."""
    if inspect(connection).has_table("alembic_version"):
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    # Before Alembic, versions of a file were counted here.
    counted = connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA user_version").scalar()
    return "0000" if counted else None


def migrate(connection: Connection, schema_version: str | None) -> None:
    """Make the tables where `schema_version` is None, or else do the migrations that are missing, all or nothing.

    Raises JournalError for a schema that this program cannot bring up to date, and SQLAlchemy's DBAPIError.
    """
    if schema_version is not None and schema_version > HEAD:
        raise JournalError(f"its schema has version {schema_version}, this program knows {HEAD}; update it")
    if schema_version is not None and schema_version < OLDEST:
        raise JournalError(
            f"its schema has version {schema_version}, which this program does not read: start Cavalier 0.1 first"
        )
    # Alembic would log each of its steps on the first start of every site.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Imported here: a start that needs no migration does not load it.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    with transaction(connection):
        if schema_version is None:
            metadata.create_all(connection)
            command.stamp(config, HEAD)
        else:
            command.upgrade(config, "head")
