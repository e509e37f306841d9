"""Variants that the site has never seen, from a folder outside it, in the browser: no rule stands in JavaScript."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.kit.new import make
from tests.harness.people import play_turns, visitors_of
from tests.toys import Veil, write_variant

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def module_visitors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("variants")
    write_variant(folder, Veil)
    make("Toads", folder)
    shutil.copytree(Path(__file__).parents[1] / "kit" / "brought" / "Link", folder / "Link")
    with visitors_of(tmp_path_factory.mktemp("data"), "--variants", str(folder)) as visitors:
        yield visitors


def test_what_the_kit_makes_is_played_as_it_was_made(visitors):
    white, black = players = visitors.game("Toads", fen="p3/4/2p1/1P2/3P w 0")
    white.play("b2d4")
    black.play("a5a4")
    white.play("d4d5")
    for player in players:
        player.sees_turn(3)
        player.holds("c3", "empty")
        player.holds("d5", "white frog")
        expect(player.part("explain")).to_have_text("White has a frog on the far bank.")


def test_a_game_on_a_hidden_board_is_seen_again_with_the_eyes_of_each_seat(visitors):
    white, black, onlooker = everybody = visitors.game("Veil", onlooker="maria")
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
        onlooker.wait_for_board()
        expect(eyes.get_by_role("link", name=name)).to_have_attribute("aria-current", "true")
        onlooker.page.keyboard.press("Home")
        onlooker.page.keyboard.press("ArrowRight")
        for square, what in zip(("b1", "b3"), seen, strict=True):
            onlooker.holds(square, what)
    expect(onlooker.part("headline")).to_contain_text("…")


# A board with a missing square, and moves of one square


def test_one_press_is_a_whole_move_and_two_sides_are_linked(visitors):
    white, black = players = visitors.game("Link", fen="5/1pp2/pp*2/5/1PPP1 w 7")
    white.ready("a1")
    expect(white.square("c3")).not_to_have_attribute("data-kind", re.compile("origin|target"))
    white.play("a1")
    for player in players:
        player.holds("a1", "white stone")
        player.holds("c3", "missing square")
    black.play("e5")
    white.play("e1")
    for player in players:
        player.sees_turn(3)
        expect(player.part("explain")).to_have_text("White has linked both sides.")
