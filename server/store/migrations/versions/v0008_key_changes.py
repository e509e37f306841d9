"""The changes of secrets, numbered: processes read those that are new to them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "key_changes",
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, nullable=False),
        sqlite_strict=True,
    )
