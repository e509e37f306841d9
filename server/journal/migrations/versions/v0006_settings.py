"""The settings that people chose, so that another device of theirs takes them over."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

SECONDS: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Add the table; the version before this does not know it."""
    op.create_table(
        "preferences",
        sa.Column("person", sa.Text, primary_key=True, nullable=False),
        sa.Column("chosen", sa.Text, nullable=False),
        sa.Column("at", SECONDS, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("preferences_by_time", "preferences", ["at"])
