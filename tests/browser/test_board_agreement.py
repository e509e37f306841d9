"""The server and the browser draw one board: places, arrows, tiles and the reading of a story agree."""

import io

import pytest
from PIL import Image, ImageChops

from server.content import latest_events
from server.drawing.diagram import png
from server.drawing.layout import arrow_points, layout, lost_corners
from server.drawing.marks import Arrow, Lost, from_story
from server.game import ScoreSheet
from tests.harness.board_page import board_server, drawing, turn, view
from tests.harness.browsers import launch
from variants.position import Event

SIZES = [(5, 5), (8, 8), (3, 4), (4, 3), (1, 1), (1, 6), (26, 26)]


AFTER = "npp2/p1n1p/2PNk/PP2P/N2P1"
STORY = turn(
    0, AFTER, ("moved", 0, "e1 d3", "N"), ("moved", 1, "d4 d3", "p"), ("moved", 1, "a4 a5 c3", "p"),
    ("moved", 2, "b2 b4", "P"), ("failed", 0, "c3 c4", "P"), ("failed", 1, "e4 e2 a2", "p"),
    ("clashed", None, "d3", ""), ("removed", 1, "d3", "p"), ("removed", 0, "a5", "N"),
)  # fmt: skip
CHECKERED = "rnbqkb1r/pp1p1ppp/5n2/2oos3/2t1P3/8/PPPP1PPP/RNBQK2R"


@pytest.fixture(scope="module")
def server():
    with board_server() as running:
        yield running


@pytest.fixture(scope="module")
def page(server):
    with launch() as browser:
        page = browser.new_page(viewport={"width": 520, "height": 620}, reduced_motion="reduce")
        page.goto(server.show(view("8/8/8/8/8/8/8/8")))
        yield page


def look(page):
    """The board as the browser shows it."""
    return Image.open(io.BytesIO(page.locator("svg.board").screenshot())).convert("RGB")


def unlike(one, other):
    """The part of the pixels that differ clearly."""
    assert one.size == other.size
    levels = ImageChops.difference(one, other).convert("L").histogram()
    return sum(levels[64:]) / sum(levels)


@pytest.mark.parametrize("turned", [False, True])
def test_the_element_redraws_what_the_server_drew(page, server, turned):
    dark = view("8/8/8/8/8/8/8/N7", unseen="a8 c5 h1 e4")
    new = view("4k3/8/8/3q4/8/8/8/N3K3")
    new["picture"]["marks"] = {27: "appeared", 4: "appeared"}
    hands = view("3/1P1/p2/3", hands=("P.NP..", "....q."))
    third = view("3/1P1/p2/3", hands=("P..", ".q.", "..n"), viewer=2)
    for shown in (view(AFTER, turns=[STORY], check="e3"), view(CHECKERED), view("1p/P1/2"), dark, hands, third, new):
        page.goto(server.show(shown, turned=turned))
        drawn = look(page)
        page.evaluate("view => { document.querySelector('cavalier-board').view = view; }", shown)
        assert page.locator("svg.board").get_attribute("aria-hidden") == "true"
        assert unlike(drawn, look(page)) < 0.0005


def test_cairo_draws_what_the_browser_draws(page, server):
    for shown in (view(AFTER, turns=[STORY], check="e3"), view(CHECKERED)):
        page.goto(server.show(shown))
        browser = look(page)
        drawn = Image.open(io.BytesIO(png(drawing(shown), browser.width))).convert("RGBA")
        cairo = Image.new("RGB", drawn.size, "white")
        cairo.paste(drawn, mask=drawn)
        # Only edges are smoothed differently, and the letters come from another font engine.
        assert unlike(browser, cairo.resize(browser.size)) < 0.01


def call(page, module, script, argument):
    """What a script answers that may use a module of the board."""
    return page.evaluate(
        f"async (given) => {{ const m = await import('/static/board/{module}.js'); {script} }}", argument
    )


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("near", [None, 0, 1, 2])
@pytest.mark.parametrize("hands", [[], [["P"]], [[], ["P"]], [["P", "N", "P"], ["q"]], [[""] * 6, ["p"] * 11, [""]]])
def test_squares_and_hands_stand_at_the_same_places(page, turned, near, hands):
    for size in SIZES:
        ours = layout(size, tuple(map(len, hands)), turned, True, near)
        script = (
            "const p = m.layout({size: given[0], hands: given[1]}, given[2], given[3], given[4]);"
            "return [p.corners, p.box, p.unit, p.corners.map((_, square) => p.side(square))];"
        )
        corners, box, unit, sides = call(page, "geometry", script, [size, hands, turned, ours.margin, near])
        assert [tuple(corner) for corner in corners] == list(ours.corners)
        assert box == pytest.approx([ours.left, ours.top, ours.right - ours.left, ours.bottom - ours.top])
        assert unit == ours.unit
        assert sides == [ours.side(square) for square in range(len(corners))]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("squares", [(24, 13), (8, 13), (0, 4), (16, 11, 17), (6, 1, 6), (6, 1, 11), (6, 1, 3)])
def test_arrows_and_tiles_are_drawn_alike(page, squares, turned):
    ours = layout((5, 5), (), turned, True)
    for occupied in (False, True):
        script = (
            "const p = m.layout({size: [5, 5]}, given[0], 10);"
            "return [m.arrowPoints(p, given[1], given[2]), m.lostCorners(p, given[1].at(-1), [{squares: given[1]}])];"
        )
        points, corners = call(page, "geometry", script, [turned, squares, occupied])
        assert points == [pytest.approx(point) for point in arrow_points(ours, squares, occupied)]
        expected = lost_corners(ours, Lost(squares[-1], "p"), [Arrow(squares)])
        assert corners == [pytest.approx(corner) for corner in expected]


def test_a_story_gives_the_same_marks(page):
    signs = {"moved": "arrow", "failed": "failed", "clashed": "clash", "removed": "lost"}
    events = [
        Event("moved", 0, (24, 13), ("N",)),
        Event("failed", 1, (9, 4, 12), ("p",)),
        Event("failed", 1, (9,), ("p",)),
        Event("moved", 1, (8, 13), ("p",)),
        Event("promoted", 1, (8,), ("n",)),
        Event("moved", 1, (3,), ("p",)),
        Event("clashed", None, (13,)),
        Event("removed", 1, (13,), ("p",)),
        Event("removed", 1, (), ("p",)),
    ]
    ours = from_story(events, signs)
    theirs = call(page, "story", "return m.marksOf(...given);", [{"events": [e._asdict() for e in events]}, signs])
    assert theirs["last"] == list(ours.last) == [24, 13, 8, 3]
    assert theirs["clash"] == list(ours.clash) == [13]
    assert theirs["lost"] == [lost._asdict() for lost in ours.lost]
    assert theirs["arrows"] == [{**arrow._asdict(), "squares": list(arrow.squares)} for arrow in ours.arrows]
    assert [arrow["failed"] for arrow in theirs["arrows"]] == [False, True, False]


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
    theirs = call(page, "story", "return m.latestEvents(given).map(({code}) => code).join('');", given)
    assert (ours, theirs) == (shown, shown)


def test_a_target_is_risky_only_if_every_move_through_it_is(page):
    moves = [
        {"id": "1", "path": [0, 1], "risky": True},
        {"id": "2", "path": [0, 1, 5]},
        {"id": "3", "path": [0, 2], "risky": True},
        {"id": "4", "path": [3, 4]},
    ]
    found = call(page, "narrow", "return [...m.targets(...given)];", [moves, [0]])
    assert found == [[1, False], [2, True]]
