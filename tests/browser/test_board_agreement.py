"""The server and the browser draw one board: places, arrows, tiles and the reading of a story agree."""

import io

import pytest
from PIL import Image, ImageChops

from server.content import latest_events
from server.drawing.diagram import png
from server.game import ScoreSheet
from tests.harness.board_page import drawing, turn, view
from tests.harness.people import call

AFTER = "npp2/p1n1p/2PNk/PP2P/N2P1"
STORY = turn(
    0, AFTER, ("moved", 0, "e1 d3", "N"), ("moved", 1, "d4 d3", "p"), ("moved", 1, "a4 a5 c3", "p"),
    ("moved", 2, "b2 b4", "P"), ("failed", 0, "c3 c4", "P"), ("failed", 1, "e4 e2 a2", "p"),
    ("clashed", None, "d3", ""), ("removed", 1, "d3", "p"), ("removed", 0, "a5", "N"),
)  # fmt: skip
CHECKERED = "rnbqkb1r/pp1p1ppp/5n2/2oos3/2t1P3/8/PPPP1PPP/RNBQK2R"


@pytest.fixture(scope="module")
def page(browser, boards):
    page = browser.new_page(viewport={"width": 520, "height": 620}, reduced_motion="reduce")
    page.goto(boards.show(view("8/8/8/8/8/8/8/8")))
    return page


def look(page):
    """The board as the browser shows it."""
    return Image.open(io.BytesIO(page.locator("svg.board").screenshot())).convert("RGB")


def unlike(one, other):
    """The part of the pixels that differ clearly."""
    assert one.size == other.size
    levels = ImageChops.difference(one, other).convert("L").histogram()
    return sum(levels[64:]) / sum(levels)


@pytest.mark.parametrize("turned", [False, True])
def test_the_element_redraws_what_the_server_drew(page, boards, turned):
    dark = view("8/8/8/8/8/8/8/N7", unseen="a8 c5 h1 e4")
    new = view("4k3/8/8/3q4/8/8/8/N3K3")
    new["picture"]["marks"] = {27: "appeared", 4: "appeared"}
    hands = view("3/1P1/p2/3", hands=("P.NP..", "....q."))
    several = view("3/1P1/p2/3", hands=("PN.", "..q"))
    several["picture"]["counts"] = ((16, 1, 0), (0, 0, 2))
    sizes = [view(fen) for fen in ("1p/P1/2", "/".join("1" * 6), "/".join(["9k9k6"] * 26))]
    of_three = [view("3/1P1/p2/3", hands=("P.N", "q.........p", "."), viewer=seat) for seat in range(3)]
    for shown in (
        view(AFTER, turns=[STORY], check="e3"),
        view(CHECKERED),
        dark,
        hands,
        several,
        new,
        *sizes,
        *of_three,
    ):
        page.goto(boards.show(shown, turned=turned))
        drawn = look(page)
        page.evaluate("view => { document.querySelector('cavalier-board').view = view; }", shown)
        assert page.locator("svg.board").get_attribute("aria-hidden") == "true"
        assert unlike(drawn, look(page)) < 0.0005


def test_cairo_draws_what_the_browser_draws(page, boards):
    for shown in (view(AFTER, turns=[STORY], check="e3"), view(CHECKERED)):
        page.goto(boards.show(shown))
        browser = look(page)
        drawn = Image.open(io.BytesIO(png(drawing(shown), browser.width))).convert("RGBA")
        cairo = Image.new("RGB", drawn.size, "white")
        cairo.paste(drawn, mask=drawn)
        # Only edges are smoothed differently, and the letters come from another font engine.
        assert unlike(browser, cairo.resize(browser.size)) < 0.01


@pytest.mark.parametrize(
    ("acted", "shown"),
    [
        ("", ""), ("0", "1"), ("0 1", "2"), ("0 1 1 1", "234"), ("01 01", "2"), ("0 01 01", "3"), ("01 0 0", "23"),
        ("2", "1"), ("2 0", "2"), ("2 0 2", "23"), ("0 0 2", "123"), ("0 2 0", "3"), ("0 2 1 2", "34"),
    ],
)  # fmt: skip
def test_the_same_turns_are_shown_as_the_last_ones(page, acted, shown):
    """Each turn by the seats that acted; the chance player sits on the third."""
    seats = [[int(seat) for seat in each] for each in acted.split()]
    sheet = ScoreSheet({2}, seats)
    turns = [
        {"number": number, "events": [{"code": str(number)}], **sheet.place(number, [0])._asdict()}
        for number in range(1, len(seats) + 1)
    ]
    given = {"turns": turns}
    ours = "".join(event["code"] for event in latest_events(given))
    theirs = "".join(event["code"] for event in call(page, "board/marks", "latestEvents", given))
    assert (ours, theirs) == (shown, shown)
