"""What several processes of one site share beside its tables: its key, who of them lives, and who waits for whom."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SECONDS: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Add the tables; what was there stays, so that the version before this can still use it."""
    op.create_table(
        "site",
        sa.Column("name", sa.Text, primary_key=True, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("alive_at", SECONDS, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "waits",
        sa.Column("person", sa.Text, primary_key=True, nullable=False),
        sa.Column("variants", sa.Text, nullable=False),
        sa.Column("control", sa.Text, nullable=False),
        sa.Column("since", SECONDS, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("seen_at", SECONDS, nullable=False),
        sa.Column("paired", sa.Text),
        sqlite_strict=True,
    )
