"""The board editor in a browser: positions are laid out by mouse, finger and keys, and the rules answer at once."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import PHONE
from tests.harness.pages import form_of, positions
from tests.harness.words import VARIANTS
from variants.grid import HOLE, grid
from variants.position import Eyes

PLAYABLE = "This position can be played."
START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}'


def editor(visitors, variant, fen="", language="en", **window):
    """Somebody at the editor."""
    reader = visitors.person("reader", **window)
    reader.allowed_errors.append("400")
    reader.go(f"{language}/variants/{variant}/analysis/edit?fen={fen}")
    expect(reader.page.locator("main.ready")).to_be_attached()
    rules = VARIANTS[variant]
    reader.squares = grid(*rules.size, rules.holes)
    return reader


def tool(reader, symbol):
    """A button of the palette."""
    return reader.page.locator(f'#palette button[data-tool="{symbol}"]')


def fen_is(reader, fen):
    """Wait until this FEN is in the field."""
    expect(reader.part("fen")).to_have_value(fen)


def answered(reader, sentence=PLAYABLE):
    """Wait until the site has answered this about the position."""
    expect(reader.part("verdict")).to_have_text(sentence)
    if sentence == PLAYABLE:
        expect(reader.page.locator("#analyse[href]")).to_be_attached()


def lay_out(reader, position):
    """Make a position from the empty board, with the palette and the form."""
    picture = position.picture(Eyes.ALL)
    reader.part("clear").click()
    places = [*picture.board, *(symbol for hand in picture.hands for symbol in hand)]
    for symbol in sorted({*places} - {"", HOLE}):
        tool(reader, symbol).click()
        for at, standing in enumerate(places):
            if standing == symbol:
                reader.page.locator(f".board-squares button[data-square='{at}']").click()
    for field, text in form_of(position).items():
        control = reader.page.locator(f'#keys [name="{field}"]')
        if field in ("rows", "key-hands") or not control.count():
            continue
        kind = control.first.evaluate("one => one.type")
        if kind == "select-one":
            control.select_option(text)
        elif kind == "radio":
            reader.page.locator(f'#keys [name="{field}"][value="{text}"]').check(force=True)
        elif kind == "checkbox":
            control.set_checked(text == control.get_attribute("value"))
        else:
            control.fill(text)
            control.press("Tab")


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.slow
def test_each_position_is_laid_out_from_the_empty_board(visitors, name):
    reader = editor(visitors, name)
    for position in positions(VARIANTS[name]):
        lay_out(reader, position)
        answered(reader)
        shown, wanted = (VARIANTS[name].from_fen(fen) for fen in (reader.part("fen").input_value(), position.fen()))
        assert shown.fen() == wanted.fen()
        state = VARIANTS[name].read_fields(reader.part("fen").input_value())
        assert state.rows == position.read_fields(position.fen()).rows


def test_pieces_are_dragged_put_and_removed(visitors):
    reader = editor(visitors, "Chess")
    square = reader.square
    square("e2").drag_to(square("e4"))
    fen_is(reader, START.replace("8/8/PPPPPPPP", "4P3/8/PPPP1PPP"))
    tool(reader, "q").drag_to(square("d5"))
    fen_is(reader, START.replace("8/8/8/8/PPPPPPPP", "8/3q4/4P3/8/PPPP1PPP"))
    square("d5").click(button="right")
    tool(reader, "-").click()
    square("e4").click()
    tool(reader, "").click()
    square("b2").click()
    square("b1").click()
    answered(reader, "No pawn can stand on b1.")
    expect(square("b1")).to_have_attribute("aria-label", re.compile("^b1, .*, refused$"))
    expect(reader.page.locator("#analyse")).to_have_attribute("aria-disabled", "true")
    assert reader.page.locator("#ways a[href]").count() == 0
    for _ in range(6):
        reader.page.keyboard.press("Control+z")
    fen_is(reader, START)
    answered(reader)
    expect(reader.part("undo")).to_be_disabled()


def test_a_drag_that_the_browser_breaks_off_leaves_the_piece(visitors):
    reader = editor(visitors, "Chess")
    reader.page.mouse.move(*reader.center("e2"))
    reader.page.mouse.down()
    reader.page.mouse.move(*reader.center("e4"))
    expect(reader.layer("moving")).to_have_count(1)
    reader.page.locator(".board-squares").dispatch_event("pointercancel")
    expect(reader.layer("moving")).to_have_count(0)
    reader.page.mouse.up()
    fen_is(reader, START)


def test_all_can_be_done_by_keys(visitors):
    reader = editor(visitors, "Chess")
    reader.square("e2").focus()
    reader.page.keyboard.press("Delete")
    for key in ("ArrowUp", "ArrowUp", "P"):
        reader.page.keyboard.press(key)
    fen_is(reader, START.replace("8/8/PPPPPPPP", "4P3/8/PPPP1PPP"))
    expect(reader.square("e4")).to_be_focused()
    reader.page.keyboard.press("ArrowRight")
    tool(reader, "n").focus()
    reader.page.keyboard.press("Enter")
    expect(tool(reader, "n")).to_have_attribute("aria-pressed", "true")
    reader.square("f4").focus()
    reader.page.keyboard.press("Enter")
    fen_is(reader, START.replace("8/8/PPPPPPPP", "4Pn2/8/PPPP1PPP"))
    reader.page.keyboard.press("Escape")
    expect(tool(reader, "")).to_have_attribute("aria-pressed", "true")


def test_the_board_follows_the_fen_and_the_address_keeps_it(visitors):
    reader = editor(visitors, "Chess")
    reader.part("fen").fill("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7")
    expect(reader.square("e2")).to_have_attribute("aria-label", "e2, white pawn")
    expect(reader.square("d8")).to_have_attribute("aria-label", "d8, empty")
    expect(reader.page.locator("[name=turn][value=b]")).to_be_checked()
    expect(reader.part("plies")).to_have_value("13")
    answered(reader)
    reader.part("fen").fill("4k3/8/8/8/8/8/4P3/4")
    answered(reader, "Rank 1 of the board, “4”, does not fill 8 squares.")
    expect(reader.square("e1")).to_have_attribute("aria-label", "e1, white king, refused")
    reader.part("fen").fill("4k3/8/8/8/8/4Q3/8/4K3 w 0")
    answered(reader, "The side to move could take the king on e8.")
    reader.page.reload()
    expect(reader.page.locator("main.ready")).to_be_attached()
    expect(reader.square("e3")).to_have_attribute("aria-label", "e3, white queen")
    answered(reader, "The side to move could take the king on e8.")
    reader.page.locator("[name=turn][value=b]").check(force=True)
    answered(reader)
    assert "fen=4k3%2F8%2F8%2F8%2F8%2F4Q3%2F8%2F4K3+b+0" in reader.part("picture").input_value().replace("%20", "+")
    reader.page.locator("#with-friend").click()
    expect(reader.part("fen")).to_have_value(reader.part("fen").input_value())
    assert reader.part("fen").input_value().startswith("4k3/8/8/8/8/4Q3/8/4K3 b 0")


def test_a_field_that_may_not_be_copied_is_selected(visitors):
    reader = editor(visitors, "Chess")
    reader.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')); }")
    reader.page.get_by_role("button", name="Copy FEN").click()
    expect(reader.part("fen")).to_be_focused()
    selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert reader.part("fen").evaluate(selected) == START
    expect(reader.page.get_by_role("button", name="Copy FEN")).to_be_visible()


def test_a_game_against_the_computer_begins_with_what_was_laid_out(visitors):
    reader = editor(visitors, "Checkered", "&option-switch=False")
    reader.part("clear").click()
    for symbol, name in (("K", "e1"), ("k", "e8"), ("u", "a4")):
        tool(reader, symbol).click()
        reader.square(name).click()
    reader.page.locator("[name=turn][value=b]").check(force=True)
    reader.page.locator("[name=key-stage]").select_option("1-")
    answered(reader)
    reader.part("with-computer").click()
    expect(reader.page.locator("[name=opponent][value=computer]")).to_be_checked()
    expect(reader.page.locator("[name=option-switch][value=False]")).to_be_checked()
    # Black is to move: else the computer might have moved before anybody looks.
    reader.page.locator("[name=seat][value='1']").check(force=True)
    reader.page.locator("form .btn.primary").click()
    reader.wait_for_board().holds("a4", "checkered rook")


@pytest.mark.parametrize("name", ["Dobutsu", pytest.param("Checkered", marks=pytest.mark.slow)])
def test_on_a_phone_each_target_is_large(visitors, name):
    reader = editor(visitors, name, language="fr", **PHONE)
    boxes = [box for each in reader.page.locator("#palette button").all() if (box := each.bounding_box())]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    tool(reader, "").tap()
    first = next(at for at, symbol in enumerate(positions(VARIANTS[name])[0].board) if symbol not in ("", HOLE))
    empty = positions(VARIANTS[name])[0].board.index("")
    for at in (first, empty):
        reader.page.locator(f".board-squares button[data-square='{at}']").tap()
    state = VARIANTS[name].sketch(reader.part("fen").input_value().split(" ")[0])
    assert state.board[first] == ""
    assert state.board[empty] == positions(VARIANTS[name])[0].board[first]


def test_the_board_is_flipped_and_hands_hold_pieces_of_their_owner(visitors):
    reader = editor(visitors, "Dobutsu")
    first = reader.page.locator(".board-squares button").first
    expect(first).to_have_attribute("data-square", "0")
    reader.part("flip").click()
    expect(first).to_have_attribute("data-square", "11")
    tool(reader, "c").click()
    for slot in (12, 13):  # The first hand is White's.
        reader.page.locator(f".board-squares button[data-square='{slot}']").click()
    answered(reader, "There are at most two of C, H, c, h.")
    assert json.loads(reader.part("fen").input_value().split(" ", 3)[3]) == {"hands": "CC"}
    for chick in ("b2", "b3"):
        reader.square(chick).click(button="right")
    answered(reader)


def test_a_right_goes_with_its_rook_and_comes_back_by_undo(visitors):
    reader = editor(visitors, "Chess")
    answered(reader)
    tool(reader, "-").click()
    reader.page.locator(".board-squares button[data-square='63']").click()
    fen_is(reader, START.replace("RNBQKBNR", "RNBQKBN1").replace("0707", "0807"))
    answered(reader)
    offered = reader.page.locator('#keys [name="key-flags-1"] option:not([hidden])')
    assert offered.evaluate_all("all => all.map((one) => one.value)") == ["8"]
    reader.part("undo").click()
    fen_is(reader, START)
    answered(reader)
