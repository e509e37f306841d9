"""What a browser has once, it does not ask for again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.players import Place, Player

ASKED = """() => performance.getEntriesByType("resource")
  .filter(({name, transferSize}) => transferSize > 0 && !name.includes("socket.io/?"))
  .map(({name}) => new URL(name).pathname)"""
"""The files that came over the network, but for what the socket carries."""


def asked(player: Player, path: str) -> list[str]:
    """The files that came over the network for this page."""
    player.go(path).page.wait_for_load_state("networkidle")
    found: list[str] = player.page.evaluate(ASKED)
    return found


@pytest.mark.parametrize("path", ["en/", "fr/variants/Apocalypse", "en/replay"])
def test_a_page_that_is_visited_again_brings_itself_alone(place: Place, path: str) -> None:
    reader = place.player("reader")
    assert len(asked(reader, path)) > 5
    assert asked(reader, path) == []


def test_a_second_table_brings_itself_and_its_code_for_a_camera_alone(place: Place) -> None:
    anna = place.player("anna")
    links = [anna.open("Apocalypse", language="en", name="Anna") for _ in range(2)]
    oskar = place.player("oskar")
    oskar.visit(links[0])
    oskar.page.wait_for_load_state("networkidle")
    path = links[1].removeprefix(place.url)
    assert [name.rpartition("/")[2] for name in asked(oskar, path)] == ["code.svg"]
    expect(oskar.part("join")).to_be_visible()
