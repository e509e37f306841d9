"""A board with a missing square, and moves of one square: a game of connection is played in the browser."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.harness.people import visitors_of

BROUGHT = Path(__file__).parents[1] / "kit" / "brought"


@pytest.fixture(scope="module")
def module_visitors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("variants")
    shutil.copytree(BROUGHT / "Link", folder / "Link")
    with visitors_of(tmp_path_factory.mktemp("data"), "--variants", str(folder)) as visitors:
        yield visitors


def test_one_press_is_a_whole_move_and_two_sides_are_linked(visitors):
    white, black = players = [visitors.person(name) for name in ("anna", "oskar")]
    link = white.open("Link", fen="5/1pp2/pp*2/5/1PPP1 w 7")
    black.join(link)
    white.play("a1")
    for player in players:
        player.holds("a1", "white stone")
        player.holds("c3", "missing square")
    black.play("e5")
    white.play("e1")
    for player in players:
        player.sees_turn(3)
        expect(player.part("explain")).to_have_text("White has linked both sides.")


def test_a_missing_square_is_drawn_and_cannot_be_pressed_for_a_move(visitors):
    white = visitors.person("anna")
    white.open("Link")
    black = visitors.person("oskar")
    black.join(white.part("link").input_value())
    white.ready("a1")
    expect(white.square("c3")).not_to_have_attribute("data-kind", re.compile("origin|target"))
    expect(white.page.locator("cavalier-board [data-layer='pieces'] use[href$='hole']")).to_have_count(1)
    white.square("c3").click()
    expect(white.part("send")).to_be_hidden()
