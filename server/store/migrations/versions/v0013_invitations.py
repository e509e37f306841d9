"""Invitations to tables."""

from alembic import op
from sqlalchemy import REAL, Column, Double, ForeignKey, Text
from sqlalchemy.types import TypeEngine

revision = "0013"
down_revision = "0012"

SECONDS: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "invitations",
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True, nullable=False),
        Column("person", Text, nullable=False),
        Column("at", SECONDS, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("invitations_by_person", "invitations", ["person"])
