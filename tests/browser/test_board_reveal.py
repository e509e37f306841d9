"""How the board element shows a turn: both sides on one clock, which these tests turn."""

import pytest

from tests.harness.board_page import RECORD_EVENTS, turn, view

BEFORE = "npp2/p1npp/2P2/PP2P/N2PN"
AFTER = "npp2/p1n1p/2PN1/PP2P/N2P1"
CLASH = ("moved", 1, "d4 d3", "p"), ("clashed", None, "d3", ""), ("removed", 1, "d3", "p")
ONE = turn(1, AFTER, ("moved", 0, "e1 d3", "N"))
BOTH = turn(1, AFTER, ("moved", 0, "e1 d3", "N"), *CLASH)


@pytest.fixture
def board(browser, boards):
    """A board that shows the position before the turn, and a clock that stands still."""
    context = browser.new_context(viewport={"width": 600, "height": 700}, reduced_motion="no-preference")
    page = context.new_page()
    page.clock.install(time=0)
    page.add_init_script(RECORD_EVENTS)
    board = boards.open(page, view(BEFORE, "e1d3"))
    page.clock.pause_at(60_000)
    yield board
    context.close()


def moving(board):
    """Where the travelling pieces are, in squares from the top left."""
    found = board.page.evaluate(
        "() => [...document.querySelectorAll('[data-layer=moving] use')]"
        ".map(use => [use.getAttribute('href'), use.x.baseVal.value / 48, use.y.baseVal.value / 48])"
    )
    return {href[-2:]: (x, y) for href, x, y in found}


def test_two_sides_grow_arrows_travel_and_meet_on_the_same_frame(board):
    board.show(view(AFTER, "d3e5", number=1, turns=[BOTH]))
    board.page.clock.run_for(150)
    assert board.count("arrows", ".arrow") == 2
    assert moving(board) == {"wn": (4, 4), "bp": (3, 1)}
    assert board.count("last") == board.count("clash") == 0
    board.page.clock.run_for(350)
    places = moving(board)
    white, black = (4 - places["wn"][0]) / 1, (places["bp"][1] - 1) / 1
    assert 0.1 < white < 1
    assert white == pytest.approx(black)
    assert board.events() == []
    board.page.clock.run_for(300)
    assert board.events() == ["settled 1"]
    assert moving(board) == {}
    assert board.count("clash", ".clash") == 1
    assert board.count("lost", ".struck") == 0
    board.page.clock.run_for(500)
    assert board.count("lost", ".struck") == 1
    assert board.events() == []


def test_the_next_move_may_be_made_while_the_verdict_is_still_unfolding(board):
    board.show(view(AFTER, "d3e5", number=1, turns=[BOTH]))
    board.page.clock.run_for(700)
    board.press("d3")
    assert board.count("selected") == 0
    board.page.clock.run_for(100)
    board.press("d3", "e5")
    assert board.events() == ["settled 1", "choose d3e5"]
    board.page.clock.run_for(1000)
    assert board.count("clash") == board.count("lost") == board.count("arrows") == 0


def test_a_cleared_choice_does_not_interrupt_the_reveal(board):
    board.show(view(AFTER, "d3e5", number=1, turns=[BOTH]))
    board.page.clock.run_for(400)
    board.page.evaluate("() => document.querySelector('cavalier-board').pending(null)")
    assert board.count("pieces", "use") == 12
    assert board.count("moving", "use") == 2
    assert board.count("last") == board.count("clash") == 0
    board.page.clock.run_for(400)
    assert board.events() == ["settled 1"]


def test_a_move_that_failed_grows_its_arrow_and_its_piece_stays(board):
    failed = turn(1, BEFORE, ("moved", 1, "d4 d3", "p"), ("failed", 0, "e1 d3", "N"))
    board.show(view("npp2/p1n1p/2Pp1/PP2P/N2PN", number=1, turns=[failed]))
    board.page.clock.run_for(500)
    assert board.count("arrows", ".arrow") == 2
    assert set(moving(board)) == {"bp"}
    assert board.count("pieces", "use[href$=wn]") == 2
    board.page.clock.run_for(800)
    assert board.events() == ["settled 1"]
    assert board.count("arrows", ".arrow.failed") == 1


def test_another_view_ends_the_show_and_a_jump_in_the_record_has_none(board):
    board.show(view(AFTER, number=1, turns=[BOTH]))
    board.page.clock.run_for(100)
    board.show(view(BEFORE, number=5))
    assert moving(board) == {}
    assert board.events() == ["settled 1"]
    assert board.count("arrows") == board.count("clash") == board.count("lost") == 0
    assert board.count("pieces", "use[href$=bp]") == 5
    # So does the same turn with other eyes.
    board.show(view(AFTER, number=6, turns=[turn(6, AFTER, ("moved", 0, "e1 d3", "N"))], viewer=0))
    board.page.clock.run_for(100)
    assert moving(board) != {}
    board.show(view("5/5/2P2/5/5", number=6, turns=[turn(6, AFTER, ("moved", 0, "e1 d3", "N"))], viewer=None))
    assert moving(board) == {}
    assert board.count("pieces", "use") == 1


def test_pieces_arrive_before_later_events_are_drawn(board):
    rolled = {**turn(2, AFTER, ("rolled", 1, "", "p")), "texts": {"2": "P"}}
    later = "npp2/p1n2/2PNp/PP2P/N2P1"
    answer = {**turn(3, later, ("moved", 1, "e4 e3", "p")), "texts": {"1": "e3"}}
    first = {**ONE, "texts": {"0": "Nd3"}}
    chairs = [{"state": state} for state in ("choosing", "waiting", "nature")]
    board.show(view(AFTER, number=1, turns=[first], chairs=chairs))
    board.page.clock.run_for(100)
    board.show(view(AFTER, number=2, turns=[first, rolled], chairs=chairs))
    board.show(view(later, "d3e5", number=3, turns=[first, rolled, answer], chairs=chairs))
    assert set(moving(board)) == {"wn"}, "the roll and the answer wait"
    assert board.events() == []
    board.page.clock.run_for(200)
    assert board.events() == ["settled 1", "settled 2"]
    assert set(moving(board)) == {"bp"}
    board.page.clock.run_for(300)
    assert board.events() == ["settled 3"]
    assert moving(board) == {}
    assert board.count("arrows", ".arrow") == 1
    board.press("d3", "e5")
    assert board.events() == ["choose d3e5"]


def test_stepping_through_a_game_waits_for_no_animation(board):
    second = turn(2, "npp2/p3p/2PN1/PPn1P/N2P1", ("moved", 1, "c4 c2", "n"))
    board.show(view(AFTER, number=1, turns=[ONE]))
    board.page.clock.run_for(100)
    shown = view("npp2/p3p/2PN1/PPn1P/N2P1", number=2, turns=[ONE, second])
    board.page.evaluate("view => document.querySelector('cavalier-board').jump(view)", shown)
    assert set(moving(board)) == {"bn"}
    assert board.events() == ["settled 1"]


def test_updates_without_a_new_turn_do_not_interrupt_the_animation(board):
    shown = view(AFTER, number=1, turns=[BOTH])
    board.show(shown)
    for _ in range(2):  # While the pieces travel, and while the verdict unfolds.
        board.page.clock.run_for(500)
        board.show(shown)
    assert board.count("lost", ".struck") == 0
    board.page.clock.run_for(300)
    assert board.count("lost", ".struck") == board.count("clash", ".clash") == 1


def test_a_turn_after_a_takeback_is_drawn_despite_the_same_number(board):
    """So it comes to whoever was not connected in between, and may move no piece."""
    other = view(BEFORE, turns=[turn(1, BEFORE, ("moved", 0, "b2 b3", "P"))], number=1, takebacks=1)
    board.show(view(AFTER, turns=[ONE], number=1, takebacks=0))
    board.page.clock.run_for(2000)
    drawn = []
    for comes_from in (None, view(BEFORE, number=5)):
        if comes_from is not None:
            board.show(comes_from)
        board.show(other)
        drawn.append(board.page.locator("[data-layer=arrows]").inner_html())
    assert board.count("arrows", ".arrow") == 1
    assert drawn[0] == drawn[1]


def test_seals_are_shown_before_any_piece_moves(board):
    board.page.evaluate("() => { document.querySelector('cavalier-board').hold = 400; }")
    board.show(view(AFTER, "d3e5", number=1, turns=[BOTH]))
    board.page.clock.run_for(380)
    assert board.count("arrows", ".arrow") == board.count("moving") == 0
    assert board.count("pieces", "use") == 14
    board.page.clock.run_for(120)
    assert board.count("arrows", ".arrow") == 2
    board.page.clock.run_for(1200)
    assert board.events() == ["settled 1"]
