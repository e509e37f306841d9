"""Two players on one device: behind a curtain it is handed over, and no page holds what the other one sealed."""

import re

from playwright.sync_api import expect

from tests.harness.audits import tab_to

EVERYTHING = """() => [document.title, location.href, document.documentElement.outerHTML,
  ...[...document.querySelectorAll("input, textarea")].map(({value}) => value)].join(" ")"""
"""All that is in the page, shown or not."""


def begin(visitors, variant="Apocalypse"):
    both = visitors.person("both")
    both.open(variant, one_device=True)
    return both


def holds_nothing_of(player, *secrets):
    """Nothing on the page, shown or hidden, tells of a sealed move, and none is drawn."""
    expect(player.layer("sealed")).to_have_count(0)
    expect(player.layer("selected")).to_have_count(0)
    expect(player.part("envelope")).to_be_hidden()
    page = player.page.evaluate(EVERYTHING)
    # As words: in the digest of a seal they occur by chance.
    assert [secret for secret in secrets if re.search(rf"\b{secret}\b", page)] == []


def test_each_seals_behind_the_curtain_and_both_see_the_reveal(visitors):
    both = begin(visitors)
    expect(both.part("curtain")).to_contain_text("Hand the device to White.")
    box = both.part("curtain").bounding_box()
    assert {name: box[name] for name in ("width", "height")} == both.page.viewport_size
    expect(both.part("curtain-yes")).to_be_focused()
    for key in ("Escape", "Escape"):
        both.page.keyboard.press(key)
    expect(both.part("curtain")).to_be_visible()
    tab_to(both, "#curtain-yes")
    both.page.keyboard.press("Enter")
    expect(both.part("curtain")).to_be_hidden()
    both.choose("e2d3")
    expect(both.part("send")).to_have_text("Seal exd3")
    both.part("send").click()
    expect(both.part("curtain")).to_contain_text("Hand the device to Black.")
    holds_nothing_of(both, "exd3", "e2d3")
    both.take_device()
    expect(both.part("headline")).to_have_text("Choose your move.")
    expect(both.page.locator("cavalier-board")).to_have_attribute("data-turned", "")
    expect(both.page.locator("cavalier-board ~ .plate [data-part=name]")).to_have_text("Black")
    expect(both.plate(0, "state")).to_have_text("sealed")
    holds_nothing_of(both, "exd3", "e2d3")
    both.play_by_keys("e5d3")
    both.sees_turn(1)
    expect(both.part("curtain")).to_be_hidden()
    expect(both.page.locator("main :focus")).to_have_count(1)
    tab_to(both, "[data-verify='1']")
    expect(both.announcement()).to_contain_text("on d3: the white footman")
    both.holds("d3", "white footman")
    # Nothing is secret yet: White goes on without another press.
    expect(both.part("hand-yes")).to_be_hidden()
    expect(both.part("headline")).to_have_text("Clash on d3.")
    expect(both.page.locator("cavalier-board ~ .plate [data-part=name]")).to_have_text("White")
    both.ready("a1")


def test_a_reload_lets_the_curtain_fall_before_anything_of_a_seat_is_shown(visitors):
    both = begin(visitors)
    both.take_device()
    both.play("c1c2")
    both.take_device()
    both.reload()
    expect(both.part("curtain")).to_contain_text("Hand the device to Black.")
    holds_nothing_of(both, "c1c2")
    both.take_device()
    both.ready("c5")
    # The other may look at his seal again, behind a curtain of his own, and break it.
    both.page.get_by_role("link", name="See it as White").click()
    both.wait_for_board()
    expect(both.part("curtain")).to_contain_text("Hand the device to White.")
    holds_nothing_of(both, "c1c2")
    both.take_device()
    expect(both.part("headline")).to_have_text("Your move is sealed.")
    both.part("unseal").click()
    both.play("b1b2")
    expect(both.part("curtain")).to_contain_text("Hand the device to Black.")
    holds_nothing_of(both, "b1b2")


def test_on_one_device_the_board_turns_to_the_player_to_move(visitors):
    both = begin(visitors, "Checkered")
    below = both.page.locator("cavalier-board ~ .plate [data-part=name]")
    for number, (move, name) in enumerate((("e2e4", "Black"), ("e7e5", "White"), ("g1f3", "Black")), 1):
        both.play(move)
        both.sees_turn(number)
        expect(below).to_have_text(name)
        expect(both.part("headline")).to_have_text("Your move.")
        expect(both.part("curtain")).to_be_hidden()
    expect(both.page.locator("cavalier-board")).to_have_attribute("data-turned", "")
    both.reload().ready("b8")
    expect(below).to_have_text("Black")
    # Both agree to take back at one button.
    both.part("takeback").click()
    both.answer("yes")
    expect(both.page.locator("#moves [data-turn='3']")).to_have_count(0)
    expect(both.part("explain")).to_have_text("The last turn was taken back.")
    expect(below).to_have_text("White")


def test_a_draw_is_offered_from_one_seat_and_accepted_from_the_other_and_in_the_next_game_one_resigns(visitors):
    both = begin(visitors)
    both.take_device()
    both.part("draw").click()
    expect(both.part("draw")).to_have_text("Draw offered")
    both.play("c1c2")
    both.take_device()
    expect(both.part("offer")).to_contain_text("White offers a draw.")
    both.part("accept").click()
    expect(both.part("headline")).to_have_text("Draw.")
    expect(both.page.locator("[data-part=points]")).to_have_text(["½", "½"])
    old = both.page.url
    both.part("rematch").click()
    expect(both.page).not_to_have_url(old)
    expect(both.wait_for_board().part("curtain")).to_contain_text("Hand the device to White.")
    both.take_device()
    both.play("b1b2")
    both.take_device()
    both.resign()
    expect(both.part("headline")).to_have_text("White wins.")
    expect(both.part("explain")).to_have_text("Black resigns.")
    holds_nothing_of(both, "b1b2")
