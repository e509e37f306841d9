"""Dialogs, the curtain, the verdict and the review by the keyboard: where the focus goes, stays and comes back to."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import tab_to, unreached
from tests.harness.people import play_turns, visitors_fixture

pytestmark = pytest.mark.slow


module_visitors = visitors_fixture("--thinkers", "1")


def focus_stays_in(player, dialog):
    """Tab reaches all that is in a dialog and nothing of the page behind it, in both directions."""
    assert unreached(player) == []
    for key in ("Tab", "Shift+Tab"):
        for _ in range(6):
            player.page.keyboard.press(key)
            assert dialog.evaluate(
                "node => node.contains(document.activeElement) || document.activeElement === document.body"
            )


def test_the_envelopes_are_opened_read_and_closed_by_keys(visitors):
    white, black = visitors.game()
    play_turns("e2d3/e5d3", white=white, black=black)
    dialog = white.part("opened")
    for closing in ("Escape", "Enter"):
        tab_to(white, "[data-verify='1']")
        white.page.keyboard.press("Enter")
        expect(white.part("opened-checks").locator("section")).to_have_count(2)
        expect(white.part("opened-title")).to_be_focused()
        focus_stays_in(white, dialog)
        if closing == "Enter":
            tab_to(white, "#opened [data-close]")
        white.page.keyboard.press(closing)
        expect(dialog).to_be_hidden()
        expect(white.page.locator("[data-verify='1']")).to_be_focused()


def test_a_question_is_left_by_escape_and_the_focus_comes_back(visitors):
    white, _ = visitors.game()
    for closing in ("Escape", "Enter"):
        tab_to(white, "#resign")
        white.page.keyboard.press("Enter")
        expect(white.part("ask")).to_be_visible()
        focus_stays_in(white, white.part("ask"))
        if closing == "Enter":
            tab_to(white, "#ask-no")
        white.page.keyboard.press(closing)
        expect(white.part("ask")).to_be_hidden()
        expect(white.part("resign")).to_be_focused()


def test_a_turn_behind_the_curtain_is_played_by_keys_to_its_verdict(visitors):
    both = visitors.person("both")
    both.open("Apocalypse", one_device=True)
    keys, curtain = both.page.keyboard, both.part("curtain")
    for seat, move in enumerate(("e2d3", "e5d3")):
        expect(curtain).to_contain_text(f"Hand the device to {('White', 'Black')[seat]}.")
        expect(both.part("curtain-yes")).to_be_focused()
        focus_stays_in(both, curtain)
        for key in ("Escape", "Escape"):
            keys.press(key)
        expect(curtain).to_be_visible()
        tab_to(both, "#curtain-yes")
        keys.press("Enter")
        expect(curtain).to_be_hidden()
        both.play_by_keys(move)
    both.sees_turn(1)
    expect(both.part("headline")).to_have_text("Clash on d3.")
    expect(both.announcement()).to_contain_text("on d3: the white footman stays")
    # After a seal by keyboard the focus stays where the player was.
    expect(both.page.locator("main :focus")).to_have_count(1)
    tab_to(both, "[data-verify='1']")


def test_a_review_is_asked_for_read_and_tried_by_keys(visitors):
    white, black = visitors.game(fen="4n/1p3/5/2P2/N4 w")
    play_turns("c2c3/e5d3", white=white, black=black)
    black.part("resign").click()
    black.answer("yes")
    keys = white.page.keyboard
    tab_to(white, "#review-start")
    keys.press("Enter")
    expect(white.part("costs")).to_be_visible()
    expect(white.part("review-progress")).to_be_hidden()
    expect(white.page.locator("main :focus")).to_have_count(1)
    tab_to(white, "#odds-turn")
    keys.press("ArrowLeft")
    expect(white.part("shown")).to_have_text("turn 0 of 1")
    keys.press("ArrowRight")
    expect(white.part("shown")).to_have_text("turn 1 of 1")
    tab_to(white, "#heat button")
    pair = white.page.locator("#heat button:focus")
    before = pair.get_attribute("aria-label")
    for key in ("ArrowDown", "ArrowUp", "ArrowUp"):
        if not re.search(", played$", pair.get_attribute("aria-label") or ""):
            break
        keys.press(key)
    chosen = pair.get_attribute("aria-label")
    keys.press("Enter")
    expect(white.part("supposed")).to_be_visible()
    tab_to(white, "#supposed-back", "Shift+Tab")
    keys.press("Enter")
    expect(white.part("supposed")).to_be_hidden()
    expect(pair).to_have_attribute("aria-label", re.compile(re.escape((before if before == chosen else chosen) or "")))


def test_the_chat_is_unfolded_and_written_in_by_keys(visitors):
    white, _ = visitors.game()
    tab_to(white, "#chat > summary")
    white.page.keyboard.press("Enter")
    tab_to(white, "#say-text")
    said = ["Good luck", "Again", "And again"]
    for text in said:  # Without waiting until the one before has come.
        white.page.keyboard.type(text)
        white.page.keyboard.press("Enter")
        expect(white.part("say-text")).to_be_focused()
    expect(white.page.locator("#said li > p:last-child")).to_have_text(said)
    expect(white.part("say-text")).to_have_value("")
    tab_to(white, "#chat > summary", "Shift+Tab")
    white.page.keyboard.press("Enter")
    expect(white.part("say-text")).to_be_hidden()
    expect(white.page.locator("#chat > summary")).to_be_focused()
