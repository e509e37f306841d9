"""The rulebook: fences are drawn and played by the rules, and what does not hold is named with its file and line."""

import re
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest

from server.book.document import read
from server.book.examples import cover, play
from server.book.fences import PageFault
from server.book.figures import definitions
from server.book.rulebook import build
from server.book.validation import drawings_of
from server.game import start_of
from server.kit.pages import quiz_faults
from server.texts.front_matter import read_page
from server.texts.words import Words
from tests.harness.words import ROOT, VARIANTS, words_of
from tests.toys import Crown
from variants.position import Eyes, Result

START = "npppn/p3p/5/P3P/NPPPN"
ORTHODOX = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def page_of(tmp_path, body, name="Apocalypse", language="en"):
    """A page with the words of a variant and this text. The body's first line is line 5 of a page with few words."""
    front = read_page(ROOT / f"rules/{name}/{language}.md").front
    page = tmp_path / "rules/Foo" / f"{language}.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(f"---\n{front}\n---\n{body}", encoding="utf-8")
    words = Words.load(page, VARIANTS[name])
    return build(name, VARIANTS[name], words, drawings_of(name, VARIANTS[name]))


def fenced(kind, *lines):
    """A section with one fence."""
    return "\n## Aim {#aim}\n\nText.\n\n" + "\n".join((f"```{kind}", *lines, "```")) + "\n"


FENCE_LINE = 6
"""The line of the fence in `fenced`, counted from the first line of the body."""

PLAYED = fenced("play", f"fen: {START}", "turns:", "  a2b3 a5b3", "  e2e3 a4b3", "caption: It's played.")


def elements(html, path):
    """What the path finds in this HTML, which must be well-formed."""
    text = html.replace(' xmlns="http://www.w3.org/2000/svg"', "").replace("&nbsp;", " ")
    return ElementTree.fromstring(f"<div>{text}</div>").findall(path)


def text_of(element):
    return "".join(element.itertext())


def test_the_moves_of_a_fence_are_played_and_shown_in_notation(tmp_path):
    page = page_of(tmp_path, PLAYED)
    cells = [text_of(cell) for cell in elements(page.html, ".//table[@class='mini']/tbody/tr/td")]
    assert cells == ["axb3", "Nb3", "e3", "axb3"]
    texts = [text_of(line) for line in elements(page.html, ".//ol[@class='told']/li")]
    assert texts[0] == (
        "White was right: the black horseman came to b3. "
        "Clash on b3: the white footman stays, because it took the risk."
    )
    assert "captures the white footman on b3" in texts[1]
    (figure,) = elements(page.html, ".//figure")
    assert text_of(figure.findall(".//desc")[0]) == (
        "White footman e3, b1, c1, d1; white horseman a1, e1; black footman b5, c5, d5, e4, b3; black horseman e5"
    ), "the position after the last turn"
    assert not re.search("style=|<script|<style", page.html)


def test_a_figure_may_leave_out_hands_that_are_empty_and_no_others(tmp_path):
    bare = ("fen: 2l/3/1C1/L2 w", "caption: x")
    assert 'class="tray"' in page_of(tmp_path, fenced("board", *bare), "Dobutsu").html
    assert 'class="tray"' not in page_of(tmp_path, fenced("board", *bare, "hands: no"), "Dobutsu").html
    held = ('fen: 2l/3/1C1/L2 w 0 {"hands":"g"}', "hands: no", "caption: x")
    with pytest.raises(PageFault, match="the hands are not empty"):
        page_of(tmp_path, fenced("board", *held), "Dobutsu")


def test_the_text_may_link_to_a_figure_by_an_id(tmp_path):
    figure = fenced("board", f"fen: {START}", "id: guess", "caption: x")
    page = page_of(tmp_path, f"{figure}\nSee [that figure](#guess) and [the aim](#aim).\n")
    assert [one.get("id") for one in elements(page.html, ".//figure")] == ["guess"]


def test_a_figure_shows_consecutive_moves_of_one_seat_and_the_chance_move_before(tmp_path):
    start = f"fen: {ORTHODOX}"
    for name, turns, arrows in (
        ("Progressive", ("  e2e4", "  e7e5", "  d7d5", "  g1f3", "  f1e2"), 2),
        ("Chess", ("  e2e4", "  e7e5"), 1),
        ("Dice", ("  =p", "  e2e4", "  =n"), 1),
    ):
        page = page_of(tmp_path, fenced("play", start, "turns:", *turns, "caption: x"), name)
        assert page.html.count('class="arrow ') == arrows, name


def test_at_most_one_figure_of_a_page_is_its_cover(tmp_path):
    board = fenced("board", f"fen: {START}", "caption: x")
    chosen = fenced("play", f"fen: {START}", "turns: a2b3 a5b3", "cover: yes", "caption: x")
    page_of(tmp_path, board + chosen.replace("aim", "end"))
    words = Words.load(tmp_path / "rules/Foo/en.md", VARIANTS["Apocalypse"])
    example = cover(VARIANTS["Apocalypse"], words)
    assert example is not None
    assert (example.last.fen().split(" ")[0], len(example.marks.arrows)) == ("1pppn/p3p/1P3/4P/NPPPN", 2)
    page_of(tmp_path, board)
    assert cover(VARIANTS["Apocalypse"], words) is None
    with pytest.raises(PageFault, match="another figure is the cover already"):
        page_of(tmp_path, chosen + chosen.replace("aim", "end"))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_has_a_cover_that_is_not_its_start(name):
    variant = VARIANTS[name]
    covers = [cover(variant, words_of(name, language)) for language in ("en", "fr")]
    assert covers[0] == covers[1]
    assert covers[0] is not None, f"no figure of rules/{name} says “cover: yes”, to stand for the game in lists"
    assert covers[0].last.picture(Eyes.ALL) != start_of(variant).picture(Eyes.ALL)


def test_play_from_this_position_carries_position_and_options(tmp_path):
    page = page_of(
        tmp_path,
        fenced("play", f"fen: {START}", "settings: collision=classic", "turns: a2b3 e4e3", "caption: x"),
    )
    (link,) = elements(page.html, ".//figcaption/a[@class='try']")
    address = urlsplit(link.get("href", ""))
    assert address.path == "/en/variants/Apocalypse/play"
    query = parse_qs(address.query)
    assert query["option-collision"] == ["classic"]
    assert query["fen"] == ['npppn/p4/4p/P3P/NPPPN w 2 {"whiteMove":"-","penalties":"10"}']
    assert text_of(link) == "Play from this position"


def test_the_link_of_an_ended_game_leads_to_its_first_position(tmp_path):
    fence = ("fen: n4/2p2/5/2P2/4N", "turns: c2c3 c4c3", "expect: 1/2 no_footmen_both", "caption: x")
    page = page_of(tmp_path, fenced("play", *fence))
    links = {name: elements(page.html, f".//figcaption/a[@class='{name}']")[0] for name in ("try", "analyse")}
    for link in links.values():
        assert parse_qs(urlsplit(link.get("href", "")).query)["fen"][0].startswith("n4/2p2/5/2P2/4N w 0")
    assert text_of(links["try"]) == "Play this example yourself"
    assert "<b>Draw.</b> Neither side has a footman left." in page.html


def test_a_fence_that_is_not_closed_is_named_by_its_line_and_code_is_shown_as_it_is(tmp_path):
    page_of(tmp_path, "\n## Aim\n")
    first = read_page(tmp_path / "rules/Foo/en.md").first_line
    with pytest.raises(PageFault, match=rf"^rules/Foo/en\.md:{first + 3}: a fence is not closed"):
        page_of(tmp_path, f"\n## Aim\n\n{BOARD}".removesuffix("```\n"))
    for mark, code in (("```", "## no section\n"), ("~~~", f"## no section\n\n{BOARD}")):
        page = page_of(tmp_path, f"\n## Aim {{#aim}}\n\n{mark}text\n{code}{mark}\n")
        assert [heading.id for heading in page.contents] == ["aim"]
        assert text_of(elements(page.html, ".//pre")[0]) == code


@pytest.mark.parametrize("turned", [False, True])
def test_pieces_are_defined_once_a_page_and_ids_are_unique(tmp_path, turned):
    boards = [f"\n```board\nfen: {START}\ncaption: x\n{more}```\n" for more in ("", "turned: yes\n" * turned, "")]
    page = page_of(tmp_path, "\n## One\n" + "".join(boards))
    assert page.turned == turned
    rules = VARIANTS["Apocalypse"]
    whole = definitions(rules, drawings_of("Apocalypse", rules), page.turned) + page.html
    ids = [str(element.get("id")) for element in elements(whole, ".//*[@id]")]
    assert len(ids) == len(set(ids))
    used = {str(use.get("href")).removeprefix("#") for use in elements(whole, ".//use")}
    assert used <= set(ids)


QUESTION = (
    f"fen: {START}", "turns: a2b3 a5b3", "ask: Which moves are played?", "says:", "  Both.", "  Neither.", "why: It is."
)  # fmt: skip


def question(*answers, **others):
    """A section with this question and these answers."""
    lines = [f"{line.partition(':')[0]}: {others[key]}" if (key := line.partition(":")[0]) in others else line
             for line in QUESTION]  # fmt: skip
    return fenced("question", *lines, "answers:", *(f"  {answer}" for answer in answers))


PLAY_FAULTS = [
    ("the rules do not offer “a2a4” to white", 3, ["turns:", "  a2a4 e4e3"]),
    ("the rules do not offer “a2a3” to black", 3, ["turns:", "  a2a3 a2a3"]),
    ("“a2a3” must be one move each of white, black", 3, ["turns:", "  a2a3"]),
    ("“a9a3” is not a move", 3, ["turns:", "  a9a3 e4e3"]),
    ("is not an option and one of its choices", 2, ["settings: collision=loud", "turns: a2a3 e4e3"]),
    ("the turns end with “npppn/p4/P3p/4P/NPPPN w 2", 3, ["turns: a2a3 e4e3", "expect: 5/5/5/5/5"]),
    ("the turns end with “*”, not “1-0 no_footmen”", 3, ["turns: a2a3 e4e3", "expect: 1-0 no_footmen"]),
    ("the rules do not offer “a2a4” after these turns", 3, ["turns: a2a3 e4e3", "offered: a2a4"]),
    ("the rules offer “a1c2” after these turns", 3, ["turns: a2a3 b5b4", "refused: a1c2"]),
    ("the key “turns” occurs twice", 3, ["turns: a2a3 e4e3", "turns: a2a3 e4e3"]),
    ("a play fence has no key “mark”", 2, ["mark: a2"]),
    ("“what” is not “key: value”", 2, ["what"]),
    ("“written” must be yes or no, not “maybe”", 2, ["written: maybe", "turns: a2a4 e4e3"]),
    ("the play fence lacks “turns”", 0, []),
]  # fmt: skip
BOARD = f"```board\nfen: {START}\ncaption: x\n```\n"
PAGE_FAULTS = [
    ("stands inside something else", "\n## Aim\n\n- A point:\n\n" + BOARD.replace("\n", "\n    ").join(("    ", "\n"))),
    ("stands inside something else", f"\n## Aim\n\n- {BOARD}"),
    ("stands inside something else", f"\n## Aim\n\n<div>\n\n{BOARD}\n</div>\n"),
    ("the first fence stands before the first section", f"\n{BOARD}\n## Aim\n"),
    ("a link stands in its text", "\n## Aim\n\nSee [there][1].\n\n[1]: https://example.org\n"),
    (
        "the game is over (no_footmen_both)",
        fenced("play", "fen: n4/2p2/5/2P2/4N", "turns:", "  c2c3 c4c3", "  e1c2 a5b3", "caption: x"),
    ),
    ("Ranks of the board: 2 instead of 5.", fenced("board", "fen: npppn/5", "caption: x")),
    ("there is no square “f6”", fenced("board", f"fen: {START}", "marks: a1 f6", "caption: x")),
    ("“a1” is not an arrow", fenced("board", f"fen: {START}", "arrows: a1", "caption: x")),
    ("“Guess 1” is not an id", fenced("board", f"fen: {START}", "id: Guess 1", "caption: x")),
    ("nothing on the page has the id “gess”", f"\n## Aim\n\n{BOARD}\nSee [that figure](#gess).\n"),
    ("the id “aim” stands 2 times on the page", "\n## Aim {#aim}\n\nOne.\n\n## Goal {#aim}\n\nTwo.\n"),
    ("the id “same” stands 2 times", fenced("board", f"fen: {START}", "id: same", "caption: x") + "\n## Two {#same}\n"),
    ("a fence is one of board, play", f"\n## Aim\n\n{BOARD.replace('board', 'Board')}"),
    ("a fence is one of board, play", f"\n## Aim\n\n{BOARD.replace('board', ' board')}"),
    ("a fence is one of board, play", f"\n## Aim\n\n{BOARD.replace('board', 'boards')}"),
    ("one square is selected, not “a1 b1”", fenced("board", f"fen: {START}", "selected: a1 b1", "caption: x")),
    (
        "turn 1 has two comments",
        fenced("play", f"fen: {START}", "turns: a2b3 a5b3", "comments:", "  1 One.", "  1 Two.", "caption: x"),
    ),
    ("there are 2 texts for 1 answers", question("+ b3=P")),
    ("one answer must be right, and only one", question("+ b3=P", "+ a2=-")),
    ("one answer must be right, and only one", question("- b3=n", "- a2=P")),
    ("“nonsense” is no claim that the rules could check", question("+ b3=P", "- nonsense")),
    ("“b3=X” is no claim", question("+ b3=P", "- b3=X")),
    ("the rules do not offer “a2b4”", question("+ b3=P", "- a2=P", turns="a2b4 a5b3")),
]


@pytest.mark.parametrize(("sentence", "body"), PAGE_FAULTS, ids=[fault[0] for fault in PAGE_FAULTS])
def test_an_invalid_page_is_refused_with_its_line(tmp_path, sentence, body):
    with pytest.raises(PageFault, match=r"^rules/Foo/en\.md:\d+: ") as caught:
        page_of(tmp_path, body)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(("sentence", "offset", "lines"), PLAY_FAULTS, ids=[fault[0] for fault in PLAY_FAULTS])
def test_an_invalid_fence_is_refused_with_page_and_line(tmp_path, sentence, offset, lines):
    body = fenced("play", f"fen: {START}", *lines, "caption: x")
    with pytest.raises(PageFault) as caught:
        page_of(tmp_path, body)
    first = read_page(tmp_path / "rules/Foo/en.md").first_line
    assert str(caught.value).startswith(f"rules/Foo/en.md:{first + FENCE_LINE - 1 + offset}: ")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("shares", "claim", "found"),
    [
        ((1.0, 0.0, 0.0), "1-0-0 crowned", ""),
        ((1.0, 0.0, 0.0), "1-0 crowned", "1-0-0 crowned"),
        ((0.5, 0.5, 0.0), "1/2-1/2-0 crowned", ""),
        ((0.5, 0.5, 0.0), "1/2 crowned", "1/2-1/2-0 crowned"),
        ((19 / 28, 5 / 28, 1 / 7), "19/28-5/28-1/7 crowned", ""),
        (None, "1-0-0 crowned", "*"),
    ],
)
def test_an_example_of_three_seats_claims_a_share_for_each(tmp_path, shares, claim, found):
    class Shared(Crown):
        def result(self):
            over = super().result()
            return None if over is None or shares is None else Result(shares, over.reason)

    lines = ("fen: 3/P2/3/1p1/2s w 0", "turns: a4a5", f"expect: {claim}", "caption: x")
    page = tmp_path / "en.md"
    page.write_text("---\ntitle: x\n---\n" + fenced("play", *lines), encoding="utf-8")
    (fence,) = read(page).fences
    if not found:
        assert play(fence, Shared).result == Result(shares or (), "crowned")
        return
    with pytest.raises(PageFault) as caught:
        play(fence, Shared)
    assert f"the turns end with “{found}" in str(caught.value)
    assert str(caught.value).endswith(f"not “{claim}”")


def test_a_figure_is_drawn_for_the_eyes_that_its_fence_names(tmp_path):
    lines = ("fen: 4k3/8/8/8/3p4/8/8/B3K3 w", "turns: a1d4", "caption: x")
    for eyes, said, arrows in (
        ((), "White bishop d4; white king e1; black king e8", 1),
        (("eyes: black",), "Black king e8. Dark squares: a8, b8, c8, g8, ", 0),
        (("eyes: none",), "Dark squares: a8, b8, c8, d8, e8, f8, ", 0),
    ):
        page = page_of(tmp_path, fenced("play", *lines, *eyes), "Dark")
        (figure,) = elements(page.html, ".//figure")
        assert text_of(figure.findall(".//desc")[0]).startswith(said)
        assert page.html.count('class="arrow arrow-0"') == arrows
        assert ">Bxd4<" in page.html, "the table tells the moves all the same"
    with pytest.raises(PageFault, match="“dice” is no seat; write one of white, black, or none"):
        page_of(tmp_path, fenced("play", *lines, "eyes: dice"), "Dark")


def test_answers_of_a_question_are_checked_and_explained_by_the_rules(tmp_path):
    page = page_of(tmp_path, question("+ b3=P a5=- collision_risk", "- a2=P"))
    right, wrong = elements(page.html, ".//details[@class='answer right']"), elements(page.html, ".//details")
    assert [text_of(answer[0]) for answer in wrong] == ["Both.", "Neither."]
    assert text_of(right[0][1]).startswith("Right. White was right: the black horseman came to b3.")
    assert text_of(wrong[1][1]).startswith("Wrong. White was right")
    assert len({answer.get("name") for answer in wrong}) == 1, "one answer is unfolded at a time"
    solution, board = elements(page.html, ".//figure")
    assert (board.get("id"), solution.get("id")) == ("fig-1", "fig-2")
    assert "It is." in text_of(solution)
    assert not elements(page.html, ".//figure[@id='fig-1']//a"), "the board of a question leads nowhere"


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        *[("b3=P", True), ("b3=p", False), ("a5=-", True), ("*", True), ("1-0", False), ("!1-0", True)],
        *[("white", True), ("b3b4", True), ("!b3b4", False), ("collision_risk", True), ("penalty_first", False)],
    ],
)
def test_claims_of_an_answer_are_checked_against_the_rules(tmp_path, claim, holds):
    page_of(tmp_path, question(f"{'+' if holds else '-'} {claim}", "- a2=P" if holds else "+ a2=-"))
    with pytest.raises(
        PageFault, match=r"by the rules the answer .* is (right: mark it with \+|wrong: mark it with -)"
    ):
        page_of(tmp_path, question(f"{'-' if holds else '+'} {claim}", "- a2=P" if holds else "+ a2=-"))


def test_the_answers_of_a_question_may_be_moves_that_reach_a_goal_or_are_not_offered(tmp_path):
    def question_page(*answers):
        lines = ("fen: 6rk/8/8/8/8/8/4r3/4K1R1 w 0", "goal: 1-0", "ask: x", "why: x", "says:", "  One.", "  Two.")
        return page_of(tmp_path, fenced("question", *lines, "  Three.", "answers:", *answers), "Atomic").html

    with pytest.raises(PageFault, match="the rules do not offer “e1e2” to white"):  # A king never captures.
        question_page("  + g1g8", "  - e1e2", "  - e1d1")
    html = question_page("  + g1g8", "  - !e1e2", "  - e1d1")
    assert [text_of(answer[1]).split(".")[0] for answer in elements(html, ".//details")] == ["Right", "Wrong", "Wrong"]
    assert "The rules do not offer this." in html


def test_a_link_to_nothing_is_named_by_its_own_line(tmp_path):
    with pytest.raises(PageFault) as raised:
        page_of(tmp_path, "\n## Aim {#aim}\n\nOne.\n\nSee [there](#gone).\n")
    first = read_page(tmp_path / "rules/Foo/en.md").first_line
    assert str(raised.value).startswith(f"rules/Foo/en.md:{first + 5}: ")


def test_a_page_without_a_body_shows_that_of_another_language_and_says_so(tmp_path):
    page_of(tmp_path, "\n## But {#aim}\n\nLe texte.\n", language="fr")
    page = page_of(tmp_path, "\n")
    assert page.language == "fr"
    assert '<section id="aim" lang="fr">' in page.html


@pytest.mark.parametrize(
    ("caption", "shown", "title"),
    [
        ("1. e4 wins.", "1. e4 wins.", "1. e4 wins."),
        ("- It goes.", "- It goes.", "- It goes."),
        ("# It goes.", "# It goes.", "# It goes."),
        ("**It goes. Then** stops. So.", "It goes. Then stops. So.", "It goes. Then stops."),
        ("See [rule 3. above](#aim). So.", "See rule 3. above. So.", "See rule 3. above."),
    ],
)
def test_a_caption_is_a_line_however_it_begins_and_its_title_a_whole_part_of_it(tmp_path, caption, shown, title):
    page = page_of(tmp_path, fenced("play", f"fen: {START}", "turns: a2b3 a5b3", f"caption: {caption}"))
    (part,) = elements(page.html, ".//details[@class='fold part']")
    assert text_of(part[0]) == f"Fig. 1. {title}"
    told = part.find(".//figcaption")
    assert shown in text_of(told)
    assert not [each for each in (*part[0].iter(), *told.iter()) if each.tag in ("ol", "ul", "li", "h1")]


def test_all_faults_of_a_page_are_named_at_once_with_their_lines(tmp_path):
    body = question("- b3=P", "+ a2=P") + fenced("board", "fen: 8/8", "caption: x") + question("+ b3=P", "- z9=P")
    with pytest.raises(PageFault) as raised:
        page_of(tmp_path, body)
    first = read_page(tmp_path / "rules/Foo/en.md").first_line
    texts = [line.split(" ")[0] for line in str(raised.value).split("\n")]
    lines = body.split("\n")
    wrong = [lines.index("  - b3=P"), lines.index("  + a2=P"), lines.index("fen: 8/8"), lines.index("  - z9=P")]
    assert texts == [f"rules/Foo/en.md:{first + number}:" for number in wrong]


def test_a_body_of_a_language_that_is_not_complete_is_english_where_it_does_not_say_the_same(tmp_path):
    page_of(tmp_path, PLAYED)
    own = page_of(tmp_path, PLAYED.replace("Text.", "Texto."), language="es")
    assert own.lacking == ""
    assert "Texto." in own.html
    for body in (
        "",
        "\n## Aim {#aim}\n\nTexto.\n",
        PLAYED.removesuffix("```\n"),
        PLAYED.replace("caption", "comments: 9 x\ncaption"),
    ):
        page = page_of(tmp_path, body, language="es")
        assert page.lacking.startswith("rules/Foo/es.md:")
        assert re.search(r'<section id="aim" lang="en">.*Text\.', page.html, re.S)


def test_examples_are_folded_but_the_cover(tmp_path):
    example = ("fen: " + START, "turns: a2b3 a5b3", "caption: One sentence. Another.")
    (part,) = elements(page_of(tmp_path, fenced("play", *example)).html, ".//details[@class='fold part']")
    assert text_of(part[0]) == "Fig. 1. One sentence."
    assert part[1].tag == "figure", "the board stands before the moves"
    for unfolded in ("cover: yes", "fold: no"):
        assert not elements(page_of(tmp_path, fenced("play", *example, unfolded)).html, ".//details")


def test_comments_of_a_game_are_shown_between_its_moves_and_in_its_figure(tmp_path):
    game = ("fen: " + START, "turns:", "  a2b3 a5b3", "  e2e3 a4b3", "  d1d2 b3b2", "comments:", "  2 It's so.",
            "caption: x")  # fmt: skip
    html = page_of(tmp_path, fenced("play", *game)).html
    assert [text_of(line) for line in elements(html, ".//div[@class='game']/p")] == [
        "1. axb3 Nb3 2. e3 axb3 It’s so.",
        "3. d2 b2",
    ]
    assert html.count("It’s so.") == 2, "the stepper tells it too"
    for wrong in ("4 Late.", "It's so.", "2"):
        with pytest.raises(PageFault, match="is not the number of a turn with its comment"):
            page_of(tmp_path, fenced("play", *game).replace("2 It's so.", wrong))


def test_three_questions_are_asked_of_a_variant_of_the_house_and_of_no_other(tmp_path):
    asked = question("+ b3=P", "- a2=P")
    page_of(tmp_path, asked + asked.replace("aim", "end"))
    words = Words.load(tmp_path / "rules/Foo/en.md", VARIANTS["Apocalypse"])
    assert quiz_faults(VARIANTS["Apocalypse"], words) == ["the page asks 2 of 3 questions: add `question` fences"]
    assert quiz_faults(Crown, words) == []
