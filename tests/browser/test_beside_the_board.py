"""What the page of a game tells beside the board: what was taken, who looks on, who gives time."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.harness.audits import WIDE, examine

pytestmark = pytest.mark.slow


def taken(player, seat):
    """What a plate shows of the pieces that its player has taken."""
    return player.page.locator(f".plate[data-seat='{seat}'] [data-part=taken]")


def shows(player, seat, symbols, lead):
    """Wait until a plate shows these drawings and this lead."""
    pieces = taken(player, seat).locator("use")
    expect(pieces).to_have_count(len(symbols.split()))
    hrefs = pieces.evaluate_all("uses => uses.map((use) => use.getAttribute('href'))")
    assert [href[-2:] for href in hrefs] == symbols.split()
    expect(taken(player, seat).locator("b")).to_have_text([lead] if lead else [])


def test_the_plate_of_a_player_shows_what_they_have_taken_and_their_lead(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Chess", name="Anna")
    black.join(link, name="oskar")
    for number, move in enumerate(("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a2", "c3a2"), 1):
        (white if number % 2 else black).play(move)
        for player in (white, black):
            player.sees_turn(number)
        if move == "e4d5":
            shows(white, 0, "bp", "+1")
            shows(white, 1, "", "")
    for player in (white, black):
        shows(player, 0, "bp bq", "+8")
        shows(player, 1, "wp wp", "")
    expect(taken(black, 0)).to_contain_text("2 pieces taken")
    folder = os.environ.get("SHOTS")
    if folder:
        for width in (360, 1280):
            white.page.set_viewport_size({"width": width, "height": 800})
            white.page.screenshot(path=str(Path(folder) / f"taken-{width}.png"))
    white.page.set_viewport_size(WIDE)
    assert examine(white, "a game in which pieces were taken") == []


def test_a_past_position_is_shown_with_what_was_taken_by_then(visitors):
    white = visitors.person("anna")
    white.open("Chess", one_device=True)
    for number, move in enumerate(("e2e4", "d7d5", "e4d5"), 1):
        white.play(move)
        white.sees_turn(number)
    shows(white, 0, "bp", "+1")
    white.page.locator("[data-step=back]").click()
    shows(white, 0, "", "")


@pytest.mark.parametrize("variant", ["Dark", "Checkered", "Apocalypse", "Dobutsu"])
def test_where_material_says_nothing_or_too_much_nothing_is_shown(visitors, variant):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open(variant, name="Anna"), name="oskar")
    for seat in (0, 1):
        expect(taken(white, seat)).to_be_empty()


@pytest.mark.parametrize(
    ("language", "one", "two"), [("en", "1 onlooker", "2 onlookers"), ("fr", "1 spectateur", "2 spectateurs")]
)
def test_onlookers_are_counted_as_they_come_and_go(visitors, language, one, two):
    white, black, eve, dan = (visitors.person(name) for name in ("anna", "oskar", "eve", "dan"))
    link = white.open("Chess", name="Anna", language=language)
    black.join(link, name="oskar")
    expect(white.part("onlookers")).to_be_hidden()
    eve.visit(link)
    expect(white.part("onlookers")).to_have_text(one)
    dan.visit(link)
    for player in (white, eve, dan):
        expect(player.part("onlookers")).to_have_text(two)
    eve.page.close()
    expect(white.part("onlookers")).to_have_text(one)


def test_who_is_given_time_is_told_and_the_clock_shows_it(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Chess", name="Anna", control="3d")
    black.join(link, name="oskar")
    expect(white.part("headline")).not_to_have_text("Your table is open.")
    white.part("addtime").click()
    expect(black.part("toast")).to_contain_text("You were given more time.")
    for player in (white, black):
        expect(player.page.locator(".plate[data-seat='1'] [data-part=clock]")).to_contain_text("4 d")
