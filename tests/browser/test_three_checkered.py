"""Three players at Checkered, each in a window of their own: one joins, one leaves, and two go on."""

from playwright.sync_api import expect

from tests.browser.players import Place
from tests.browser.test_accessibility import examine

OPENING = ("e2e4", "d7d5", "e4d5")


def test_an_onlooker_joins_three_move_in_turn_and_two_play_on(place: Place) -> None:
    anna, oskar, maria = players = [place.player(name) for name in ("anna", "oskar", "maria")]
    link = anna.open("Checkered", name="Anna", preset="three_players", control="5+3")
    oskar.join(link, seat=1, name="Oskar")
    maria.visit(link)
    enter = maria.page.locator("#enter button")
    expect(maria.page.locator(".plate[data-seat='2'] [data-part=name]")).to_have_text("free seat")
    for number, (player, move) in enumerate(zip((anna, oskar, anna), OPENING, strict=True), 1):
        expect(enter).to_have_count(0)
        player.seal(move)
        maria.sees_turn(number)
    expect(enter).to_have_text(["Join as a third player"])
    assert examine(maria, "an onlooker who may join") == []
    expect(oskar.page.locator("#enter button")).to_have_count(0)
    maria.part("name").fill("Maria")
    enter.click()
    maria.sit()
    for player in players:
        player.sees_turn(4)
        expect(player.page.locator(".plate .clock:visible")).to_have_count(3)
    expect(anna.page.locator(".plate[data-seat='2'] [data-part=name]")).to_have_text("Maria")
    for number, (player, move) in enumerate(((oskar, "g8f6"), (maria, "d5d6"), (anna, "g1f3"), (oskar, "e7d6")), 5):
        player.seal(move)
        for other in players:
            other.sees_turn(number)
    for player in players:
        expect(player.page.locator(".plate[data-seat='2'] [data-part=state]")).to_have_text("out of the game")
    assert examine(oskar, "a game with one who is out") == []
    anna.seal("f3d4")
    oskar.part("resign").click()
    oskar.answer("yes")
    for player, title in zip(players, ("You won.", "You lost.", "You lost."), strict=True):
        expect(player.part("headline")).to_have_text(title)


def test_who_resigns_is_out_and_another_moves_both_colours(place: Place) -> None:
    anna, oskar, maria = players = [place.player(name) for name in ("anna", "oskar", "maria")]
    link = anna.open("Checkered", name="Anna", preset="three_players", language="fr")
    oskar.join(link, seat=1, name="Oskar")
    maria.visit(link)
    for number, (player, move) in enumerate(zip((anna, oskar, anna), OPENING, strict=True), 1):
        player.seal(move)
        maria.sees_turn(number)
    maria.page.locator("#enter button").click()
    maria.sit()
    anna.part("resign").click()
    anna.answer("yes")
    for player in players:
        expect(player.page.locator(".plate[data-seat='0'] [data-part=state]")).to_have_text("hors jeu")
        expect(player.part("moves")).to_contain_text("Abandon des Blancs.")
    oskar.seal("b1c3")
    maria.seal("d5d6")
    oskar.seal("c7d6")
    for player, title in zip(players, ("Vous avez perdu.", "Vous avez gagné.", "Vous avez perdu."), strict=True):
        expect(player.part("headline")).to_have_text(title)
