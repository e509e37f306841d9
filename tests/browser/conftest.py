"""One site and one browser for each file of tests, and new people for each test."""

import pytest

from tests.harness.browsers import BROWSERS
from tests.harness.people import visitors_fixture


@pytest.fixture(scope="package", autouse=True)
def browsers():
    """They are closed before the tests of another folder begin: their driver runs an event loop."""
    yield
    BROWSERS.close()


# Without mail a site has no page on which a reader gives an address. A file that needs another site replaces this.
module_visitors = visitors_fixture(mail=True)


@pytest.fixture
def visitors(module_visitors):
    """People who are new to the site; the test fails on every error that a browser reports, of policy or of script."""
    yield module_visitors
    errors = module_visitors.errors()
    module_visitors.leave()
    assert errors == []
