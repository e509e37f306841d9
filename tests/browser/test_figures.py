"""The played figures of a rules page are stepped through: by keyboard and touch, as small boards without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import Place

PAGE = "en/variants/Apocalypse"
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
STANDS = """figure => [...figure.querySelectorAll("[data-layer=pieces] use")]
  .filter(use => !use.closest(".course")).map(use => `${use.getAttribute("x")} ${use.getAttribute("y")}`).sort()"""


@pytest.mark.parametrize("calm", ["no-preference", "reduce"])
def test_a_figure_is_stepped_through_by_keyboard(place: Place, calm: str) -> None:
    reader = place.player("reader", reduced_motion=calm).go(PAGE)
    figure = reader.page.locator("figure#guess")
    told = figure.locator(".steps span")
    expect(told).to_have_text("1 of 1")
    after = figure.evaluate(STANDS)
    figure.get_by_role("button", name="One turn back").press("ArrowLeft")
    expect(told).to_have_text("0 of 1")
    expect(figure.locator("cavalier-board button[data-square]")).to_have_count(25)
    before = figure.evaluate(STANDS)
    assert len(before) == len(after) + 1, "the horseman is captured later"
    figure.get_by_role("button", name="One turn forward").press("ArrowRight")
    expect(told).to_have_text(re.compile("^1 of 1 – White was right.*Clash on b3"))
    expect(figure.locator("[data-layer=lost] > *")).to_have_count(1)
    stands = f"([figure, after]) => JSON.stringify(({STANDS})(figure)) === JSON.stringify(after)"
    reader.page.wait_for_function(stands, arg=[figure.element_handle(), after])


def test_a_figure_is_stepped_through_by_touch(place: Place) -> None:
    reader = place.player("reader", **PHONE).go(PAGE)
    figure = reader.page.locator("figure#guess")
    back, forward = (figure.get_by_role("button", name=f"One turn {way}") for way in ("back", "forward"))
    back.tap()
    expect(figure.locator(".steps span")).to_have_text("0 of 1")
    forward.tap()
    expect(figure.locator(".steps span")).to_contain_text("1 of 1 – ")
    for button in (back, forward):
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert reader.overflow() == 0


def test_without_a_script_the_earlier_positions_stand_in_a_row(place: Place) -> None:
    reader = place.player("reader", java_script_enabled=False).go(PAGE)
    figure = reader.page.locator("figure#guess")
    expect(figure.locator(".course svg")).to_have_count(1)
    expect(figure.locator(".course svg")).to_be_visible()
    expect(figure.locator(".steps")).to_be_hidden()


def test_nothing_of_a_figure_moves_unasked(place: Place) -> None:
    reader = place.player("reader").go(PAGE)
    reader.page.wait_for_load_state("networkidle")
    expect(reader.page.locator("figure#guess .steps")).to_be_visible()
    assert reader.page.locator("cavalier-board").count() == 0


def test_the_moves_of_a_figure_are_tried_from_before_its_first_turn(place: Place) -> None:
    reader = place.player("reader").go(PAGE)
    reader.page.locator("figure#guess a.analyse").click()
    expect(reader.part("fen")).to_have_value(re.compile("^npppn/p3p/5/P3P/NPPPN w 0"))
