"""What a screen reader announces through a game, and where the focus is after each act."""

import pytest
from playwright.sync_api import expect

from tests.harness.audits import tab_to
from tests.harness.people import RECORD_ANNOUNCEMENTS


def forget(player):
    """Forget what was announced so far."""
    player.page.evaluate("() => { window.announced = []; }")


def announces(player, *sentences):
    """Wait until exactly these sentences have been added to the live region; then forget them."""
    expected = " ".join(sentences)
    try:
        player.page.wait_for_function("(expected) => window.announced.join(' ') === expected", arg=expected)
    except Exception:
        assert player.page.evaluate("() => window.announced.join(' ')") == expected
        raise
    forget(player)


def has_focus(player):
    """The focus is on something that can be seen."""
    player.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert player.page.evaluate(
        "() => document.activeElement !== document.body && document.activeElement.checkVisibility()"
    )


def seal(player, move):
    """Choose a move and seal it; what is announced of the choice is forgotten."""
    player.choose(move)
    forget(player)
    player.part("send").click()


def test_a_whole_sealed_game_is_announced(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Apocalypse", name="Anna", control="30+20")
    white.page.evaluate(RECORD_ANNOUNCEMENTS)
    black.join(link, name="Oskar")
    announces(white, "Oskar has joined.", "The game begins.", "Choose your move.")
    black.page.evaluate(RECORD_ANNOUNCEMENTS)
    white.choose("e2d3")
    what_it_needs_and_costs = white.page.locator("#headline, #explain").all_text_contents()
    announces(white, *what_it_needs_and_costs)
    white.part("send").click()
    announces(white, "Your move is sealed.")
    announces(black, "Anna has sealed.")
    white.part("unseal").click()
    announces(white, "Your seal is broken.", "Choose your move.")
    announces(black, "Anna has broken the seal.")
    seal(black, "e5d3")
    announces(white, "Oskar has sealed.")
    announces(black, "Your move is sealed.")
    seal(white, "e2d3")
    for player in (white, black):
        player.sees_turn(1)
        expect(player.announcement()).to_contain_text("on d3")
        expect(player.announcement()).to_contain_text("Choose your move.")
        forget(player)
    black.part("draw").click()
    announces(white, "Oskar offers a draw.")
    announces(black)
    white.resign()
    announces(white, "You lost.", "You resigned.")
    announces(black, "You won.", "White resigns.")
    black.part("rematch").click()
    announces(white, "Oskar wants a rematch, with seats swapped.")


def test_in_the_dark_it_is_announced_that_the_other_has_moved_and_to_which_turn_a_reader_steps(visitors):
    white, black = visitors.game("Dark")
    white.ready("e2")
    for player in (white, black):
        player.page.evaluate(RECORD_ANNOUNCEMENTS)
    white.play("e2e4")
    white.sees_turn(1)
    announces(black, "Anna has moved.", "Your move.")
    forget(white)
    black.play("e7e5")
    announces(white, "Oskar has moved.", "Your move.")
    white.page.locator("[data-step=back]").click()
    announces(white, "turn 1 of 2", "The white pawn goes from e2 to e4.")


@pytest.mark.parametrize("at_once", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_focus_never_falls_to_the_body(visitors, at_once):
    white, black = visitors.game()
    keys = white.page.keyboard
    white.ready("e2")
    white.part("at-once").locator("input").set_checked(at_once)
    tab_to(white, "#move")
    keys.type("e2d3")
    keys.press("Enter")
    if not at_once:
        expect(white.part("send")).to_be_focused()
        keys.press("Enter")
    expect(white.part("unseal")).to_be_visible()
    has_focus(white)
    tab_to(white, "#unseal")
    keys.press("Enter")
    expect(white.part("unseal")).to_be_hidden()
    has_focus(white)
    tab_to(white, "#draw")
    keys.press("Enter")
    expect(white.part("draw")).to_be_disabled()
    has_focus(white)
    tab_to(black, "#decline")
    black.page.keyboard.press("Enter")
    expect(black.part("offer")).to_be_hidden()
    has_focus(black)
    (white.choose if at_once else white.play)("e2d3")
    black.play("e5d3")
    white.sees_turn(1)
    has_focus(white)
    has_focus(black)
    tab_to(white, "[data-step=back]")
    keys.press("Enter")
    expect(white.page.locator("[data-step=back]")).to_be_disabled()
    has_focus(white)
    keys.press("End")
    keys.press("ArrowRight")
    tab_to(white, "#resign")
    keys.press("Enter")
    expect(white.part("ask")).to_be_visible()
    keys.press("Escape")
    expect(white.part("ask")).to_be_hidden()
    expect(white.part("resign")).to_be_focused()
    keys.press("Enter")
    tab_to(white, "#ask-yes")
    keys.press("Enter")
    expect(white.page.locator("main.over")).to_be_attached()
    has_focus(white)
    has_focus(black)


def test_a_word_at_the_foot_of_the_page_is_announced(visitors):
    white, black = visitors.game("Chess")
    white.choose("e2e4")
    black.choose("e7e5")
    white.sees_turn(2)
    white.allowed_errors.append("ERR_FAILED")
    white.page.route("**/positions*", lambda route: route.abort())
    white.page.locator("[data-step=back]").click()
    expect(white.part("toast")).to_contain_text("A part of this page could not be loaded.")
    expect(white.announcement()).to_contain_text("A part of this page could not be loaded.")
    expect(white.part("shown")).to_have_text("turn 2 of 2")
    white.holds("e5", "black pawn")
