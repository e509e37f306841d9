"""All of the site without a mouse: a whole game by Tab, arrows, Enter and Escape; choices, questions and dialogs."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import tab_to
from tests.harness.people import play_turns, read


def test_a_whole_game_is_played_without_a_mouse(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    keys = white.page.keyboard

    # The first press of Tab offers to skip the menu.
    white.go("en/variants")
    keys.press("Tab")
    expect(white.page.locator(":focus")).to_have_text("Skip to the content")
    keys.press("Enter")
    tab_to(white, "input[name=q]")
    keys.type("apocalypse")
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

    # Escape drops a piece, then a chosen move; the seal is broken by keyboard too.
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
    expect(white.page.locator(".board-says")).to_have_text("")
    tab_to(white, "#unseal")
    keys.press("Enter")
    expect(white.part("headline")).to_have_text("Choose your move.")

    game = ("e2d3/e5d3", "a1c2/a5b3", "d3d4/d5e4", "d4c5c3/a4b3")
    for number, turn in enumerate(game, 1):
        for player, move in zip((white, black), turn.split("/"), strict=True):
            player.play_by_keys(move)
        for player in (white, black):
            player.sees_turn(number)
    read((white, black), "headline", "You won.", "You lost.")

    tab_to(white, "[data-step=first]")
    keys.press("Enter")
    white.holds("e5", "black horseman")
    keys.press("ArrowRight")
    white.holds("d3", "white footman")


def test_choices_and_questions_are_answered_by_keys(visitors):
    white, black = visitors.game("Checkered", fen="7k/P7/8/3s4/8/8/8/K7 w")
    keys = white.page.keyboard
    white.part("ask-first").get_by_role("checkbox").check()
    white.page.reload()
    white.ready("a7")
    # A link leads past the menu to the board.
    keys.press("Tab")
    keys.press("Tab")
    expect(white.page.locator(":focus")).to_have_text("Skip to the board")
    keys.press("Enter")
    keys.press("Tab")
    expect(white.page.locator(".board-squares button:focus")).to_have_count(1)
    for choice in ("dropped", "made"):
        white.walk("a7")
        keys.press("Enter")
        white.walk("a8")
        keys.press("Enter")
        expect(white.page.locator(".board-chooser button:focus")).to_have_count(1)
        if choice == "dropped":
            keys.press("Escape")
            expect(white.part("chooser")).to_be_hidden()
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


# Dialogs


def focus_stays_in(player, dialog):
    """Tab reaches nothing of the page behind a dialog, in either direction."""
    for key in ("Tab", "Shift+Tab"):
        for _ in range(6):
            player.page.keyboard.press(key)
            assert dialog.evaluate(
                "node => node.contains(document.activeElement) || document.activeElement === document.body"
            )


@pytest.mark.slow
def test_a_dialog_keeps_the_focus_and_gives_it_back(visitors):
    white, black = visitors.game()
    play_turns("e2d3/e5d3", white=white, black=black)
    for opener, dialog, closer in (("[data-verify='1']", "opened", "[data-close]"), ("#resign", "ask", "#ask-no")):
        for closing in ("Escape", "Enter"):
            tab_to(white, opener)
            white.page.keyboard.press("Enter")
            expect(white.part(dialog)).to_be_visible()
            if dialog == "opened":
                expect(white.part("opened-checks").locator("section")).to_have_count(2)
                expect(white.part("opened-title")).to_be_focused()
            focus_stays_in(white, white.part(dialog))
            if closing == "Enter":
                tab_to(white, f"#{dialog} {closer}")
            white.page.keyboard.press(closing)
            expect(white.part(dialog)).to_be_hidden()
            expect(white.page.locator(opener)).to_be_focused()
