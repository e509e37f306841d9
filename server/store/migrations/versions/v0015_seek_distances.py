"""Seeks for opponents of about the same rating."""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the column."""
    op.add_column("seeks", Column("distance", Integer))
