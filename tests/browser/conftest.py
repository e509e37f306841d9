"""One site and one browser for each file of tests, and new people for each test."""

import pytest

from tests.harness.board_page import BROWSERS
from tests.harness.mail import mail_options, mail_server
from tests.harness.people import visitors_of


@pytest.fixture(scope="package", autouse=True)
def browsers():
    """They are closed before the tests of another folder begin: their driver runs an event loop."""
    yield
    BROWSERS.close()


@pytest.fixture(scope="module")
def module_visitors(tmp_path_factory):
    """The site of a file; a file that needs another one replaces this by `visitors_fixture`."""
    # It sends mail: else it has no page on which a reader gives an address.
    with mail_server() as server, visitors_of(tmp_path_factory.mktemp("data"), *mail_options(server)) as visitors:
        yield visitors


@pytest.fixture
def visitors(module_visitors):
    """People who are new to the site; the test fails on every error that a browser reports, of policy or of script."""
    yield module_visitors
    errors = module_visitors.errors()
    module_visitors.leave()
    assert errors == []
