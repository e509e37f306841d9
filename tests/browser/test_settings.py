"""Settings: what is chosen counts at once and on every page, with a script or without; and settings of the browser."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

PAPER = "getComputedStyle(document.body).backgroundColor"
SQUARE = "getComputedStyle(document.querySelector('.look .sq-d')).fill"
LIGHT, DARK = "rgb(246, 246, 243)", "rgb(19, 21, 24)"
SLATE, SAGE = "rgb(167, 176, 182)", "rgb(163, 177, 157)"


def choose(reader, name, value):
    """Choose on the page of settings by a press."""
    reader.page.locator(f"input[name={name}][value={value}]").check(force=True)


def test_settings_take_effect_at_once_and_on_every_page(visitors):
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


def test_a_page_from_a_cache_is_put_right_at_once(visitors):
    reader = visitors.person("reader").go("en/settings")
    page = reader.page
    old = page.request.get(f"{visitors.url}en/games").text()
    choose(reader, "theme", "dark")
    page.route(re.compile("/en/games$"), lambda route: route.fulfill(body=old, content_type="text/html"))
    reader.go("en/games")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


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
def test_a_browser_without_notifications_is_named_on_the_page(visitors, script, sentence):
    reader = visitors.person("reader")
    reader.own_page.add_init_script(script)
    reader.go("en/settings")
    expect(reader.part("notify")).to_be_disabled()
    expect(reader.part("notify-told")).to_contain_text(sentence)


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
def test_text_of_twice_its_size_stays_within_the_window(visitors, width):
    visitors.person("cleo").play_computer("Checkered", language="fr").resign()  # The lists have its long names.
    white, _ = visitors.game("Chess", control="30+20", language="fr")
    white.page.set_viewport_size({"width": width, "height": 740})
    beside = {}
    for address in (*(f"{visitors.url}fr/{path}" for path in PAGES), white.address):
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
