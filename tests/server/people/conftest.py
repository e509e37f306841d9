"""A site of one test whose clock the test turns, and people with accounts on it."""

import pytest

from tests.harness.authenticator import Authenticator, Browser
from tests.harness.game import Calls, Game
from tests.harness.sources import Clock


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def app(start, clock):
    return start(clock, identity_rate=0, address_rate=0)


@pytest.fixture
def services(app):
    return app.extensions["cavalier"]


@pytest.fixture
def member(app, services):
    """Makes accounts: `member("Ann")` is the browser of one."""

    def make(name, moderator=False):
        browser = Browser(app, Authenticator(name.encode()))
        assert browser.make().status_code == 200
        assert browser.form("/account/name", name=name).status_code == 303
        if moderator:
            services.accounts.set_moderator(browser.id, True)
        return browser

    return make


@pytest.fixture
def ann(member):
    return member("Ann")


@pytest.fixture
def bob(member):
    return member("Bob")


@pytest.fixture
def play(services):
    """Plays games of two people, by their ids: `play(ann.id, bob.id, "e2e4 e7e5")` answers the table."""

    def begin(white, black, moves="", variant="Chess", control="5+3", **options):
        game = Game(Calls(services), (white, black))
        return game.open(variant, moves, control=control, **options)

    return begin
