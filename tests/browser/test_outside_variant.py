"""Variants that the site has never seen, from a folder outside it, in the browser: no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from server.kit.new import make
from tests.browser.players import Place, Player, gathering, play_turns
from tests.toys import Court, Crown, Duel, Veil, write_variant


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("variants")
    for variant in (Duel, Veil, Crown, Court):
        write_variant(folder, variant)
    make("Toads", folder)
    with gathering(tmp_path_factory.mktemp("data"), "--variants", str(folder)) as place:
        yield place


def test_a_new_variant_has_its_place_on_the_site_in_both_languages(place: Place) -> None:
    anna = place.player("anna")
    for language, line, play in (("en", "A game for tests.", "Play Duel"), ("fr", "Un jeu pour les essais.", "Duel")):
        anna.go(f"{language}/")
        entry = anna.page.locator(".entry").filter(has=anna.page.get_by_role("heading", name="Duel"))
        expect(entry).to_contain_text(line)
        expect(entry.locator("svg")).to_be_visible()
        entry.get_by_role("link", name="Duel", exact=True).click()
        expect(anna.page.get_by_role("heading", level=1)).to_have_text("Duel")
        expect(anna.page.locator("article figure svg")).to_be_visible()
        anna.page.locator(".r-head .btn").first.click()
        expect(anna.page.get_by_role("heading", level=1)).to_contain_text(play)


def test_what_the_kit_makes_is_played_as_it_was_made(place: Place) -> None:
    white, black = players = [place.player(name) for name in ("anna", "oskar")]
    link = white.open("Toads", fen="p3/4/2p1/1P2/3P w 0")
    black.join(link)
    white.seal("b2d4")
    black.seal("a5a4")
    white.seal("d4d5")
    for player in players:
        player.sees_turn(3)
        player.holds("c3", "empty")
        player.holds("d5", "white frog")
        expect(player.part("explain")).to_have_text("White has a frog on the far bank.")


def test_two_seats_seal_at_once_on_a_board_of_nine_squares(place: Place) -> None:
    white, black, onlooker = everybody = [place.player(name) for name in ("anna", "oskar", "maria")]
    link = white.open("Duel", name="Anna")
    black.join(link, name="Oskar")
    onlooker.visit(link)
    white.choose("a1c2")
    expect(white.part("send")).to_have_text("Seal a1c2")
    expect(white.part("legend")).to_be_hidden()
    white.part("send").click()
    expect(onlooker.page.locator(".plate[data-seat='0'] [data-part=state]")).to_have_text("sealed")
    expect(onlooker.drawn("sealed")).to_have_count(0)
    black.seal("c3b1")
    for player in everybody:
        player.sees_turn(1)
        player.holds("c2", "white horseman")
        player.holds("c3", "empty")
        expect(player.part("tallies")).to_have_text("Turns: 1")
    play_turns("c2a3/b1a3", white=white, black=black, first=2)
    for player, title in zip(everybody, ("You won.", "You lost.", "White wins"), strict=True):
        expect(player.part("headline")).to_have_text(title)
        expect(player.part("explain")).to_have_text("Met.")
        expect(player.drawn("clash")).not_to_have_count(0)
        player.holds("a3", "white horseman")
        assert player.cells() == ["a1c2", "c3b1", "c2a3", "b1a3"]


def three(place: Place, variant: str = "Crown") -> list[Player]:
    """Anna, Oskar and Maria, who have sat down to a game of three."""
    players = [place.player(name) for name in ("anna", "oskar", "maria")]
    link = players[0].open(variant, name="Anna")
    for seat, name in ((1, "Oskar"), (2, "Maria")):
        players[seat].join(link, seat=seat, name=name)
    return players


def test_three_seats_move_in_turn(place: Place) -> None:
    players = three(place)
    expect(players[0].page.locator(".plate")).to_have_count(3)
    turns = [(seat, f"{file}{rank}{file}{rank + 1}") for rank in range(1, 5) for seat, file in enumerate("abc")][:10]
    for number, (seat, move) in enumerate(turns, 1):
        players[seat].seal(move)
        for player in players:
            player.sees_turn(number)
    for player, title in zip(players, ("You won.", "You lost.", "You lost."), strict=True):
        expect(player.part("headline")).to_have_text(title)
        player.holds("a5", "white footman")
        player.holds("c4", "checkered footman")
        for seat, points in enumerate("100"):
            expect(player.page.locator(f".plate[data-seat='{seat}'] [data-part=points]")).to_have_text(points)


def test_a_draw_among_three_is_asked_of_those_who_have_not_agreed(place: Place) -> None:
    anna, oskar, maria = players = three(place)
    anna.part("draw").click()
    for player in (oskar, maria):
        expect(player.part("accept")).to_be_visible()
    oskar.part("accept").click()
    expect(oskar.part("draw")).to_have_text("Draw offered")
    for player in (anna, oskar):
        expect(player.part("offer")).to_be_hidden()
    maria.part("accept").click()
    for player in players:
        expect(player.part("headline")).to_have_text("Draw")
        expect(player.part("refusal")).to_be_hidden()


def hands(player: Player) -> tuple[list[float], float]:
    """How far down the hands of `Court` stand, in the order of the plates; and where the lowest row of squares does."""
    plates = player.page.locator(".plate").evaluate_all("plates => plates.map(({ dataset }) => Number(dataset.seat))")
    slots = [player.page.locator(f"button[data-square='{15 + seat}']").bounding_box() for seat in plates]
    edge = player.square("a1").bounding_box()
    assert edge is not None
    return [slot["y"] for slot in slots if slot], edge["y"]


def test_each_of_three_has_the_own_hand_below_the_board_and_the_others_in_the_order_of_their_plates(
    place: Place,
) -> None:
    for seat, player in enumerate(three(place, "Court")):
        expect(player.page.locator(".plate").last).to_have_attribute("data-seat", str(seat))
        (highest, next_to_it, lowest), edge = hands(player)
        assert highest < next_to_it < edge < lowest
        # It is there before the script is.
        tray = player.page.locator("[data-layer=hands] .tray").get_attribute("d")
        assert f'd="{tray}"' in player.page.evaluate("async () => (await fetch(location)).text()")


def test_where_three_share_a_device_the_hands_change_places_with_the_plates(place: Place) -> None:
    anna = place.player("anna")
    anna.open("Court", alone=True)
    for seat, move in enumerate(("a1a2", "b1b2", "c1c2")):
        expect(anna.page.locator(".plate").last).to_have_attribute("data-seat", str(seat))
        (highest, next_to_it, lowest), edge = hands(anna)
        assert highest < next_to_it < edge < lowest
        anna.seal(move)


def test_a_game_on_a_hidden_board_is_seen_again_with_the_eyes_of_each_seat(place: Place) -> None:
    white, black, onlooker = everybody = [place.player(name) for name in ("anna", "oskar", "maria")]
    link = white.open("Veil")
    black.join(link)
    onlooker.visit(link)
    for number, turn in enumerate(("a1b1/c3b3", "b1a1/b3c3") * 2, 1):
        play_turns(turn, white=white, black=black, first=number)
        if number == 1:
            white.holds("b3", "empty")
            # The moves stay in their envelopes as long as the board hides them.
            expect(white.page.locator("[data-verify]")).to_have_count(0)
            expect(white.part("eyes")).to_be_hidden()
    for player in everybody:
        expect(player.page.locator("[data-verify]")).to_have_count(4)
        player.page.keyboard.press("Home")
        player.page.keyboard.press("ArrowRight")
        player.holds("b1", "white horseman")
        player.holds("b3", "black horseman")
    eyes = onlooker.part("eyes")
    for name, seen in (("White", ("white horseman", "empty")), ("Black", ("empty", "black horseman"))):
        eyes.get_by_role("link", name=name).click()
        onlooker.sit()
        expect(eyes.get_by_role("link", name=name)).to_have_attribute("aria-current", "true")
        onlooker.page.keyboard.press("Home")
        onlooker.page.keyboard.press("ArrowRight")
        for square, what in zip(("b1", "b3"), seen, strict=True):
            onlooker.holds(square, what)
    expect(onlooker.part("headline")).to_contain_text("…")
