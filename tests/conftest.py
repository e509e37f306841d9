"""What all tests share: fuzzing that finds the same examples every time, and journals."""

import gc

import pytest
from hypothesis import HealthCheck, settings

from server.store.postgres import OPTIONS
from tests.harness.match import match_of
from tests.harness.services import postgres

for name, examples in (("fast", 100), ("far", 2000)):
    settings.register_profile(
        name,
        derandomize=True,
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
settings.load_profile("fast")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Spare the collector the modules and tests of the whole run: it would look at them again and again."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


ENGINES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
"""The kinds of journals. `test_store.py` has the contract of both in every run; all else runs on PostgreSQL if slow."""


@pytest.fixture
def match(tmp_path):
    """A site for games in this process: `match.open("Checkered", "e2e4 e7e5")` begins one."""
    with match_of(tmp_path) as made:
        yield made


@pytest.fixture(scope="session")
def postgres_server():
    """A PostgreSQL server that is running. Journals of this process wait for it as long as a busy machine takes."""
    given_up = dict(OPTIONS)
    # A flag whose commit the database gives up is looked at again ten seconds later, by a clock that stands still.
    OPTIONS.update(options="", connect_timeout=60)
    with postgres() as server:
        yield server
    OPTIONS.update(given_up)


def _place(request, tmp_path):
    if request.param == "sqlite":
        return tmp_path / "journal.sqlite"
    server = request.getfixturevalue("postgres_server")
    return server.database()


place = pytest.fixture(_place, params=ENGINES, name="place")
"""Where a journal may be: the test runs once on each engine."""

each_place = pytest.fixture(_place, params=["sqlite", "postgresql"], name="each_place")
"""The same, for tests that run on both engines every time."""


def _options(request):
    if request.param == "sqlite":
        return ()
    server = request.getfixturevalue("postgres_server")
    return ("--journal", server.database())


on_engine = pytest.fixture(_options, params=ENGINES, name="on_engine")
"""Options of a site whose journal is in its folder, or in a new database: the test runs once on each engine."""
