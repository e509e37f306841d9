"""Games of three: all sit down at once, or one joins two who play; what the page shows to each seat."""

import pytest
from playwright.sync_api import expect

from tests.harness.people import call, play_in_turn, read, visitors_at
from tests.harness.states import THREE

module_visitors = visitors_at("still_site")


def test_three_seats_move_in_turn_and_each_has_the_own_plate_below_the_board(visitors):
    players = visitors.game("Crown", THREE)
    parts = "parts => parts.map((part) => part.dataset.seat ?? 'board')"
    for player, around in zip(players, ("21b0", "20b1", "10b2"), strict=True):
        seen = player.page.locator(".plate, cavalier-board")
        expected = [{"b": "board"}.get(each, each) for each in around]
        assert seen.evaluate_all(parts) == expected
    # A flipped board has it above.
    player.page.keyboard.press("f")
    expect(player.part("flip")).to_have_attribute("aria-pressed", "true")
    assert seen.evaluate_all(parts) == expected[::-1]
    play_in_turn(players, "a1a2 b1b2 c1c2 a2a3 b2b3 c2c3 a3a4 b3b4 c3c4 a4a5")
    read(players, "headline", "You won.", "You lost.", "You lost.")
    for player in players:
        player.holds("a5", "white footman")
        player.holds("c4", "checkered footman")
        for seat, points in enumerate("100"):
            expect(player.plate(seat, "points")).to_have_text(points)


def test_the_form_and_an_open_table_speak_of_several_opponents(visitors):
    anna, oskar, maria = (visitors.person(name) for name in THREE)
    anna.go("en/variants/Crown/play")
    for text in ("Your opponents", "Friends", "may take a free seat"):
        expect(anna.page.locator("form").first).to_contain_text(text)
    expect(anna.page.locator("label:has(input[name=seat])")).to_have_text(["White", "Black", "Checkered", "Any"])
    link = anna.open("Crown")
    expect(anna.part("explain")).to_have_text("Send this link. The game begins when all seats are taken.")
    maria.visit(link)
    expect(maria.part("headline")).to_have_text("Several seats are free.")
    oskar.join(link)
    read((anna, oskar), "explain", "Send this link. The game begins when somebody takes the free seat.")
    expect(maria.part("headline")).to_have_text("A seat is free.")
    expect(maria.part("explain")).to_have_text("Take it to play, or stay and watch.")


def test_players_who_request_takeback_draw_or_rematch_are_named_together(visitors):
    anna, oskar, maria = players = visitors.game("Crown", THREE)
    play_in_turn(players, "a1a2 b1b2")
    anna.part("takeback").click()
    expect(maria.part("back")).to_contain_text("Anna asks to take back all from 1. a1a2 on.")
    oskar.part("back-yes").click()
    expect(maria.part("back")).to_contain_text("Anna and Oskar ask to take back all from 1. a1a2 on.")
    maria.part("back-yes").click()
    for player in players:
        expect(player.part("moves")).to_be_hidden()
        player.holds("a1", "white footman")
        expect(player.announcement()).to_contain_text("The last 2 turns were taken back.")
    anna.part("draw").click()
    for player in (oskar, maria):
        expect(player.part("accept")).to_be_visible()
    oskar.part("accept").click()
    expect(oskar.part("draw")).to_have_text("Draw offered")
    for player in (anna, oskar):
        expect(player.part("offer")).to_be_hidden()
    expect(maria.part("offer")).to_contain_text("Anna and Oskar offer a draw.")
    maria.part("accept").click()
    read(players, "headline", "Draw.")
    for player in players:
        expect(player.part("refusal")).to_be_hidden()
    anna.part("rematch").click()
    expect(maria.part("rematch-told")).to_have_text("Anna wants a rematch. The seats move on by one.")
    oskar.part("rematch").click()
    expect(maria.part("rematch-told")).to_have_text("Anna and Oskar want a rematch. The seats move on by one.")
    maria.open_more()
    expect(maria.part("surprise")).to_be_visible()


def hands(player):
    """How far down the hands of `Court` stand, in the order of the plates; and where the lowest row of squares does."""
    plates = player.page.locator(".plate").evaluate_all("plates => plates.map(({ dataset }) => Number(dataset.seat))")
    slots = [player.page.locator(f"button[data-square='{15 + seat}']").bounding_box() for seat in plates]
    edge = player.square("a1").bounding_box()
    return [slot["y"] for slot in slots if slot], edge["y"]


def test_each_of_three_has_the_own_hand_below_the_board_and_the_others_in_the_order_of_their_plates(
    visitors,
):
    for seat, player in enumerate(visitors.game("Court", THREE)):
        expect(player.page.locator(".plate").last).to_have_attribute("data-seat", str(seat))
        (highest, next_to_it, lowest), edge = hands(player)
        assert highest < next_to_it < edge < lowest
        # It is there before the script is.
        tray = player.page.locator("[data-layer=hands] .tray").get_attribute("d")
        assert f'd="{tray}"' in player.page.evaluate("async () => (await fetch(location)).text()")


def test_two_computers_are_distinguished_by_their_seats(visitors):
    anna = visitors.person("anna").go("en/variants/Crown/play")
    anna.page.locator("input[name=opponent][value=computer]").check(force=True)
    anna.page.locator("input[name=seat][value='0']").check(force=True)
    anna.page.locator("form .btn.primary").click()
    names = anna.wait_for_board().page.locator(".plate [data-part=name]")
    expected = ["Computer (medium) · Checkered", "Computer (medium) · Black", "you"]
    expect(names).to_have_text(expected)
    anna.play("a1a2")
    anna.sees_turn(3)
    anna.resign()
    anna.part("review-start").click()
    rows = anna.page.locator("#totals tbody th")
    expect(rows).to_have_text(["you", *reversed(expected[:2])])


def test_the_odds_of_three_are_even_at_a_third(visitors):
    anna = visitors.person("anna").go("en/variants/Crown/analysis")
    expect(anna.part("odds")).to_contain_text("100\u202f% is a sure win, 33\u202f% an even game.")
    expect(anna.page.locator("#odds-line text[text-anchor=start]")).to_have_text(["0", "33", "100"])
    expect(anna.page.locator("#odds-line .odds-half")).to_have_attribute("d", "M0 72H288")
    for shares, hundredths in (
        ((1 / 3, 1 / 3, 1 / 3), [33, 33, 33]),
        ((0.3334, 0.3333, 0.3333), [33, 33, 33]),
        ((0.5, 0.25, 0.25), [50, 25, 25]),
        ((0.346, 0.327, 0.327), [34, 33, 33]),
        ((0.125, 0.875), [13, 87]),
    ):
        assert call(anna.page, "review/odds", "hundredths", shares) == hundredths


# Checkered, which a third may join


@pytest.mark.slow
def test_an_onlooker_joins_whoever_resigns_is_out_and_another_moves_both_colours(visitors):
    anna, oskar, maria = players = visitors.game(
        "Checkered", onlooker="maria", preset="three_players", control="5+3", language="fr"
    )
    enter, third = (maria.page.locator(part) for part in ("#enter button", ".plate[data-seat='2'] [data-part=name]"))
    expect(third).to_have_text("place libre")
    expect(enter).to_have_count(0)
    play_in_turn((anna, oskar), "e2e4 d7d5 e4d5", maria)
    expect(oskar.page.locator("#enter button")).to_have_count(0)
    expect(maria.part("enter-ask")).to_contain_text("Ils peuvent prendre vos pièces aussitôt")
    maria.part("name").fill("Maria")
    enter.click()
    maria.wait_for_board()
    for player in players:
        player.sees_turn(4)
        expect(player.page.locator(".plate .clock:visible")).to_have_count(3)
    expect(anna.plate(2, "name")).to_have_text("Maria")
    anna.part("resign").click()
    anna.answer("yes")
    for player in players:
        expect(player.plate(0, "state")).to_have_text("hors jeu")
        expect(player.part("moves")).to_contain_text("Abandon des Blancs.")
    expect(anna.part("headline")).to_have_text("Vous êtes hors jeu.")
    for player, move in ((oskar, "b1c3"), (maria, "d5d6"), (oskar, "c7d6")):
        player.play(move)
    read(players, "headline", "Vous avez perdu.", "Vous avez gagné.", "Vous avez perdu.")
