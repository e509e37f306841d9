"""Migrations: create the schema of a new journal, and upgrade an older one."""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection, inspect

from server.store.database import JournalError, transaction
from server.store.schema import HEAD, metadata

MIGRATIONS = Path(__file__).parent / "migrations"
"""Each only adds; what is unused is removed a release later: processes of the previous version may still run."""

OLDEST = "0017"
"""The oldest schema that can be upgraded: that of the first release."""


def version(connection: Connection) -> str | None:
    """The schema version of a journal; None if it has no tables yet. Raises SQLAlchemy's DBAPIError."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def migrate(connection: Connection, schema_version: str | None) -> None:
    """Create the schema if `schema_version` is None, else run the missing migrations, all or none.

    Raises JournalError for a schema that this program cannot upgrade, and SQLAlchemy's DBAPIError.
    """
    if schema_version is not None and schema_version > HEAD:
        raise JournalError(f"its schema has version {schema_version}, this program knows {HEAD}; update it")
    if schema_version is not None and schema_version < OLDEST:
        raise JournalError(
            f"its schema has version {schema_version}, from before the first release: move this journal away, or use"
            " another data folder or database"
        )
    # Alembic would log each step at the first start of a site.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Imported here: a start without a migration does not load it.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    with transaction(connection):
        if schema_version is None:
            metadata.create_all(connection, checkfirst=False)  # Tables of another program are no journal.
            command.stamp(config, HEAD)
        else:
            command.upgrade(config, "head")
