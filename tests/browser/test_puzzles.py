"""Puzzles are solved by keyboard and by touch; a mix is set by sliders or by ten plays."""

import re
from fractions import Fraction

from playwright.sync_api import expect

from tests.harness.audits import PHONE, tab_to
from tests.harness.people import call, press_on
from tests.harness.puzzles import PUZZLES, find_puzzle, is_plain
from variants.grid import grid

RIGHT = re.compile("Right|Juste")


def open_puzzle(visitors, puzzle, language="en", **options):
    """Somebody at a puzzle that can be answered."""
    reader = visitors.person("solver", **options).go(f"{language}/puzzles/{puzzle.id}")
    ready = ".mix output:not(:empty)" if puzzle.theme == "mix" else "button[data-kind=origin]"
    expect(reader.page.locator(ready).first).to_be_attached()
    return reader


def squares(move):
    return move[:2], move[2:]


def solution(puzzle):
    """The squares of a right answer."""
    return squares(next(iter(puzzle.solution)))


def worst(puzzle):
    """The plain move that costs most."""
    return max(filter(is_plain, puzzle.costs), key=lambda move: puzzle.costs[move])


def test_the_best_move_is_found_by_touch_on_a_phone(visitors):
    puzzle = find_puzzle("Checkered", "best")
    reader = open_puzzle(visitors, puzzle, "fr", **PHONE)
    press_on(reader.page.locator("cavalier-board"), *solution(puzzle), size=8)
    reader.part("answer").tap()
    expect(reader.part("verdict")).to_have_text(re.compile("Juste."))
    expect(reader.part("result")).to_be_focused()
    expect(reader.part("source")).not_to_be_empty()
    assert reader.overflow() == 0
    forward = reader.page.locator("#stepper [data-way='1']")
    for turn in range(1, len(puzzle.line) + 1):
        forward.tap()
        expect(reader.part("shown")).to_contain_text(f"{turn} sur {len(puzzle.line)}")
    expect(forward).to_have_attribute("aria-disabled", "true")
    reader.page.locator("#after a").first.tap()
    expect(reader.page).not_to_have_url(re.compile(puzzle.id))


def test_a_wrong_move_shows_its_cost_and_the_best_is_entered_by_keyboard(visitors):
    puzzle = find_puzzle("Apocalypse", "best")
    reader = open_puzzle(visitors, puzzle, "fr")
    board = reader.page.locator("cavalier-board")
    press_on(board, *squares(worst(puzzle)))
    reader.part("answer").click()
    expect(reader.part("verdict")).to_have_text(re.compile("Pas .* cède"))
    expect(reader.part("why")).to_contain_text("Le meilleur")
    reader.part("again").click()
    expect(reader.part("result")).to_be_hidden()
    expect(reader.part("answer")).to_be_disabled()
    reader.squares = grid(5, 5)
    tab_to(reader, ".board-squares button")
    for square in solution(puzzle):
        reader.walk(square)
        reader.page.keyboard.press("Enter")
    reader.page.keyboard.press("Enter")  # The same square once more answers, as it seals at a table.
    expect(reader.part("verdict")).to_have_text(RIGHT)
    expect(reader.part("result")).to_be_focused()
    tab_to(reader, "#stepper [data-way='1']")
    reader.page.keyboard.press("Enter")
    expect(reader.part("shown")).to_contain_text("1 sur")


def test_the_page_names_the_reply_that_punishes_a_wrong_move(visitors):
    puzzle = find_puzzle("Checkered", "best")
    reader = open_puzzle(visitors, puzzle)
    requested = []

    def evaluate(route):
        requested.append(route.request.post_data_json)
        reply = {"id": "e8f8", "label": "Kf8", "odds": 1}
        route.fulfill(json={"judgement": {"odds": {str(1 - puzzle.seat): [reply]}}})

    reader.page.route(re.compile(r"/analysis\b"), evaluate)
    press_on(reader.page.locator("cavalier-board"), *squares(worst(puzzle)), size=8)
    reader.part("answer").click()
    expect(reader.part("verdict")).to_have_text(re.compile("^Not "))
    label = reader.part("verdict").inner_text().split()[1].rstrip(":")
    expect(reader.part("why")).to_contain_text(f"The best reply to {label} is Kf8.")
    assert requested == [{"fen": puzzle.fen, "moves": worst(puzzle), "judge": "yes"}]


def test_a_mixed_strategy_is_entered_by_keyboard_and_its_loss_is_shown(visitors):
    reader = open_puzzle(visitors, find_puzzle("Apocalypse", "mix", 3), "fr")
    keys, sliders = reader.page.keyboard, reader.page.locator(".mix input")

    def values():
        return [int(slider.input_value()) for slider in sliders.all()]

    assert values() == [100, 0, 0], "one move alone is never the answer"
    tab_to(reader, "#m0")
    keys.press("Home")
    assert values() == [0, 50, 50]
    keys.press("End")
    assert values() == [100, 0, 0]
    expect(sliders.nth(1)).to_have_attribute("aria-valuetext", re.compile("^0 pour cent"))
    keys.press("ArrowLeft")
    assert values()[0] == 95
    assert sum(values()) == 100
    keys.press("End")
    tab_to(reader, "#answer")
    keys.press("Enter")
    expect(reader.part("verdict")).to_contain_text("Un adversaire habile vous prend 0,")
    expect(reader.part("result")).to_be_focused()
    expect(reader.page.locator("#bars > div")).to_have_count(3)
    expect(reader.page.locator(".pay tbody tr")).to_have_count(4)
    expect(reader.page.locator(".pay .hit")).to_have_count(5)
    before = reader.part("verdict").inner_text()
    tab_to(reader, "#m0", "Shift+Tab")
    keys.press("Home")
    expect(reader.part("verdict")).not_to_have_text(before)


def test_ten_plays_are_a_mix_too(visitors):
    reader = open_puzzle(visitors, find_puzzle("Apocalypse", "mix"), "fr", **PHONE)
    reader.page.locator("details summary", has_text="dix fois").tap()
    first, second = reader.page.locator("#ten button").all()
    for button, times in ((first, 7), (second, 3)):
        for _ in range(times):
            button.tap()
    expect(reader.part("ten-told")).to_contain_text("10")
    assert [slider.input_value() for slider in reader.page.locator(".mix input").all()] == ["70", "30"]


def test_only_exact_values_are_called_exact(visitors):
    puzzle = find_puzzle("Apocalypse", "mix")
    answer = {
        "right": True, "lost": 0, "within": 0.04, "nodes": None, "line": [], "replies": ["x", "y"],
        "solution": [{"id": move, "share": 0.5} for move in puzzle.moves],
        "moves": [{"id": move, "label": move} for move in puzzle.moves],
        "points": [[0.5, 0.5]] * len(puzzle.moves),
    }  # fmt: skip
    reader = open_puzzle(visitors, puzzle)
    for off, exact, sentence in (
        (0.0, True, "Nothing to gain for a clever opponent. This mix is exact."),
        (0.004, True, "Next to nothing to gain for a clever opponent."),
        (0.0, False, "Next to nothing to gain for a clever opponent."),
    ):
        reply = {**answer, "exact": exact, "value": 0.5 + off}
        reader.page.route(re.compile("/puzzles/"), lambda route, _, reply=reply: route.fulfill(json=reply))
        reader.part("answer").click()
        expect(reader.part("verdict")).to_have_text(sentence)
        reader.part("again").click()
        reader.page.unroute(re.compile("/puzzles/"))


def test_the_shares_of_every_solution_add_up(visitors):
    page = visitors.person("reader").go("en/puzzles").page
    for shares, texts in (
        ([0.643, 0.233, 0.124], ["64 %", "23 %", "13 %"]),
        ([0.333, 0.667], ["1/3", "2/3"]),
        ([0.125, 0.875, 0], ["1/8", "7/8", "0"]),
        ([1 / 3, 0.255, 0.412], ["33 %", "26 %", "41 %"]),
    ):
        assert call(page, "puzzles/mix", "shared", shares, "{percent} %") == texts
    mixes = [[puzzle.solution.get(move, 0.0) for move in puzzle.moves] for puzzle in PUZZLES.puzzles.values()]
    for shares in filter(None, mixes):
        texts = call(page, "puzzles/mix", "shared", shares, "{percent} %")
        whole = [Fraction(text.removesuffix(" %")) / (100 if text.endswith("%") else 1) for text in texts]
        assert sum(whole) == 1, (shares, texts)
