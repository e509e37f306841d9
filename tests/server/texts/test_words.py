"""The words of variants: complete, checked when they are loaded, filled by whatever the rules say."""

from random import Random

import pytest
import yaml

from server.texts.catalogue import translator
from server.texts.front_matter import WordsError, read_page
from server.texts.typography import contract, typography, typography_html
from server.texts.view_text import outcome, reason_sentence
from server.texts.words import Words
from tests.harness.words import PAGES, ROOT, VARIANTS, words_of
from variants.errors import FenError
from variants.position import Event, Eyes, Tally

SEATS = ("white", "black")


def changed(tmp_path, change, language="en", name="Apocalypse"):
    """A page of a variant whose front matter was changed."""
    front = yaml.load(read_page(ROOT / f"rules/{name}/{language}.md").front, Loader=yaml.BaseLoader)
    change(front)
    page = tmp_path / "Foo" / f"{language}.md"
    page.parent.mkdir(exist_ok=True)
    page.write_text("---\n" + yaml.safe_dump(front, allow_unicode=True) + "---\n\n## Aim\n", encoding="utf-8")
    return page


@pytest.mark.parametrize("games", [8, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_event_tally_and_special_of_random_games_becomes_a_sentence_in_every_language(name, games):
    variant, random = VARIANTS[name], Random(1976)
    spoken = [words_of(*page) for page in PAGES if page[0] == name]
    for _ in range(games):
        position = variant.start({}, random)
        for _ in range(60):
            if position.result() is not None:
                break
            offered = {seat: list(position.moves(seat)) for seat in position.to_act}
            for seat, moves in offered.items():
                codes = {code for move in moves if (code := position.special(seat, move))}
                assert all(words.specials[code] for words in spoken for code in codes)
            position = position.play({seat: random.choice(moves) for seat, moves in offered.items()})
            events = position.seen_events(Eyes.ALL)
            for sentence in (words.sentence(event, position.seats) for words in spoken for event in events):
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence[-1] == "."
                assert not {"{", "}"} & set(sentence)
            for tally in position.tallies(Eyes.ALL):
                assert all(words.tally(tally, position.seats) for words in spoken)


def test_errors_of_common_code_are_left_to_the_house():
    assert words_of("Apocalypse", "fr").error(FenError("fen_rows", "")) is None


def test_french_sentences_are_contracted_and_set_as_a_printer_would():
    words = words_of("Apocalypse", "fr")
    assert words.sentence(Event("failed_impossible", 0), SEATS) == (
        "Aucun coup des Noirs ne pouvait rendre légal celui des Blancs\u202f: il est annulé."
    )
    assert words.sentence(Event("penalty_first", 0), SEATS).endswith("une pénalité, 1\u00a0sur\u00a02.")
    assert words.tally(Tally("penalties", None, 1, 2), SEATS) == "Pénalités\u202f: 1\u00a0sur\u00a02"
    assert words.sentence(Event("moved", 0, (20, 15), ("P",)), SEATS) == "Le fantassin blanc va de\u00a0a1 en\u00a0a2."
    assert (words.piece("n"), words.front.words.pieces["n"].full) == ("cavalier noir", "le cavalier noir")
    assert contract("le tour de les Blancs, à le fou et à la dame", "fr") == "le tour des Blancs, au fou et à la dame"
    assert contract("de les", "en") == "de les"
    assert contract("le 1 décembre, le 21 mars, 1 maison", "fr") == "le 1er décembre, le 21 mars, 1 maison"


def test_the_french_sentences_of_the_house_fit_a_seat_of_one_person_and_one_of_several(tmp_path):
    seats = {"white": ["Loup", "le Loup"], "black": ["Brebis", "les Brebis"]}
    page = changed(tmp_path, lambda front: front.update(seats=seats), "fr")
    words, say = Words.load(page, VARIANTS["Apocalypse"]), translator("fr")
    codes = ("white", "black")
    titles = [outcome(points, words, codes, say)[0] for points in ((1.0, 0.0), (0.0, 1.0))]
    assert titles == ["Victoire du Loup", "Victoire des Brebis"]
    left = [reason_sentence("resigned", "", "", words, say, words.the_seat(code)) for code in codes]
    assert left == ["Abandon du Loup.", "Abandon des Brebis."]


def test_a_field_that_a_rule_does_not_have_is_named_with_its_file(tmp_path):
    page = changed(tmp_path, lambda front: front["rules"].update(quiet="{seat}."), name="Chess")
    with pytest.raises(WordsError, match="the rule “quiet” has no 'seat'"):
        Words.load(page, VARIANTS["Chess"]).rules.rules("end")


def test_a_quoted_hyphen_stays_one():
    assert typography("chiffres, « _ » ou « - ». Oui - non", "fr") == (
        "chiffres, «\u202f_\u202f» ou «\u202f-\u202f». Oui – non"
    )


def test_a_sentence_may_name_the_seats_of_the_table():
    words = words_of("Apocalypse", "en")
    assert words.sentence(Event("penalty_first", 0), ("black", "white")).startswith("Black gets")


SPECIAL = {"title": "Pass", "ask": "Pass?"}


def collision(front):
    """The words of one option."""
    return front["options"]["collision"]


FAULTS = [
    ("Foo/en.md: events lacks “dodged”", lambda front: front["events"].pop("dodged")),
    ("Foo/en.md: events has a superfluous “ducked”", lambda front: front["events"].update(ducked="No.")),
    ("Foo/en.md: results lacks “no_moves”", lambda front: front["results"].pop("no_moves")),
    ("Foo/en.md: pieces lacks “n”, “p”", lambda front: [front["pieces"].pop(symbol) for symbol in "np"]),
    ("Foo/en.md: seats has a superfluous “red”", lambda front: front["seats"].update(red=["Red", "Red"])),
    ("Foo/en.md: tallies lacks “penalties”", lambda front: front["tallies"].pop("penalties")),
    ("Foo/en.md: specials has a superfluous “pass”", lambda front: front.update(specials={"pass": SPECIAL})),
    ("Foo/en.md: presets lacks “wikipedia”", lambda front: front["presets"].pop("wikipedia")),
    ("Foo/en.md: options lacks “collision”", lambda front: front["options"].pop("collision")),
    ("Foo/en.md: options.collision.choices lacks “risk”", lambda front: collision(front)["choices"].pop("risk")),
    ("options.collision must have exactly the keys title, help, choices", lambda front: collision(front).pop("help")),
    ("the front matter lacks “reminder”", lambda front: front.pop("reminder")),
    ("“sumary” is not a key of the front matter", lambda front: front.update(sumary="x")),
    ("title must be a text", lambda front: front.update(title=["a"])),
    ("pieces.P must have two forms", lambda front: front["pieces"].update(P=["footman"])),
    ("events.moved asks for “wherefrom”", lambda front: front["events"].update(moved="{wherefrom}.")),
    ("events.moved asks for “seat.__class__”", lambda front: front["events"].update(moved="{seat.__class__}.")),
    ("results.no_moves has {count}, where no limit counts", lambda front: front["results"].update(no_moves="{count}.")),
    ("results.no_moves asks for “seat”", lambda front: front["results"].update(no_moves="{seat}.")),
    ("letters.N must be one capital letter for another", lambda front: front.update(letters={"N": "Cavalier"})),
    ("letters.n must be one capital letter for another", lambda front: front.update(letters={"n": "C"})),
    ("events.moved cannot be read", lambda front: front["events"].update(moved="{seat")),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "change"), FAULTS, ids=[sentence for sentence, _ in FAULTS])
def test_words_that_do_not_fit_the_variant_are_refused_by_name(tmp_path, sentence, change):
    with pytest.raises(WordsError) as caught:
        Words.load(changed(tmp_path, change), VARIANTS["Apocalypse"])
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("Foo/es.md: events lacks “dodged”", lambda front: front["events"].pop("dodged")),
        ("Foo/es.md: the front matter lacks “title”", lambda front: front.pop("title")),
        ("Foo/es.md: events must be a table of keys", lambda front: front.update(events="x")),
    ],
)
def test_words_of_a_language_that_is_not_complete_are_all_english_where_one_has_a_fault(tmp_path, fault, change):
    changed(tmp_path, lambda front: None)
    words = Words.load(changed(tmp_path, change, "es"), VARIANTS["Apocalypse"])
    assert words.lacking.endswith(fault)
    assert words.seat("black") == "Black"
    whole = Words.load(changed(tmp_path, lambda front: None, "es"), VARIANTS["Apocalypse"])
    assert (whole.lacking, whole.seat("black")) == ("", "Negras")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("---\ntitle: x\nevents:\n  passed: {seat} passes: now\n---\n", 4, "expected <block end>, but found"),
        ("---\ntitle: x\nsummary: y: z\n---\n", 3, "mapping values are not allowed here"),
        ("---\ntitle: x\nsummary: 'y\nfacts: [z]\n---\n", 4, "while scanning a quoted scalar that begins in line 3"),
        ("---\ntitle: x\nsummary: \a\n---\n", 3, "special characters are not allowed"),
        ("---\ntitle: x\n\n\tsummary: y\n---\n", 4, "found character"),
        ("---\nevents:\n  x: One.\nevents:\n  y: Two.\n---\n", 4, "the key “events” stands twice"),
        ("---\nevents:\n  x: One.\n  x: Two.\n---\n", 4, "the key “x” stands twice"),
        ("", 0, "must begin with front matter"),
        ("---\ntitle: x\n", 0, "must begin with front matter"),
        ("---\n- x\n---\n", 0, "must be a table"),
    ],
)
def test_front_matter_that_cannot_be_read_is_named_by_file_and_line(tmp_path, text, line, problem):
    page = tmp_path / "rules" / "Foo" / "en.md"
    page.parent.mkdir(parents=True)
    page.write_text(text, encoding="utf-8")
    with pytest.raises(WordsError) as caught:
        Words.load(page, VARIANTS["Apocalypse"])
    said = str(caught.value)
    assert said.startswith(
        f"rules/Foo/en.md:{line}: the front matter cannot be read: " if line else "rules/Foo/en.md: "
    )
    assert problem in said
    assert "unicode string" not in said
    assert said.endswith("; a text with : { or } in it needs quotes") == (bool(line) and "twice" not in said)


def test_a_page_may_begin_with_a_mark_of_utf_8_and_have_other_line_ends_and_blanks(tmp_path):
    page = changed(tmp_path, lambda front: None)
    plain = page.read_text(encoding="utf-8")
    page.write_bytes(("\ufeff" + plain.replace("---\n", "--- \n").replace("\n", "\r\n")).encode())
    assert Words.load(page, VARIANTS["Apocalypse"]).title == "Apocalypse"


def test_a_variant_may_override_the_sites_words_of_a_draw(tmp_path):
    page = changed(tmp_path, lambda front: front["results"].update(agreement="Peace."))
    words = Words.load(page, VARIANTS["Apocalypse"])
    assert words.result("agreement", "", "") == "Peace."
    assert words.result("resigned", "White", "Black") is None


@pytest.mark.parametrize(
    ("plain", "french", "english"),
    [
        ("L'aile : « oui » ; non ! Ah ?", "L’aile\u202f: «\u202foui\u202f»\u202f; non\u202f! Ah\u202f?", None),
        ("en phase 2, 1 sur 2", "en phase\u00a02, 1\u00a0sur\u00a02", "en phase 2, 1 sur 2"),
        ("le fou en c3 va de c3 en e5", "le fou en\u00a0c3 va de\u00a0c3 en\u00a0e5", "le fou en c3 va de c3 en e5"),
        ("Après 1.d2 e3 2.dxe3 exd2 les", "Après 1.d2 e3 2.dxe3 exd2 les", None),
        ("le SHA-256 du texte, après 50 coups", "le SHA-256 du texte, après 50\u00a0coups", None),
        ("5 x 5 - ici", "5 × 5 – ici", "5 × 5 – ici"),
        ("axb3, 2011-2012, http://a:b?c", "axb3, 2011-2012, http://a:b?c", "axb3, 2011-2012, http://a:b?c"),
        ("White's move: fine", "White’s move: fine", "White’s move: fine"),
    ],
)
def test_authors_type_plainly_and_readers_see_the_printers_signs(plain, french, english):
    assert typography(plain, "fr") == french
    if english is not None:
        assert typography(plain, "en") == english


def test_typography_changes_text_only_not_code_addresses_or_attributes():
    for tag in ("pre", "svg", "script", "style", "kbd"):
        literal = f"<{tag}>'1 : 2'</{tag}>"
        assert typography_html(f"{literal} l'un {literal}", "fr") == f"{literal} l’un {literal}"
    html = "<p title=\"a : b\">l'un : <code>1 : 2</code> <a href=\"/x?a=1&amp;b='2'\">l'autre &amp; moi ;</a></p>"
    assert typography_html(html, "fr") == (
        '<p title="a : b">l’un\u202f: <code>1 : 2</code> <a href="/x?a=1&amp;b=\'2\'">l’autre &amp; moi\u202f;</a></p>'
    )
