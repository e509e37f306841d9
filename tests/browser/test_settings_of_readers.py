"""Pages under the settings of their readers: text twice as large, colours of their own, paper, coarse fingers."""

import pytest
from playwright.sync_api import expect

from tests.harness.people import AUDITED, THEMES

pytestmark = pytest.mark.slow

OF_VARIANTS = ("variants/Apocalypse", "variants/Checkered/play", "variants/Checkered/analysis")
PAGES = ("", *OF_VARIANTS, "games", "mine", "mail", "settings", "replay")

SMALL = """() => [...document.querySelectorAll("a, button, select, summary")]
  .filter((node) => node.checkVisibility() && !node.closest(".vh"))
  .filter((node) => node.getBoundingClientRect().height < 24)
  .map((node) => node.textContent.trim())"""

CUT = """() => [...document.querySelectorAll("main *")]
  .filter((node) => node.checkVisibility() && !node.closest("svg, .vh, .slot"))
  .filter((node) => node.scrollHeight > node.clientHeight + 1 && getComputedStyle(node).overflowY !== "visible")
  .map((node) => node.className)"""

SIGNS = """(selectors) => selectors.map((selector) => {
  const node = document.querySelector(selector);
  const style = getComputedStyle(node);
  return [style.backgroundColor, style.color, style.textDecorationLine].join();
})"""


def running(visitors):
    """A game with clocks, whose players are called Anna and Oskar; and its address within a language."""
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Chess", name="Anna", control="30+20", listed=True)
    black.join(link, name="Oskar")
    white.ready("e2")
    return white, black, "game/" + link.rsplit("/", 1)[1].partition("?")[0]


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("language", AUDITED)
def test_text_of_twice_its_size_stays_within_the_window(visitors, language, width):
    white, _, game = running(visitors)
    white.page.set_viewport_size({"width": width, "height": 740})
    wide = {}
    for path in (*PAGES, game):
        white.go(f"{language}/{path}")
        white.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        wide[path] = white.overflow()
    assert {path: beside for path, beside in wide.items() if beside > 0} == {}


def test_every_target_is_24_pixels_high(visitors):
    white, _, game = running(visitors)
    white.page.set_viewport_size({"width": 360, "height": 740})
    small = {path: white.go(f"en/{path}").page.evaluate(SMALL) for path in (*PAGES, game)}
    assert {path: found for path, found in small.items() if found} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_with_forced_colours_no_two_states_look_alike(visitors, theme):
    white, black, _ = running(visitors)
    white.play("e2e4")
    black.play("e7e5")
    white.page.emulate_media(forced_colors="active", color_scheme=theme)
    stones = white.page.evaluate(SIGNS, [".plate .stone-white", ".plate .stone-black"])
    assert stones[0] != stones[1]
    expect(white.page.locator(".plate .clock.run")).to_have_count(1)  # Each has made a first move.
    clocks = white.page.evaluate(SIGNS, [".plate .clock.run", ".plate .clock:not(.run)"])
    assert clocks[0] != clocks[1]
    white.go("en/games")
    links = white.page.evaluate(SIGNS, [".wide a[aria-current]", ".wide a:not([aria-current])"])
    assert links[0] != links[1]
    white.go("en/").unfold("computer")
    segments = white.page.evaluate(
        SIGNS, ["form.computer label:has(:checked)", "form.computer .seg label:not(:has(:checked))"]
    )
    assert segments[0] != segments[1]


def test_the_seal_has_the_wax_of_its_theme(visitors):
    anna = visitors.person("themed").open("Apocalypse") and visitors.person("themed")
    fills = []
    for theme in ("light", "dark"):
        anna.page.emulate_media(color_scheme=theme)
        fills.append(anna.page.locator("main .marks .wax").first.evaluate("node => getComputedStyle(node).fill"))
    assert fills == ["rgb(164, 22, 42)", "rgb(198, 47, 72)"]


def test_a_printed_game_shows_board_result_and_moves_and_nothing_to_press(visitors):
    white, black, _ = running(visitors)
    white.play("e2e4")
    white.sees_turn(1)
    black.part("resign").click()
    black.answer("yes")
    expect(white.page.locator("main.over")).to_be_attached()
    white.page.set_viewport_size({"width": 720, "height": 1000})
    white.page.emulate_media(media="print")
    for selector in (".board", "#headline", "#moves tbody tr"):
        expect(white.page.locator(selector).first).to_be_visible()
    assert white.page.locator("main .btn:visible").count() == 0
    assert white.overflow() <= 0
    assert white.page.evaluate(CUT) == []
