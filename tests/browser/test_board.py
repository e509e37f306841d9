"""The board element alone: the events that it dispatches when moves are pressed, dragged or chosen by keys."""

import pytest

from tests.harness.board_page import RECORD_EVENTS, turn, view
from tests.harness.people import PATIENCE

FIELD = "npp2/p3p/2P1p/Pn1NP/NP1P1"
LAST = "3p1/1P3/5/2P2/N3N"
"""A footman before its last rank, with two horsemen: it may be put down elsewhere."""


class BoardPages:
    """Two pages, one for a mouse and one for a finger, and the errors that the browser reported on them."""

    def __init__(self, browser):
        self.errors = []
        self.mouse = self._page(browser, viewport={"width": 600, "height": 700})
        self.finger = self._page(browser, viewport={"width": 360, "height": 640}, has_touch=True)

    def _page(self, browser, **options):
        page = browser.new_context(reduced_motion="reduce", **options).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.add_init_script(RECORD_EVENTS)
        return page


@pytest.fixture(scope="module")
def pages(browser):
    return BoardPages(browser)


@pytest.fixture
def play(pages, boards):
    """Opens a page with a board; the test fails on any error or breach of policy that the browser reports."""

    def open_page(fen, moves="", risky="", *, turned=False, finger=False, **more):
        page = pages.finger if finger else pages.mouse
        page.mouse.move(0, 0)
        return boards.open(page, view(fen, moves, risky, **more), turned=turned)

    pages.errors.clear()
    yield open_page
    assert pages.errors == []


def test_two_presses_choose_a_move_and_a_third_confirms_it(play):
    board = play(FIELD, "c3c4 c3d4", "c3b4")
    board.press("c3")
    assert board.count("selected") == 1
    assert board.count("targets", ".tg-safe") == 2
    assert board.count("targets", ".tg-risk") == 1
    board.press("c4")
    assert board.events() == ["choose c3c4"]
    assert board.count("sealed", ".pending") == board.count("targets", "circle.tg-line") == 1
    board.press("d4", "d4")
    assert board.events() == ["choose c3d4", "confirm c3d4"]


def test_pressing_elsewhere_drops_and_pressing_another_piece_picks_it(play):
    board = play(FIELD, "c3c4 d2e4")
    board.press("c3")
    assert board.label("c4").endswith(", possible"), "safe is what another move is not"
    board.press("d2")
    assert board.count("targets", ":not(.tg-line)") == 1
    assert "picked up" in board.label("d2")
    board.press("a3")
    assert board.count("selected") == board.count("targets", ":not(.tg-line)") == 0
    board.press("d2", "d2")
    assert board.count("selected") == 0
    assert board.events() == ["cancel", "cancel"]


def test_a_press_on_an_own_piece_is_a_move_where_it_is_offered(play):
    board = play(FIELD, "d1c1 b1b2", "d1d2")
    board.press("d1", "d2")
    assert board.events() == ["choose d1d2"]


def test_a_square_that_is_not_seen_is_not_called_empty(play):
    board = play("8/8/8/8/8/8/8/N7", "a1b3", unseen="h8 b3")
    assert board.label("h8") == "h8, dark"
    assert board.label("g8") == "g8, empty"
    assert board.count("fog", ".fog") == board.count("fog", ".fog-line") == 1


HANDS = ("PN.P..", "....q.")
"""A hand with two footmen, and the other one's."""


def test_each_of_two_pieces_that_are_alike_in_hand_can_be_picked_up(play):
    for slot in (12, 15):
        board = play("3/1P1/p2/3", "P@c3 P@a4 N@c3", hands=HANDS)
        button = board.page.locator(f"button[data-square='{slot}']")
        assert button.get_attribute("aria-label") == "in hand, white pawn, can move"
        button.click()
        assert button.get_attribute("data-kind") == "selected"
        assert board.count("targets") == 2
        board.press("c3")
        assert board.events() == ["choose P@c3"]
    for slot in (14, 22):
        assert board.page.locator(f"button[data-square='{slot}']").get_attribute("data-kind") == ""


def test_hands_are_one_row_each_with_targets_for_a_finger_and_the_board_stays(play):
    boxes = []
    for hands in (("......", "......"), HANDS):
        board = play("3/1P1/p2/3", "P@c3" if "P" in hands[0] else "b3c3", hands=hands, finger=True)
        slots = [board.page.locator(f"button[data-square='{slot}']").bounding_box() or {} for slot in range(12, 24)]
        assert min(min(slot["width"], slot["height"]) for slot in slots) >= 44
        assert [len({slot["y"] for slot in row}) for row in (slots[:6], slots[6:])] == [1, 1]
        boxes.append(board.page.locator("button[data-square='0']").bounding_box())
    assert boxes[0] == boxes[1]


def test_arrow_keys_go_from_the_board_into_the_hands_and_back(play):
    board = play("3/1P1/p2/3", "P@c3", hands=HANDS)
    board.page.locator("button[data-square='11']").focus()
    for key, square in (
        ("ArrowDown", "16"), ("ArrowRight", "17"), ("ArrowRight", "17"), ("Home", "12"), ("ArrowUp", "9"),
        ("Control+Home", "0"), ("ArrowUp", "19"), ("End", "23"), ("ArrowDown", "2"),
    ):  # fmt: skip
        board.page.keyboard.press(key)
        assert board.page.evaluate("document.activeElement.dataset.square") == square, key


@pytest.mark.parametrize(("key", "chosen"), [("t", "R"), ("C", "N"), ("n", "N"), ("r", "R"), ("q", "Q"), ("3", "N")])
def test_a_choice_answers_to_the_letters_of_the_reader_to_those_of_written_moves_and_to_numbers(play, key, chosen):
    board = play("7k/P7/8/8/8/8/8/K7", "a7a8Q a7a8R a7a8N")
    board.page.locator("cavalier-board").evaluate(
        """(board) => {
          const words = JSON.parse(board.dataset.words);
          board.dataset.words = JSON.stringify({ ...words, letters: { K: "R", Q: "D", R: "T", N: "C" } });
        }"""
    )
    board.press("a7", "a8")
    assert board.choices() == ["white queen", "white rook", "white knight"]
    shortcuts = board.page.locator(".board-chooser button").evaluate_all(
        "tiles => tiles.map((tile) => tile.getAttribute('aria-keyshortcuts'))"
    )
    assert shortcuts == ["D 1", "T 2", "C 3"]
    board.page.keyboard.press(key)
    assert board.events() == ["choosing 3", "choosing 0", f"choose a7a8{chosen}"]


def test_a_complete_path_that_begins_longer_ones_offers_both_and_a_press_beside_them_ends_the_choice(play):
    board = play(LAST, "b4b5c3 b4b5b4 b4b5a2", "b4b5N")
    board.press("b4")
    assert board.label("b5").endswith(", safe"), "risky is a square only if every move through it is"
    board.press("b5")
    board.page.mouse.click(*board.center("e1"))
    assert board.events() == ["choosing 2", "choosing 0", "cancel"]
    board.press("b4", "b5")
    assert board.choices() == ["white knight, risky", "put it down elsewhere"]
    board.page.locator(".board-chooser button").nth(1).click()
    assert board.count("targets", ":not(.tg-line)") == 3
    assert board.count("sealed", ".pending") == 1
    board.press("c3")
    assert board.events() == ["choosing 2", "choosing 0", "choose b4b5c3"]


def test_choices_that_look_alike_are_distinguished_by_their_moves(play):
    board = play("7k/P7/8/8/8/8/8/K7")
    moves = [{"id": text, "label": text, "path": [8, 0]} for text in ("a8 quiet", "a8 loud")]
    board.show(view("7k/P7/8/8/8/8/8/K7") | {"moves": moves})
    board.press("a7", "a8")
    assert board.choices() == ["white pawn, a8 quiet", "white pawn, a8 loud"]


def test_dragging_is_two_presses_and_a_drag_to_nowhere_leaves_the_piece_picked_up(play):
    board = play(FIELD, "c3c4 c3d4")
    board.drag("c3", "e3")
    assert board.events() == []
    assert board.count("selected") == 1
    assert board.drag("c3", "c4") == 1
    assert board.events() == ["choose c3c4"]
    assert board.count("moving") == 0
    assert board.count("sealed", ".pending") == 1


def test_a_pointer_that_hovers_drags_nothing_after_another_part_took_the_end_of_its_press(play):
    board = play(FIELD, "c3c4 c3d4")
    board.page.locator(".board-squares").evaluate(
        "node => node.addEventListener('pointerup', (event) => event.stopPropagation(), { capture: true, once: true })"
    )
    board.page.mouse.move(*board.center("c3"))
    board.page.mouse.down()
    board.page.mouse.up()
    board.page.mouse.move(*board.center("e5"))
    assert board.count("moving") == 0


def test_a_finger_presses_and_only_pieces_that_can_move_hold_back_scrolling(play):
    board = play(FIELD, "c3c4", finger=True)
    action = "button => getComputedStyle(button).touchAction"
    assert board.button("c3").evaluate(action) == "none"
    assert board.button("a5").evaluate(action) == "manipulation"
    board.page.touchscreen.tap(*board.center("c3"))
    board.page.touchscreen.tap(*board.center("c4"))
    board.page.wait_for_function("() => events.length")  # A browser makes a press of a touch when it likes.
    assert board.events() == ["choose c3c4"]
    assert board.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_move_by_keyboard_alone(play):
    board = play(FIELD, "c3c4", "c3b4")
    keyboard = board.page.keyboard
    assert board.page.locator("button[data-square][tabindex='0']").count() == 1
    keyboard.press("Tab")
    assert board.page.evaluate("document.activeElement.getAttribute('aria-label')") == "c3, white pawn, can move"
    keyboard.press("Enter")
    assert board.page.locator(".board-says").inner_text() == "c3, white pawn, picked up; c4, empty; b4, empty, risky"
    keyboard.press("ArrowUp")
    keyboard.press("ArrowLeft")
    assert board.page.evaluate("document.activeElement.getAttribute('aria-label')") == "b4, empty, risky"
    keyboard.press("Enter")
    keyboard.press("Enter")
    assert board.events() == ["choose c3b4", "confirm c3b4"]
    assert board.page.locator(".board-says").inner_text() == "b4, empty, risky, chosen"
    keyboard.press("Escape")
    assert board.events() == ["cancel"]


def test_news_that_do_not_touch_my_moves_leave_my_choice_alone(play):
    board = play(FIELD, "c3c4")
    board.press("c3", "c4")
    board.show(view(FIELD, "c3c4", chairs=["sealed"]))
    assert board.count("sealed", ".pending") == 1
    # The page and the socket write the same moves with their keys in different orders.
    again = view(FIELD, "c3c4")
    board.show({**again, "moves": [dict(reversed(move.items())) for move in again["moves"]]})
    assert board.count("sealed", ".pending") == 1
    board.show(view(FIELD, "", number=1))
    assert board.count("sealed") == 0


def test_the_last_turn_stays_drawn_until_a_piece_is_picked_up(play):
    after = "npp2/p1n1p/2PN1/PP2P/N2P1"
    story = turn(4, after, ("moved", 0, "e1 d3", "N"), ("moved", 1, "d4 d3", "p"),
                 ("clashed", None, "d3", ""), ("removed", 1, "d3", "p"))  # fmt: skip
    board = play(after, "d3e5", number=4, turns=[story], check="d3")
    assert board.count("arrows", ".arrow-0") == board.count("arrows", ".arrow-1") == 1
    assert board.count("last", ".hl-last") == 3
    assert board.count("clash") == board.count("lost", ".lost") == board.count("check", ".hl-check") == 1
    assert board.label("d3") == "d3, white knight, can move, in check, last turn"
    board.press("d3")
    assert board.count("arrows") == board.count("clash") == board.count("lost") == 0
    assert board.count("last", ".hl-last") == 3
