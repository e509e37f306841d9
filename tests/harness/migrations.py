"""The next release of the program: it has a migration more."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.store import migrate, postgres, sqlite
from server.store.schema import HEAD
from tests.harness.faults import changed

NEXT = f"{int(HEAD) + 1:04}"
"""The version of its schema."""

_MIGRATION = """
from alembic import op

revision = {revision!r}
down_revision = {down!r}


def upgrade() -> None:
    for statement in {statements!r}:
        op.execute(statement)
"""


def add_migration(migrations: Path, *statements: str) -> None:
    """Write a migration of these statements into a folder of migrations."""
    source = _MIGRATION.format(revision=NEXT, down=HEAD, statements=statements)
    (migrations / "versions" / f"v{NEXT}_next.py").write_text(source)


@contextmanager
def next_release() -> Iterator[None]:
    """Journals that are opened in this block are brought to the next version."""
    with changed(migrate, HEAD=NEXT), changed(postgres, HEAD=NEXT), changed(sqlite, HEAD=NEXT):
        yield
