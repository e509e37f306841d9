"""What a move takes, and how it is told afterwards: one action where players take turns, signs in the list of moves."""

from playwright.sync_api import expect

from tests.harness.people import play_turns


def begin(visitors, variant, fen=""):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open(variant, name="Anna", fen=fen), name="oskar")
    return white, black


def test_where_players_take_turns_a_press_on_the_target_plays(visitors):
    white, black = begin(visitors, "Chess")
    white.choose("e2e4")
    black.sees_turn(1)
    expect(white.part("decide")).to_be_hidden()
    black.part("ask-first").get_by_role("checkbox").check()
    black.choose("e7e5")
    expect(black.part("send")).to_have_text("Play e5")
    expect(black.page.locator("#moves [data-turn='2']")).to_have_count(0)
    black.part("send").click()
    white.sees_turn(2)
    black.page.reload()
    black.wait_for_board()
    expect(black.part("ask-first").get_by_role("checkbox")).to_be_checked()
    expect(white.part("ask-first").get_by_role("checkbox")).not_to_be_checked()
    expect(white.part("at-once")).to_be_hidden()


def test_the_list_of_moves_tells_what_the_moves_do_not_say(visitors):
    white, black = begin(visitors, "Apocalypse")
    play_turns("e2d3/a4a3", "c1c2/d5d4", "e1d3/e5d3", white=white, black=black)
    bodies = white.page.locator("#moves tbody")
    expect(bodies).to_have_count(3)
    expect(bodies.nth(2).locator("td.failed")).to_have_text("exd3?")
    expect(bodies.nth(2).locator(".why")).to_contain_text("You get a penalty point, 1 of 2.")
    expect(bodies.nth(1).locator(".why")).to_have_count(0)
    expect(bodies.nth(0).locator("td.lost")).to_have_count(2)


def test_a_capture_that_makes_a_piece_asks_which_and_shows_it_in_the_list(visitors):
    white, black = begin(visitors, "Checkered")
    white.play("b1c3")
    black.play("d7d5")
    white.choose("c3d5")
    expect(white.part("headline")).to_have_text("White knight to d5: what does it become?")
    white.part("chooser").get_by_role("button", name="checkered pawn").click()
    black.sees_turn(3)
    expect(black.page.locator("#moves [data-turn='3'] svg.born")).to_have_count(1)
    expect(black.page.locator("#moves .why")).to_have_count(0)
    expect(black.part("explain")).to_contain_text("A checkered pawn appears on d5.")


def test_who_makes_several_moves_reads_which_one_it_is(visitors):
    white, black = begin(visitors, "Progressive")
    expect(white.part("headline")).to_have_text("Your move.")
    white.play("e2e4")
    expect(black.part("headline")).to_have_text("Move 1 of 2.")
    black.play("e7e5")
    black.sees_turn(2)
    expect(black.part("headline")).to_have_text("Move 2 of 2.")
