"""How the board element shows a turn: both sides on one clock, which these tests hold in their hand."""

import pytest

from tests.harness.board_page import WATCH, Hand, geometry, launch, serve, turn, view

BEFORE = "npp2/p1npp/2P2/PP2P/N2PN"
AFTER = "npp2/p1n1p/2PN1/PP2P/N2P1"
BOTH = turn(
    1,
    AFTER,
    ("moved", 0, "e1 d3", "N"),
    ("moved", 1, "d4 d3", "p"),
    ("clashed", None, "d3", ""),
    ("removed", 1, "d3", "p"),
)
ONE = turn(1, "npp2/p1n1p/2PN1/PP2P/N2P1", ("moved", 0, "e1 d3", "N"))


@pytest.fixture(scope="module")
def browser():
    with launch() as browser:
        yield browser


@pytest.fixture(scope="module")
def site():
    with serve() as site:
        yield site


@pytest.fixture
def hand(browser, site):
    """A board that shows the position before the turn, and a clock that stands still."""
    context = browser.new_context(viewport={"width": 600, "height": 700}, reduced_motion="no-preference")
    page = context.new_page()
    page.clock.install(time=0)
    page.add_init_script(WATCH)
    before = view(BEFORE, "e1d3")
    page.goto(site.show(before))
    page.clock.pause_at(60_000)
    hand = Hand(page, geometry(BEFORE))
    hand.show(before)
    yield hand
    context.close()


def moving(hand):
    """Where the travelling pieces are, in squares from the top left."""
    found = hand.page.evaluate(
        "() => [...document.querySelectorAll('[data-layer=moving] use')]"
        ".map(use => [use.getAttribute('href'), use.x.baseVal.value / 48, use.y.baseVal.value / 48])"
    )
    return {href[-2:]: (x, y) for href, x, y in found}


def test_two_sides_grow_arrows_travel_and_meet_on_the_same_frame(hand):
    hand.show(view(AFTER, "d3e5", number=1, turns=[BOTH]))
    hand.page.clock.run_for(150)
    assert hand.count("arrows", ".arrow") == 2
    assert moving(hand) == {"wn": (4, 4), "bp": (3, 1)}
    assert hand.count("last") == hand.count("clash") == 0
    hand.page.clock.run_for(350)
    places = moving(hand)
    white, black = (4 - places["wn"][0]) / 1, (places["bp"][1] - 1) / 1
    assert 0.1 < white < 1
    assert white == pytest.approx(black)
    assert hand.told() == []
    hand.page.clock.run_for(300)
    assert hand.told() == ["settled 1"]
    assert moving(hand) == {}
    assert hand.count("clash", ".clash") == 1
    assert hand.count("lost", ".struck") == 0
    hand.page.clock.run_for(500)
    assert hand.count("lost", ".struck") == 1
    assert hand.told() == []


def test_the_next_move_may_be_made_while_the_verdict_is_still_unfolding(hand):
    hand.show(view(AFTER, "d3e5", number=1, turns=[BOTH]))
    hand.page.clock.run_for(700)
    hand.press("d3")
    assert hand.count("selected") == 0
    hand.page.clock.run_for(100)
    hand.press("d3", "e5")
    assert hand.told() == ["settled 1", "choose d3e5"]
    hand.page.clock.run_for(1000)
    assert hand.count("clash") == hand.count("lost") == hand.count("arrows") == 0


def test_a_page_that_drops_what_was_chosen_does_not_disturb_the_show(hand):
    hand.show(view(AFTER, "d3e5", number=1, turns=[BOTH]))
    hand.page.clock.run_for(400)
    hand.page.evaluate("() => document.querySelector('cavalier-board').pending(null)")
    assert hand.count("pieces", "use") == 12
    assert hand.count("moving", "use") == 2
    assert hand.count("last") == hand.count("clash") == 0
    hand.page.clock.run_for(400)
    assert hand.told() == ["settled 1"]


def test_one_side_slides_at_once(hand):
    hand.show(view(AFTER, "c4a3", number=1, turns=[ONE]))
    hand.page.clock.run_for(50)
    assert 3 < moving(hand)["wn"][0] < 4
    hand.page.clock.run_for(200)
    assert hand.told() == ["settled 1"]
    assert hand.count("arrows", ".arrow") == 1


def test_a_move_that_failed_grows_its_arrow_and_its_piece_stays(hand):
    failed = turn(1, BEFORE, ("moved", 1, "d4 d3", "p"), ("failed", 0, "e1 d3", "N"))
    hand.show(view("npp2/p1n1p/2Pp1/PP2P/N2PN", number=1, turns=[failed]))
    hand.page.clock.run_for(500)
    assert hand.count("arrows", ".arrow") == 2
    assert set(moving(hand)) == {"bp"}
    assert hand.count("pieces", "use[href$=wn]") == 2
    hand.page.clock.run_for(800)
    assert hand.told() == ["settled 1"]
    assert hand.count("arrows", ".arrow.failed") == 1


def test_another_view_ends_the_show_and_a_jump_in_the_record_has_none(hand):
    hand.show(view(AFTER, number=1, turns=[BOTH]))
    hand.page.clock.run_for(100)
    hand.show(view(BEFORE, number=5))
    assert moving(hand) == {}
    assert hand.told() == ["settled 1"]
    assert hand.count("arrows") == hand.count("clash") == hand.count("lost") == 0
    assert hand.count("pieces", "use[href$=bp]") == 5


def test_pieces_that_travel_arrive_before_what_came_after_them_is_shown(hand):
    rolled = {**turn(2, AFTER, ("rolled", 1, "", "p")), "texts": {"2": "P"}}
    later = "npp2/p1n2/2PNp/PP2P/N2P1"
    answer = {**turn(3, later, ("moved", 1, "e4 e3", "p")), "texts": {"1": "e3"}}
    first = {**ONE, "texts": {"0": "Nd3"}}
    chairs = [{"state": state} for state in ("choosing", "waiting", "nature")]
    hand.show(view(AFTER, number=1, turns=[first], chairs=chairs))
    hand.page.clock.run_for(100)
    hand.show(view(AFTER, number=2, turns=[first, rolled], chairs=chairs))
    hand.show(view(later, "d3e5", number=3, turns=[first, rolled, answer], chairs=chairs))
    assert set(moving(hand)) == {"wn"}, "the roll and the answer wait"
    assert hand.told() == []
    hand.page.clock.run_for(200)
    assert hand.told() == ["settled 1", "settled 2"]
    assert set(moving(hand)) == {"bp"}
    hand.page.clock.run_for(300)
    assert hand.told() == ["settled 3"]
    assert moving(hand) == {}
    assert hand.count("arrows", ".arrow") == 1
    hand.press("d3", "e5")
    assert hand.told() == ["choose d3e5"]


def test_whoever_steps_through_a_game_waits_for_no_piece(hand):
    second = turn(2, "npp2/p3p/2PN1/PPn1P/N2P1", ("moved", 1, "c4 c2", "n"))
    hand.show(view(AFTER, number=1, turns=[ONE]))
    hand.page.clock.run_for(100)
    shown = view("npp2/p3p/2PN1/PPn1P/N2P1", number=2, turns=[ONE, second])
    hand.page.evaluate("view => document.querySelector('cavalier-board').jump(view)", shown)
    assert set(moving(hand)) == {"bn"}
    assert hand.told() == ["settled 1"]


def test_what_changes_no_turn_does_not_cut_a_show_short(hand):
    shown = view(AFTER, number=1, turns=[BOTH])
    hand.show(shown)
    for _ in range(2):  # While the pieces travel, and while the verdict unfolds.
        hand.page.clock.run_for(500)
        hand.show(shown)
    assert hand.count("lost", ".struck") == 0
    hand.page.clock.run_for(300)
    assert hand.count("lost", ".struck") == hand.count("clash", ".clash") == 1


def test_whoever_sees_another_picture_sees_it_at_once(hand):
    hand.show(view(AFTER, number=1, turns=[ONE], viewer=0))
    hand.page.clock.run_for(100)
    hand.show(view("5/5/2P2/5/5", number=1, turns=[ONE], viewer=None))
    assert moving(hand) == {}
    assert hand.count("pieces", "use") == 1


def test_all_that_one_side_did_in_a_row_stays_to_be_seen(hand):
    first, second = (
        {**turn(number, AFTER, ("moved", 0, squares, "N")), "texts": {"0": squares}, "latest": 1}
        for number, squares in ((1, "e1 d3"), (2, "d3 e5"))
    )
    later = "npp1N/p1n1p/2P2/PP2P/N2P1"
    hand.show(view(AFTER, number=1, turns=[first]))
    hand.page.clock.run_for(300)
    hand.show(view(later, number=2, turns=[first, second]))
    hand.page.clock.run_for(50)
    assert set(moving(hand)) == {"wn"}
    hand.page.clock.run_for(300)
    assert hand.count("arrows", ".arrow") == 2


def test_reduced_motion_shows_the_end_at_once(hand):
    hand.page.emulate_media(reduced_motion="reduce")
    hand.show(view(AFTER, number=1, turns=[BOTH]))
    assert hand.told() == ["settled 1"]
    assert moving(hand) == {}
    assert hand.count("lost", ".struck") == hand.count("clash", ".clash") == 1


def test_a_turn_that_took_the_place_of_one_taken_back_is_drawn_though_their_numbers_are_the_same(hand):
    """So it comes to whoever was not connected in between, and may move no piece."""
    other = view(BEFORE, turns=[turn(1, BEFORE, ("moved", 0, "b2 b3", "P"))], number=1, takebacks=1)
    hand.show(view(AFTER, turns=[ONE], number=1, takebacks=0))
    hand.page.clock.run_for(2000)
    drawn = []
    for comes_from in (None, view(BEFORE, number=5)):
        if comes_from is not None:
            hand.show(comes_from)
        hand.show(other)
        drawn.append(hand.page.locator("[data-layer=arrows]").inner_html())
    assert hand.count("arrows", ".arrow") == 1
    assert drawn[0] == drawn[1]


def test_seals_are_held_before_anything_moves(hand):
    hand.page.evaluate("() => { document.querySelector('cavalier-board').hold = 400; }")
    hand.show(view(AFTER, "d3e5", number=1, turns=[BOTH]))
    hand.page.clock.run_for(380)
    assert hand.count("arrows", ".arrow") == hand.count("moving") == 0
    assert hand.count("pieces", "use") == 14
    hand.page.clock.run_for(120)
    assert hand.count("arrows", ".arrow") == 2
    hand.page.clock.run_for(1200)
    assert hand.told() == ["settled 1"]


def test_a_captured_piece_fades_when_its_captor_arrives(hand):
    taken = turn(1, AFTER, ("moved", 0, "e1 d3", "N"), ("moved", 1, "c4 e4", "n"))
    hand.show(view("npp2/p2pn/2PN1/PP2P/N2P1", number=1, turns=[taken]))
    hand.page.clock.run_for(700)
    assert hand.count("lost", ".lost") == 0
    hand.page.clock.run_for(200)
    pale = hand.page.evaluate("() => document.querySelector('[data-layer=lost] .lost').getAttribute('opacity')")
    assert 0 < float(pale) < 1
    hand.page.clock.run_for(400)
    assert hand.count("lost", ".lost") == 0
