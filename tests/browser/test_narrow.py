"""A telephone 360 pixels wide: what stands in one line there, and what is scrolled rather than broken."""

import pytest
from playwright.sync_api import expect

from tests.harness.people import AUDITED, play_turns

pytestmark = pytest.mark.slow

NARROW = {"width": 360, "height": 740}


def test_what_a_french_player_may_do_beside_moving_stands_in_one_line(visitors):
    white, black = visitors.game(language="fr")
    white.page.set_viewport_size(NARROW)
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    buttons = white.page.locator("#acts button:visible")
    expect(buttons).to_have_text(["Proposer nulle", "Reprendre le coup", "Abandonner"])
    tops = buttons.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    assert white.overflow() <= 0


@pytest.mark.parametrize("language", AUDITED)
def test_the_board_comes_before_its_tools_on_the_analysis_page(visitors, language):
    reader = visitors.person("reader", viewport=NARROW).go(f"{language}/variants/Chess/analysis")
    board, flip = reader.page.locator("cavalier-board").bounding_box(), reader.part("flip").bounding_box()
    assert board is not None
    assert flip is not None
    assert board["y"] < flip["y"] < board["y"] + board["height"] + 300


CUT = """() => [...document.querySelectorAll("main label, main button, main a, main p, main legend")]
  .filter((node) => node.checkVisibility() && !node.closest(".vh"))
  .filter((node) => {
    const {left, right} = node.getBoundingClientRect();
    return node.scrollWidth > node.clientWidth + 1 && node.clientWidth || left < 0 || right > innerWidth;
  })
  .map((node) => node.textContent.trim())"""
"""What is wider than its place, or reaches out of the window."""


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_what_is_chosen_on_a_page_of_settings_is_seen_whole(visitors, language):
    reader = visitors.person("reader", viewport=NARROW)
    cut = {path: reader.go(f"{language}/{path}").with_fonts().page.evaluate(CUT) for path in ("settings", "mail")}
    assert cut == {"settings": [], "mail": []}


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_from_720_pixels_on_the_head_stands_in_one_line_also_with_games_that_wait(visitors, language):
    reader = visitors.person("reader").go(f"{language}/games").with_fonts()
    counted = "mark => { mark.innerHTML = '<span class=\"badge\">12</span>'; }"
    reader.page.evaluate(f"document.querySelectorAll('[data-part=badge]').forEach({counted})")
    for width in (720, 740, 959, 960):
        reader.page.set_viewport_size({"width": width, "height": 700})
        assert reader.page.locator(".top").bounding_box()["height"] <= 58


BROKEN = """(clock) => {
  const row = clock.parentElement, title = row.firstElementChild, whole = clock.offsetHeight;
  const beside = clock.getBoundingClientRect().top === title.getBoundingClientRect().top;
  row.style.width = `${Math.max(clock.offsetWidth, title.offsetWidth) + 1}px`;
  const below = clock.getBoundingClientRect().top > title.getBoundingClientRect().top;
  const start = clock.getBoundingClientRect().left === row.getBoundingClientRect().left;
  const dot = parseFloat(getComputedStyle(clock, "::before").marginLeft) < 0;
  return {beside, below, whole: clock.offsetHeight === whole, written: row.textContent.includes("·"),
    clipped: dot && start && getComputedStyle(row).overflowX === "hidden"};
}"""
"""How a clock stands in a row that is wide enough for it and its neighbour, and in one that is not."""


@pytest.mark.parametrize("language", AUDITED)
def test_a_clock_in_a_narrow_list_is_never_broken_and_leaves_no_dot(visitors, language):
    visitors.person("anna").open("Chess", language=language, name="Anna", control="5+3", listed=True)
    reader = visitors.person("reader", viewport=NARROW).go(f"{language}/games").with_fonts()
    clock = reader.page.locator(".only-s [data-part=control]:visible").first
    expect(clock).to_be_visible()
    told = clock.evaluate(BROKEN)
    assert told == {"beside": True, "below": True, "whole": True, "written": False, "clipped": True}


def test_code_keeps_its_indentation_and_is_scrolled_by_keys(visitors):
    reader = visitors.person("reader", viewport=NARROW)
    for language in ("en", "fr"):
        reader.go(f"{language}/make")
        assert reader.overflow() <= 0
        long = reader.page.locator("pre", has_text="def moves")
        lines, height, spacing = long.evaluate(
            """(pre) => [pre.textContent.trimEnd().split("\\n").length,
              pre.firstElementChild.getBoundingClientRect().height, parseFloat(getComputedStyle(pre).lineHeight)]"""
        )
        assert height <= (lines + 0.5) * spacing, "a line of the code is a line of the page"
        long.focus()
        reader.page.keyboard.press("ArrowRight")
        reader.page.wait_for_function("(pre) => pre.scrollLeft > 0", arg=long.element_handle())


def test_a_finger_meets_the_pieces_in_hand_and_an_eye_the_coordinates_of_a_small_board(visitors):
    white = visitors.person("anna", viewport={"width": 360, "height": 640})
    visitors.person("oskar").join(white.open("Dobutsu", control="5+3"))
    white.ready("b2")
    slots = white.page.locator(".board-slots button").evaluate_all(
        "slots => slots.map((slot) => slot.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert len(slots) == 12
    assert min(slots) >= 44
    letters = white.page.locator("svg.board .coord").evaluate(
        "(all) => Number(all.getAttribute('font-size')) * all.getScreenCTM().a"
    )
    assert letters >= 10
    assert white.overflow() <= 0


@pytest.mark.parametrize("width", [360, 390])
def test_a_choice_between_pieces_is_asked_below_the_board_that_shows_it(visitors, width):
    white = visitors.person("anna", viewport={"width": width, "height": 640})
    visitors.person("oskar").join(white.open("Chess", fen="k7/4P3/8/8/8/8/8/K7 w - - 0 1"))
    white.press("e7", "e8")
    expect(white.part("chooser")).to_be_visible()
    board, bar = white.page.locator("cavalier-board").bounding_box(), white.part("state").bounding_box()
    assert board is not None
    assert bar is not None
    assert bar["y"] >= board["y"] + board["height"]


def test_the_moves_of_a_finished_game_are_scrolled_with_the_page(visitors):
    white, black = visitors.person("anna", viewport={"width": 360, "height": 400}), visitors.person("oskar")
    black.join(white.open("Chess"))
    knights = ("g1f3", "g8f6"), ("f3g1", "f6g8"), ("b1c3", "b8c6"), ("c3b1", "c6b8"), ("g1h3", "g8h6"), ("h3f4", "h6f5")
    for number, (move, reply) in enumerate(knights, 1):
        white.play(move)
        black.sees_turn(2 * number - 1)
        black.play(reply)
        white.sees_turn(2 * number)
    scrolled = "box => box.scrollHeight > box.clientHeight"
    assert white.page.locator("#moves .scroll").evaluate(scrolled)
    white.part("resign").click()
    white.answer("yes")
    expect(white.part("again")).to_be_visible()
    assert not white.page.locator("#moves .scroll").evaluate(scrolled)
