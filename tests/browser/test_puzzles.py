"""Puzzles are solved by keyboard and by touch, in both languages; a mix is set by sliders or by ten plays."""

import re
from fractions import Fraction
from functools import partial

import pytest
from playwright.sync_api import expect

from server.puzzles.shelf import Shelf
from tests.harness.audits import PHONE, examine, tab_to
from tests.harness.people import press_on
from variants.grid import grid
from variants.registry import load_all

VARIANTS = load_all()
SHELF = Shelf.read(VARIANTS)
LANGUAGES = ("en", "fr")


def of(variant, theme, rows=2):
    """A puzzle of this theme whose moves are simple."""
    return next(
        puzzle
        for puzzle in SHELF.of(variant)
        if puzzle.theme == theme and (theme != "mix" or len(puzzle.moves) == rows) and all(map(plain, puzzle.solution))
    )


def plain(move):
    """Whether a move is a square and another one."""
    return re.fullmatch(r"[a-h][1-8][a-h][1-8]", move) is not None


def open_puzzle(visitors, puzzle, language, **options):
    reader = visitors.person("solver", **options)
    reader.go(f"{language}/puzzles/{puzzle.id}")
    ready = ".mix output:not(:empty)" if puzzle.theme == "mix" else "button[data-kind=origin]"
    expect(reader.page.locator(ready).first).to_be_attached()
    return reader


def squares(move):
    return move[:2], move[2:]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered"])
def test_the_best_move_is_found_by_touch_on_a_phone(visitors, language, variant):
    puzzle = of(variant, "best")
    reader = visitors.person("toucher", **PHONE).go(f"{language}/puzzles/{puzzle.id}")
    page, size = reader.page, VARIANTS[variant].size[0]
    board = page.locator("cavalier-board")
    press_on(board, *squares(next(iter(puzzle.solution))), size=size)
    page.locator("#answer").tap()
    expect(page.locator("#verdict")).to_have_text(re.compile("Right: |Juste."), timeout=10_000)
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator("#source")).not_to_be_empty()
    assert reader.overflow() == 0
    forward = page.locator("#stepper [data-way='1']")
    for turn in range(1, len(puzzle.line) + 1):
        forward.tap()
        expect(page.locator("#shown")).to_contain_text(re.compile(f"{turn} (of|sur) {len(puzzle.line)}"))
    expect(forward).to_have_attribute("aria-disabled", "true")
    page.locator("#after a").first.tap()
    expect(page).not_to_have_url(re.compile(puzzle.id))


@pytest.mark.parametrize(("language", "wrong"), [("en", "Not .* gives .* away"), ("fr", "Pas .* cède")])
def test_a_wrong_move_is_told_what_it_costs_and_may_be_tried_again(visitors, language, wrong):
    puzzle = of("Apocalypse", "best")
    reader = open_puzzle(visitors, puzzle, language)
    page, board = reader.page, reader.page.locator("cavalier-board")
    bad = max(filter(plain, puzzle.costs), key=lambda move: puzzle.costs[move])
    press_on(board, *squares(bad))
    page.locator("#answer").click()
    expect(page.locator("#verdict")).to_have_text(re.compile(wrong), timeout=10_000)
    expect(page.locator("#why")).to_contain_text(re.compile("Best was|Le meilleur"))
    page.locator("#again").click()
    expect(page.locator("#result")).to_be_hidden()
    expect(page.locator("#answer")).to_be_disabled()
    press_on(board, *squares(next(iter(puzzle.solution))))
    page.locator("#answer").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("Right|Juste"), timeout=10_000)
    reader.go(f"{language}/puzzles")
    expect(page.locator("#history")).to_contain_text(re.compile("0 (of|sur) 1"))


@pytest.mark.parametrize(
    ("language", "why"), [("en", "The best reply to {} is Kf8."), ("fr", "réplique à {} est Kf8.")]
)
def test_a_wrong_move_is_told_with_the_reply_that_punishes_it(visitors, language, why):
    puzzle = of("Checkered", "best")
    reader = open_puzzle(visitors, puzzle, language)
    page, asked = reader.page, []
    judged = {"judgement": {"odds": {str(1 - puzzle.seat): [{"id": "e8f8", "label": "Kf8", "odds": 1}]}}}

    def judge(route):
        asked.append(route.request.post_data_json)
        route.fulfill(json=judged)

    page.route(re.compile(r"/analysis\b"), judge)
    bad = max(filter(plain, puzzle.costs), key=lambda move: puzzle.costs[move])
    press_on(page.locator("cavalier-board"), *squares(bad), size=8)
    page.locator("#answer").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("^(Not|Pas) "))
    label = page.locator("#verdict").inner_text().split()[1].rstrip(":")
    expect(page.locator("#why")).to_contain_text(why.format(label), timeout=10_000)
    assert asked == [{"fen": puzzle.fen, "moves": bad, "judge": "yes"}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_move_is_found_by_the_keyboard_alone(visitors, language):
    puzzle = of("Apocalypse", "best")
    reader = open_puzzle(visitors, puzzle, language)
    page = reader.page
    origin, target = squares(next(iter(puzzle.solution)))
    tab_to(reader, ".board-squares button")
    where = grid(5, 5).index
    page.locator(f".board-squares button[data-square='{where[origin]}']").focus()
    page.keyboard.press("Enter")
    page.locator(f".board-squares button[data-square='{where[target]}']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # The same square once more answers, as it seals at a table.
    expect(page.locator("#verdict")).to_have_text(re.compile("Right|Juste"), timeout=10_000)
    expect(page.locator("#result")).to_be_focused()
    tab_to(reader, "#stepper [data-way='1']")
    page.keyboard.press("Enter")
    expect(page.locator("#shown")).to_contain_text(re.compile("1 (of|sur)"))


@pytest.mark.parametrize(
    ("language", "takes", "valued"),
    [("en", "A clever opponent takes 0.", "0 percent"), ("fr", "Un adversaire habile vous prend 0,", "0 pour cent")],
)
def test_a_mix_is_set_by_the_keyboard_and_told_what_it_costs(visitors, language, takes, valued):
    puzzle = of("Apocalypse", "mix", 3)
    reader = open_puzzle(visitors, puzzle, language)
    page = reader.page
    sliders = page.locator(".mix input")

    def values():
        return [int(slider.input_value()) for slider in sliders.all()]

    assert values() == [100, 0, 0], "one move alone is never the answer"
    tab_to(reader, "#m0")
    page.keyboard.press("Home")
    assert values() == [0, 50, 50]
    page.keyboard.press("End")
    assert values() == [100, 0, 0]
    expect(sliders.nth(1)).to_have_attribute("aria-valuetext", re.compile(f"^{valued}"))
    page.keyboard.press("ArrowLeft")
    assert values()[0] == 95
    assert sum(values()) == 100
    page.keyboard.press("End")
    tab_to(reader, "#answer")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text(takes, timeout=10_000)
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator("#bars > div")).to_have_count(3)
    expect(page.locator(".pay tbody tr")).to_have_count(4)
    expect(page.locator(".pay .hit")).to_have_count(5)
    before = page.locator("#verdict").inner_text()
    tab_to(reader, "#m0", "Shift+Tab")
    page.keyboard.press("Home")
    expect(page.locator("#verdict")).not_to_have_text(before)


MIXES = [[puzzle.solution.get(move, 0.0) for move in puzzle.moves] for puzzle in SHELF.puzzles.values() if puzzle.moves]


def test_the_shares_of_every_solution_add_up(visitors):
    page = visitors.person("reader").go("en/puzzles").page
    script = """async (all) => {
        const { shared } = await import("/static/mixing.js");
        return all.map((shares) => shared(shares, "{percent} %"));
    }"""
    told = page.evaluate(script, [[0.643, 0.233, 0.124], [0.333, 0.667], [0.125, 0.875, 0], [1 / 3, 0.255, 0.412]])
    assert told == [["64 %", "23 %", "13 %"], ["1/3", "2/3"], ["1/8", "7/8", "0"], ["33 %", "26 %", "41 %"]]
    for shares, texts in zip(MIXES, page.evaluate(script, MIXES), strict=True):
        whole = [Fraction(text.removesuffix(" %")) / (100 if text.endswith("%") else 1) for text in texts]
        assert sum(whole) == 1, (shares, texts)


def test_only_what_is_exact_to_the_last_digit_is_said_to_be(visitors):
    puzzle = of("Apocalypse", "mix")
    told = {
        "right": True, "lost": 0, "within": 0.04, "exact": True, "nodes": None, "line": [], "replies": ["x", "y"],
        "solution": [{"id": move, "share": 0.5} for move in puzzle.moves],
        "moves": [{"id": move, "label": move} for move in puzzle.moves],
    }  # fmt: skip
    page = open_puzzle(visitors, puzzle, "en").page
    for off, exact, said in (
        (0.0, True, "Nothing to gain for a clever opponent. This mix is exact."),
        (0.004, True, "Next to nothing to gain for a clever opponent."),
        (0.0, False, "Next to nothing to gain for a clever opponent."),
    ):
        answer = {**told, "exact": exact, "points": [[0.5, 0.5]] * len(puzzle.moves), "value": 0.5 + off}
        page.route(re.compile(r"/puzzles/"), partial(_answered, answer))
        page.locator("#answer").click()
        expect(page.locator("#verdict")).to_have_text(said, timeout=10_000)
        page.locator("#again").click()
        page.unroute(re.compile(r"/puzzles/"))


def _answered(answer, route):
    route.fulfill(json=answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ten_plays_are_a_mix_too(visitors, language):
    puzzle = of("Apocalypse", "mix")
    reader = open_puzzle(visitors, puzzle, language, **PHONE)
    page = reader.page
    page.locator("details summary", has_text=re.compile("ten times|dix fois")).tap()
    first, second = page.locator("#ten button").all()
    for _ in range(7):
        first.tap()
    for _ in range(3):
        second.tap()
    expect(page.locator("#ten-told")).to_contain_text("10")
    assert [slider.input_value() for slider in page.locator(".mix input").all()] == ["70", "30"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_puzzles_have_no_fault_before_and_after_an_answer(visitors, language):
    reader = visitors.person("examined")
    found = examine(reader.go(f"{language}/puzzles"), f"{language}/puzzles")
    for theme in ("mix", "best"):
        puzzle = of("Apocalypse", theme)
        reader.go(f"{language}/puzzles/{puzzle.id}")
        found += examine(reader, f"{language}, {theme}")
        if theme == "best":
            press_on(reader.page.locator("cavalier-board"), *squares(next(iter(puzzle.solution))))
        reader.page.locator("#answer").click()
        expect(reader.page.locator("#verdict")).not_to_be_empty(timeout=10_000)
        found += examine(reader, f"{language}, {theme}, answered")
    found += examine(reader.go(f"{language}/puzzles"), f"{language}/puzzles, answered")
    assert found == []
