"""The played figures of a rules page are stepped through: by keyboard and touch, as small boards without script."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import PHONE
from tests.harness.people import COUNT_MOVING
from variants.registry import load_all

NAMES = sorted(load_all())
PAGE = "en/variants/Apocalypse"
STANDS = """figure => [...figure.querySelectorAll("[data-layer=pieces] use")]
  .filter(use => !use.closest(".course")).map(use => `${use.getAttribute("x")} ${use.getAttribute("y")}`).sort()"""


TITLES = {
    "en": ("Before", "Both moves", "Reveal", "step {} of 3", "White: axb3 · Black: Nb3"),
    "fr": ("Avant", "Les deux coups", "Révélation", "étape {} sur 3", "Blancs.: axb3 · Noirs.: Nb3"),
    "es": ("Antes", "Las dos jugadas", "Revelación", "paso {} de 3", "Blancas: axb3 · Negras: Nb3"),
}


def shown(figure):
    """What the shown step of a figure is called."""
    return figure.locator(".steps b")


ORDER = """() => {
  const shown = (node) => node.getClientRects().length > 0;
  const top = (node) => node.getBoundingClientRect().top;
  const figures = [...document.querySelectorAll(".step > .fig")].filter((one) => shown(one.querySelector("svg.board")));
  const late = figures.filter((figure) => {
    const text = [...figure.parentElement.querySelector(".text").children].filter(shown);
    return text.some((part) => /^H[23]$/.test(part.tagName) && part === part.parentElement.firstElementChild
      ? top(part) > top(figure) : !part.matches(".ask") && top(part) < top(figure));
  });
  const widths = figures.map((figure) => Math.round(figure.querySelector("svg.board").getBoundingClientRect().width));
  return { boards: figures.length, late: late.map(({ id }) => id), widths: [...new Set(widths)] };
}"""
"""Boards that stand above their headings or below their text, and how wide boards are."""


@pytest.mark.parametrize("language", TITLES)
def test_a_figure_shows_what_was_before_what_both_chose_and_what_came_of_it(visitors, language):
    before, both, reveal, where, moves = TITLES[language]
    reader = visitors.person("reader").go(f"{language}/variants/Apocalypse")
    figure = reader.page.locator("figure#guess")
    back, forward = figure.locator(".steps button").all()
    for number, title in ((3, reveal), (2, both), (1, before)):
        expect(shown(figure)).to_have_text(title)
        expect(figure.locator(".steps span")).to_have_text(where.format(number))
        expect(figure.locator(".steps .past")).to_have_count(number)
        if number > 1:
            back.click()
    expect(back).to_have_attribute("aria-disabled", "true")
    expect(figure.locator("[data-layer=arrows] > *")).to_have_count(0)
    expect(figure.locator(".said")).to_have_text("")
    at_home = figure.evaluate(STANDS)
    forward.click()
    expect(figure.locator(".said")).to_have_text(re.compile(moves))
    expect(figure.locator("[data-layer=arrows] > *")).to_have_count(2)
    expect(figure.locator("[data-layer=lost] > *, [data-layer=clash] > *")).to_have_count(0)
    assert figure.evaluate(STANDS) == at_home, "nothing has moved before the reveal"
    forward.click()
    expect(figure.locator("[data-layer=lost] > *")).to_have_count(1)
    assert figure.evaluate(STANDS) != at_home


def test_a_move_that_fails_is_an_arrow_like_any_other_before_the_reveal(visitors):
    reader = visitors.person("reader").go(PAGE)
    figure = reader.page.locator("figure#fig-6")
    dashed = figure.locator("[data-layer=arrows] [stroke-dasharray]")
    expect(dashed).not_to_have_count(0)
    figure.locator(".steps button").first.click()
    expect(shown(figure)).to_have_text("Both moves")
    expect(figure.locator("cavalier-board [data-layer=arrows] > *")).to_have_count(2)
    expect(dashed).to_have_count(0)


def test_where_one_moves_after_the_other_each_step_is_called_by_its_move(visitors):
    reader = visitors.person("reader").go("fr/variants/Checkered")
    figure = reader.page.locator("figure:has(.steps)").filter(has_text="Fig. 14.").first
    expect(shown(figure)).to_have_text(re.compile("^Noirs.: "))
    figure.locator(".steps button").first.click()
    expect(figure.locator(".steps span")).to_have_text(re.compile(r"^tour \d sur \d$"))


@pytest.mark.parametrize("calm", ["no-preference", "reduce"])
def test_a_figure_is_stepped_through_by_keyboard(visitors, calm):
    reader = visitors.person("reader", reduced_motion=calm).go(PAGE)
    figure = reader.page.locator("figure#guess")
    expect(shown(figure)).to_have_text("Reveal")
    after = figure.evaluate(STANDS)
    reader.page.evaluate(COUNT_MOVING, "#guess")
    figure.get_by_role("button", name="One step back").press("ArrowLeft")
    figure.get_by_role("button", name="One step back").press("ArrowLeft")
    expect(shown(figure)).to_have_text("Before")
    expect(figure.locator("cavalier-board button[data-square]")).to_have_count(25)
    before = figure.evaluate(STANDS)
    assert len(before) == len(after) + 1, "the horseman is captured later"
    forward = figure.get_by_role("button", name="One step forward")
    forward.press("ArrowRight")
    expect(shown(figure)).to_have_text("Both moves")
    expect(figure.locator("cavalier-board [data-layer=arrows] > *")).to_have_count(2)
    forward.press("ArrowRight")
    expect(shown(figure)).to_have_text("Reveal")
    expect(figure.locator(".said")).to_have_text(re.compile("^White was right.*Clash on b3"))
    expect(figure.locator("[data-layer=lost] > *")).to_have_count(1)
    stands = f"([figure, after]) => JSON.stringify(({STANDS})(figure)) === JSON.stringify(after)"
    reader.page.wait_for_function(stands, arg=[figure.element_handle(), after])
    travelled = reader.page.evaluate("window.travelled")
    assert (travelled > 0) is (calm == "no-preference"), "pieces travel, unless the reader wants nothing to move"


def test_a_figure_is_stepped_through_by_touch(visitors):
    reader = visitors.person("reader", **PHONE).go(PAGE)
    figure = reader.page.locator("figure#guess")
    back, forward = (figure.get_by_role("button", name=f"One step {way}") for way in ("back", "forward"))
    back.tap()
    expect(shown(figure)).to_have_text("Both moves")
    forward.tap()
    expect(shown(figure)).to_have_text("Reveal")
    for button in (back, forward):
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert reader.overflow() == 0


@pytest.mark.parametrize("name", NAMES)
def test_on_a_telephone_a_board_stands_below_its_heading_and_before_its_text(visitors, name):
    reader = visitors.person("reader", **PHONE).go(f"fr/variants/{name}")
    found = reader.page.evaluate(ORDER)
    assert found["boards"]
    assert found["late"] == []
    assert len(found["widths"]) == 1, "all figures have one width"


def test_without_a_script_the_earlier_positions_stand_in_a_row(visitors):
    reader = visitors.person("reader", java_script_enabled=False).go(PAGE)
    figure = reader.page.locator("figure#guess")
    expect(figure.locator(".course svg")).to_have_count(1)
    expect(figure.locator(".course svg")).to_be_visible()
    expect(figure.locator("figcaption")).to_be_visible()
    expect(figure.locator(".steps")).to_be_hidden()


def test_nothing_of_a_figure_moves_unasked(visitors):
    reader = visitors.person("reader").go(PAGE)
    reader.page.wait_for_load_state("networkidle")
    expect(reader.page.locator("figure#guess .steps")).to_be_visible()
    assert reader.page.locator("cavalier-board").count() == 0


def test_the_moves_of_a_figure_are_tried_from_before_its_first_turn(visitors):
    reader = visitors.person("reader").go(PAGE)
    reader.page.locator("figure#guess a.analyse").click()
    expect(reader.part("fen")).to_have_value(re.compile("^npppn/p3p/5/P3P/NPPPN w 0"))
