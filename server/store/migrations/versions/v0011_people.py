"""Accounts with names and passkeys; rated tables and the ratings of their players."""

from typing import Any

from alembic import op
from sqlalchemy import REAL, Column, Double, ForeignKey, Integer, Table, Text
from sqlalchemy.types import TypeEngine

revision = "0011"
down_revision = "0010"

SECONDS: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")


def upgrade() -> None:
    """Add the tables and columns. People with a confirmed address get an account."""
    op.add_column("tables", Column("rated", Integer, nullable=False, server_default="0"))
    op.add_column("tables", Column("rating_number", Integer))
    op.add_column("seeks", Column("rated", Integer, nullable=False, server_default="0"))
    _table(
        "ratings",
        Column("pool", Text, primary_key=True, nullable=False),
        Column("number", Integer, primary_key=True, nullable=False, autoincrement=False),
        Column("person", Text, primary_key=True, nullable=False),
        Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
        *(Column(name, SECONDS, nullable=False) for name in ("at", "rating", "deviation", "volatility", "previous")),
        rowid=False,
    )
    op.create_index("ratings_by_person", "ratings", ["person", "pool", "number"])
    op.create_index("ratings_by_table", "ratings", ["table_id"])
    _table(
        "accounts",
        Column("person", Text, primary_key=True, nullable=False),
        Column("at", SECONDS, nullable=False),
        Column("changed_at", SECONDS, nullable=False),
        Column("closed_at", SECONDS),
        Column("moderator", Integer, nullable=False),
    )
    op.create_index("accounts_by_time", "accounts", ["changed_at"])
    _table(
        "account_names",
        Column("reading", Text, primary_key=True, nullable=False),
        Column("name", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("at", SECONDS, nullable=False),
        Column("until", SECONDS),
    )
    op.create_index("account_names_by_person", "account_names", ["person"])
    _table(
        "passkeys",
        Column("id", Text, primary_key=True, nullable=False),
        Column("person", Text, nullable=False),
        Column("credential", Text, nullable=False),
        Column("counter", Integer, nullable=False),
        Column("at", SECONDS, nullable=False),
        Column("used_at", SECONDS, nullable=False),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])
    _table(
        "spent",
        Column("token", Text, primary_key=True, nullable=False),
        Column("until", SECONDS, nullable=False),
    )
    op.execute(
        "INSERT INTO accounts (person, at, changed_at, moderator)"
        " SELECT person, confirmed_at, confirmed_at, 0 FROM mailboxes WHERE confirmed_at IS NOT NULL"
    )


def _table(name: str, *columns: Column[Any], rowid: bool = True) -> Table:
    return op.create_table(name, *columns, sqlite_strict=True, sqlite_with_rowid=rowid)
