"""The time of the last mail to a mailbox: notices that were due before the migration are not sent after it."""

from time import time

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

SECONDS: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Add the column."""
    op.add_column("mailboxes", sa.Column("sent_at", SECONDS, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE mailboxes SET sent_at = :now").bindparams(now=time()))
