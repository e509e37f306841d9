"""What all tests share: fuzzing that finds the same examples every time, and a place for a journal on each engine."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.services import Postgres, postgres

settings.register_profile(
    "cavalier",
    derandomize=True,
    max_examples=2000,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("cavalier")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server that is running."""
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a journal may be: the test runs once on each engine."""
    if request.param == "sqlite":
        return tmp_path / "journal.sqlite"
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.database()


@pytest.fixture(params=["sqlite", "postgresql"])
def on_engine(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Options of a site whose journal is in its folder, or in a new database: the test runs once on each engine."""
    if request.param == "sqlite":
        return ()
    server: Postgres = request.getfixturevalue("postgres_server")
    return ("--journal", server.database())
