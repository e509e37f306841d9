"""Brings an open journal to the schema of this program."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"
"""Each only adds, and what is unused is removed a release later: processes of the version before may still run."""


def migrate(connection: Connection, target: str = "head") -> None:
    """Do the migrations that a journal lacks, all or nothing. Raises SQLAlchemy's DBAPIError."""
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
        command.upgrade(config, target)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        driver: Any = connection.connection.driver_connection
        # Where a statement failed, SQLite may have ended the transaction itself.
        if not sqlite or driver.in_transaction:
            connection.exec_driver_sql("ROLLBACK")
        raise
