"""The lines that the computer expects on the analysis board: read, pressed, and then part of the tree."""

import re

from playwright.sync_api import expect

from tests.browser.test_tree import NARROW, at, board, kept, looked_at, moves

MIXED = "?fen=n3n/p1p2/5/2P1P/N4%20w%200%2000"
"""An endgame of Apocalypse in which both sides vary, in this turn and in the next."""


def mixed(player):
    """The analysis board with that endgame."""
    player.go(f"en/variants/Apocalypse/analysis{MIXED}").sit()
    return player


def rows(player):
    return player.part("expected").locator("tbody tr")


def deepest(player):
    """The turns of the longest line that is shown."""
    expect(rows(player).first).to_be_visible()
    return max((row.locator("button") for row in rows(player).all()), key=lambda line: line.count())


def test_a_turn_of_a_line_is_pressed_and_the_line_is_in_the_tree(place):
    reader = board(place.player("reader"), "1:e2e4.e7e5:1")
    line = deepest(reader)
    told = [turn.inner_text().split()[-1] for turn in line.all()]
    assert len(told) > 1
    line.nth(1).focus()
    reader.page.keyboard.press("Enter")
    at(reader, re.compile(rf"{re.escape(told[1])}$"))
    assert {*told[:2]} <= {move.split()[-1] for move in moves(reader)}
    expect(reader.part("state")).to_be_focused()
    # What was there before still is.
    assert [move.split()[-1] for move in moves(reader)][:2] == ["e4", "e5"]


def test_what_is_in_the_tree_already_is_not_added_again(place):
    reader = board(place.player("reader"), "")
    line = deepest(reader)
    line.nth(1).click()
    expect(reader.page.locator("#tree .move")).to_have_count(2)
    text = reader.page.url.partition("#")[2]
    reader.page.locator("[data-step=first]").click()
    deepest(reader).nth(0).click()
    expect(reader.page.locator("#tree [aria-current]")).to_have_count(1)
    expect(reader.page.locator("#tree .move")).to_have_count(2)
    kept(reader, f"{text[:-1]}1")


def test_a_refusal_is_told_and_the_tree_stays_as_it_is(place):
    reader = board(place.player("reader"), "1:e2e4:1")
    line = deepest(reader)
    refusal = {"code": "too_fast", "sentence": "Too much at once."}
    reader.excused.append("429")
    reader.page.route(re.compile("/analysis/tree$"), lambda route: route.fulfill(status=429, json={"refusal": refusal}))
    line.nth(1).click()
    expect(reader.part("refusal")).to_have_text("Too much at once.")
    at(reader, "e4")
    assert moves(reader) == ["e4"]
    reader.page.unroute_all()
    line.nth(1).click()
    expect(reader.part("refusal")).to_be_hidden()
    expect(reader.page.locator("#tree .move")).to_have_count(3)


def test_pairs_of_moves_tell_how_often_and_lead_on(place):
    reader = mixed(place.player("reader"))
    expect(rows(reader).first).to_be_visible()
    expect(reader.part("expected-often")).to_be_visible()
    expect(reader.part("expected-name")).to_have_text("White")
    expect(reader.part("expected")).to_contain_text(re.compile(r"\d+\u202f% / \S+\u00a0\d+\u202f%"))
    for told in reader.part("expected").locator("small").all_inner_texts():
        shares = [int(share) for share in re.findall(r"(\d+)\u202f%", told)]
        assert shares == sorted(shares, reverse=True), "what is played is what is likeliest"
    # The number of a line is the one that the matrix has in its cell.
    score = rows(reader).first.locator("td").nth(1).inner_text().strip("\u202f%")
    first = rows(reader).first.locator("button").first
    names = [name.rstrip("?") for name in first.locator("b").all_inner_texts()]
    cell = reader.page.locator(f'#heat button[aria-label^="{names[0]}, {names[1]}:"]')
    expect(cell).to_have_text(score)
    first.click()
    expect(reader.page.locator("#tree .move")).to_have_count(1)
    expect(reader.page.locator("#tree [aria-current]")).to_contain_text(names[0])


def test_equal_numbers_have_one_shade(place):
    reader = board(place.player("reader"), "", "Synchrone")
    reader.part("heat-all").click()
    cells = reader.page.locator("#heat tbody td")
    expect(cells).to_have_count(400)
    shades = {}
    for text, shade in cells.evaluate_all("cells => cells.map((cell) => [cell.innerText, cell.className])"):
        shades.setdefault(text, set()).add(shade)
    assert len(shades) > 2
    assert {text: found for text, found in shades.items() if len(found) > 1} == {}


def test_lines_fit_a_phone_and_are_accessible(place):
    reader = mixed(place.player("reader", viewport=NARROW, has_touch=True))
    expect(rows(reader).first).to_be_visible()
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    for box in (button.bounding_box() for button in reader.part("expected").locator("button").all()):
        assert box is not None
        assert box["height"] >= 44
    assert looked_at(reader, "the lines of the analysis board") == []
