"""Games with a seat of nature: what was drawn is seen and heard, and everybody can check that it was fixed before."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.players import Place

MATE = '7k/5Q2/6K1/8/8/8/8/8 w 0 {"roll":"q"}'
"""The die names the queen, and Qg7 mates."""


def test_a_roll_is_seen_and_heard_beside_the_move_before_it(place: Place) -> None:
    white, black = place.player("anna"), place.player("oskar")
    black.join(white.open("Dice"))
    white.sees_turn(1)
    expect(white.page.locator(".plate")).to_have_count(2)
    expect(white.part("rolled").locator("use")).to_have_count(1)
    expect(white.part("explain")).to_contain_text("The die names the white")
    before = white.page.locator("button[data-kind=origin]").first
    before.click()
    white.page.locator("button[data-kind=target]").first.click()
    white.part("send").click()
    black.sees_turn(3)
    expect(black.told()).to_have_text(re.compile("goes from .* The die names the black"))
    expect(black.part("explain")).to_contain_text("The die names the black")
    expect(black.drawn("last")).not_to_have_count(0)
    expect(black.drawn("arrows")).not_to_have_count(0)
    rows = black.page.locator("#moves tbody tr:not(.why)")
    expect(rows).to_have_count(2)
    cells = rows.last.locator("td[data-turn]").all_text_contents()
    assert len(cells) == 2, "the die and the move that follows from it stand in one row"
    black.page.reload()
    black.sit()
    expect(black.drawn("arrows")).not_to_have_count(0)
    expect(black.part("rolled").locator("use")).to_have_count(1)


def test_the_seed_of_the_dice_is_fixed_before_the_game_and_checked_after_it(place: Place) -> None:
    white, black = place.player("anna"), place.player("oskar")
    black.join(white.open("Dice", fen=MATE))
    expect(white.part("envelopes")).to_contain_text("The dice")
    digest = white.part("seals").locator("code").inner_text()
    expect(white.part("seals").get_by_role("button", name="Verify")).to_have_count(0)
    white.seal("f7g7")
    expect(white.part("headline")).to_have_text("You won.")
    expect(white.part("rolled")).to_be_hidden()
    for player, said in ((white, "this browser saw this digest while the game ran"), (black, "It holds")):
        player.part("seals").get_by_role("button", name="Verify").click()
        expect(player.part("opened-checks")).to_contain_text(said)
        expect(player.part("opened-checks")).to_contain_text(digest.rstrip("…"))
        player.page.locator("[data-close]").click()
        player.part("verify-all").click()
        expect(player.part("verified")).to_have_text(re.compile("^Envelopes that hold: 1,"))
