"""Hands whose slots hold several pieces: counts on the board, in labels and in the editor, and drops."""

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.harness.audits import PHONE
from tests.harness.board_page import RECORD_EVENTS, view
from tests.harness.people import visitors_of

BROUGHT = Path(__file__).parents[1] / "kit" / "brought"
HELD = ("PN...", "..b..")
COUNTS = ((3, 1, 0, 0, 0), (0, 0, 12, 0, 0))
START = 'k4/5/2p2/1P3/4K w 0 {"hands":"PPN"}'


@pytest.fixture(scope="module")
def module_visitors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("variants")
    shutil.copytree(BROUGHT / "Bank", folder / "Bank")
    options = ("--variants", str(folder), "--engines", "1")
    with visitors_of(tmp_path_factory.mktemp("data"), *options, scripted=True) as visitors:
        yield visitors


@pytest.fixture
def play(browser, boards):
    """Open a board, in a window of a size."""
    page = browser.new_page(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    page.add_init_script(RECORD_EVENTS)

    def opened(fen, moves, counts):
        shown = view(fen, moves, hands=HELD)
        shown["picture"]["counts"] = counts
        return boards.open(page, shown)

    yield opened
    page.close()


def slot(page, number):
    """The button over a slot of the hands, of a board of 25 squares."""
    return page.locator(f".board-squares button[data-square='{25 + number}']")


def badges(page):
    """The numbers that the hands show."""
    return page.locator("[data-layer=pieces] .count text").all_text_contents()


def test_a_slot_shows_and_says_how_many_pieces_it_holds(play):
    board = play("4k/5/5/5/K4", "P@c3 N@c3", COUNTS)
    assert badges(board.page) == ["3", "12"]
    labels = [slot(board.page, number).get_attribute("aria-label") for number in (0, 1, 2, 7)]
    assert labels == [
        "3 in hand, white pawn, can move",
        "in hand, white knight, can move",
        "in hand, empty",
        "12 in hand, black bishop",
    ]
    board.show({**view("4k/5/5/5/K4", "", hands=HELD), "number": 1})
    assert badges(board.page) == []


def test_a_piece_that_is_dragged_is_one_less_in_its_slot(play):
    board = play("4k/5/5/5/K4", "P@c3 N@c3", COUNTS)
    x, y = board.center("c3")
    for number, left in ((0, ["2", "12"]), (1, ["3", "12"])):
        box = slot(board.page, number).bounding_box() or {}
        board.page.mouse.move(box["x"] + 20, box["y"] + 20)
        board.page.mouse.down()
        board.page.mouse.move(x - 20, y)
        board.page.mouse.move(x, y)
        assert badges(board.page) == left
        assert board.count("pieces", "use[opacity]") == number
        board.page.mouse.up()
        assert board.events()[-1] == f"choose {'PN'[number]}@c3"
        board.page.keyboard.press("Escape")


def test_a_game_with_drops_by_press_by_drag_and_by_key(visitors):
    white, black = visitors.game("Bank", fen=START)
    assert badges(white.page) == ["2"]
    assert 'class="count"' in white.page.evaluate("async () => (await fetch(location)).text()")
    white.play("b2c3")
    for player in (white, black):
        player.sees_turn(1)
        expect(slot(player.page, 0)).to_have_attribute("aria-label", re.compile("^3 in hand, white pawn"))
        assert badges(player.page) == ["3"]
    black.play("a5a4")
    white.sees_turn(2)
    slot(white.page, 0).drag_to(white.square("b3"))
    white.send()
    black.sees_turn(3)
    black.holds("b3", "white pawn, in check|white pawn")
    assert badges(white.page) == ["2"]
    black.play("a4a5")
    white.sees_turn(4)
    slot(white.page, 1).press("Enter")
    white.square("b2").press("Enter")
    white.send()
    black.sees_turn(5)
    black.holds("b2", "white knight")
    black.play("a5b5")
    white.sees_turn(6)
    slot(white.page, 0).click()
    white.square("e3").click()
    white.send()
    black.sees_turn(7)
    assert badges(black.page) == []
    expect(slot(black.page, 0)).to_have_attribute("aria-label", re.compile("^in hand, white pawn"))


def test_pieces_in_hand_are_counted_in_the_editor(visitors):
    reader = visitors.person("reader", **PHONE)
    reader.allowed_errors.append("400")
    reader.go("en/variants/Bank/analysis/edit")
    expect(reader.page.locator("main.ready")).to_be_attached()
    page = reader.page

    def tool(symbol):
        page.locator(f'#palette button[data-tool="{symbol}"]').click()

    def hands_are(letters, *shown):
        expect(reader.part("fen")).to_have_value(re.compile(f'"hands":"{letters}"'))
        assert badges(page) == list(shown)

    tool("P")
    for number in (0, 3, 0):  # A piece comes to the slot of its kind.
        slot(page, number).click()
    hands_are("PPP", "3")
    slot(page, 5).click()  # The hand of Black.
    hands_are("PPPp", "3")
    tool("n")
    slot(page, 0).click()
    hands_are("PPPNp", "3")
    tool("K")
    slot(page, 0).click()
    hands_are("PPPNp", "3")
    tool("-")
    slot(page, 0).click()
    hands_are("PPNp", "2")
    slot(page, 1).press("Delete")
    slot(page, 1).press("Delete")
    slot(page, 1).press("N")
    slot(page, 5).click(button="right")
    hands_are("PPN", "2")
    tool("")
    slot(page, 0).click()
    page.locator(".board-squares button[data-square='12']").click()
    hands_are("PN")
    page.locator(".board-squares button[data-square='12']").drag_to(slot(page, 4))
    hands_are("PPN", "2")
    expect(reader.part("verdict")).to_have_text("This position can be played.")
    named = json.loads(reader.part("fen").input_value().split(" ", 3)[3])
    assert named["hands"] == "PPN"
    reader.part("fen").fill('k4/5/5/5/4K w 0 {"hands":"QQpp"}')
    expect(page.locator("[data-layer=pieces] .count")).to_have_count(2)
    page.locator("#clear").click()
    hands_are("-")
