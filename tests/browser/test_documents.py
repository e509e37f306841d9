"""Pages that are read: on paper, in the frame of another site, and records that are played again."""

import re

import pytest
from playwright.sync_api import expect

from server.texts.languages import COMPLETE
from tests.harness.board_page import page_server
from tests.harness.people import play_turns
from variants.registry import load_all

# Frames of another site


def test_a_finished_game_steps_in_a_frame_of_another_site_and_no_other_page_is_shown_there(visitors):
    ann, bob = visitors.game()
    play_turns("a2a3/e4e3", "a1b3/e5d3", white=ann, black=bob)
    bob.resign()
    expect(bob.part("again")).to_be_visible()
    bob.page.reload()
    bob.page.locator("#embed summary").click()
    line = bob.part("embed-line").input_value()
    # The site is configured with an address at which it is not reached here.
    assert line.startswith('<iframe src="https://chess.example/embed/game/')
    line = line.replace("https://chess.example/", visitors.url)
    fen = "n3n/5/2p2/1P3/N3N"
    others = "".join(
        f'<iframe src="{visitors.url}{path}"></iframe>' for path in (f"embed/Apocalypse?fen={fen}", "en/games")
    )
    reader = visitors.person("reader")
    reader.allowed_errors.append("frame-ancestors")
    with page_server({}) as (address, pages):
        pages["/"] = line + others
        reader.page.goto(f"{address}/")
        game, position, page = (reader.page.frame_locator("iframe").nth(at) for at in range(3))
        expect(game.locator("#shown")).to_have_text("turn 2 of 2")
        expect(game.locator("[data-layer='pieces'] use")).to_have_count(14)
        game.locator("[data-step=first]").click()
        expect(game.locator("#shown")).to_have_text("turn 0 of 2")
        expect(game.locator("[data-layer='arrows'] *")).to_have_count(0)
        game.locator("[data-step=forward]").click()
        expect(game.locator("#shown")).to_have_text("turn 1 of 2")
        expect(game.locator("[data-layer='arrows'] > *")).to_have_count(2)
        expect(position.locator("svg.board")).to_be_visible()
        expect(page.locator("main")).to_have_count(0)
        for frame in (game, position):
            fits = "main => main.scrollHeight <= innerHeight && main.scrollWidth <= innerWidth"
            assert frame.locator("main").evaluate(fits), "nothing is cut off"


# Paper


SMALLEST_TYPE = 12.0
"""Pixels: nine points."""

SHEET = {"width": 695, "height": 1000}
"""The part of a sheet of A4 inside its margins, in pixels."""

TYPE_SIZES = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const sizes = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const holder = walker.currentNode.parentElement;
    if (!text || holder.closest("svg, script, .vh") || !holder.checkVisibility()) continue;
    sizes.push([parseFloat(getComputedStyle(holder).fontSize), text.slice(0, 40)]);
  }
  return sizes;
}"""


def sheets(page):
    """On how many sheets the browser prints this page."""
    return len(re.findall(rb"/Type /Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


def printed(visitors, path):
    """A page that is shown as on paper: no type is too small, nothing is cut off, and there is nothing to press."""
    reader = visitors.person("reader", viewport=SHEET).go(path).with_fonts()
    reader.page.emulate_media(media="print")
    assert [(size, text) for size, text in reader.page.evaluate(TYPE_SIZES) if size < SMALLEST_TYPE - 0.01] == []
    assert reader.overflow() <= 0
    assert reader.page.locator("button:visible, .btn:visible, input:visible, nav:visible").count() == 0
    return reader.page


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.slow
def test_the_rules_of_apocalypse_take_six_sheets_with_all_figures(visitors, language):
    page = printed(visitors, f"{language}/variants/Apocalypse")
    # The right answer to a question is printed in words, without the board that it unfolds on the screen.
    figures = page.locator("figure.fig > svg.board:visible")
    assert figures.count() >= 24
    narrow = figures.evaluate_all("all => all.filter((one) => one.getBoundingClientRect().width < 120).length")
    assert narrow == 0, "a board is at least three centimetres wide"
    assert page.locator(".prose").evaluate("one => getComputedStyle(one).columnCount") == "2"
    page.emulate_media(media="null")
    assert 1 < sheets(page) <= 6


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", sorted(load_all()))
@pytest.mark.slow
def test_a_leaflet_takes_one_sheet(visitors, name, language):
    page = printed(visitors, f"{language}/variants/{name}/leaflet")
    page.emulate_media(media="null")
    assert page.locator("svg.board").count() == 2
    assert sheets(page) == 1


@pytest.mark.slow
def test_a_printed_game_shows_board_result_and_moves_and_nothing_to_press(visitors):
    white, black = visitors.game("Chess", control="30+20")
    white.play("e2e4")
    white.sees_turn(1)
    black.resign()
    expect(white.page.locator("main.over")).to_be_attached()
    white.page.set_viewport_size({"width": 720, "height": 1000})
    white.page.emulate_media(media="print")
    for selector in (".board", "#headline", "#moves tbody tr"):
        expect(white.page.locator(selector).first).to_be_visible()
    assert white.page.locator("main .btn:visible").count() == 0
    assert white.overflow() <= 0
