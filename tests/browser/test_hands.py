"""Every way to tell a move on the page of a table: mouse, finger, text field, chooser; and what the page then says."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.states import CROWDED

GUARDED = "npp1n/4p/1p3/2P1P/N2PN w"
"""White's footman on c2 may be captured, and retaken by three pieces of its own side."""


def start(visitors, variant="Apocalypse", fen=""):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open(variant, fen=fen)
    black.join(link)
    return white, black


def reveal(white, black, answer):
    black.play(answer)
    for player in (white, black):
        player.sees_turn(1)


def test_a_footman_may_become_a_horseman_at_a_risk_where_it_may_also_be_put_down(visitors):
    white, black = start(visitors, fen=CROWDED)
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
    reveal(white, black, "b2a1")
    white.holds("b5", "white horseman")
    expect(white.announcement()).to_contain_text("You were right")


def test_a_footman_is_put_down_on_the_square_it_came_from(visitors):
    white, black = start(visitors, fen=CROWDED)
    white.choose("b4b5")
    white.part("chooser").get_by_role("button", name="Put it down elsewhere").click()
    expect(white.square("b4")).to_have_attribute("data-kind", "target")
    expect(white.layer("targets")).not_to_have_count(0)
    white.square("b4").click()
    expect(white.part("send")).to_have_text("Seal b5/b4")
    white.part("send").click()
    reveal(white, black, "a3a2")
    white.holds("b4", "white footman")
    expect(white.announcement()).to_contain_text("is put down on b4")


def test_a_press_on_an_own_piece_bets_on_its_capture(visitors):
    white, black = start(visitors, fen=GUARDED)
    white.choose("a1c2")
    expect(white.part("explain")).to_contain_text("Played only if Black captures the white footman on c2.")
    white.part("send").click()
    reveal(white, black, "b3c2")
    white.holds("c2", "white horseman")


def test_a_press_elsewhere_or_escape_puts_the_piece_back(visitors):
    white, _ = start(visitors)
    white.press("c1")
    expect(white.layer("selected")).not_to_have_count(0)
    white.square("c3").click()
    expect(white.layer("selected")).to_have_count(0)
    white.choose("c1c2")
    expect(white.part("send")).to_be_enabled()
    white.page.keyboard.press("Escape")
    expect(white.part("send")).to_be_disabled()
    expect(white.layer("sealed")).to_have_count(0)
    white.choose("c1c2")
    white.part("cancel").click()
    expect(white.part("send")).to_be_disabled()
    white.choose("c1c2")
    expect(white.page.locator(".board-says")).to_contain_text("c2")
    white.square("c2").click()
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    expect(white.page.locator(".board-says")).to_have_text("")


@pytest.mark.parametrize(("text", "label"), [("c1c2", "c2"), ("nb3", "Nb3"), (" exd3 ", "exd3"), ("E2D3", "exd3")])
def test_a_move_may_be_typed_as_squares_or_as_players_write_it(visitors, text, label):
    white, _ = start(visitors)
    white.part("move").fill(text)
    white.part("move").press("Enter")
    expect(white.part("send")).to_have_text(f"Seal {label}")
    expect(white.layer("sealed")).not_to_have_count(0)
    white.part("send").press("Enter")
    expect(white.part("explain")).to_contain_text(label)


def test_a_typed_text_that_is_no_move_is_answered_beside_the_field(visitors):
    white, _ = start(visitors)
    white.part("move").fill("<b>e9")
    white.part("move").press("Enter")
    expect(white.part("move-error")).to_have_text("“<b>e9” is not one of your moves.")
    expect(white.part("send")).to_be_disabled()
    white.choose("c1c2")
    expect(white.part("move")).to_have_value("")
    expect(white.part("move-error")).to_have_text("")


def test_a_typed_pass_is_not_taken_for_the_move_that_is_chosen(visitors):
    white, _ = start(visitors)
    white.choose("c1c2")
    white.part("move").fill("--")
    white.part("move").press("Enter")
    expect(white.part("move-error")).to_have_text("“--” is not one of your moves.")
    expect(white.part("send")).to_have_text("Seal c2")
    white.part("move").fill(" ")
    white.part("move").press("Enter")
    expect(white.part("headline")).to_have_text("Your move is sealed.")


def test_a_piece_may_be_dragged_to_its_square(visitors):
    white, black = start(visitors, "Checkered")
    for number, (player, origin, target) in enumerate(((white, "e2", "e4"), (black, "g8", "f6")), 1):
        player.ready(origin)
        player.square(origin).scroll_into_view_if_needed()
        (x, y), (to_x, to_y) = player.center(origin), player.center(target)
        player.page.mouse.move(x, y)
        player.page.mouse.down()
        player.page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
        expect(player.layer("moving")).not_to_have_count(0)
        player.page.mouse.move(to_x, to_y)
        player.page.mouse.up()
        player.send()
        for other in (white, black):
            other.sees_turn(number)
    white.holds("f6", "black knight")


def test_a_finger_plays_on_a_screen_360_wide(visitors):
    finger = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    white, black = visitors.person("lena", **finger), visitors.person("noah", **finger)
    link = white.open("Checkered")
    black.join(link)
    for number, (player, names) in enumerate(
        ((white, "e2 e4"), (black, "d7 d5"), (white, "e4 d5"), (black, "d8 d6")), 1
    ):
        player.ready(names.split()[0])
        for name in names.split():
            box = player.square(name).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 40
            player.square(name).tap()
        for other in (white, black):
            other.sees_turn(number)
            assert other.overflow() <= 0
    black.holds("d5", "checkered pawn")


def test_a_move_may_be_sent_as_soon_as_it_is_chosen(visitors):
    white, black = start(visitors)
    white.part("at-once").get_by_role("checkbox").check()
    white.choose("c1c2")
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    white.page.reload()
    expect(white.part("at-once").get_by_role("checkbox")).to_be_checked()
    white.part("at-once").get_by_role("checkbox").uncheck()
    expect(black.part("at-once").get_by_role("checkbox")).not_to_be_checked()


def test_a_turn_is_shown_in_motion_and_the_next_move_may_follow(visitors):
    moving = {"reduced_motion": "no-preference"}
    white, black = visitors.person("vera", **moving), visitors.person("hugo", **moving)
    link = white.open("Apocalypse")
    black.join(link)
    for number, (one, other) in enumerate((("a1b3", "a5b3"), ("e1d3", "e5d3")), 1):
        white.play(one)
        black.play(other)
        for player in (white, black):
            player.sees_turn(number)
            player.holds(one[2:], "empty")
            expect(player.announcement()).to_contain_text(
                f"Clash on {one[2:]}: two pieces of one kind remove each other."
            )
    expect(white.layer("clash")).not_to_have_count(0)
    expect(white.part("headline")).to_have_text("Clash on d3.")


def test_two_tabs_of_one_player_agree(visitors):
    white, black = start(visitors)
    other = visitors.tab(white)
    other.visit(white.page.url)
    white.page.bring_to_front()
    white.play("c1c2")
    expect(other.part("headline")).to_have_text("Your move is sealed.")
    expect(other.layer("sealed")).not_to_have_count(0)
    other.page.bring_to_front()
    other.part("unseal").click()
    white.page.bring_to_front()
    white.play("b1b2")
    black.play("b5b4")
    for player in (white, other, black):
        player.sees_turn(1)
        player.holds("b2", "white footman")
    expect(white.part("refusal")).to_be_hidden()
    other.page.close()


def test_seats_see_the_board_from_their_own_side(visitors):
    white, black = start(visitors)
    for player, below in ((white, "a1"), (black, "e5")):
        boxes = {name: player.square(name).bounding_box() for name in ("a1", "e5")}
        lowest = max(boxes, key=lambda name: boxes[name]["y"])
        assert lowest == below
        expect(player.page.locator(".plate").last.locator("[data-part=name]")).to_have_text(re.compile("you"))
