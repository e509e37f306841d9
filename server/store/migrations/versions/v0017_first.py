"""The schema of the first release: a new journal is made from `server.store.schema` itself."""

revision = "0017"
down_revision = None


def upgrade() -> None:
    """Nothing: journals of this version have all of it."""
