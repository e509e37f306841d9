"""Moves made in advance in a real browser: chosen out of turn, shown to their player, played in turn."""

import re

from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.people import SHOWN, until


def begin(visitors, control="none"):
    """A game of Chess: Anna with White, Oskar with Black at a phone."""
    visitors.person("oskar", viewport=NARROW)
    return visitors.game("Chess", control=control)


def plan(player, *names):
    """Choose a move out of turn; what can be planned comes when the first square is pressed."""
    # The player's own move before it has been answered.
    expect(player.square(names[0])).not_to_have_attribute("data-kind", "target")
    player.square(names[0]).click()
    expect(player.square(names[0])).to_have_attribute("data-kind", "selected")
    for name in names[1:]:
        player.square(name).click()
    expect(player.part("planned-told")).to_have_text(f"Planned: {''.join(names)}")


def test_a_move_chosen_out_of_turn_is_shown_to_its_player_and_played_in_turn(visitors):
    white, black = begin(visitors)
    plan(black, "e7", "e5")
    expect(black.announcement()).to_contain_text("Planned: e7e5")
    expect(black.page.locator(".hl-plan")).to_have_count(2)
    expect(black.square("e5")).to_have_attribute("aria-label", re.compile("planned"))
    white.choose("e2e4")
    black.sees_turn(2)
    assert black.move_list() == ["e4", "e5"]
    expect(black.part("planned")).to_be_hidden()
    expect(black.page.locator(".hl-plan")).to_have_count(0)


def test_a_move_dragged_before_the_possible_moves_have_come_is_planned(visitors):
    white, black = begin(visitors)
    answers = []
    black.page.route(re.compile("/ahead"), lambda route: answers.append(route))
    black.square("e7").drag_to(black.square("e5"))
    until(black.page, lambda: answers)
    answers[0].continue_()
    expect(black.part("planned-told")).to_have_text("Planned: e7e5")
    white.choose("e2e4")
    black.sees_turn(2)
    assert black.move_list() == ["e4", "e5"]


def test_a_move_that_crosses_the_opponents_on_its_way_is_played_while_the_pieces_still_travel(visitors):
    page = visitors.person("oskar", reduced_motion="no-preference").own_page
    held = []

    def hold_plans(route):
        server = route.connect_to_server()
        route.on_message(lambda text: held.append((server, text)) if '"plan"' in text else server.send(text))

    page.route_web_socket(re.compile("socket.io"), hold_plans)
    page.clock.install()
    white, black = visitors.game("Chess")
    plan(black, "e7", "e5")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    white.choose("e2e4")
    page.wait_for_function(f"() => {SHOWN}.number === 1")
    [(server, text)] = held
    server.send(text)
    white.sees_turn(2)
    page.clock.resume()
    black.sees_turn(2)
    assert black.move_list() == ["e4", "e5"]
    expect(black.part("refusal")).to_be_hidden()


def test_a_plan_is_dropped_by_a_key_a_button_and_a_press_where_it_ends(visitors):
    white, black = begin(visitors)
    for drop in (
        lambda: black.page.keyboard.press("Escape"),
        lambda: black.part("unplan").click(),
        lambda: black.square("e5").click(),
    ):
        plan(black, "e7", "e5")
        drop()
        expect(black.part("planned")).to_be_hidden()
        expect(black.page.locator(".hl-plan")).to_have_count(0)
    plan(black, "e7", "e5")
    plan(black, "d7", "d5")
    black.page.reload()
    expect(black.part("planned-told")).to_have_text("Planned: d7d5")
    expect(black.page.locator(".hl-plan")).to_have_count(2)
    white.choose("e2e4")
    white.sees_turn(2)
    assert white.move_list() == ["e4", "d5"]


def test_a_plan_that_became_impossible_is_reported_to_its_player(visitors):
    white, black = begin(visitors, "5+3")
    expect(black.part("lines")).to_be_hidden()
    white.choose("e2e4")
    black.choose("d7d5")
    plan(black, "d5", "e4")
    white.choose("e4e5")
    black.sees_turn(3)
    expect(black.part("planned-told")).to_contain_text("not possible now")
    black.choose("d5d4")
    expect(black.part("planned")).to_be_hidden()


def test_a_position_of_the_past_takes_no_moves_and_a_plan_that_is_dropped_there_leaves_it_shown(visitors):
    white, _ = begin(visitors)
    white.choose("e2e4")
    plan(white, "d2", "d4")
    white.page.locator("[data-step=back]").click()
    expect(white.page.locator(".hl-plan")).to_have_count(0)
    white.square("g1").drag_to(white.square("f3"))
    white.square("d4").click()
    expect(white.part("planned-told")).to_have_text("Planned: d2d4")
    white.page.keyboard.press("Escape")
    expect(white.part("planned")).to_be_hidden()
    expect(white.part("shown")).to_have_text("turn 0 of 1")
    expect(white.part("explain")).not_to_contain_text("taken back")
    white.holds("e2", "white pawn")
    white.page.locator("[data-step=forward]").click()
    white.holds("e4", "white pawn")
    plan(white, "g1", "f3")


def test_a_promotion_in_advance_asks_for_its_piece(visitors):
    white, black = visitors.game("Chess", fen="7k/8/8/8/8/8/1p6/6K1 w - - 0 1")
    black.square("b2").click()
    expect(black.square("b2")).to_have_attribute("data-kind", "selected")
    black.square("b1").click()
    black.page.locator(".board-chooser button:focus").press("q")
    expect(black.part("planned-told")).to_have_text("Planned: b2b1q")
    white.choose("g1g2")
    white.sees_turn(2)
    assert white.move_list()[1].startswith("b1=Q")


def open_lines(player):
    """Follow the link to the analysis board on which lines are planned."""
    player.part("lines").locator("a").click()
    player.wait_for_board()
    expect(player.part("plan")).to_contain_text("guess that there was a plan")
    expect(player.page.locator(".plate").last).to_contain_text("Black")


def play_line(player, *moves):
    """Play a line from the first position of the analysis board."""
    first = player.page.locator("[data-step=first]")
    if first.is_enabled() and first.is_visible():
        first.click()
    for move in moves:
        player.choose(move)
        expect(player.page.locator("#tree [aria-current]")).to_contain_text(move[2:4])


def test_lines_are_planned_on_the_analysis_board_and_followed(visitors):
    white, black = begin(visitors, "3d")
    assert black.overflow() == 0
    table = black.page.url
    open_lines(black)
    play_line(black, "e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    play_line(black, "d2d4", "d7d5")
    expect(black.part("odds")).to_be_hidden()
    black.reload()
    expect(black.page.locator("#tree .move")).to_have_count(7)
    black.part("plan-save").click()
    expect(black.part("planned-told")).to_have_text("Lines planned: 2")
    assert black.page.url == table
    open_lines(black)
    expect(black.page.locator("#tree .move")).to_have_count(6)
    black.part("plan-save").click()
    expect(black.part("planned-told")).to_have_text("Lines planned: 2")
    white.choose("e2e4")
    white.sees_turn(2)
    assert white.move_list() == ["e4", "e5"]
    expect(black.part("planned-told")).to_have_text("Lines planned: 1")
    white.choose("g1f3")
    white.sees_turn(4)
    expect(black.part("planned")).to_be_hidden()


def test_of_two_replies_to_one_move_the_first_counts_and_an_empty_plan_is_cancelled(visitors):
    white, black = begin(visitors, "3d")
    open_lines(black)
    play_line(black, "e2e4", "e7e5")
    play_line(black, "e2e4", "d7d5")
    black.part("plan-save").click()
    expect(black.part("planned-told")).to_have_text("Lines planned: 1")
    # Lines that have not come would be cancelled.
    black.allowed_errors.append("ERR_FAILED")
    black.page.route("**/analysis/tree*", lambda route: route.abort())
    open_lines(black)
    expect(black.part("refusal")).to_contain_text("did not answer")
    expect(black.part("plan-save")).to_be_disabled()
    black.page.unroute("**/analysis/tree*")
    black.choose("d2d4")
    black.page.locator("#tree .move").first.click()
    black.part("remove").click()
    black.part("plan-save").click()
    expect(black.part("lines")).to_be_visible()
    expect(black.part("planned")).to_be_hidden()
    white.choose("e2e4")
    expect(black.part("lines")).to_be_hidden()
