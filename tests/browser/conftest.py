"""A running site and a browser for each module of tests."""

import pytest

from tests.harness.board_page import BROWSERS
from tests.harness.mail import mail_options, mail_server
from tests.harness.people import gathering


@pytest.fixture(scope="package", autouse=True)
def browsers():
    """They are gone when the tests of another room begin: their driver runs an event loop."""
    yield
    BROWSERS.close()


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    # It sends mail: else there is no page on which a reader gives an address.
    with mail_server() as server, gathering(tmp_path_factory.mktemp("data"), *mail_options(server)) as place:
        yield place


@pytest.fixture
def place(gathered):
    """The site of this module; the test fails on anything that a browser complained about: errors, content policy.

    Each test has people of its own, so that no page of an earlier one goes on working.
    """
    yield gathered
    complaints = gathered.complaints()
    gathered.leave()
    assert complaints == []
