"""Blocks, reports and sanctions."""

from typing import Any

from alembic import op
from sqlalchemy import REAL, Column, Double, Integer, Text
from sqlalchemy.types import TypeEngine

revision = "0012"
down_revision = "0011"

SECONDS: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")


def upgrade() -> None:
    """Add the tables."""
    _table(
        "blocks",
        Column("person", Text, primary_key=True, nullable=False),
        Column("other", Text, primary_key=True, nullable=False),
        Column("at", SECONDS, nullable=False),
        Column("active", Integer, nullable=False),
        rowid=False,
    )
    op.create_index("blocks_by_time", "blocks", ["at"])
    _table(
        "reports",
        Column("id", Text, primary_key=True, nullable=False),
        *(Column(name, Text, nullable=False) for name in ("reporter", "person", "kind", "reason", "text", "table_id")),
        Column("at", SECONDS, nullable=False),
        Column("closed_at", SECONDS),
        Column("moderator", Text, nullable=False),
    )
    op.create_index("reports_by_person", "reports", ["person", "at"])
    op.create_index("reports_by_time", "reports", ["closed_at", "at"])
    _table(
        "sanctions",
        Column("id", Text, primary_key=True, nullable=False),
        *(Column(name, Text, nullable=False) for name in ("person", "moderator", "kind", "reason")),
        Column("at", SECONDS, nullable=False),
        Column("until", SECONDS),
        Column("changed_at", SECONDS, nullable=False),
        Column("answer", Text, nullable=False),
    )
    op.create_index("sanctions_by_person", "sanctions", ["person", "at"])
    op.create_index("sanctions_by_time", "sanctions", ["changed_at"])


def _table(name: str, *columns: Column[Any], rowid: bool = True) -> None:
    op.create_table(name, *columns, sqlite_strict=True, sqlite_with_rowid=rowid)
