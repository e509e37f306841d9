"""A page of rules: its figures are stepped through and tried, and its parts fold where the window is narrow."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import PHONE, WIDE, tab_to
from tests.harness.people import COUNT_MOVING, hold_first, press_on, square_on, until
from variants.grid import grid

PAGE = "en/variants/Apocalypse"
STANDS = """figure => [...figure.querySelectorAll("[data-layer=pieces] use")]
  .filter(use => !use.closest(".course")).map(use => `${use.getAttribute("x")} ${use.getAttribute("y")}`).sort()"""


def shown(figure):
    """What the shown step of a figure is called."""
    return figure.locator(".steps b")


def test_a_figure_shows_the_position_both_choices_and_the_result(visitors):
    reader = visitors.person("reader").go("fr/variants/Apocalypse")
    figure = reader.page.locator("figure#guess")
    back, forward = figure.locator(".steps button").all()
    for number, title in ((3, "Révélation"), (2, "Les deux coups"), (1, "Avant")):
        expect(shown(figure)).to_have_text(title)
        expect(figure.locator(".steps span")).to_have_text(f"étape {number} sur 3")
        expect(figure.locator(".steps .past")).to_have_count(number)
        if number > 1:
            back.click()
    expect(back).to_have_attribute("aria-disabled", "true")
    expect(figure.locator("[data-layer=arrows] > *")).to_have_count(0)
    expect(figure.locator(".said")).to_have_text("")
    at_home = figure.evaluate(STANDS)
    forward.click()
    expect(figure.locator(".said")).to_have_text(re.compile("Blancs.: axb3 · Noirs.: Cb3"))
    expect(figure.locator("[data-layer=arrows] > *")).to_have_count(2)
    expect(figure.locator("[data-layer=lost] > *, [data-layer=clash] > *")).to_have_count(0)
    assert figure.evaluate(STANDS) == at_home, "nothing has moved before the reveal"
    forward.click()
    expect(figure.locator("[data-layer=lost] > *")).to_have_count(1)
    assert figure.evaluate(STANDS) != at_home


def test_a_figure_is_stepped_through_by_keyboard_and_its_pieces_travel(visitors):
    reader = visitors.person("reader", reduced_motion="no-preference").go(PAGE)
    figure = reader.page.locator("figure#guess")
    reader.page.evaluate(COUNT_MOVING, "#guess")
    for _ in range(2):
        figure.get_by_role("button", name="One step back").press("ArrowLeft")
    expect(shown(figure)).to_have_text("Before")
    expect(figure.locator("cavalier-board button[data-square]")).to_have_count(25)
    forward = figure.get_by_role("button", name="One step forward")
    for title in ("Both moves", "Reveal"):
        forward.press("ArrowRight")
        expect(shown(figure)).to_have_text(title)
    expect(figure.locator(".said")).to_have_text(re.compile("^White was right.*Clash on b3"))
    # The first frame comes after the words.
    reader.page.wait_for_function(
        "() => window.travelled > 0"
    )  # The policy of the page forbids the text of an expression.


# Figures that are tried


def try_figure(reader, path, which):
    """A figure of a rules page, on which the reader tries the moves."""
    found = reader.go(path).page.locator(which).first
    found.evaluate("one => { for (let at = one; at; at = at.parentElement) if (at.open === false) at.open = true; }")
    found.locator(".try-it").click()
    expect(found.locator("button[data-kind=origin]").first).to_be_attached(timeout=10_000)
    return found


def test_both_secret_moves_are_made_one_after_the_other_and_revealed(visitors):
    reader = visitors.person("reader", **PHONE)
    found = try_figure(reader, "fr/variants/Apocalypse", "figure#guess")
    sentence = "Rencontre en.b3.*Les Blancs ont vu juste.*Blancs.: choisissez un coup"
    requested = []
    reader.page.on("request", lambda request: requested.append(request.url) if request.method == "POST" else None)
    reveal = found.locator(".trial .primary")
    expect(found.locator(".trial .legend")).to_be_visible()
    press_on(found, "a2")
    expect(found.locator("[data-layer=targets] *").first).to_be_attached()
    square_on(found, "b3", 5).click()
    expect(found.locator(".trial li.row")).to_have_count(1)
    expect(reveal).to_be_disabled()
    assert requested == [], "nothing is asked before both have chosen"
    press_on(found, "a5", "b3")
    expect(reveal).to_be_focused()
    for _ in range(2):
        reveal.press("Enter")
        expect(found.locator(".trial > p")).to_have_text(re.compile(sentence), timeout=10_000)
        found.get_by_role("button", name="Recommencer").click()
        press_on(found, "a2", "b3")
        press_on(found, "a5", "b3")
    assert len(requested) == 1, "the second answer is the first one, kept"
    found.get_by_role("button", name="Revenir à la figure").click()
    expect(found.locator(".steps b")).to_have_text("Révélation")
    expect(found.locator(".try-it")).to_be_focused()
    assert found.locator("cavalier-board, .trial").count() == 0


def test_a_promotion_is_chosen_and_the_computer_replies(visitors):
    reader = visitors.person("reader")
    found = try_figure(reader, "fr/variants/Chess", "figure[data-try*='3r3k%2F4P3']")
    press_on(found, "e7", "e8", size=8)
    expect(found.locator(".board-chooser button")).to_have_count(4)
    found.locator(".board-chooser button:focus").press("n")
    expect(square_on(found, "e8", 8)).to_have_attribute("aria-label", re.compile("cavalier blanc"))
    expect(found.locator(".trial > p")).to_have_text(re.compile("Au trait.: Noirs"))
    found.get_by_role("button", name=re.compile("contre l.ordinateur")).click()
    reader.wait_for_board()
    expect(reader.page).to_have_url(re.compile("/game/"))
    reader.holds("a1", "roi blanc")


@pytest.mark.parametrize("way", ["before the board has come", "after a step"])
def test_a_piece_that_is_touched_shows_its_squares_and_the_legend(visitors, way):
    reader = visitors.person("reader", **PHONE).go("en/variants/Apocalypse")
    found = reader.page.locator("figure#guess" if way == "after a step" else "figure#fig-4")
    if way == "after a step":
        found.locator(".steps button").first.tap()
        expect(found.locator("cavalier-board button[data-square]")).to_have_count(25)
    found.scroll_into_view_if_needed()
    box = found.locator("svg.board").first.bounding_box()
    reader.page.mouse.click(box["x"] + 0.14 * box["width"], box["y"] + 0.67 * box["height"])
    expect(square_on(found, "a2", 5)).to_have_attribute("aria-label", re.compile("chosen"))
    for name, kind in (("a3", "safe"), ("b3", "risky")):
        expect(square_on(found, name, 5)).to_have_attribute("aria-label", re.compile(kind))
    expect(found.locator(".trial .legend")).to_be_visible()


def test_a_figure_reports_a_connection_lost_after_its_board_has_come_and_tries_again(visitors):
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


def test_a_figure_that_is_left_before_its_board_has_come_is_as_it_was(visitors):
    reader = visitors.person("reader")
    found = reader.go(PAGE).page.locator("figure#guess")
    held = hold_first(reader.page, "**/analysis*")
    found.locator(".try-it").click()
    until(reader.page, lambda: held)
    expect(found.locator(".trial button:visible")).to_have_text(["Back to the figure"])
    found.get_by_role("button", name="Back to the figure").click()
    with reader.page.expect_response("**/analysis*"):
        held[0].continue_()
    found.locator(".try-it").click()
    expect(found.locator(".trial > p")).to_contain_text("White: choose a move")
    found.get_by_role("button", name="Back to the figure").click()
    expect(found.locator("cavalier-board, .trial")).to_have_count(0)
    expect(found.locator(".try-it")).to_be_focused()


def test_who_begins_again_on_a_figure_while_an_answer_is_awaited_is_at_its_beginning(visitors):
    reader = visitors.person("reader")
    found = try_figure(reader, "en/variants/Chess", "figure[data-try*='3r3k%2F4P3']")
    prompt = found.locator(".trial > p")
    press_on(found, "a1", "a2", size=8)
    expect(prompt).to_contain_text("Black")
    held = hold_first(reader.page, "**/analysis*")
    press_on(found, "h8", "h7", size=8)
    until(reader.page, lambda: held)
    found.get_by_role("button", name="Again", exact=True).click()
    expect(prompt).to_be_focused()
    with reader.page.expect_response("**/analysis*"):
        held[0].continue_()
    press_on(found, "a1", "b1", size=8)
    expect(prompt).to_contain_text("Black")
    expect(square_on(found, "b1", 8)).to_have_attribute("aria-label", re.compile("white king"))


def test_a_move_on_a_figure_that_nobody_answered_is_chosen_again(visitors):
    reader = visitors.person("reader")
    reader.allowed_errors.append("ERR_FAILED")
    found = try_figure(reader, "en/variants/Checkered", "figure:has(.try-it)")
    prompt = found.locator(".trial > p")
    reader.page.route("**/analysis*", lambda route: route.abort())
    origin = found.locator("button[data-kind=origin]").first
    square = origin.get_attribute("data-square")
    origin.click()
    target = found.locator("button[data-kind=target]").first.get_attribute("data-square")
    squares = [found.locator(f"button[data-square='{each}']") for each in (square, target)]
    squares[1].click()
    expect(prompt).to_contain_text("needs a connection")
    reader.page.unroute("**/analysis*")
    for each in squares:
        each.click()
    expect(prompt).not_to_contain_text("needs a connection")


def test_on_a_hidden_board_the_reader_sees_what_the_seat_to_act_sees(visitors):
    reader = visitors.person("reader")
    found = try_figure(reader, "en/variants/Dark", "figure#fig-2")
    result = found.locator(".trial > p")
    expect(result).to_contain_text("The board shows what White sees.")
    unseen = re.compile("black (rook|knight|bishop|queen|king)")
    for name in ("a8", "b8", "d8", "e8"):
        expect(square_on(found, name, 8)).not_to_have_attribute("aria-label", unseen)
    press_on(found, "e4", "d5", size=8)
    expect(result).to_contain_text("The board shows what Black sees.")
    expect(square_on(found, "e8", 8)).to_have_attribute("aria-label", unseen)
    expect(square_on(found, "e1", 8)).not_to_have_attribute("aria-label", re.compile("white"))
    expect(square_on(found, "a7", 8)).to_have_attribute("data-kind", "origin")
    expect(found.locator("[data-layer=arrows] > *")).to_have_count(0)


def test_a_figure_is_played_by_keyboard_and_respects_reduced_motion(visitors):
    reader = visitors.person("reader").go("en/variants/Apocalypse")
    page, found = reader.page, reader.page.locator("figure#guess")
    found.locator(".steps button").last.focus()
    tab_to(reader, "#guess .try-it")
    page.keyboard.press("Enter")
    result = found.locator(".trial > p")
    expect(result).to_be_focused()
    expect(result).to_contain_text("White: choose a move")
    page.evaluate(COUNT_MOVING, "#guess")

    page.keyboard.press("Shift+Tab")
    reader.squares = grid(5, 5)
    for names in (("a2", "b3"), ("a5", "b3")):
        for name in names:
            reader.walk(name)
            page.keyboard.press("Enter")
        expect(found.locator(".trial li.row").first).to_be_attached()
    expect(found.locator(".trial .primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(result).to_contain_text("Clash on b3")
    expect(result).to_be_focused()
    assert page.evaluate("window.travelled") == 0
    found.get_by_role("button", name="Back to the figure").press("Enter")
    expect(found.locator(".try-it")).to_be_focused()


# Parts that fold


def on_phone(visitors, path, **options):
    """A page in a window of 360 pixels."""
    return visitors.person("reader", viewport=PHONE["viewport"], **options).go(path)


def test_a_link_opens_the_section_of_its_target(visitors):
    player = on_phone(visitors, "en/variants/Apocalypse")
    page, options = player.page, player.page.locator("#options table").first
    expect(options).to_be_hidden()
    page.locator("#contents summary").click()
    page.locator(".toc a[href='#options']").click()
    expect(options).to_be_visible()
    expect(page.locator("#options")).to_be_in_viewport()
    page.locator("#options summary").click()
    expect(options).to_be_hidden()
    page.locator(".toc a[href='#options']").click()
    expect(options).to_be_visible()
    example = page.locator("section#end figure").first
    expect(example).to_be_hidden()
    page.goto(f"{visitors.url}en/variants/Apocalypse#{example.get_attribute('id')}")
    expect(example).to_be_in_viewport()


@pytest.mark.parametrize("script", [True, False])
def test_an_address_with_a_part_shows_that_part(visitors, script):
    player = on_phone(visitors, "fr/variants/Checkered#third-player", java_script_enabled=script)
    expect(player.page.locator("#third-player h3").first).to_be_visible()
    expect(player.page.locator("#options table").first).to_be_hidden()


def test_without_a_script_earlier_positions_stand_in_a_row_and_a_question_is_answered_by_keyboard(visitors):
    player = on_phone(visitors, "en/variants/Apocalypse", java_script_enabled=False)
    player.page.locator("#questions > details > summary").press("Enter")
    first = player.page.locator("#questions .step").first
    wrong, right = first.locator(".answer:not(.right)").first, first.locator(".answer.right")
    expect(first.locator("> figure svg.board").first).to_be_visible()
    wrong.locator("summary").press("Enter")
    expect(wrong.locator("p")).to_have_text(re.compile("^Wrong. White was right"))
    expect(right.locator("figure")).to_be_hidden()
    right.locator("summary").press("Space")
    expect(right.locator("p")).to_have_text(re.compile("^Right. White was right.*Clash on b3"))
    expect(right.locator("figure")).to_be_visible()
    expect(wrong.locator("p")).to_be_visible()
    player.page.set_viewport_size(WIDE)
    figure = player.page.locator("figure#guess")
    expect(figure.locator(".course svg")).to_have_count(1)
    for part in (".course svg", "figcaption"):
        expect(figure.locator(part)).to_be_visible()
    expect(figure.locator(".steps")).to_be_hidden()


def test_on_wide_screens_folded_sections_and_answers_are_unfolded_by_a_press_or_a_link(visitors):
    player = visitors.person("reader", viewport=WIDE).go("en/variants/Apocalypse")
    page = player.page
    for part in page.locator(".step > .part > :not(summary)").all():
        assert part.locator("xpath=ancestor::section").locator(":scope > .part").count() or part.is_visible()
    expect(page.locator(".step > .part > summary").first).to_be_hidden()
    options = page.locator("#options table").first
    expect(options).to_be_hidden()
    page.locator("#options > .part > summary").click()
    expect(options).to_be_visible()
    page.locator(".toc a[href='#questions']").click()
    expect(page.locator("#questions .ask").first).to_be_visible()
    assert page.locator(".answer > :not(summary):visible").count() == 0


def test_a_rules_page_shows_a_board_on_its_first_screen_and_takes_ten_screens(visitors):
    page = visitors.person("reader", viewport={"width": 1280, "height": 800}).go("en/variants/Apocalypse").page
    cover = page.locator(".r-head .cover svg.board").bounding_box()
    assert cover["y"] + cover["height"] < 800
    assert page.evaluate("document.documentElement.scrollHeight") <= 8000


def test_paper_shows_all_that_is_folded_and_the_right_answers(visitors):
    player = on_phone(visitors, "fr/variants/Apocalypse")
    player.page.emulate_media(media="print")
    for part in player.page.locator(".prose .part > :not(summary), .answer.right > p").all():
        expect(part).to_be_visible()
    assert player.page.locator(".answer:not(.right) > p:visible").count() == 0
    player.page.emulate_media(media="null")
    player.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert player.page.locator(".part:not([open])").count() == 0
    player.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert player.page.locator(".part[open]").count() == 0
