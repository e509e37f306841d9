"""Pages on paper, as the browser prints them: how many sheets they take, how large type is, and what is left out."""

import re

import pytest

from server.texts.languages import COMPLETE
from variants.registry import load_all

pytestmark = pytest.mark.slow

SMALLEST = 12.0
"""Pixels of the smallest type on paper: nine points."""

INSIDE = {"width": 695, "height": 1000}
"""The part of a sheet of A4 inside its margins, in pixels."""

TYPE = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const holder = walker.currentNode.parentElement;
    if (!text || holder.closest("svg, script, .vh") || !holder.checkVisibility()) continue;
    small.push([parseFloat(getComputedStyle(holder).fontSize), text.slice(0, 40)]);
  }
  return small;
}"""
PRESSED = (
    "() => [...document.querySelectorAll('button, .btn, input, nav')].filter((one) => one.checkVisibility()).length"
)


def pages(page):
    """On how many sheets the browser prints this page."""
    return len(re.findall(rb"/Type /Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


def looked_at(visitors, path):
    """A page as it is on paper; fails where type is too small, something is cut off, or there is something to press."""
    page = visitors.person("reader", viewport=INSIDE).go(path).with_fonts().page
    page.emulate_media(media="print")
    small = [(size, text) for size, text in page.evaluate(TYPE) if size < SMALLEST - 0.01]
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= INSIDE["width"]
    assert page.evaluate(PRESSED) == 0
    page.emulate_media(media="null")
    return page


@pytest.mark.parametrize("language", COMPLETE)
def test_apocalypse_takes_six_sheets_with_all_its_figures(visitors, language):
    page = looked_at(visitors, f"{language}/variants/Apocalypse")
    page.emulate_media(media="print")
    # The right answer to a question is printed in words, without the board that it unfolds on the screen.
    figures = page.locator("figure.fig > svg.board:visible")
    assert figures.count() >= 24
    narrow = figures.evaluate_all("all => all.filter((one) => one.getBoundingClientRect().width < 120).length")
    assert narrow == 0, "a board is at least three centimetres wide"
    columns = page.locator(".prose").evaluate("one => getComputedStyle(one).columnCount")
    assert columns == "2"
    page.emulate_media(media="null")
    assert 1 < pages(page) <= 6


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", sorted(load_all()))
def test_a_leaflet_takes_one_sheet(visitors, name, language):
    page = looked_at(visitors, f"{language}/variants/{name}/leaflet")
    assert page.locator("svg.board").count() == 2
    assert pages(page) == 1
