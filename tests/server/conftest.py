"""What the tests of pages share: one site with an empty journal for a whole file, and a browser that is new to it."""

import pytest

from server.config import Config
from server.site import create_app


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The site."""
    app = create_app(Config(data=tmp_path_factory.mktemp("data"), identity_rate=0, address_rate=0))
    yield app
    app.extensions["cavalier"].close()


@pytest.fixture
def client(app):
    """Somebody who comes for the first time."""
    return app.test_client()
