"""The first schema that is brought up to date: a new journal is made from `server.store.schema` itself."""

revision = "0006"
down_revision = None


def upgrade() -> None:
    """Nothing: journals of this version have all of it."""
