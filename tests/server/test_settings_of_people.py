"""A person's settings go with them to another device; of two choices the later one counts, on either engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from server.config import Config
from server.journal import preferences, schema
from server.journal.store import Journal
from server.site import create_app
from server.tables import pruning
from server.web.chosen import COOKIE
from tests.lobbying import House
from tests.scripted import scripted

HTML = re.compile(r"<html[^>]*>")
START = 1_800_000_000.0


class Moment:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


class Devices:
    """A site, its time, and the browsers of its readers."""

    def __init__(self, folder: Path, place: Path | str) -> None:
        self.clock = Moment()
        journal = place if isinstance(place, str) else ""
        config = Config(data=folder, journal=journal, identity_rate=0, address_rate=0)
        self.app = create_app(config, scripted(self.clock))
        self.journal = self.app.extensions["cavalier"].journal

    def device(self) -> FlaskClient:
        return self.app.test_client()

    def script(self, device: FlaskClient, chosen: str, at: float | None = None) -> None:
        """What a script does on a choice: it writes the cookie, then tells."""
        device.set_cookie(COOKIE, f"{chosen}&at={round((self.clock.now if at is None else at) * 1000)}")
        assert device.post("/en/settings/kept").status_code == 204

    def another(self, device: FlaskClient) -> FlaskClient:
        """A second device, which takes the link of the first."""
        found = re.search(r'id="link" readonly value="([^"]+)"', device.get("/en/mine").text)
        assert found is not None
        second = self.device()
        assert second.post("/en/restore", data={"link": unescape(found[1])}).status_code == 303
        return second


@pytest.fixture
def devices(tmp_path: Path, place: Path | str) -> Iterator[Devices]:
    made = Devices(tmp_path, place)
    yield made
    made.app.extensions["cavalier"].close()


def play(device: FlaskClient) -> None:
    """Become somebody."""
    assert device.post("/en/name", data={"name": "Ann"}).status_code == 303


def look(device: FlaskClient, path: str = "/en/") -> str:
    found = HTML.search(device.get(path).text)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("first", ["settings", "identity"])
def test_a_device_that_takes_the_link_takes_the_settings(devices: Devices, first: str) -> None:
    mine = devices.device()
    for what in sorted(["settings", "identity"], key=lambda each: each != first):
        if what == "identity":
            play(mine)
        else:
            mine.post("/en/settings", data={"theme": "dark", "pieces": "woodcut", "sounding": "on"})
    second = devices.another(mine)
    for path in ("/en/", "/fr/variants/Chess", "/en/settings"):
        assert 'data-theme="dark"' in look(second, path)
        assert 'data-pieces="woodcut"' in look(second, path)


def test_who_has_chosen_nothing_brings_nothing(devices: Devices) -> None:
    mine = devices.device()
    play(mine)
    second = devices.device()
    second.post("/en/settings", data={"theme": "dark"})
    found = re.search(r'id="link" readonly value="([^"]+)"', mine.get("/en/mine").text)
    assert found is not None
    assert second.post("/en/restore", data={"link": unescape(found[1])}).status_code == 303
    assert 'data-theme="dark"' in look(second)


def test_of_two_choices_the_later_one_counts_when_the_page_is_opened(devices: Devices) -> None:
    mine = devices.device()
    play(mine)
    second = devices.another(mine)
    for step, (device, other) in enumerate([(mine, second), (second, mine), (mine, second)]):
        devices.clock.now += 60
        board = ("sage", "print")[step % 2]
        devices.script(device, f"board={board}")
        assert f'data-board="{board}"' not in look(other), "a page asks the cookie alone"
        assert f'data-board="{board}"' in look(other, "/en/settings")
        assert f'data-board="{board}"' in look(other), "from then on"


def test_a_choice_that_is_not_told_yet_is_not_taken_back(devices: Devices) -> None:
    mine = devices.device()
    play(mine)
    devices.script(mine, "theme=light")
    devices.clock.now += 1
    mine.set_cookie(COOKIE, f"theme=dark&at={round(devices.clock.now * 1000)}")
    assert 'data-theme="dark"' in look(mine, "/en/settings")
    assert 'data-theme="dark"' in look(mine)


def test_a_clock_that_is_ahead_wins_no_longer_than_until_the_next_choice(devices: Devices) -> None:
    mine = devices.device()
    play(mine)
    second = devices.another(mine)
    devices.script(mine, "theme=dark", devices.clock.now + 10_000)
    devices.clock.now += 1
    devices.script(second, "theme=light")
    devices.clock.now += 20_000
    assert preferences.of(devices.journal, _only(devices)) == ("theme=light", START + 1)


def test_an_old_choice_that_comes_late_is_not_kept(devices: Devices) -> None:
    mine = devices.device()
    play(mine)
    devices.clock.now += 100
    devices.script(mine, "theme=dark")
    devices.script(mine, "theme=light", START)
    assert preferences.of(devices.journal, _only(devices)) == ("theme=dark", START + 100)


def test_a_stranger_keeps_nothing_and_is_nobody_afterwards(devices: Devices) -> None:
    stranger = devices.device()
    devices.script(stranger, "theme=dark")
    assert stranger.get_cookie("cavalier") is None
    assert _people(devices) == []


@pytest.mark.parametrize("cookie", ["theme=pink&at=5", "theme=dark&at=-1", "theme=dark&at=1e3", "at=" + "9" * 40])
def test_nonsense_in_the_cookie_is_kept_by_nobody(devices: Devices, cookie: str) -> None:
    mine = devices.device()
    play(mine)
    mine.set_cookie(COOKIE, cookie)
    assert mine.post("/en/settings/kept").status_code == 204
    kept = preferences.of(devices.journal, _only(devices))
    assert kept is not None
    assert kept[0] in ("", "theme=dark")
    assert 0 <= kept[1] <= START


def test_settings_that_nobody_has_chosen_for_long_are_forgotten(tmp_path: Path, place: Path | str) -> None:
    house = House(tmp_path, place=place)
    at = house.lobby.clock()
    preferences.keep(house.journal, "ann", "theme=dark", at - pruning.SETTINGS_LAST - 1)
    preferences.keep(house.journal, "bob", "theme=dark", at - pruning.SETTINGS_LAST + 1)
    assert pruning.prune(house.lobby) == 1
    assert preferences.of(house.journal, "ann") is None
    assert preferences.of(house.journal, "bob") is not None
    house.journal.close()


def test_another_site_cannot_tell(devices: Devices) -> None:
    answer = devices.device().post("/en/settings/kept", headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403


def _people(devices: Devices) -> list[str]:
    journal: Journal = devices.journal
    return [person for (person,) in journal.read(select(schema.preferences.c.person))]


def _only(devices: Devices) -> str:
    (person,) = _people(devices)
    return person
