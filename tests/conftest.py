"""What all tests share: in which order they run, fuzzing that finds the same examples every time, and journals."""

from pathlib import Path

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

ENGINES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
"""The kinds of journals. `test_store.py` has the contract of both in every run; all else runs on PostgreSQL if slow."""


LONGEST = (
    "server/secrecy/test_secrecy.py",
    "browser/test_audits.py",
    "browser/test_requests.py",
    "browser/test_games.py",
    "browser/test_layout_shift.py",
    "variants/test_contract.py",
    "server/secrecy/test_secrecy_plans.py",
    "server/app/test_run.py",
    "bots/test_lines.py",
    "browser/test_plans.py",
    "server/mail/test_mail.py",
    "browser/test_envelopes.py",
    "server/http/test_attacks.py",
    "server/records/test_verify.py",
    "browser/test_seats.py",
    "browser/test_moves.py",
    "server/http/test_strictness.py",
    "browser/test_clocks.py",
    "browser/test_puzzles.py",
    "browser/test_chat.py",
    "browser/test_computer.py",
    "browser/test_matchmaking.py",
)
"""The files that take longest, the longest first: a worker that began one last would keep the others waiting."""


def pytest_collection_modifyitems(items):
    """Let the longest files come first, each whole, and the others as they are."""
    here = Path(__file__).parent
    places = {here / name: place for place, name in enumerate(LONGEST)}
    missing = [str(path) for path in places if not path.exists()]
    if missing:
        raise pytest.UsageError(f"LONGEST of {__file__} names what is not there: {', '.join(missing)}")
    items.sort(key=lambda item: places.get(item.path, len(places)))


@pytest.fixture
def match(tmp_path):
    """A site for games in this process: `match.game("Checkered", "e2e4 e7e5")` begins one."""
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
