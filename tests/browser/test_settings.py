"""The page of settings: what is chosen there counts at once, in this page and every other, with a script or without."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.harness.audits import examine
from tests.harness.people import AUDITED, RECORD_SOUNDS, until

pytestmark = pytest.mark.slow

PAPER = "getComputedStyle(document.body).backgroundColor"
SQUARE = "getComputedStyle(document.querySelector('.look .sq-d')).fill"
LIGHT, DARK = "rgb(246, 246, 243)", "rgb(19, 21, 24)"
SLATE, SAGE = "rgb(167, 176, 182)", "rgb(163, 177, 157)"


ASKS = """
window.Notification = {
  get permission() { return localStorage.getItem("asked") ? "granted" : "default"; },
  requestPermission: async () => localStorage.setItem("asked", "yes"),
};
"""
"""A browser that has notifications and grants them when it is asked: the one of these tests has none."""


def chosen(player, name, value):
    """Choose by a press."""
    player.page.locator(f"input[name={name}][value={value}]").check(force=True)


@pytest.mark.parametrize("language", AUDITED)
def test_what_is_chosen_counts_at_once_and_on_every_page(visitors, language):
    reader = visitors.person("reader")
    page = reader.go(f"{language}/settings").page
    assert page.evaluate(PAPER) == LIGHT
    assert page.evaluate(SQUARE) == SLATE
    chosen(reader, "theme", "dark")
    assert page.evaluate(PAPER) == DARK
    chosen(reader, "theme", "light")
    chosen(reader, "board", "sage")
    assert page.evaluate(SQUARE) == SAGE
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(PAPER) == LIGHT
    for path in ("", "variants/Apocalypse", "games"):
        reader.go(f"{language}/{path}")
        assert page.evaluate(PAPER) == LIGHT, path
    reader.go(f"{language}/settings")
    expect(page.locator("input[name=board][value=sage]")).to_be_checked()
    chosen(reader, "theme", "system")
    assert page.evaluate(PAPER) == DARK


def test_the_sample_board_has_the_signs_of_a_turn_and_says_what_was_chosen(visitors):
    reader = visitors.person("reader")
    page = reader.go("en/settings").page
    expect(page.locator(".look .clash")).not_to_have_count(0)
    expect(reader.part("look")).to_have_text("So your boards look: Slate, Cavalier, coordinates: beside.")
    chosen(reader, "pieces", "woodcut")
    chosen(reader, "coordinates", "squares")
    expect(reader.part("look")).to_have_text("So your boards look: Slate, Woodcut, coordinates: on squares.")
    page.reload()
    expect(reader.part("look")).to_have_text("So your boards look: Slate, Woodcut, coordinates: on squares.")


@pytest.mark.parametrize("script", [True, False])
def test_one_press_leads_back_to_the_defaults(visitors, script):
    reader = visitors.person("reader", java_script_enabled=script)
    page = reader.go("en/settings").page
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
    reader = visitors.person("reader")
    page = reader.go("en/settings").page
    chosen(reader, "theme", "dark")
    reader.allowed_errors.append("ERR_FAILED")
    page.route(re.compile(r"\.js$"), lambda route: route.abort())
    for path in ("en/", "en/variants/Apocalypse", "offline/en", "embed/Apocalypse"):
        reader.go(path)
        assert page.evaluate(PAPER) == DARK, path


def test_a_page_that_was_kept_is_put_right_at_once(visitors):
    reader = visitors.person("reader")
    page = reader.go("en/settings").page
    old = page.request.get(f"{visitors.url}en/games").text()
    chosen(reader, "theme", "dark")
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


@pytest.mark.parametrize("language", AUDITED)
def test_without_a_script_the_form_keeps_the_same(visitors, language):
    reader = visitors.person("reader", java_script_enabled=False)
    page = reader.go(f"{language}/settings").page
    page.locator("input[name=theme][value=dark]").check(force=True)
    page.locator("input[name=coordinates][value=none]").check(force=True)
    page.locator("#sounding").uncheck()
    page.locator("form button.primary").click()
    expect(page.locator("#kept")).to_be_visible()
    for name, value in {"theme": "dark", "coordinates": "none", "sounds": "0"}.items():
        expect(page.locator("html")).to_have_attribute(f"data-{name}", value)


def test_with_the_keyboard_alone(visitors):
    reader = visitors.person("reader")
    page = reader.go("en/settings").page
    page.locator("input[name=theme]:checked").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-board", "sage")
    page.locator("#volume").focus()
    page.keyboard.press("Home")
    expect(page.locator("html")).to_have_attribute("data-sounds", "0")
    expect(page.locator("#sounding")).not_to_be_checked()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(page.locator("html")).not_to_have_attribute("data-sounds", "0")
    expect(page.locator("#percent")).to_have_text("30 %")


@pytest.mark.parametrize("language", AUDITED)
def test_axe_finds_no_fault_whatever_is_chosen(visitors, language):
    reader = visitors.person("reader")
    reader.go(f"{language}/settings")
    found = examine(reader, language)
    folder = os.environ.get("SHOTS")
    chosen(reader, "board", "print")
    chosen(reader, "coordinates", "squares")
    for theme in ("light", "dark"):
        chosen(reader, "theme", theme)
        if folder:
            for width in (360, 720, 960, 1280):
                reader.page.set_viewport_size({"width": width, "height": 900})
                reader.page.screenshot(path=Path(folder, f"settings-{language}-{width}-{theme}.png"), full_page=True)
        found += examine(reader, f"{language}, {theme} chosen")
    assert found == []


def test_a_move_is_asked_for_as_was_chosen(visitors):
    white = visitors.person("anna")
    white.go("en/settings")
    chosen(white, "confirm", "on")
    white.open("Chess", one_device=True)
    expect(white.part("ask-first").get_by_role("checkbox")).to_be_checked()
    white.choose("e2e4")
    expect(white.part("send")).to_be_enabled()
    white.part("ask-first").get_by_role("checkbox").uncheck()
    expect(white.page.locator("html")).not_to_have_attribute("data-confirm", "on")


def test_notifications_are_switched_on_the_page_of_settings_and_asked_for_by_a_press_alone(visitors):
    reader = visitors.person("reader")
    reader.own_page.add_init_script(ASKS)
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
    ("permission", "told"),
    [("denied", "This browser blocks our notifications."), (None, "This browser has no notifications.")],
)
def test_where_a_browser_does_not_notify_the_page_says_so(visitors, permission, told):
    reader = visitors.person("reader")
    spy = "delete window.Notification" if permission is None else "window.Notification = {permission: 'denied'}"
    reader.own_page.add_init_script(spy)
    reader.go("en/settings")
    expect(reader.part("notify")).to_be_disabled()
    expect(reader.part("notify-told")).to_contain_text(told)
    assert examine(reader, "settings without notifications") == []


@pytest.mark.parametrize("variant", ["Chess", "Dobutsu", "Checkered"])
def test_coordinates_on_squares_leave_their_room_to_the_board(visitors, variant):
    reader = visitors.person("reader", viewport={"width": 360, "height": 740})
    sizes = {}
    for choice in ("outside", "squares", "none"):
        reader.go("en/settings")
        chosen(reader, "coordinates", choice)
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
