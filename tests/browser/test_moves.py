"""Every way to make a move on the page of a table: mouse, finger, text field, chooser; and what the page says then."""

import re

from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.people import play_turns
from tests.harness.states import CROWDED


def test_a_footman_may_become_a_horseman_at_a_risk_where_it_may_also_be_put_down(visitors):
    white, black = visitors.game(fen=CROWDED)
    white.choose("b4b5")
    white.part("chooser").get_by_role("button", name="Put it down elsewhere").click()
    expect(white.layer("targets")).not_to_have_count(0)
    white.square("b4").click()
    expect(white.part("send")).to_have_text("Seal b5/b4")
    white.part("cancel").click()
    white.choose("b4b5")
    chooser = white.part("chooser").get_by_role("button")
    expect(chooser).to_have_text(["white horseman, risky", "Put it down elsewhere"])
    expect(white.page.locator(".board-chooser button")).to_have_count(2)
    expect(white.part("headline")).to_have_text("Which move?")
    white.page.get_by_role("button", name="white horseman, risky").first.click()
    expect(white.part("headline")).to_contain_text("is a bet.")
    expect(white.square("b5")).to_have_attribute("aria-label", re.compile(", risky$"))
    expect(white.page.locator("[data-layer=targets] .tg-risk")).not_to_have_count(0)
    white.part("send").click()
    black.play("b2a1")
    white.sees_turn(1)
    white.holds("b5", "white horseman")
    expect(white.announcement()).to_contain_text("You were right")


def test_a_finger_plays_on_a_screen_360_wide(visitors):
    for name in ("anna", "oskar"):
        visitors.person(name, viewport=NARROW, has_touch=True, is_mobile=True)
    white, black = visitors.game("Checkered")
    for number, (player, names) in enumerate(
        ((white, "e2 e4"), (black, "d7 d5"), (white, "e4 d5"), (black, "d8 d6")), 1
    ):
        player.ready(names.split()[0])
        for name in names.split():
            box = player.square(name).bounding_box()
            assert min(box["width"], box["height"]) >= 40
            player.square(name).tap()
        for other in (white, black):
            other.sees_turn(number)
            assert other.overflow() <= 0
    black.holds("d5", "checkered pawn")


def test_a_move_may_be_sent_as_soon_as_it_is_chosen(visitors):
    white, black = visitors.game()
    at_once = white.part("at-once").get_by_role("checkbox")
    at_once.check()
    white.choose("c1c2")
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    white.page.reload()
    expect(at_once).to_be_checked()
    at_once.uncheck()
    expect(black.part("at-once").get_by_role("checkbox")).not_to_be_checked()


def test_where_players_take_turns_a_press_on_the_target_plays_unless_it_is_to_be_confirmed(visitors):
    white, black = visitors.game("Chess")
    white.choose("e2e4")
    black.sees_turn(1)
    expect(white.part("decide")).to_be_hidden()
    black.part("ask-first").get_by_role("checkbox").check()
    black.choose("e7e5")
    expect(black.part("send")).to_have_text("Play e5")
    expect(black.page.locator("#moves [data-turn='2']")).to_have_count(0)
    black.part("send").click()
    white.sees_turn(2)
    expect(black.reload().part("ask-first").get_by_role("checkbox")).to_be_checked()
    expect(white.part("ask-first").get_by_role("checkbox")).not_to_be_checked()
    expect(white.part("at-once")).to_be_hidden()


# What the page says of moves


def test_the_list_of_moves_explains_what_the_moves_do_not_say(visitors):
    white, black = visitors.game()
    play_turns("e2d3/a4a3", "c1c2/d5d4", "e1d3/e5d3", white=white, black=black)
    bodies = white.page.locator("#moves tbody")
    expect(bodies).to_have_count(3)
    expect(bodies.nth(2).locator("td.failed")).to_have_text("exd3?")
    expect(bodies.nth(2).locator(".why")).to_contain_text("You get a penalty point, 1 of 2.")
    expect(bodies.nth(1).locator(".why")).to_have_count(0)
    expect(bodies.nth(0).locator("td.lost")).to_have_count(2)


# Typed moves


def type_move(player, text):
    """Type a move and press Enter."""
    player.part("move").fill(text)
    player.part("move").press("Enter")


def test_a_typed_text_that_is_no_move_is_answered_beside_the_field_and_the_next_move_is_typed_there(visitors):
    white, black = visitors.game()
    type_move(white, "<b>e9")
    expect(white.part("move-error")).to_have_text("“<b>e9” is not one of your moves.")
    expect(white.part("send")).to_be_disabled()
    white.choose("c1c2")
    expect(white.part("move")).to_have_value("")
    expect(white.part("move-error")).to_have_text("")
    # A pass is not taken for the move that is chosen.
    type_move(white, "--")
    expect(white.part("move-error")).to_have_text("“--” is not one of your moves.")
    expect(white.part("send")).to_have_text("Seal c2")
    type_move(white, " ")
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    white.part("unseal").click()
    type_move(white, " nb3 ")
    expect(white.part("send")).to_have_text("Seal Nb3")
    expect(white.layer("sealed")).not_to_have_count(0)
    expect(white.part("send")).to_be_focused()
    white.part("send").press("Enter")
    expect(white.part("explain")).to_contain_text("Nb3")
    black.play("a5b3")
    white.sees_turn(1)
    expect(white.part("move")).to_be_focused()


def test_a_text_that_means_two_moves_is_refused_and_both_are_named(visitors):
    white, _ = visitors.game("Chess", language="fr", fen="4k3/8/8/8/8/R7/4K3/8 w 0")
    type_move(white, "Rd3")
    error = white.part("move-error")
    expect(error).to_contain_text("« Rd3 » peut désigner")
    expect(error).to_contain_text("Td3 (a3d3)")
    expect(error).to_contain_text("Rd3 (e2d3)")
    expect(white.part("decide")).to_be_hidden()
    type_move(white, "Td3")
    expect(white.part("moves")).to_contain_text("Td3")
