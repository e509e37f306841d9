"""Sites that all files share, one browser, and new people for each test."""

import pytest

from tests.harness.board_page import board_server
from tests.harness.browsers import BROWSERS, launch
from tests.harness.people import site_fixture, visitors_at
from tests.toys import Court, Crown


@pytest.fixture(scope="package", autouse=True)
def browsers():
    """They are closed before the tests of another folder begin: their driver runs an event loop."""
    yield
    BROWSERS.close()


@pytest.fixture(scope="module")
def browser():
    """A browser for pages that are no person's."""
    with launch() as browser:
        yield browser


@pytest.fixture(scope="package")
def boards():
    """A server of pages that hold one board each."""
    with board_server() as running:
        yield running


ordinary_site = site_fixture()
still_site = site_fixture("--engines", "1", toys=(Crown, Court), scripted=True)

# A file that turns the clock says `visitors_at("still_site")`; one that needs yet another site says `visitors_fixture`.
module_visitors = visitors_at("ordinary_site")


@pytest.fixture
def visitors(module_visitors):
    """People who are new to the site; the test fails on every error that a browser reports, of policy or of script."""
    yield module_visitors
    errors = module_visitors.errors()
    module_visitors.leave()
    assert errors == []
