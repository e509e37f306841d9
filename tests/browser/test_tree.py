"""The tree of variations on the analysis board: grown by moves, an address or a game, walked with keys, kept, sent."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.harness.audits import ENGLISH, examine, words
from tests.harness.people import AUDITED, play_turns

SPANISH = "1:e2e4.e7e5(c7c5!the%20Sicilian.g1f3).g1f3.b8c6.f1b5(f1c4)"
NARROW = {"width": 360, "height": 740}


def board(player, text, variant="Chess", language="en"):
    """The analysis board with the tree of this address."""
    player.page.goto("about:blank")
    player.go(f"{language}/variants/{variant}/analysis#{text}").wait_for_board()
    return player


def moves(player):
    return player.page.locator("#tree .move").all_inner_texts()


def at(player, name):
    """The tree marks this turn as the one that the board shows."""
    expect(player.page.locator("#tree [aria-current]")).to_have_text(name)


def looked_at(player, state):
    """What is wrong with the page, once the site has said what it thinks."""
    expect(player.page.locator("main.ready")).to_be_visible()
    return examine(player, state)


def kept(player, text):
    """The address keeps this tree."""
    expect(player.page).to_have_url(re.compile(re.escape(f"#{text}") + "$"))


@pytest.mark.slow
def test_a_move_is_a_new_turn_or_leads_into_the_one_that_is_there(visitors):
    reader = board(visitors.person("reader"), "")
    reader.press("e2", "e4")
    at(reader, "e4")
    reader.press("e7", "e5")
    kept(reader, "1:e2e4.e7e5:2")
    reader.page.keyboard.press("ArrowLeft")
    at(reader, "e4")
    reader.press("c7", "c5")
    at(reader, "1… c5")
    kept(reader, "1:e2e4.e7e5(c7c5):3")
    reader.page.keyboard.press("ArrowLeft")
    reader.press("e7", "e5")
    at(reader, "e5")
    kept(reader, "1:e2e4.e7e5(c7c5):2")
    assert moves(reader) == ["e4", "e5", "1… c5"]


@pytest.mark.slow
def test_an_address_brings_its_tree_and_the_turn_it_shows(visitors):
    reader = board(visitors.person("reader"), f"{SPANISH}:3")
    at(reader, "1… c5")
    expect(reader.page.locator("#tree .comment")).to_have_text("the Sicilian")
    reader.holds("c5", "black pawn")
    assert moves(reader) == ["e4", "e5", "1… c5", "2. Nf3", "Nf3", "Nc6", "Bb5", "3. Bc4"]
    expect(reader.part("shown")).to_have_text("turn 2 of 3")
    # A reload, and the page in the other language, have it too.
    reader.page.reload()
    at(reader, "1… c5")
    reader.page.locator("a.lang[hreflang=fr]").click()
    expect(reader.part("tree-title")).to_have_text("Coups")
    at(reader, "1… c5")


@pytest.mark.slow
def test_keys_walk_along_the_line_and_from_one_variation_to_the_other(visitors):
    reader = board(visitors.person("reader"), f"{SPANISH}:0")
    # A key that is pressed before the moves are known finds nowhere to go.
    expect(reader.page.locator("#tree .move").first).to_be_attached()
    keys = reader.page.keyboard
    for key, name in (
        ("ArrowRight", "e4"),
        ("ArrowRight", "e5"),
        ("ArrowDown", "1… c5"),
        ("ArrowRight", "2. Nf3"),
        ("ArrowUp", "e5"),
        ("End", "Bb5"),
        ("ArrowDown", "3. Bc4"),
        ("ArrowDown", "3. Bc4"),
        ("ArrowLeft", "Nc6"),
        ("ArrowRight", "3. Bc4"),
    ):
        keys.press(key)
        at(reader, name)
    keys.press("Home")
    expect(reader.page.locator("#tree [aria-current]")).to_have_count(0)
    reader.holds("e4", "empty")


@pytest.mark.slow
def test_a_variation_is_promoted_and_a_turn_deleted_with_what_follows(visitors):
    reader = board(visitors.person("reader"), f"{SPANISH}:3")
    reader.page.get_by_role("button", name="Promote the variation").click()
    kept(reader, "1:e2e4.c7c5!the%20Sicilian(e7e5.g1f3.b8c6.f1b5(f1c4)).g1f3:2")
    expect(reader.part("promote")).to_be_hidden()
    reader.page.get_by_role("button", name="1… e5").click()
    reader.page.get_by_role("button", name="Delete from here").click()
    kept(reader, "1:e2e4.c7c5!the%20Sicilian.g1f3:1")
    expect(reader.part("restore")).to_be_focused()
    reader.part("restore").press("Enter")
    kept(reader, "1:e2e4.c7c5!the%20Sicilian(e7e5.g1f3.b8c6.f1b5(f1c4)).g1f3:3")
    expect(reader.part("restore")).to_be_hidden()
    reader.page.get_by_role("button", name="Delete from here").click()
    reader.page.get_by_role("button", name="Nf3").click()
    kept(reader, "1:e2e4.c7c5!the%20Sicilian.g1f3:3")
    reader.page.get_by_role("button", name="Delete from here").click()
    kept(reader, "1:e2e4.c7c5!the%20Sicilian:2")


@pytest.mark.slow
def test_a_comment_is_plain_text_and_is_kept(visitors):
    reader = board(visitors.person("reader"), "1:e2e4:1")
    reader.page.get_by_text("Comment", exact=True).click()
    field = reader.page.get_by_label("On 1. e4")
    said = "<img src=x onerror=alert(1)> 100 %, (so) it's. “é”!"
    field.fill(said)
    expect(reader.page.locator("#tree .comment")).to_have_text(said)
    assert reader.page.locator("#tree img").count() == 0
    # Keys that are typed step through nothing.
    field.press("Home")
    field.press("ArrowLeft")
    at(reader, "e4")
    reader.page.reload()
    expect(reader.page.locator("#tree .comment")).to_have_text(said)
    assert said in unquote(reader.page.url)
    reader.page.get_by_text("Comment", exact=True).click()
    field.fill("it ends } here")
    expect(reader.part("comment-error")).to_have_text("A comment holds no “}”: it would end there in a file.")
    expect(reader.page.locator("#tree .comment")).to_have_text(said)
    reader.page.keyboard.press("Tab")
    reader.page.locator("[data-step=first]").click()
    expect(reader.page.get_by_label("On the first position")).to_have_value("")
    reader.page.get_by_label("On the first position").fill("Before all.")
    expect(reader.page.locator("#tree .comment").first).to_have_text("Before all.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2:e2e4:1", "version 2 of a form of which only version 1 is known"),
        ("1:e2e4", "a part was lost on the way"),
        ("1:e2e4(e7e5:1", "a part was lost on the way"),
        ("1:e2e4.:1", "a part was lost on the way"),
        ("1:e2e4:9", "a part was lost on the way"),
        ("1:e2e4)e7e5:1", "cannot be read from character 7 on"),
        ("1:.e2e4:1", "cannot be read from character 3 on"),
        ("1:e2e4.%zz:1", "cannot be read from character 8 on"),
        (f"1:{'e' * 41}:1", "cannot be read from character 3 on"),
        (f"1:e2e4!{'x' * 2001}:1", "The comment at character 3 of this address is too long"),
        ("1:e2e4!a%7Db:1", "The comment at character 3 of this address is too long, or holds a sign"),
        (f"1:{'.'.join(['e2e4'] * 501)}:1", "more than 500 turns"),
        ("1:e2e4.e2e4:2", "Turn 2: the rules do not offer the move e2e4."),
        ("1:kept:nothing", "a part was lost on the way"),
    ],
)
def test_an_address_that_holds_no_tree_is_refused_by_name(visitors, text, said):
    reader = board(visitors.person("reader"), text)
    expect(reader.part("refusal")).to_contain_text(said)
    assert moves(reader) in ([], ["e4"])


@pytest.mark.slow
def test_a_tree_too_long_for_a_link_stays_in_the_address_and_is_offered_as_a_file(visitors, tmp_path):
    shuffle = ".".join(["g1f3", "g8f6", "f3g1", "f6g8"])
    reader = board(visitors.person("reader"), f"1:{shuffle}:1")
    expect(reader.part("too-long")).to_be_hidden()
    expect(reader.part("copy-link")).to_be_visible()
    reader.page.get_by_text("Comment", exact=True).click()
    for key in range(4):
        reader.page.get_by_role("button", name=["Nf3", "Nf6", "Ng1", "Ng8"][key], exact=True).click()
        reader.part("comment").fill("“”" * 250)
    expect(reader.part("too-long")).to_contain_text("too long for a link: download it as a file")
    expect(reader.part("copy-link")).to_be_hidden()
    reader.page.reload()
    expect(reader.page.locator("#tree .comment")).to_have_count(4)
    reader.part("comment").evaluate("node => { node.closest('details').open = true; }")
    reader.part("comment").fill("")
    at(reader, "Ng8")
    assert looked_at(reader, "a tree that is too long for a link") == []
    reader.part("files").evaluate("node => { node.open = true; }")
    with reader.page.expect_download() as download:
        reader.page.get_by_role("button", name="PGN", exact=True).click()
    download.value.save_as(tmp_path / "tree")
    board(reader, "")
    reader.part("files").evaluate("node => { node.open = true; }")
    reader.page.get_by_label("Read a file").set_input_files(tmp_path / "tree")
    expect(reader.page.locator("#tree .comment")).to_have_count(3)
    expect(reader.part("too-long")).to_be_visible()


@pytest.mark.slow
def test_a_turn_of_several_seats_is_one_turn_of_the_tree(visitors):
    reader = board(visitors.person("reader"), "1:a2a3+e4e3.e1d3+a5b3(e1d3+c5c4):3", "Apocalypse")
    assert moves(reader) == ["a3 e3", "Nd3 Nb3", "2. Nd3 c4"]
    at(reader, "2. Nd3 c4")
    reader.holds("c4", "black footman")
    reader.page.keyboard.press("ArrowUp")
    at(reader, "Nd3 Nb3")
    reader.holds("b3", "black horseman")


@pytest.mark.slow
def test_from_any_turn_of_a_game_that_is_over_its_moves_are_the_main_line(visitors):
    white, black = visitors.person("white"), visitors.person("black")
    link = white.open("Apocalypse")
    black.join(link)
    play_turns("a2a3/e4e3", "e1d3/a5b3", white=white, black=black)
    white.part("resign").click()
    white.answer("yes")
    expect(white.part("from-here")).to_be_visible()
    white.page.locator("[data-step=back]").click()
    expect(white.part("shown")).to_have_text("turn 1 of 2")
    white.part("from-here").click()
    at(white, "a3 e3")
    kept(white, "1:a2a3+e4e3.e1d3+a5b3:1")
    expect(white.part("shown")).to_have_text("turn 1 of 2")
    white.page.locator("[data-step=last]").click()
    at(white, "Nd3 Nb3")
    white.holds("b3", "black horseman")


@pytest.mark.slow
def test_a_record_that_is_played_again_leads_to_its_tree(visitors):
    reader = visitors.person("reader").go("en/replay")
    reader.page.get_by_label("Or its text").fill("1. e4 e5 2. Nf3 Nc6")
    reader.page.get_by_role("button", name="Play it again").click()
    expect(reader.part("shown")).to_have_text("turn 4 of 4")
    reader.page.keyboard.press("ArrowLeft")
    expect(reader.part("shown")).to_have_text("turn 3 of 4")
    reader.part("from-here").click()
    at(reader, "Nf3")
    assert moves(reader) == ["e4", "e5", "Nf3", "Nc6"]


@pytest.mark.slow
@pytest.mark.parametrize("language", AUDITED)
def test_the_tree_has_no_fault_on_a_screen_and_on_a_phone(visitors, language):
    for name, options in (("wide", {}), ("narrow", {"viewport": NARROW}), ("dark", {"color_scheme": "dark"})):
        reader = board(visitors.person(name + language, **options), f"{SPANISH}:3", language=language)
        at(reader, "1… c5")
        for part in ("commenting", "files"):
            reader.part(part).evaluate("node => { node.open = true; }")
        assert looked_at(reader, f"{language}, {name}") == []
        assert reader.overflow() == 0
        if language == "fr":
            expect(reader.part("comment-label")).to_have_text("Sur 1… c5")
            assert words(reader, ENGLISH) == ["the"], "of the comment"


@pytest.mark.slow
def test_a_tree_is_downloaded_and_read_again(visitors, tmp_path):
    reader = board(visitors.person("reader"), f"{SPANISH}:3")
    at(reader, "1… c5")
    for form in ("PGN", "JSON"):
        reader.part("files").evaluate("node => { node.open = true; }")
        with reader.page.expect_download() as download:
            reader.page.get_by_role("button", name=form, exact=True).click()
        assert download.value.suggested_filename == f"Chess.{form.lower()}"
        file = tmp_path / form
        download.value.save_as(file)
        board(reader, "", "Apocalypse")
        reader.part("files").evaluate("node => { node.open = true; }")
        reader.page.get_by_label("Read a file").set_input_files(file)
        expect(reader.page).to_have_url(re.compile("/variants/Chess/analysis.*" + re.escape(f"#{SPANISH}:0") + "$"))
        expect(reader.page.locator("#tree .comment")).to_have_text("the Sicilian")
        assert moves(reader) == ["e4", "e5", "1… c5", "2. Nf3", "Nf3", "Nc6", "Bb5", "3. Bc4"]


@pytest.mark.slow
def test_moves_that_are_pasted_are_played_from_the_first_position_or_refused_by_line(visitors):
    reader = board(visitors.person("reader"), "", "Apocalypse")
    reader.allowed_errors.append("409")
    reader.page.get_by_text("Files", exact=True).click()
    text = reader.page.get_by_label("Or its text")
    text.fill("1. a2a3|e4e3\n2. a2a3|e3e2")
    reader.page.get_by_role("button", name="Read it").click()
    expect(reader.part("file-error")).to_have_text("Line 2: the rules do not play “a2a3|e3e2”, in turn 2.")
    text.fill("1. a2a3|e4e3 {why} (1. b1b2|e4e3)")
    reader.page.get_by_role("button", name="Read it").click()
    kept(reader, "1:a2a3+e4e3!why(b1b2+e4e3):0")
    assert moves(reader) == ["a3 e3", "1. b2 e3"]


@pytest.mark.slow
def test_a_cell_of_the_matrix_shows_the_position_it_leads_to_without_playing_it(visitors):
    reader = board(visitors.person("reader"), "1:a2a3+e4e3:0", "Apocalypse")
    cell = reader.page.locator("#heat td button[tabindex='0']")
    expect(cell).to_have_attribute("aria-label", re.compile("^a3, e3: .*, played$"))
    cell.focus()
    reader.page.keyboard.press("ArrowRight")
    other = reader.page.locator("#heat td button:focus")
    expect(other).to_have_text(re.compile(r"^\d+$"))
    pair = re.match("a3, (.*): ", other.get_attribute("aria-label") or "")
    assert pair is not None
    reader.page.keyboard.press("Enter")
    expect(reader.part("supposed")).to_contain_text(f"Not played: a3 {pair[1]}")
    expect(reader.part("headline")).to_have_text(f"Not played: a3 {pair[1]}")
    reader.holds("a3", "white footman")
    expect(other).to_have_attribute("aria-pressed", "true")
    assert moves(reader) == ["a3 e3"]
    assert looked_at(reader, "a cell of the matrix") == []
    reader.page.keyboard.press("Escape")
    expect(reader.part("supposed")).to_be_hidden()
    reader.holds("a3", "empty")
    expect(other).to_be_focused()
    reader.page.keyboard.press("Enter")
    reader.page.get_by_role("button", name="Play these moves").click()
    expect(reader.page.locator("#tree .move")).to_have_text(["a3 e3", f"1. a3 {pair[1]}"])
    expect(reader.part("state")).to_be_focused()


@pytest.mark.slow
def test_the_moves_of_the_computers_mix_stand_with_their_odds_and_are_chosen(visitors):
    reader = board(visitors.person("reader", viewport=NARROW), "", "Apocalypse")
    buttons = reader.page.locator("#mix li").first.get_by_role("button")
    expect(buttons.first).to_have_text(re.compile("^.+ \\d+\u202f%$"))
    name = (buttons.first.text_content() or "").split(" ")[0]
    buttons.first.click()
    expect(reader.part("picked")).to_contain_text(f"White: {name}")
    reader.page.locator("#mix li").nth(1).get_by_role("button").first.click()
    expect(reader.part("shown")).to_have_text("turn 1 of 1")
    assert reader.overflow() == 0


# The lines that the computer expects

MIXED = "?fen=n3n/p1p2/5/2P1P/N4%20w%200%2000"
"""An endgame of Apocalypse in which both sides vary, in this turn and in the next."""


def mixed(player):
    """The analysis board with that endgame."""
    player.go(f"en/variants/Apocalypse/analysis{MIXED}").wait_for_board()
    return player


def rows(player):
    return player.part("expected").locator("tbody tr")


def deepest(player):
    """The turns of the longest line that is shown."""
    expect(rows(player).first).to_be_visible()
    return max((row.locator("button") for row in rows(player).all()), key=lambda line: line.count())


def test_a_turn_of_a_line_is_pressed_and_the_line_is_in_the_tree(visitors):
    reader = board(visitors.person("reader"), "1:e2e4.e7e5:1")
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


def test_what_is_in_the_tree_already_is_not_added_again(visitors):
    reader = board(visitors.person("reader"), "")
    line = deepest(reader)
    line.nth(1).click()
    expect(reader.page.locator("#tree .move")).to_have_count(2)
    text = reader.page.url.partition("#")[2]
    reader.page.locator("[data-step=first]").click()
    deepest(reader).nth(0).click()
    expect(reader.page.locator("#tree [aria-current]")).to_have_count(1)
    expect(reader.page.locator("#tree .move")).to_have_count(2)
    kept(reader, f"{text[:-1]}1")


def test_a_refusal_is_told_and_the_tree_stays_as_it_is(visitors):
    reader = board(visitors.person("reader"), "1:e2e4:1")
    line = deepest(reader)
    refusal = {"code": "too_fast", "sentence": "Too much at once."}
    reader.allowed_errors.append("429")
    reader.page.route(re.compile("/analysis/tree$"), lambda route: route.fulfill(status=429, json={"refusal": refusal}))
    line.nth(1).click()
    expect(reader.part("refusal")).to_have_text("Too much at once.")
    at(reader, "e4")
    assert moves(reader) == ["e4"]
    reader.page.unroute_all()
    line.nth(1).click()
    expect(reader.part("refusal")).to_be_hidden()
    expect(reader.page.locator("#tree .move")).to_have_count(3)


def test_pairs_of_moves_tell_how_often_and_lead_on(visitors):
    reader = mixed(visitors.person("reader"))
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


def test_equal_numbers_have_one_shade(visitors):
    reader = board(visitors.person("reader"), "", "Synchrone")
    reader.part("heat-all").click()
    cells = reader.page.locator("#heat tbody td")
    expect(cells).to_have_count(400)
    shades = {}
    for text, shade in cells.evaluate_all("cells => cells.map((cell) => [cell.innerText, cell.className])"):
        shades.setdefault(text, set()).add(shade)
    assert len(shades) > 2
    assert {text: found for text, found in shades.items() if len(found) > 1} == {}


def test_lines_fit_a_phone_and_are_accessible(visitors):
    reader = mixed(visitors.person("reader", viewport=NARROW, has_touch=True))
    expect(rows(reader).first).to_be_visible()
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    for box in (button.bounding_box() for button in reader.part("expected").locator("button").all()):
        assert box is not None
        assert box["height"] >= 44
    assert looked_at(reader, "the lines of the analysis board") == []
