"""Settings: what is chosen counts at once and on every page, with a script or without; and settings of the browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.people import AUDITED, RECORD_SOUNDS, until

pytestmark = pytest.mark.slow

PAPER = "getComputedStyle(document.body).backgroundColor"
SQUARE = "getComputedStyle(document.querySelector('.look .sq-d')).fill"
LIGHT, DARK = "rgb(246, 246, 243)", "rgb(19, 21, 24)"
SLATE, SAGE = "rgb(167, 176, 182)", "rgb(163, 177, 157)"


def choose(reader, name, value):
    """Choose on the page of settings by a press."""
    reader.page.locator(f"input[name={name}][value={value}]").check(force=True)


def test_what_is_chosen_counts_at_once_and_on_every_page(visitors):
    reader = visitors.person("reader").go("fr/settings")
    page = reader.page
    assert page.evaluate(PAPER) == LIGHT
    assert page.evaluate(SQUARE) == SLATE
    choose(reader, "theme", "dark")
    assert page.evaluate(PAPER) == DARK
    choose(reader, "theme", "light")
    choose(reader, "board", "sage")
    assert page.evaluate(SQUARE) == SAGE
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(PAPER) == LIGHT
    for path in ("", "variants/Apocalypse", "games"):
        reader.go(f"fr/{path}")
        assert page.evaluate(PAPER) == LIGHT, path
    reader.go("fr/settings")
    expect(page.locator("input[name=board][value=sage]")).to_be_checked()
    choose(reader, "theme", "system")
    assert page.evaluate(PAPER) == DARK


def test_the_sample_board_has_the_signs_of_a_turn_and_is_described(visitors):
    reader = visitors.person("reader").go("en/settings")
    expect(reader.page.locator(".look .clash")).not_to_have_count(0)
    expect(reader.part("look")).to_have_text("So your boards look: Slate, Cavalier, coordinates: beside.")
    choose(reader, "pieces", "woodcut")
    choose(reader, "coordinates", "squares")
    expect(reader.part("look")).to_have_text("So your boards look: Slate, Woodcut, coordinates: on squares.")
    reader.page.reload()
    expect(reader.part("look")).to_have_text("So your boards look: Slate, Woodcut, coordinates: on squares.")


@pytest.mark.parametrize("script", [True, False])
def test_one_press_leads_back_to_the_defaults(visitors, script):
    reader = visitors.person("reader", java_script_enabled=script).go("en/settings")
    page = reader.page
    for name, value in {"theme": "dark", "board": "sage", "confirm": "off", "sounds": "0"}.items():
        page.request.post(f"{visitors.url}en/settings", form={name: value})
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Back to the defaults").click()
    expect(reader.part("kept")).to_be_visible()
    for name in ("theme", "board", "confirm", "sounds"):
        expect(page.locator(f"html[data-{name}]")).to_have_count(0)


def test_each_sound_is_played_by_its_word_also_where_sounds_are_off(visitors):
    reader = visitors.person("reader")
    page = reader.own_page
    page.add_init_script(RECORD_SOUNDS)
    reader.go("en/settings").part("sounding").uncheck()
    for number, name in enumerate(("move", "capture", "seal", "clash"), 1):
        page.get_by_role("button", name=f"A {name}").click()
        until(page, lambda number=number: page.evaluate("heard.length") == number)
        assert page.evaluate("heard.at(-1)") == name


def test_before_any_script_has_come_the_page_has_its_theme(visitors):
    reader = visitors.person("reader").go("en/settings")
    choose(reader, "theme", "dark")
    reader.allowed_errors.append("ERR_FAILED")
    reader.page.route(re.compile(r"\.js$"), lambda route: route.abort())
    for path in ("en/", "en/variants/Apocalypse", "offline/en", "embed/Apocalypse"):
        reader.go(path)
        assert reader.page.evaluate(PAPER) == DARK, path


def test_a_page_from_a_cache_is_put_right_at_once(visitors):
    reader = visitors.person("reader").go("en/settings")
    page = reader.page
    old = page.request.get(f"{visitors.url}en/games").text()
    choose(reader, "theme", "dark")
    page.route(re.compile("/en/games$"), lambda route: route.fulfill(body=old, content_type="text/html"))
    reader.go("en/games")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_page_leads_to_the_settings_in_every_window(visitors, language):
    reader = visitors.person("reader")
    reader.open("Apocalypse", one_device=True)
    table = reader.page.url.rstrip("/").rsplit("/", 1)[1]
    for path in ("", "games", "variants/Apocalypse", f"game/{table}"):
        reader.go(f"{language}/{path}")
        for width in (360, 768, 960, 1280):
            reader.page.set_viewport_size({"width": width, "height": 740})
            expect(reader.page.locator("a[href$='/settings']:visible").first).to_be_visible()
            assert reader.overflow() <= 0


def test_without_a_script_the_form_keeps_the_same(visitors):
    page = visitors.person("reader", java_script_enabled=False).go("fr/settings").page
    page.locator("input[name=theme][value=dark]").check(force=True)
    page.locator("input[name=coordinates][value=none]").check(force=True)
    page.locator("#sounding").uncheck()
    page.locator("form button.primary").click()
    expect(page.locator("#kept")).to_be_visible()
    for name, value in {"theme": "dark", "coordinates": "none", "sounds": "0"}.items():
        expect(page.locator("html")).to_have_attribute(f"data-{name}", value)


def test_settings_are_chosen_by_keyboard(visitors):
    page = visitors.person("reader").go("en/settings").page
    html = page.locator("html")
    page.locator("input[name=theme]:checked").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(html).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(html).to_have_attribute("data-board", "sage")
    page.locator("#volume").focus()
    page.keyboard.press("Home")
    expect(html).to_have_attribute("data-sounds", "0")
    expect(page.locator("#sounding")).not_to_be_checked()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(html).not_to_have_attribute("data-sounds", "0")
    expect(page.locator("#percent")).to_have_text("30 %")


def test_a_move_is_confirmed_as_was_chosen(visitors):
    white = visitors.person("anna").go("en/settings")
    choose(white, "confirm", "on")
    white.open("Chess", one_device=True)
    ask_first = white.part("ask-first").get_by_role("checkbox")
    expect(ask_first).to_be_checked()
    white.choose("e2e4")
    expect(white.part("send")).to_be_enabled()
    ask_first.uncheck()
    expect(white.page.locator("html")).not_to_have_attribute("data-confirm", "on")


GRANTED_ON_REQUEST = """
window.Notification = {
  get permission() { return localStorage.getItem("asked") ? "granted" : "default"; },
  requestPermission: async () => localStorage.setItem("asked", "yes"),
};
"""
"""A browser that has notifications and grants them when it is asked: the one of these tests has none."""


def test_notifications_are_switched_on_by_a_press_alone_and_at_every_table(visitors):
    reader = visitors.person("reader")
    reader.own_page.add_init_script(GRANTED_ON_REQUEST)
    reader.go("en/settings")
    expect(reader.part("notify")).not_to_be_checked()
    assert reader.page.evaluate("Notification.permission") == "default"
    reader.part("notify").check()
    expect(reader.part("notify")).to_be_checked()
    reader.part("tone").check()
    reader.page.reload()
    expect(reader.part("notify")).to_be_checked()
    expect(reader.part("tone")).to_be_checked()
    reader.open("Chess")
    reader.part("notices").locator("> summary").click()
    expect(reader.part("notify")).to_have_attribute("aria-pressed", "true")
    expect(reader.part("sound")).to_be_checked()
    reader.go("en/settings").part("notify").uncheck()
    reader.page.reload()
    expect(reader.part("notify")).not_to_be_checked()


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("window.Notification = {permission: 'denied'}", "This browser blocks our notifications."),
        ("delete window.Notification", "This browser has no notifications."),
    ],
)
def test_where_a_browser_does_not_notify_the_page_says_so(visitors, script, sentence):
    reader = visitors.person("reader")
    reader.own_page.add_init_script(script)
    reader.go("en/settings")
    expect(reader.part("notify")).to_be_disabled()
    expect(reader.part("notify-told")).to_contain_text(sentence)


@pytest.mark.parametrize("variant", ["Chess", "Dobutsu", "Checkered"])
def test_coordinates_on_squares_leave_their_room_to_the_board(visitors, variant):
    reader = visitors.person("reader", viewport=NARROW)
    sizes = {}
    for choice in ("outside", "squares", "none"):
        reader.go("en/settings")
        choose(reader, "coordinates", choice)
        reader.go(f"en/variants/{variant}/analysis").wait_for_board()
        sizes[choice] = reader.square("b2").bounding_box()["width"]
        texts = reader.page.locator("svg.board .coord text")
        board = reader.page.locator("svg.board").bounding_box()
        assert board["width"] <= 360
        for box in [] if choice == "none" else [text.bounding_box() for text in texts.all()]:
            # A box of text is a little larger than what is seen of it.
            assert board["x"] - 2 <= box["x"] <= board["x"] + board["width"] - box["width"] + 2
            assert board["y"] - 2 <= box["y"] <= board["y"] + board["height"] - box["height"] + 2
        reader.square("b2").click()
        assert reader.overflow() <= 0
    assert sizes["squares"] == sizes["none"]
    # In Dobutsu the slots of the hands are wider than the board with its coordinates.
    assert (sizes["outside"] < sizes["squares"]) == (variant != "Dobutsu")


# Settings of the browser


PAGES = (
    "", "variants/Apocalypse", "variants/Checkered/play", "variants/Checkered/analysis", "games", "mine", "mail",
    "settings", "replay",
)  # fmt: skip

SIGNS = """(selectors) => selectors.map((selector) => {
  const style = getComputedStyle(document.querySelector(selector));
  return [style.backgroundColor, style.color, style.textDecorationLine].join();
})"""


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("language", AUDITED)
def test_text_of_twice_its_size_stays_within_the_window(visitors, language, width):
    white, _ = visitors.game("Chess", control="30+20", language=language)
    white.page.set_viewport_size({"width": width, "height": 740})
    beside = {}
    for address in (*(f"{visitors.url}{language}/{path}" for path in PAGES), white.address):
        white.page.goto(address)
        white.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        beside[address] = white.overflow()
    assert {address: pixels for address, pixels in beside.items() if pixels > 0} == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_with_forced_colours_no_two_states_look_alike(visitors, theme):
    white, black = visitors.game("Chess", control="30+20")
    white.play("e2e4")
    black.play("e7e5")
    white.page.emulate_media(forced_colors="active", color_scheme=theme)

    def differ(*selectors):
        first, second = white.page.evaluate(SIGNS, [*selectors])
        assert first != second, selectors

    differ(".plate .stone-white", ".plate .stone-black")
    expect(white.page.locator(".plate .clock.run")).to_have_count(1)  # Each has made a first move.
    differ(".plate .clock.run", ".plate .clock:not(.run)")
    white.go("en/games")
    differ(".wide a[aria-current]", ".wide a:not([aria-current])")
    white.go("en/").unfold("computer")
    differ("form.computer label:has(:checked)", "form.computer .seg label:not(:has(:checked))")


def test_the_seal_has_the_wax_of_its_theme(visitors):
    anna = visitors.person("anna")
    anna.open("Apocalypse")
    fills = []
    for theme in ("light", "dark"):
        anna.page.emulate_media(color_scheme=theme)
        fills.append(anna.page.locator("main .marks .wax").first.evaluate("node => getComputedStyle(node).fill"))
    assert fills == ["rgb(164, 22, 42)", "rgb(198, 47, 72)"]


CUT = """() => [...document.querySelectorAll("main label, main button, main a, main p, main legend")]
  .filter((node) => node.checkVisibility() && !node.closest(".vh"))
  .filter((node) => {
    const {left, right} = node.getBoundingClientRect();
    return node.scrollWidth > node.clientWidth + 1 && node.clientWidth || left < 0 || right > innerWidth;
  })
  .map((node) => node.textContent.trim())"""
"""What is wider than its place, or reaches out of the window."""


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_what_is_chosen_on_a_page_of_settings_is_seen_whole_on_a_phone(visitors, language):
    reader = visitors.person("reader", viewport=NARROW)
    cut = {path: reader.go(f"{language}/{path}").with_fonts().page.evaluate(CUT) for path in ("settings", "mail")}
    assert cut == {"settings": [], "mail": []}


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_from_720_pixels_on_the_head_is_one_line_also_with_games_that_wait(visitors, language):
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
    shown = clock.evaluate(BROKEN)
    assert shown == {"beside": True, "below": True, "whole": True, "written": False, "clipped": True}
