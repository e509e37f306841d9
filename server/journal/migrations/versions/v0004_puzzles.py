"""The answers of people to puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

REAL: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Add the table; the version before this does not know it."""
    op.create_table(
        "solved",
        sa.Column("person", sa.Text, primary_key=True, nullable=False),
        sa.Column("puzzle", sa.Text, primary_key=True, nullable=False),
        sa.Column("at", REAL, nullable=False),
        sa.Column("lost", REAL, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("solved_by_time", "solved", ["at"])
