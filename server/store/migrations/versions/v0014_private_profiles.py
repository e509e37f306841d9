"""Profiles that only their owners see."""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column."""
    op.add_column("accounts", Column("private", Integer, nullable=False, server_default="0"))
