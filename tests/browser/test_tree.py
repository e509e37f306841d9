"""The tree of variations on the analysis board: grown by moves, an address or a game, walked with keys, kept, sent."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.harness.people import hold_first, play_turns, until
from tests.harness.states import MIXED, SPANISH, replayed


def board(player, text, variant="Chess"):
    """The analysis board with the tree of this address."""
    player.page.goto("about:blank")
    player.go(f"en/variants/{variant}/analysis#{text}").wait_for_board()
    return player


def moves(player):
    return player.page.locator("#tree .move").all_inner_texts()


def shows(player, *texts):
    """The tree has exactly these moves."""
    expect(player.page.locator("#tree .move")).to_have_text(texts)


def at(player, name):
    """The tree marks this turn as the one that the board shows."""
    expect(player.page.locator("#tree [aria-current]")).to_have_text(name)


def reloaded(player, text):
    """The address keeps this tree."""
    expect(player.page).to_have_url(re.compile(re.escape(f"#{text}") + "$"))


def play(player, move):
    """Press a move of the list; the lines that the computer finds may have a button of the same name."""
    player.page.get_by_role("group", name="Moves").get_by_role("button", name=move, exact=True).click()


def press_button(player, name):
    player.page.get_by_role("button", name=name, exact=True).click()


def unfold(player, part):
    player.part(part).evaluate("node => { node.open = true; }")


def test_a_move_is_a_new_turn_or_leads_into_one_of_the_tree(visitors):
    reader = board(visitors.person("reader"), "")
    reader.press("e2", "e4")
    at(reader, "e4")
    reader.press("e7", "e5")
    reloaded(reader, "1:e2e4.e7e5:2")
    reader.page.keyboard.press("ArrowLeft")
    at(reader, "e4")
    reader.press("c7", "c5")
    at(reader, "1… c5")
    reloaded(reader, "1:e2e4.e7e5(c7c5):3")
    reader.page.keyboard.press("ArrowLeft")
    reader.press("e7", "e5")
    at(reader, "e5")
    reloaded(reader, "1:e2e4.e7e5(c7c5):2")
    shows(reader, "e4", "e5", "1… c5")


@pytest.mark.slow
def test_an_address_brings_its_tree_and_the_turn_it_shows(visitors):
    reader = board(visitors.person("reader"), f"{SPANISH}:3")
    at(reader, "1… c5")
    expect(reader.page.locator("#tree .comment")).to_have_text("Sicile")
    reader.holds("c5", "black pawn")
    shows(reader, "e4", "e5", "1… c5", "2. Nf3", "Nf3", "Nc6", "Bb5", "3. Bc4")
    expect(reader.part("shown")).to_have_text("turn 2 of 3")
    for key, name in (
        ("ArrowUp", "e5"), ("End", "Bb5"), ("ArrowDown", "3. Bc4"), ("ArrowDown", "3. Bc4"), ("ArrowLeft", "Nc6"),
        ("ArrowLeft", "Nf3"), ("ArrowLeft", "e5"), ("ArrowDown", "1… c5"),
    ):  # fmt: skip
        reader.page.keyboard.press(key)
        at(reader, name)
    # A reload, and the page in the other language, have it too.
    reader.page.reload()
    at(reader, "1… c5")
    reader.page.locator("a.lang[hreflang=fr]").click()
    expect(reader.part("tree-title")).to_have_text("Coups")
    at(reader, "1… c5")
    # A turn of several seats is one turn of the tree.
    board(reader, "1:a2a3+e4e3.e1d3+a5b3(e1d3+c5c4):3", "Apocalypse")
    shows(reader, "a3 e3", "Nd3 Nb3", "2. Nd3 c4")
    at(reader, "2. Nd3 c4")
    reader.holds("c4", "black footman")
    reader.page.keyboard.press("ArrowUp")
    at(reader, "Nd3 Nb3")
    reader.holds("b3", "black horseman")


@pytest.mark.slow
def test_a_variation_is_promoted_and_a_turn_deleted_with_what_follows(visitors):
    reader = board(visitors.person("reader"), f"{SPANISH}:3")
    promoted = "1:e2e4.c7c5!Sicile(e7e5.g1f3.b8c6.f1b5(f1c4)).g1f3"
    press_button(reader, "Promote the variation")
    reloaded(reader, f"{promoted}:2")
    expect(reader.part("promote")).to_be_hidden()
    press_button(reader, "1… e5")
    press_button(reader, "Delete from here")
    reloaded(reader, "1:e2e4.c7c5!Sicile.g1f3:1")
    expect(reader.part("restore")).to_be_focused()
    reader.part("restore").press("Enter")
    reloaded(reader, f"{promoted}:3")
    expect(reader.part("restore")).to_be_hidden()
    press_button(reader, "Delete from here")
    play(reader, "Nf3")
    reloaded(reader, "1:e2e4.c7c5!Sicile.g1f3:3")
    press_button(reader, "Delete from here")
    reloaded(reader, "1:e2e4.c7c5!Sicile:2")


@pytest.mark.slow
def test_a_comment_is_plain_text_and_is_kept(visitors):
    reader = board(visitors.person("reader"), "1:e2e4:1")
    reader.page.get_by_text("Comment", exact=True).click()
    field, comment = reader.page.get_by_label("On 1. e4"), reader.page.locator("#tree .comment")
    text = "<img src=x onerror=alert(1)> 100 %, (so) it's. “é”!"
    field.fill(text)
    expect(comment).to_have_text(text)
    assert reader.page.locator("#tree img").count() == 0
    # Keys that are typed step through nothing.
    field.press("Home")
    field.press("ArrowLeft")
    at(reader, "e4")
    reader.page.reload()
    expect(comment).to_have_text(text)
    assert text in unquote(reader.page.url)
    expect(reader.part("copy-link")).to_be_visible()
    reader.page.get_by_text("Comment", exact=True).click()
    field.fill("it ends } here")
    expect(reader.part("comment-error")).to_have_text("A comment holds no “}”: it would end there in a file.")
    expect(comment).to_have_text(text)
    reader.page.keyboard.press("Tab")
    reader.page.locator("[data-step=first]").click()
    expect(reader.page.get_by_label("On the first position")).to_have_value("")
    reader.page.get_by_label("On the first position").fill("Before all.")
    expect(comment.first).to_have_text("Before all.")


LOST = "a part was lost on the way"
READ_TO = "cannot be read from character {} on"
TOO_LONG = "The comment at character 3 of this address is too long"
REFUSED = {
    "2:e2e4:1": "version 2 of a form of which only version 1 is known",
    "1:e2e4": LOST,
    "1:e2e4:9": LOST,
    "1:e2e4)e7e5:1": READ_TO.format(7),
    "1:e2e4.%zz:1": READ_TO.format(8),
    f"1:e2e4!{'x' * 2001}:1": TOO_LONG,
    "1:e2e4!a%7Db:1": f"{TOO_LONG}, or holds a sign",
    f"1:{'.'.join(['e2e4'] * 501)}:1": "more than 500 turns",
    "1:e2e4.e2e4:2": "Turn 2: the rules do not offer the move e2e4.",
}


def test_what_is_wrong_with_an_address_is_still_said_when_its_position_has_been_evaluated(visitors):
    reader = board(visitors.person("reader"), "1:e2e4.e2e4:2")
    expect(reader.part("refusal")).to_contain_text("Turn 2")
    expect(reader.part("looked")).not_to_have_text("")
    expect(reader.part("refusal")).to_contain_text("Turn 2")


def test_a_move_that_nobody_answered_is_chosen_again(visitors):
    reader = board(visitors.person("reader"), "")
    expect(reader.part("looked")).not_to_have_text("")
    reader.allowed_errors.append("ERR_FAILED")
    reader.page.route("**/analysis*", lambda route: route.abort())
    reader.press("e2", "e4")
    expect(reader.part("refusal")).to_contain_text("did not answer")
    reader.page.unroute("**/analysis*")
    reader.press("e2", "e4")
    at(reader, "e4")


def test_a_tree_for_which_nobody_answered_stays_in_the_address_and_comes_with_the_next_move(visitors):
    reader = visitors.person("reader")
    reader.allowed_errors.append("ERR_FAILED")
    reader.page.route("**/analysis/tree*", lambda route: route.abort())
    board(reader, "1:e2e4.e7e5:1")
    expect(reader.part("refusal")).to_contain_text("did not answer")
    reloaded(reader, "1:e2e4.e7e5:1")
    reader.page.unroute("**/analysis/tree*")
    reader.press("d2", "d4")
    at(reader, "e4")
    expect(reader.part("refusal")).to_be_hidden()
    shows(reader, "e4", "e5")
    reloaded(reader, "1:e2e4.e7e5:1")


def test_a_link_that_the_browser_does_not_copy_is_refused_until_it_is_copied(visitors):
    reader = board(visitors.person("reader"), "1:e2e4.e2e4:2")

    def copy(works):
        answer = "resolve" if works else "reject"
        reader.page.evaluate(f"() => {{ navigator.clipboard.writeText = () => Promise.{answer}(); }}")
        reader.part("copy-link").click()

    expect(reader.part("refusal")).to_contain_text("Turn 2")
    copy(works=True)
    expect(reader.part("copy-link")).to_have_text("Link copied")
    expect(reader.part("refusal")).to_contain_text("Turn 2")
    copy(works=False)
    expect(reader.part("refusal")).to_have_text("This browser did not copy the link. It is the address of this page.")
    copy(works=True)
    expect(reader.part("refusal")).to_be_hidden()


def test_the_link_to_the_content_leaves_the_tree_and_its_address(visitors):
    reader = board(visitors.person("reader"), "1:e2e4.e7e5:1")
    at(reader, "e4")
    reader.page.locator("a.skip").press("Enter")
    expect(reader.page.locator("main")).to_be_focused()
    reloaded(reader, "1:e2e4.e7e5:1")
    at(reader, "e4")


def test_a_move_that_is_chosen_while_another_is_requested_is_dropped(visitors):
    reader = board(visitors.person("reader"), "")
    expect(reader.part("looked")).not_to_have_text("")
    held = hold_first(reader.page, "**/analysis*")
    reader.press("e2", "e4")
    until(reader.page, lambda: held)
    reader.press("d2", "d4")
    expect(reader.page.locator("cavalier-board .pending")).to_have_count(0)
    held[0].continue_()
    at(reader, "e4")
    shows(reader, "e4")


def test_the_answer_about_a_pair_of_moves_is_dropped_where_the_reader_has_gone_on(visitors):
    reader = board(visitors.person("reader"), "1:a2a3+e4e3:0", "Apocalypse")
    cell = reader.page.locator("#heat td button:not([aria-label*=played])").first
    expect(cell).to_be_visible()
    held = hold_first(reader.page, "**/analysis*")
    cell.click()
    until(reader.page, lambda: held)
    for step, turn in (("last", "turn 1 of 1"), ("first", "turn 0 of 1")):
        reader.page.locator(f"[data-step={step}]").click()
        expect(reader.part("shown")).to_have_text(turn)
    with reader.page.expect_response("**/analysis*"):
        held[0].continue_()
    reader.page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(reader.part("supposed")).to_be_hidden()


def test_a_focused_button_of_a_move_keeps_the_focus_when_the_evaluation_comes(visitors):
    reader = visitors.person("reader")
    held = hold_first(reader.page, "**/analysis", "POST")
    reader.go("en/variants/Dice/analysis").wait_for_board()
    until(reader.page, lambda: held)
    button = reader.part("specials").get_by_role("button").first
    button.focus()
    held[0].continue_()
    expect(reader.part("odds-told")).not_to_have_text("")
    expect(button).to_be_focused()


@pytest.mark.slow
def test_an_address_that_holds_no_tree_is_refused_by_name(visitors):
    reader = visitors.person("reader")
    for text, sentence in REFUSED.items():
        board(reader, text)
        expect(reader.part("refusal")).to_contain_text(sentence)
        assert moves(reader) in ([], ["e4"]), text


@pytest.mark.slow
def test_a_tree_is_downloaded_and_read_again(visitors, tmp_path):
    reader = board(visitors.person("reader"), f"{SPANISH}:3")
    at(reader, "1… c5")
    unfold(reader, "commenting")
    reader.part("comment").fill("“”" * 950)
    expect(reader.part("too-long")).to_contain_text("too long for a link: download it as a file")
    expect(reader.part("copy-link")).to_be_hidden()
    reader.part("comment").fill("Sicile")
    expect(reader.part("too-long")).to_be_hidden()
    for form in ("PGN", "JSON"):
        unfold(reader, "files")
        with reader.page.expect_download() as download:
            press_button(reader, form)
        assert download.value.suggested_filename == f"Chess.{form.lower()}"
        download.value.save_as(tmp_path / form)
        board(reader, "", "Apocalypse")
        unfold(reader, "files")
        reader.page.get_by_label("Read a file").set_input_files(tmp_path / form)
        expect(reader.page).to_have_url(re.compile("/variants/Chess/analysis.*" + re.escape(f"#{SPANISH}:0") + "$"))
        expect(reader.page.locator("#tree .comment")).to_have_text("Sicile")
        shows(reader, "e4", "e5", "1… c5", "2. Nf3", "Nf3", "Nc6", "Bb5", "3. Bc4")


@pytest.mark.slow
def test_moves_that_are_pasted_are_played_from_the_first_position_or_refused_by_line(visitors):
    reader = board(visitors.person("reader"), "", "Apocalypse")
    reader.allowed_errors.append("400")
    reader.page.get_by_text("Files", exact=True).click()
    text = reader.page.get_by_label("Or its text")
    text.fill("1. a2a3|e4e3\n2. a2a3|e3e2")
    press_button(reader, "Read it")
    expect(reader.part("file-error")).to_have_text("Line 2: the rules do not play “a2a3|e3e2”, in turn 2.")
    text.fill("1. a2a3|e4e3 {why} (1. b1b2|e4e3)")
    press_button(reader, "Read it")
    reloaded(reader, "1:a2a3+e4e3!why(b1b2+e4e3):0")
    shows(reader, "a3 e3", "1. b2 e3")


@pytest.mark.slow
def test_from_any_turn_of_a_game_or_a_record_its_moves_are_the_main_line(visitors):
    white, black = visitors.game()
    play_turns("a2a3/e4e3", "e1d3/a5b3", white=white, black=black)
    white.resign()
    expect(white.part("from-here")).to_be_visible()
    white.page.route(re.compile("/positions"), lambda _: None)  # The position that is stepped to never comes.
    white.page.locator("[data-step=back]").click()
    expect(white.part("shown")).to_have_text("turn 1 of 2")
    with white.page.context.expect_page() as another:
        white.part("from-here").click(button="middle")
    expect(another.value).to_have_url(re.compile(r"#1:a2a3\+e4e3\.e1d3\+a5b3:1$"))
    another.value.close()
    white.part("from-here").click()
    at(white, "a3 e3")
    reloaded(white, "1:a2a3+e4e3.e1d3+a5b3:1")
    expect(white.part("shown")).to_have_text("turn 1 of 2")
    white.page.locator("[data-step=last]").click()
    at(white, "Nd3 Nb3")
    white.holds("b3", "black horseman")
    reader = replayed(visitors, "en", "1. e4 e5 2. Nf3 Nc6")
    expect(reader.part("shown")).to_have_text("turn 4 of 4")
    reader.page.keyboard.press("ArrowLeft")
    expect(reader.part("shown")).to_have_text("turn 3 of 4")
    reader.part("from-here").click()
    at(reader, "Nf3")
    shows(reader, "e4", "e5", "Nf3", "Nc6")


@pytest.mark.slow
def test_moves_of_the_computers_mix_are_chosen_and_a_cell_of_the_matrix_shows_where_it_leads_without_a_move(visitors):
    reader = board(visitors.person("reader"), "", "Apocalypse")
    first, second = (reader.page.locator("#mix li").nth(seat).get_by_role("button").first for seat in (0, 1))
    expect(first).to_have_text(re.compile("^.+ \\d+\u202f%$"))
    name = first.text_content().split(" ")[0]
    first.click()
    expect(reader.part("picked")).to_contain_text(f"White: {name}")
    second.click()
    expect(reader.part("shown")).to_have_text("turn 1 of 1")
    board(reader, "1:a2a3+e4e3:0", "Apocalypse")
    keys, cell = reader.page.keyboard, reader.page.locator("#heat td button[tabindex='0']")
    expect(cell).to_have_attribute("aria-label", re.compile("^a3, e3: .*, played$"))
    cell.focus()
    keys.press("ArrowRight")
    other = reader.page.locator("#heat td button:focus")
    expect(other).to_have_text(re.compile(r"^\d+$"))
    reply = re.match("a3, (.*): ", other.get_attribute("aria-label"))[1]
    keys.press("Enter")
    expect(reader.part("supposed")).to_contain_text(f"Not played: a3 {reply}")
    expect(reader.part("headline")).to_have_text(f"Not played: a3 {reply}")
    reader.holds("a3", "white footman")
    expect(other).to_have_attribute("aria-pressed", "true")
    shows(reader, "a3 e3")
    keys.press("Escape")
    expect(reader.part("supposed")).to_be_hidden()
    reader.holds("a3", "empty")
    expect(other).to_be_focused()
    keys.press("Enter")
    press_button(reader, "Play these moves")
    expect(reader.page.locator("#tree .move")).to_have_text(["a3 e3", f"1. a3 {reply}"])
    expect(reader.part("state")).to_be_focused()


# The lines that the computer expects


def rows(player):
    return player.part("expected").locator("tbody tr")


def test_a_turn_of_a_line_is_pressed_and_the_line_is_in_the_tree(visitors):
    reader = board(visitors.person("reader"), "1:e2e4.e7e5:1")
    expect(rows(reader).first).to_be_visible()
    line = max((row.locator("button") for row in rows(reader).all()), key=lambda turns: turns.count())
    labels = [turn.inner_text().split()[-1] for turn in line.all()]
    assert len(labels) > 1
    line.nth(1).focus()
    reader.page.keyboard.press("Enter")
    at(reader, re.compile(rf"{re.escape(labels[1])}$"))
    assert {*labels[:2]} <= {move.split()[-1] for move in moves(reader)}
    expect(reader.part("state")).to_be_focused()
    # What was there before still is.
    assert [move.split()[-1] for move in moves(reader)][:2] == ["e4", "e5"]


def test_pairs_of_moves_tell_how_often_and_lead_on(visitors):
    reader = visitors.person("reader").go(f"en/variants/Apocalypse/analysis{MIXED}").wait_for_board()
    expect(rows(reader).first).to_be_visible()
    expect(reader.part("expected-often")).to_be_visible()
    expect(reader.part("expected-name")).to_have_text("White")
    expect(reader.part("expected")).to_contain_text(re.compile(r"\d+\u202f% / \S+\u00a0\d+\u202f%"))
    for labels in reader.part("expected").locator("small").all_inner_texts():
        shares = [int(share) for share in re.findall(r"(\d+)\u202f%", labels)]
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
