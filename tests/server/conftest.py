"""One site with an empty journal for a whole file of tests: in this process for pages, as a child for sockets."""

import pytest

from server.runtime import Config
from tests.harness.composition import create_app
from tests.harness.site import scripted_site


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The site."""
    app = create_app(Config(data=tmp_path_factory.mktemp("data"), identity_rate=0, address_rate=0))
    yield app
    app.extensions["cavalier"].close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A scripted site. After the last test of a file it keeps nothing of the people who were connected."""
    with scripted_site(tmp_path_factory.mktemp("site") / "data") as running:
        yield running
        running.until_empty()


@pytest.fixture
def client(app):
    """Somebody who comes for the first time."""
    return app.test_client()
