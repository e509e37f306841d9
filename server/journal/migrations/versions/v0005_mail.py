"""The addresses that people gave for mail, and the mails that were made for them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

SECONDS: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Add the tables; the version before this does not know them."""
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.Text, primary_key=True, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("asked_at", SECONDS, nullable=False),
        sa.Column("confirmed_at", SECONDS),
        sa.Column("silent", sa.Text, nullable=False, server_default="[]"),
        sqlite_strict=True,
    )
    op.create_table(
        "mails",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("box", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("made_at", SECONDS, nullable=False),
        sa.Column("due_at", SECONDS, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("mails_by_state", "mails", ["state", "due_at"])
    op.create_index("mails_by_time", "mails", ["made_at"])
