"""One site with an empty journal for a whole file of tests: in this process for pages, as a child for sockets."""

import shutil
from contextlib import ExitStack

import pytest

from server.runtime import Config
from server.store import migrate
from tests.harness.composition import app_at, create_app
from tests.harness.faults import changed
from tests.harness.local_site import local_site
from tests.harness.match import match_of
from tests.harness.processes import processes
from tests.harness.services import redis
from tests.harness.site import known_key, scripted_site
from tests.harness.sources import Clock, scripted
from tests.harness.tabs import Tabs
from tests.harness.worlds import worlds
from variants.registry import load_all


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The site."""
    with app_at(tmp_path_factory.mktemp("data")) as app:
        yield app


@pytest.fixture(scope="module")
def clock():
    """A clock for a site of a file."""
    return Clock()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A match for all games of a file, in our days."""
    with match_of(tmp_path_factory.mktemp("games")) as made:
        made.time = 1_700_000_000.0
        yield made


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A scripted site. After the last test of a file it keeps nothing of the people who were connected."""
    with scripted_site(tmp_path_factory.mktemp("site") / "data") as running:
        yield running
        running.until_empty()


@pytest.fixture
def local(tmp_path):
    """A site of one test in this process, with sockets."""
    with local_site(tmp_path) as made:
        yield made


@pytest.fixture
def people(site):
    """Visitors of the scripted site, who seek nobody any more when the test is over."""
    with Tabs(site) as visitors:
        yield visitors
        # The site announces their pairings now.
        visitors.turn_clock(0)
        for client in visitors.clients:
            client.call("unwait")


@pytest.fixture
def url(postgres_server):
    """A new database."""
    return postgres_server.database()


@pytest.fixture
def two(url):
    """Two processes of one site."""
    with processes(url) as made:
        yield made


@pytest.fixture
def data(tmp_path):
    """A data folder with a key that is known and nothing else."""
    return known_key(tmp_path / "data")


@pytest.fixture(scope="session")
def journal_of_games(tmp_path_factory):
    """The journal of a site with a game of each variant."""
    folder, variants = tmp_path_factory.mktemp("games"), load_all()
    with match_of(folder, *variants.values()) as match:
        for name in variants:
            match.open(name)
            for _ in range(3):
                match.turn(*(next(iter(match.table.moves(seat))) for seat in match.table.position.to_act))
    return folder / "journal.sqlite"


@pytest.fixture
def games_data(data, journal_of_games):
    """A data folder with games in it and a key that is known."""
    shutil.copy(journal_of_games, data)
    return data


@pytest.fixture
def migrations(tmp_path):
    """A copy of the migrations, in the place of those of the program."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, folder)
    with changed(migrate, MIGRATIONS=folder):
        yield folder


@pytest.fixture(scope="module")
def leaky(tmp_path_factory):
    """Two sites whose leaks can be opened."""
    with worlds(tmp_path_factory.mktemp("leaky"), "--leaky") as both:
        yield both


@pytest.fixture(scope="session")
def redis_server():
    with redis() as server:
        yield server


@pytest.fixture
def client(app):
    """Somebody who comes for the first time."""
    return app.test_client()


@pytest.fixture
def start(tmp_path):
    """Starts a site of one test, whose clock stands still: `start(address_rate=2)` is its application."""
    with ExitStack() as stack:

        def started(clock=None, **settings):
            app = create_app(Config(**{"data": tmp_path, **settings}), scripted(clock or Clock()))
            stack.callback(app.extensions["cavalier"].close)
            return app

        yield started
