"""Games with a seat of nature: what was drawn is seen and heard, and everybody can check that it was fixed before."""

import re

from playwright.sync_api import expect

MATE = '7k/5Q2/6K1/8/8/8/8/8 w 0 {"roll":"q"}'
"""The die names the queen, and Qg7 mates."""


def test_a_roll_is_seen_and_heard_beside_the_move_before_it(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open("Dice"))
    white.sees_turn(1)
    expect(white.page.locator(".plate")).to_have_count(2)
    expect(white.part("rolled").locator("use")).to_have_count(1)
    expect(white.part("explain")).to_contain_text("The die names the white")
    before = white.page.locator("button[data-kind=origin]").first
    before.click()
    white.page.locator("button[data-kind=target]").first.click()
    white.send()
    black.sees_turn(3)
    expect(black.announcement()).to_have_text(re.compile("goes from .* The die names the black"))
    expect(black.part("explain")).to_contain_text("The die names the black")
    expect(black.layer("last")).not_to_have_count(0)
    expect(black.layer("arrows")).not_to_have_count(0)
    rows = black.page.locator("#moves tbody tr:not(.why)")
    expect(rows).to_have_count(1)
    expect(rows.locator("[data-turn]")).to_have_count(3)
    black.page.reload()
    black.wait_for_board()
    expect(black.layer("arrows")).not_to_have_count(0)
    expect(black.part("rolled").locator("use")).to_have_count(1)


def test_on_one_device_the_last_move_is_taken_back_and_the_roll_after_it(visitors):
    both = visitors.person("both")
    both.open("Dice", one_device=True)
    both.sees_turn(1)
    expect(both.part("takeback")).to_be_disabled()
    for number in (3, 5):
        both.page.locator("button[data-kind=origin]").first.click()
        both.page.locator("button[data-kind=target]").first.click()
        both.send()
        both.sees_turn(number)
    for left in (3, 1):
        both.part("takeback").click()
        both.answer("yes")
        expect(both.page.locator(f"#moves [data-turn='{left + 1}']")).to_have_count(0)
        both.sees_turn(left)
        expect(both.part("refusal")).to_be_hidden()
        expect(both.part("explain")).to_have_text("The last 2 turns were taken back.")
    expect(both.part("takeback")).to_be_disabled()


def test_on_the_analysis_board_the_reader_says_what_the_die_shows(visitors):
    def answer(route):
        if "judge=yes" in (route.request.post_data or ""):
            thought = {"scores": [0.4, 0.6, 0], "sentences": [], "exact": False, "odds": {}, "lists": {}, "lines": []}
            route.fulfill(json={"picture": {}, "judgement": thought})
        else:
            route.continue_()

    reader = visitors.person("reader")
    reader.page.route(re.compile("/analysis$"), answer)
    reader.go("en/variants/Dice/analysis").wait_for_board()
    expect(reader.part("odds-told")).to_have_text("At the start: White 40\u202f%, Black 60\u202f%.")
    expect(reader.part("turn")).to_be_hidden()
    expect(reader.page.locator(".plate")).to_have_count(2)
    expect(reader.part("headline")).to_have_text("Die to move.")
    expect(reader.part("explain")).to_have_text("Choose what the dice show.")
    expect(reader.part("specials").get_by_role("button")).to_have_text(["P", "N"])
    reader.part("specials").get_by_role("button", name="P").click()
    expect(reader.part("headline")).to_have_text("White to move.")
    expect(reader.part("explain")).to_have_text("The die names the white pawn.")
    expect(reader.part("state")).to_be_focused()
    expect(reader.part("specials")).to_be_hidden()
    reader.page.locator("button[data-kind=origin]").first.click()
    reader.page.locator("button[data-kind=target]").first.click()
    expect(reader.part("headline")).to_have_text("Die to move.")
    expect(reader.part("explain")).to_have_text(re.compile("goes from .* Choose what the dice show"))
    expect(reader.layer("last")).not_to_have_count(0)
    reader.page.unroute_all()


def test_the_seed_of_the_dice_is_fixed_before_the_game_and_checked_after_it(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open("Dice", fen=MATE))
    expect(white.part("envelopes")).to_contain_text("The dice")
    digest = white.part("seals").locator("code").inner_text()
    expect(white.part("seals").get_by_role("button", name="Verify")).to_have_count(0)
    white.play("f7g7")
    expect(white.part("headline")).to_have_text("You won.")
    expect(white.part("rolled")).to_be_hidden()
    for player, said in ((white, "this browser saw this digest while the game ran"), (black, "It matches")):
        player.part("seals").get_by_role("button", name="Verify").click()
        expect(player.part("opened-checks")).to_contain_text(said)
        expect(player.part("opened-checks")).to_contain_text(digest.rstrip("…"))
        player.page.locator("[data-close]").click()
        player.part("verify-all").click()
        expect(player.part("verified")).to_have_text(re.compile("^Envelopes that match: 1,"))
