"""Three players at Checkered, each in a window of their own: one joins, one leaves, and two go on."""

import pytest
from playwright.sync_api import expect

from tests.harness.audits import examine

pytestmark = pytest.mark.slow

OPENING = ("e2e4", "d7d5", "e4d5")


def test_an_onlooker_joins_three_move_in_turn_and_two_play_on(visitors):
    anna, oskar, maria = players = [visitors.person(name) for name in ("anna", "oskar", "maria")]
    link = anna.open("Checkered", name="Anna", preset="three_players", control="5+3")
    oskar.join(link, seat=1, name="Oskar")
    maria.visit(link)
    enter = maria.page.locator("#enter button")
    expect(maria.page.locator(".plate[data-seat='2'] [data-part=name]")).to_have_text("free seat")
    for number, (player, move) in enumerate(zip((anna, oskar, anna), OPENING, strict=True), 1):
        expect(enter).to_have_count(0)
        player.play(move)
        maria.sees_turn(number)
    expect(enter).to_have_text(["Join as a third player"])
    assert examine(maria, "an onlooker who may join") == []
    expect(oskar.page.locator("#enter button")).to_have_count(0)
    maria.part("name").fill("Maria")
    enter.click()
    maria.wait_for_board()
    for player in players:
        player.sees_turn(4)
        expect(player.page.locator(".plate .clock:visible")).to_have_count(3)
    expect(anna.page.locator(".plate[data-seat='2'] [data-part=name]")).to_have_text("Maria")
    for number, (player, move) in enumerate(((oskar, "g8f6"), (maria, "d5d6"), (anna, "g1f3"), (oskar, "e7d6")), 5):
        player.play(move)
        for other in players:
            other.sees_turn(number)
    for player in players:
        expect(player.page.locator(".plate[data-seat='2'] [data-part=state]")).to_have_text("out of the game")
    assert examine(oskar, "a game with one who is out") == []
    anna.play("f3d4")
    oskar.part("resign").click()
    oskar.answer("yes")
    for player, title in zip(players, ("You won.", "You lost.", "You lost."), strict=True):
        expect(player.part("headline")).to_have_text(title)


def test_a_third_seat_that_nobody_can_take_any_more_is_not_called_free(visitors):
    anna, oskar, maria = players = [visitors.person(name) for name in ("anna", "oskar", "maria")]
    link = anna.open("Checkered", name="Anna", preset="three_players")
    maria.visit(link)
    expect(maria.page.locator("#join button:visible")).to_have_text(["Join as Black"])
    expect(maria.part("headline")).to_have_text("A seat is free.")
    oskar.join(link, seat=1, name="Oskar")
    name, state = (maria.page.locator(f".plate[data-seat='2'] [data-part={part}]") for part in ("name", "state"))
    for number, (player, move) in enumerate(zip((anna, oskar, anna), OPENING, strict=True), 1):
        expect(name).to_have_text("free seat")
        expect(state).to_have_text("can be taken during the game")
        player.play(move)
        maria.sees_turn(number)
    oskar.page.locator("#specials button").click()
    oskar.answer("yes")
    for player in players:
        player.sees_turn(4)
        plate = player.page.locator(".plate[data-seat='2']")
        expect(plate.locator("[data-part=name]")).to_have_text("nobody")
        expect(plate.locator("[data-part=state]")).to_have_text("out of the game")
    expect(maria.page.locator("#enter button")).to_have_count(0)
    maria.page.reload()
    expect(name).to_have_text("nobody")
    expect(state).to_have_text("out of the game")


def test_who_resigns_is_out_and_another_moves_both_colours(visitors):
    anna, oskar, maria = players = [visitors.person(name) for name in ("anna", "oskar", "maria")]
    link = anna.open("Checkered", name="Anna", preset="three_players", language="fr")
    oskar.join(link, seat=1, name="Oskar")
    maria.visit(link)
    for number, (player, move) in enumerate(zip((anna, oskar, anna), OPENING, strict=True), 1):
        player.play(move)
        maria.sees_turn(number)
    maria.page.locator("#enter button").click()
    maria.wait_for_board()
    anna.part("resign").click()
    anna.answer("yes")
    for player in players:
        expect(player.page.locator(".plate[data-seat='0'] [data-part=state]")).to_have_text("hors jeu")
        expect(player.part("moves")).to_contain_text("Abandon des Blancs.")
    oskar.play("b1c3")
    maria.play("d5d6")
    oskar.play("c7d6")
    for player, title in zip(players, ("Vous avez perdu.", "Vous avez gagné.", "Vous avez perdu."), strict=True):
        expect(player.part("headline")).to_have_text(title)
