"""What a browser has once, it does not ask for again; a table weighs little, and the rest comes when it is used."""

import re
from unittest.mock import ANY

import pytest
from playwright.sync_api import expect

from tests.harness.people import play_turns, until

MAX_BYTES = 60_000
"""Of a first visit, packed: of its fonts, and of all else."""

FILES = """() => performance.getEntries()
  .filter(({entryType, transferSize}) => /navigation|resource/.test(entryType) && transferSize > 0)
  .map(({name, encodedBodySize}) => [name, encodedBodySize])"""
"""The addresses of what came over the network for a page, and the sizes of their bodies, packed."""


def fetched(page, url):
    """What comes over the network for a page, with its sizes: fonts, and all else."""
    page.goto(url)
    page.wait_for_load_state("networkidle")
    files = dict(page.evaluate(FILES))
    fonts = {name: size for name, size in files.items() if name.endswith(".woff2")}
    return fonts, {name: size for name, size in files.items() if name not in fonts and "socket.io/?" not in name}


@pytest.mark.parametrize(
    "path", ["en/", *(pytest.param(path, marks=pytest.mark.slow) for path in ("fr/variants/Apocalypse", "en/replay"))]
)
def test_a_page_that_is_visited_again_brings_itself_alone(visitors, path):
    page = visitors.person("reader", first=True).page
    fonts, files = fetched(page, visitors.url + path)
    assert len(fonts) == 2
    assert len(files) >= 2, "the page and a sheet"
    assert sum(files.values()) <= MAX_BYTES, files
    assert fetched(page, visitors.url + path) == ({}, {visitors.url + path: ANY})


@pytest.mark.parametrize(
    ("variant", "language"), [("Apocalypse", "en"), ("Checkered", "fr"), ("Chess", "fr"), ("Dice", "fr")]
)
@pytest.mark.slow
def test_a_first_visit_to_a_table_is_light_and_another_asks_for_almost_nothing(visitors, variant, language):
    white, _ = visitors.game(variant, language=language)
    anew = visitors.person("anew", first=True, storage_state=white.page.context.storage_state())
    for requests, number_of_fonts in ((5, 2), (3, 0)):
        fonts, files = fetched(anew.page, white.page.url)
        assert 0 < sum(files.values()) <= MAX_BYTES, files
        assert len(files) <= requests, files
        assert len(fonts) == number_of_fonts
        assert sum(fonts.values()) <= MAX_BYTES


def test_a_script_that_fails_to_load_is_reported_and_the_game_stays_playable(visitors):
    white, black = visitors.game()
    white.allowed_errors.append("ERR_FAILED|Failed to load")
    white.page.route(re.compile("/parts/"), lambda route: route.abort())
    white.part("chat").locator("summary").first.click()
    expect(white.part("toast")).to_contain_text("A part of this page could not be loaded.")
    assert white.page.locator(".chat-parts").evaluate("(node) => node.inert")
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    white.resign()
    expect(white.part("headline")).to_have_text("You lost.")
    white.page.reload()
    expect(white.part("toast")).to_contain_text("A part of this page could not be loaded.")
    expect(white.part("moves")).to_be_visible()
    white.page.unroute(re.compile("/parts/"))
    white.part("chat").locator("summary").first.click()
    expect(white.part("chat-none")).to_have_text("Nobody has written yet.")
    white.part("say-text").fill("Well played.")
    white.part("say").locator("button").click()
    expect(white.part("said")).to_contain_text("Well played.")


def test_each_digest_is_shown_though_its_script_loads_late(visitors):
    white, black = visitors.game()
    held = []
    black.page.route(re.compile("parts/envelopes"), lambda route: held.append(route))
    white.play("e2d3")
    expect(black.page.locator(".plate[data-seat='0'] .slot.full")).to_have_count(1)
    black.play("e5d3")
    for player in (white, black):
        player.sees_turn(1)
    until(black.page, lambda: held)
    assert len(held) == 1
    held[0].continue_()
    expect(black.part("verify-all")).to_be_visible()
    black.page.locator("[data-verify='1']").click()
    expect(black.part("opened")).to_contain_text("It matches: this browser saw this digest before the reveal.")
