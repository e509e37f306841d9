"""What a browser has once, it does not ask for again; a table weighs little, and the rest comes when it is used."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.people import AUDITED, play_turns, until
from variants.registry import load_all

MOST_BYTES = 60_000
"""Of all that a first visit to a table brings, packed, without fonts; and of the fonts."""

MOST_AGAIN = 3
"""Files that another visit to the same table asks for."""

ASKED = """() => performance.getEntriesByType("resource")
  .filter(({name, transferSize}) => transferSize > 0 && !name.includes("socket.io/?"))
  .map(({name}) => new URL(name).pathname)"""
"""The files that came over the network, but for what the socket carries."""


def asked(player, path):
    """The files that came over the network for this page."""
    player.go(path).page.wait_for_load_state("networkidle")
    return player.page.evaluate(ASKED)


@pytest.mark.parametrize("path", ["en/", "fr/variants/Apocalypse", "en/replay"])
def test_a_page_that_is_visited_again_brings_itself_alone(visitors, path):
    reader = visitors.person("reader", first=True)
    assert len(asked(reader, path)) >= 3, "a sheet and two fonts, at least"
    assert asked(reader, path) == []


def test_a_second_table_brings_itself_alone(visitors):
    anna = visitors.person("anna")
    links = [anna.open("Apocalypse", language="en", name="Anna") for _ in range(2)]
    oskar = visitors.person("oskar")
    oskar.visit(links[0])
    oskar.page.wait_for_load_state("networkidle")
    path = links[1].removeprefix(visitors.url)
    assert asked(oskar, path) == []
    expect(oskar.part("join")).to_be_visible()


class Came:
    """What comes over the network for a page: addresses, and how long what was sent is, packed, without its head."""

    def __init__(self, page):
        self._network = page.context.new_cdp_session(page)
        self._network.send("Network.enable")
        self._lengths = {}
        self._asked = {}
        self._network.on("Network.responseReceived", self._answered)
        self._network.on("Network.loadingFinished", self._finished)

    def _answered(self, event):
        answer = event["response"]
        if not answer.get("fromDiskCache") and not answer["url"].startswith("data:"):
            self._asked[event["requestId"]] = event

    def _finished(self, event):
        if answered := self._asked.get(event["requestId"]):
            head = answered["response"]["encodedDataLength"]
            self._lengths[event["requestId"]] = event["encodedDataLength"] - head

    def files(self, fonts=False):
        """By address; of fonts, or of all else."""
        return {
            event["response"]["url"]: self._lengths.get(identity, 0)
            for identity, event in self._asked.items()
            if (event["type"] == "Font") == fonts
        }


@pytest.mark.parametrize(("variant", "language"), [("Apocalypse", "en"), ("Checkered", "fr"), ("Dark", "fr")])
def test_a_first_visit_to_a_table_is_light_and_another_asks_for_almost_nothing(visitors, variant, language):
    white, _black = visitors.game(variant, language=language)
    known = white.page.context.storage_state()
    again = visitors.browser.new_context(storage_state=known, reduced_motion="reduce", service_workers="block")
    for most, requests, fonts in ((MOST_BYTES, 5, 2), (MOST_BYTES, MOST_AGAIN, 0)):
        page = again.new_page()
        came = Came(page)
        page.goto(white.page.url)
        expect(page.locator(".board-squares button[data-kind=origin]").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        assert 0 < sum(came.files().values()) <= most, came.files()
        assert len(came.files()) <= requests, came.files()
        assert len(came.files(fonts=True)) == fonts
        assert sum(came.files(fonts=True).values()) <= MOST_BYTES
        page.close()


@pytest.mark.parametrize("language", AUDITED)
def test_a_first_visit_to_each_page_of_rules_is_light(visitors, language):
    reader = visitors.browser.new_context(service_workers="block")
    for name in load_all():
        page = reader.new_page()
        came = Came(page)
        page.goto(f"{visitors.url}{language}/variants/{name}")
        page.wait_for_load_state("networkidle")
        files = {url: size for url, size in came.files().items() if not url.endswith(".png")}
        assert 0 < sum(files.values()) <= MOST_BYTES, files
        page.close()
    reader.close()


SHIFTED = """() => new Promise((tell) => {
  new PerformanceObserver((list) => tell(list.getEntries().length)).observe({ type: "layout-shift", buffered: true });
  document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell, 100, 0))));
})"""
"""How many shifts the layout of a page has seen once its fonts are there and it was drawn with them."""


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_on_a_page_whose_fonts_come_late(visitors, width):
    reader = visitors.browser.new_context(viewport={"width": width, "height": 700}, service_workers="block")
    page = reader.new_page()
    held = []
    page.route(re.compile("woff2"), lambda route: held.append(route))
    page.goto(f"{visitors.url}fr/variants/Dark", wait_until="domcontentloaded")
    expect(page.locator("main figure svg").first).to_be_attached()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)))")
    assert len(held) >= 2, "the fonts are asked for"
    for route in held:
        route.continue_()
    assert page.evaluate(SHIFTED) == 0
    reader.close()


def loaded(player):
    """The scripts that this page has loaded late."""
    found = player.page.evaluate(
        """() => performance.getEntriesByType("resource").map(({name}) => name.split("/bundles/play/")[1] ?? "")"""
    )
    return {name for name in found if name}


def test_scripts_of_the_chat_the_envelopes_and_the_review_come_when_they_are_used(visitors):
    white, black = visitors.game()
    assert loaded(white) <= {"heard.js"}, "the game has just begun"
    white.part("chat").locator("summary").first.click()
    expect(white.part("chat-none")).to_have_text("Nobody has written yet.")
    until(white.page, lambda: "chat.js" in loaded(white))
    assert "envelopes.js" not in loaded(white)
    play_turns("e2d3/e5d3", white=white, black=black)
    expect(white.part("verify-all")).to_be_visible()
    assert "review.js" not in loaded(white)
    white.part("resign").click()
    white.answer("yes")
    for player in (white, black):
        expect(player.part("review-start")).to_be_visible()
        until(player.page, lambda player=player: "review.js" in loaded(player))
    until(black.page, lambda: "chat.js" in loaded(black))  # What the other room said may be read now.
    assert "notice.js" not in loaded(white)


def test_a_part_that_cannot_be_loaded_says_so_and_the_table_is_played_on(visitors):
    white, black = visitors.game()
    white.allowed_errors.append("ERR_FAILED|Failed to load")
    white.page.route(re.compile("bundles/play/"), lambda route: route.abort())
    white.part("chat").locator("summary").first.click()
    expect(white.part("toast")).to_contain_text("A part of this page could not be loaded.")
    assert white.page.locator(".chat-parts").evaluate("(node) => node.inert")
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    white.part("resign").click()
    white.answer("yes")
    expect(white.part("headline")).to_have_text("You lost.")
    white.page.reload()
    expect(white.part("toast")).to_contain_text("A part of this page could not be loaded.")
    expect(white.part("moves")).to_be_visible()
    white.page.unroute(re.compile("bundles/play/"))
    white.part("chat").locator("summary").first.click()
    expect(white.part("chat-none")).to_have_text("Nobody has written yet.")
    white.part("say-text").fill("Well played.")
    white.part("say").locator("button").click()
    expect(white.part("said")).to_contain_text("Well played.")


def test_the_other_device_sees_each_digest_though_the_script_of_envelopes_comes_late(visitors):
    white, black = visitors.game()
    held = []
    black.page.route(re.compile("play/envelopes"), lambda route: held.append(route))
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
