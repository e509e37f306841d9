"""A whole game without a mouse: from the home page to the result by Tab, arrows, Enter and Escape."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import tab_to, unreached


def test_a_whole_game_is_played_without_a_mouse(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    keys = white.page.keyboard

    # The first press of Tab offers to skip the menu.
    white.go("en/")
    keys.press("Tab")
    expect(white.page.locator(":focus")).to_have_text("Skip to the content")
    keys.press("Enter")
    tab_to(white, "a[href$='/variants/Apocalypse/play']")
    keys.press("Enter")
    expect(white.page).to_have_url(re.compile("/variants/Apocalypse/play$"))
    tab_to(white, "input[name=seat]")
    while not white.page.locator("input[name=seat][value='0']:checked").count():
        keys.press("ArrowLeft")
    tab_to(white, "#name")
    keys.type("Anna")
    keys.press("Enter")
    white.wait_for_board()
    link = white.part("link").input_value()

    black.visit(link)
    tab_to(black, "#join #name")
    tab_to(black, "#join button")
    black.page.keyboard.press("Enter")
    black.wait_for_board()

    # Escape drops a piece, then a chosen move; the seal is broken with the keyboard too.
    white.ready("c1")
    tab_to(white, ".board-squares button")
    white.walk("c1")
    keys.press("Enter")
    expect(white.layer("selected")).not_to_have_count(0)
    keys.press("Escape")
    expect(white.layer("selected")).to_have_count(0)
    white.walk("c1")
    keys.press("Space")
    white.walk("c2")
    keys.press("Space")
    expect(white.part("send")).to_have_text("Seal c2")
    keys.press("Escape")
    expect(white.part("send")).to_be_disabled()
    white.play_by_keys("c1c2")
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    tab_to(white, "#unseal")
    keys.press("Enter")
    expect(white.part("headline")).to_have_text("Choose your move.")

    game = ("e2d3/e5d3", "a1c2/a5b3", "d3d4/d5e4", "d4c5c3/a4b3")
    for number, turn in enumerate(game, 1):
        for player, move in zip((white, black), turn.split("/"), strict=True):
            player.play_by_keys(move)
        for player in (white, black):
            player.sees_turn(number)
    for player, title in ((white, "You won."), (black, "You lost.")):
        expect(player.part("headline")).to_have_text(title)

    tab_to(white, "[data-step=first]")
    keys.press("Enter")
    white.holds("e5", "black horseman")
    keys.press("ArrowRight")
    white.holds("d3", "white footman")


def test_choices_and_questions_are_answered_with_keys(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Checkered", fen="7k/P7/8/3s4/8/8/8/K7 w")
    black.join(link)
    keys = white.page.keyboard
    white.part("ask-first").get_by_role("checkbox").check()
    white.ready("a7")
    tab_to(white, ".board-squares button")
    white.walk("a7")
    keys.press("Enter")
    white.walk("a8")
    keys.press("Enter")
    expect(white.page.locator(".board-chooser button:focus")).to_have_count(1)
    keys.press("Escape")
    expect(white.part("chooser")).to_be_hidden()
    white.walk("a7")
    keys.press("Enter")
    white.walk("a8")
    keys.press("Enter")
    keys.press("r")
    expect(white.part("send")).to_have_text("Play a8=R")
    keys.press("Escape")

    tab_to(white, "#specials button")
    keys.press("Enter")
    expect(white.part("ask")).to_be_visible()
    keys.press("Escape")
    expect(white.part("ask")).to_be_hidden()
    tab_to(white, "#resign")
    keys.press("Enter")
    tab_to(white, "#ask-yes")
    keys.press("Enter")
    expect(black.part("headline")).to_have_text("You won.")
    expect(white.part("state")).to_be_focused()


@pytest.mark.slow
def test_tab_reaches_every_control_and_its_focus_is_seen(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Chess", name="Anna", listed=True)
    black.join(link)
    white.play("e2e4")
    white.sees_turn(1)
    page, found = white.page, {}

    def table(link):
        return "game/" + link.rsplit("/", 1)[1].partition("?")[0]

    mine, free, over = white.open("Apocalypse"), black.open("Apocalypse"), black.open("Chess")
    white.join(over)
    white.part("resign").click()
    white.answer("yes")
    expect(white.page.locator("main.over")).to_be_attached()
    read = ("", "games", "mine", "mail", "settings", "replay", "fair-play", "programs", "make", "restore", "nowhere")
    made = ("variants/Chess", "variants/Chess/play", "variants/Chess/analysis")
    white.allowed_errors.append("404")
    for path in (*read, *made, *map(table, (link, mine, free, over))):
        white.go(f"en/{path}")
        page.wait_for_load_state("networkidle")
        found[path] = unreached(white)
    assert {path: faults for path, faults in found.items() if faults} == {}
