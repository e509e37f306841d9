"""The figures of a rules page are tried: the reader makes the moves of all sides and reads what the rules say."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import PHONE, examine
from tests.harness.people import AUDITED, COUNT_MOVING, press_on, square_on


def figure(reader, path, which):
    """A figure of a rules page, on which the reader tries the moves."""
    found = reader.go(path).page.locator(which).first
    found.evaluate("one => { for (let at = one; at; at = at.parentElement) if (at.open === false) at.open = true; }")
    found.locator(".try-it").click()
    expect(found.locator("button[data-kind=origin]").first).to_be_attached(timeout=10_000)
    return found


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Clash on b3.*White was right.*White: choose a move"),
        ("fr", "Rencontre en.b3.*Les Blancs ont vu juste.*Blancs.: choisissez un coup"),
    ],
)
def test_both_secret_moves_are_made_one_after_the_other_and_revealed(visitors, language, told):
    reader = visitors.person("reader", **PHONE)
    found = figure(reader, f"{language}/variants/Apocalypse", "figure#guess")
    asked = []
    reader.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    reveal = found.locator(".trial .primary")
    expect(found.locator(".trial .legend")).to_be_visible()
    press_on(found, "a2")
    expect(found.locator("[data-layer=targets] *").first).to_be_attached()
    square_on(found, "b3", 5).click()
    expect(found.locator(".trial li.row")).to_have_count(1)
    expect(reveal).to_be_disabled()
    assert asked == [], "nothing is asked before both have chosen"
    press_on(found, "a5", "b3")
    expect(reveal).to_be_focused()
    for _ in range(2):
        reveal.press("Enter")
        expect(found.locator(".trial > p")).to_have_text(re.compile(told), timeout=10_000)
        found.get_by_role("button", name=re.compile("Again|Recommencer")).click()
        press_on(found, "a2", "b3")
        press_on(found, "a5", "b3")
    assert len(asked) == 1, "the second answer is the first one, kept"
    assert reader.overflow() == 0
    found.get_by_role("button", name=re.compile("Back to the figure|Revenir à la figure")).click()
    expect(found.locator(".steps b")).to_have_text(re.compile("Reveal|Révélation"))
    expect(found.locator(".try-it")).to_be_focused()
    assert found.locator("cavalier-board, .trial").count() == 0


@pytest.mark.parametrize("language", AUDITED)
def test_a_promotion_is_chosen_and_the_game_goes_on_against_the_computer(visitors, language):
    reader = visitors.person("reader")
    found = figure(reader, f"{language}/variants/Chess", "figure[data-try*='3r3k%2F4P3']")
    press_on(found, "e7", "e8", size=8)
    expect(found.locator(".board-chooser button")).to_have_count(4)
    found.locator(".board-chooser button:focus").press("n")
    expect(square_on(found, "e8", 8)).to_have_attribute("aria-label", re.compile("white knight|cavalier blanc"))
    expect(found.locator(".trial > p")).to_have_text(re.compile("Black to move|Au trait.: Noirs"))
    found.get_by_role("button", name=re.compile("against the computer|contre l.ordinateur")).click()
    reader.wait_for_board()
    expect(reader.page).to_have_url(re.compile("/game/"))
    reader.holds("a1", "(white king|roi blanc)")


@pytest.mark.parametrize(("language", "told"), [("en", "Black to move"), ("fr", "Au trait.: Noirs")])
def test_a_checkered_piece_is_born_on_the_board_of_a_figure(visitors, language, told):
    reader = visitors.person("reader")
    found = figure(reader, f"{language}/variants/Checkered", "figure[data-try*='1n2k3%2FP7']")
    press_on(found, "a7", "b8", size=8)
    found.locator(".board-chooser button").first.click()
    expect(square_on(found, "b8", 8)).to_have_attribute("aria-label", re.compile("checkered|échiquet"))
    expect(found.locator(".trial > p")).to_contain_text(re.compile(told))


@pytest.mark.parametrize("way", ["before the board has come", "after a step"])
def test_a_piece_that_is_touched_shows_its_squares_and_the_legend(visitors, way):
    reader = visitors.person("reader", **PHONE).go("en/variants/Apocalypse")
    found = reader.page.locator("figure#guess" if way == "after a step" else "figure#fig-4")
    if way == "after a step":
        found.locator(".steps button").first.tap()
        expect(found.locator("cavalier-board button[data-square]")).to_have_count(25)
    found.scroll_into_view_if_needed()
    box = found.locator("svg.board").first.bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 0.14 * box["width"], box["y"] + 0.67 * box["height"])
    expect(square_on(found, "a2", 5)).to_have_attribute("aria-label", re.compile("chosen"))
    for name, kind in (("a3", "safe"), ("b3", "risky")):
        expect(square_on(found, name, 5)).to_have_attribute("aria-label", re.compile(kind))
    expect(found.locator(".trial .legend")).to_be_visible()


def test_without_a_connection_the_figure_says_so(visitors):
    reader = visitors.person("reader")
    reader.allowed_errors.append("ERR_")
    reader.go("fr/variants/Apocalypse")
    reader.page.context.set_offline(True)
    found = reader.page.locator("figure#guess")
    found.locator(".try-it").click()
    expect(found).to_contain_text("il faut être connecté au site", timeout=10_000)


@pytest.mark.parametrize("language", AUDITED)
def test_no_state_of_a_tried_figure_has_a_fault(visitors, language):
    reader = visitors.person("reader")
    found = figure(reader, f"{language}/variants/Apocalypse", "figure#guess")
    press_on(found, "a2", "b3")
    faults = examine(reader, "one move chosen")
    press_on(found, "a5", "b3")
    found.locator(".trial .primary").click()
    expect(found.locator(".trial > p b")).to_have_count(2)
    assert faults + examine(reader, "revealed") == []


def test_a_connection_that_is_lost_after_the_board_has_come_is_told_and_tried_again(visitors):
    reader = visitors.person("reader")
    reader.allowed_errors.append("ERR_")
    found = reader.go("en/variants/Apocalypse").page.locator("figure#guess")
    found.get_by_role("button", name="One step back").click()
    expect(found.locator("cavalier-board")).to_be_attached()
    reader.page.context.set_offline(True)
    found.locator(".try-it").click()
    expect(found.locator(".trial > p")).to_contain_text("needs a connection", timeout=10_000)
    found.get_by_role("button", name="Back to the figure").click()
    expect(found.locator(".steps")).to_be_visible()
    reader.page.context.set_offline(False)
    found.locator(".try-it").click()
    expect(found.locator(".trial > p")).to_contain_text("White: choose a move", timeout=10_000)


def test_on_a_hidden_board_the_reader_sees_what_the_seat_to_act_sees(visitors):
    reader = visitors.person("reader")
    found = figure(reader, "en/variants/Dark", "figure#fig-2")
    told = found.locator(".trial > p")
    expect(told).to_contain_text("The board shows what White sees.")
    unseen = re.compile("black (rook|knight|bishop|queen|king)")
    for name in ("a8", "b8", "d8", "e8"):
        expect(square_on(found, name, 8)).not_to_have_attribute("aria-label", unseen)
    press_on(found, "e4", "d5", size=8)
    expect(told).to_contain_text("The board shows what Black sees.")
    expect(square_on(found, "e8", 8)).to_have_attribute("aria-label", unseen)
    expect(square_on(found, "e1", 8)).not_to_have_attribute("aria-label", re.compile("white"))
    expect(square_on(found, "a7", 8)).to_have_attribute("data-kind", "origin")
    expect(found.locator("[data-layer=arrows] > *")).to_have_count(0)


@pytest.mark.parametrize("calm", ["no-preference", "reduce"])
def test_a_figure_is_tried_by_keyboard_alone(visitors, calm):
    reader = visitors.person("reader", reduced_motion=calm).go("en/variants/Apocalypse")
    page, found = reader.page, reader.page.locator("figure#guess")
    found.locator(".steps button").last.focus()
    for _ in range(6):
        if found.locator(".try-it").evaluate("one => one === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    told = found.locator(".trial > p")
    expect(told).to_be_focused()
    expect(told).to_contain_text("White: choose a move")
    page.evaluate(COUNT_MOVING, "#guess")

    def go(name, steps):
        for key in steps:
            page.keyboard.press(key)
        expect(square_on(found, name, 5)).to_be_focused()
        page.keyboard.press("Enter")

    page.keyboard.press("Shift+Tab")
    start = page.evaluate("document.activeElement.dataset.square")
    file, rank = int(start) % 5, 4 - int(start) // 5

    def walk(name):
        nonlocal file, rank
        to_file, to_rank = "abcde".index(name[0]), int(name[1]) - 1
        across = ["ArrowRight" if to_file > file else "ArrowLeft"] * abs(to_file - file)
        along = ["ArrowUp" if to_rank > rank else "ArrowDown"] * abs(to_rank - rank)
        go(name, across + along)
        file, rank = to_file, to_rank

    for name in ("a2", "b3"):
        walk(name)
    expect(found.locator(".trial li.row")).to_have_count(1)
    for name in ("a5", "b3"):
        walk(name)
    expect(found.locator(".trial .primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("Clash on b3")
    expect(told).to_be_focused()
    travelled = page.evaluate("window.travelled")
    assert (travelled > 0) is (calm == "no-preference")
    found.get_by_role("button", name="Back to the figure").press("Enter")
    expect(found.locator(".try-it")).to_be_focused()
