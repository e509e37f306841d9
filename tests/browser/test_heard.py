"""What a screen reader is told through a game, and where the focus is after each act."""

import pytest
from playwright.sync_api import expect

from tests.harness.audits import tab_to

LISTEN = """() => {
  window.heard = [];
  const region = document.getElementById("announce");
  new MutationObserver((changes) => {
    for (const {addedNodes} of changes) for (const node of addedNodes) window.heard.push(node.textContent);
  }).observe(region, {childList: true});
}"""


def listen(player):
    player.page.evaluate(LISTEN)


def hears(player, *sentences):
    """Wait until exactly these sentences have been added to the live region; then forget them."""
    expected = " ".join(sentences)
    said = "() => window.heard.join(' ')"
    try:
        player.page.wait_for_function("(expected) => window.heard.join(' ') === expected", arg=expected)
    except Exception:
        assert player.page.evaluate(said) == expected
        raise
    player.page.evaluate("() => { window.heard = []; }")


def holds_focus(player):
    """The focus is on something that can be seen."""
    player.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert player.page.evaluate(
        "() => document.activeElement !== document.body && document.activeElement.checkVisibility()"
    )


def seals(player, move):
    """Choose a move and seal it; what is told of the choice is forgotten."""
    player.choose(move)
    player.page.evaluate("() => { window.heard = []; }")
    player.part("send").click()


def test_a_whole_sealed_game_is_heard(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Apocalypse", name="Anna", control="30+20")
    listen(white)
    black.join(link, name="Oskar")
    hears(white, "Oskar has joined.", "The game begins.", "Choose your move.")
    listen(black)
    seals(white, "e2d3")
    hears(white, "Your move is sealed.")
    hears(black, "Anna has sealed.")
    white.part("unseal").click()
    hears(white, "Your seal is broken.", "Choose your move.")
    hears(black, "Anna has broken the seal.")
    seals(black, "e5d3")
    hears(white, "Oskar has sealed.")
    hears(black, "Your move is sealed.")
    seals(white, "e2d3")
    for player in (white, black):
        player.sees_turn(1)
        expect(player.announcement()).to_contain_text("on d3")
        expect(player.announcement()).to_contain_text("Choose your move.")
        player.page.evaluate("() => { window.heard = []; }")
    black.part("draw").click()
    hears(white, "Oskar offers a draw.")
    hears(black)
    white.part("resign").click()
    white.answer("yes")
    hears(white, "You lost.", "You resigned.")
    hears(black, "You won.", "White resigns.")
    black.part("rematch").click()
    hears(white, "Oskar wants a rematch, with seats swapped.")


def test_what_a_risky_move_needs_and_costs_is_heard_when_it_is_chosen(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open("Apocalypse", name="Anna"))
    white.ready("e2")
    listen(white)
    white.choose("e2d3")
    hears(white, *white.page.locator("#headline, #explain").all_text_contents())


def test_in_the_dark_it_is_heard_that_the_other_has_moved(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Dark", name="Anna")
    black.join(link, name="Oskar")
    white.ready("e2")
    for player in (white, black):
        listen(player)
    white.play("e2e4")
    white.sees_turn(1)
    hears(black, "Anna has moved.", "Your move.")
    white.page.evaluate("() => { window.heard = []; }")
    black.play("e7e5")
    hears(white, "Oskar has moved.", "Your move.")


def test_the_stepper_is_silent_in_live_play_and_tells_what_a_reader_steps_to(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Chess", name="Anna")
    black.join(link)
    assert white.part("shown").evaluate("node => node.closest('[aria-live], [role=status]')") is None
    white.play("e2e4")
    white.sees_turn(1)
    listen(white)
    white.page.locator("[data-step=back]").click()
    hears(white, "turn 0 of 1")


@pytest.mark.parametrize("at_once", [False, True])
def test_the_focus_never_falls_to_the_body(visitors, at_once):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Apocalypse", name="Anna")
    black.join(link)
    white.ready("e2")
    white.part("at-once").locator("input").set_checked(at_once)
    tab_to(white, "#move")
    white.page.keyboard.type("e2d3")
    white.page.keyboard.press("Enter")
    if not at_once:
        expect(white.part("send")).to_be_focused()
        white.page.keyboard.press("Enter")
    expect(white.part("unseal")).to_be_visible()
    holds_focus(white)
    tab_to(white, "#unseal")
    white.page.keyboard.press("Enter")
    expect(white.part("unseal")).to_be_hidden()
    holds_focus(white)
    tab_to(white, "#draw")
    white.page.keyboard.press("Enter")
    expect(white.part("draw")).to_be_disabled()
    holds_focus(white)
    tab_to(black, "#decline")
    black.page.keyboard.press("Enter")
    expect(black.part("offer")).to_be_hidden()
    holds_focus(black)
    (white.choose if at_once else white.seal)("e2d3")
    black.play("e5d3")
    white.sees_turn(1)
    holds_focus(white)
    holds_focus(black)
    tab_to(white, "[data-step=back]")
    white.page.keyboard.press("Enter")
    expect(white.page.locator("[data-step=back]")).to_be_disabled()
    holds_focus(white)
    white.page.keyboard.press("End")
    white.page.keyboard.press("ArrowRight")
    tab_to(white, "#resign")
    white.page.keyboard.press("Enter")
    expect(white.part("ask")).to_be_visible()
    white.page.keyboard.press("Escape")
    expect(white.part("ask")).to_be_hidden()
    expect(white.part("resign")).to_be_focused()
    white.page.keyboard.press("Enter")
    tab_to(white, "#ask-yes")
    white.page.keyboard.press("Enter")
    expect(white.page.locator("main.over")).to_be_attached()
    holds_focus(white)
    holds_focus(black)


def test_a_link_leads_past_the_menu_to_the_board(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Chess", name="Anna")
    black.join(link)
    white.page.reload()
    white.ready("e2")
    keys = white.page.keyboard
    keys.press("Tab")
    keys.press("Tab")
    expect(white.page.locator(":focus")).to_have_text("Skip to the board")
    keys.press("Enter")
    keys.press("Tab")
    expect(white.page.locator(".board-squares button:focus")).to_have_count(1)
