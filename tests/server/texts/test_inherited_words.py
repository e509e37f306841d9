"""Words are inherited along the bases of a class: the nearest base has the word, and nothing is said twice."""

import sys
from importlib import import_module

import pytest
import yaml

from server.book.validation import InvalidVariant, words_of
from server.texts.front_matter import WordsError
from server.texts.words import Words
from tests.harness.words import PAGES, VARIANTS
from tests.harness.words import words_of as own_words
from tests.toys import TOYS, write_variant
from variants import registry
from variants.position import Event

PAGE = {"title": "Newts", "summary": "A game.", "facts": ["8 x 8"], "reminder": ["Play."]}
"""What every page says itself."""

OF_CHESS = "from variants.Chess import Variant as Chess\nclass Variant(Chess): pass\n"

POND = """
from variants.orthodox import Orthodox
class Pond(Orthodox):
    event_codes = {**Orthodox.event_codes, "splashed": None}
"""
SPLASHED = {"events": {"splashed": "{the_piece1} splashes."}}

SEATS = ("white", "black")


def choices(told):
    """Words of choices of the option that variants of chess have."""
    return {"options": {"randomness": {"choices": told}}}


def write_words(folder, **fronts):
    """Pages of nothing but front matter, by language."""
    (folder / "rules").mkdir(exist_ok=True)
    for language, front in fronts.items():
        text = yaml.safe_dump(dict(front), allow_unicode=True, sort_keys=False)
        (folder / "rules" / f"{language}.md").write_text(f"---\n{text}---\n", encoding="utf-8")


@pytest.fixture
def newts(tmp_path):
    """Makes the variant Newts in an outside folder: this source, and this beside what a page must say itself."""

    def make(source, **words):
        home = tmp_path / "Newts"
        home.mkdir()
        (home / "__init__.py").write_text(source, encoding="utf-8")
        write_words(home, en={**PAGE, **words}, fr={**PAGE, **words})
        return registry.load("Newts", [tmp_path])

    return make


@pytest.fixture
def pond(tmp_path, monkeypatch):
    """The folder of an installed package: a base with words beside it, and a variant `Newts` of that base."""
    home = tmp_path / "pond"
    (home / "Newts").mkdir(parents=True)
    (home / "__init__.py").write_text(POND, encoding="utf-8")
    (home / "Newts" / "__init__.py").write_text("from pond import Pond\nclass Variant(Pond): pass\n", encoding="utf-8")
    write_words(home, en=SPLASHED, fr=SPLASHED)
    write_words(home / "Newts", en=PAGE, fr=PAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield home
    for name in [name for name in sys.modules if name.partition(".")[0] == "pond"]:
        del sys.modules[name]


def of_pond():
    return import_module("pond.Newts").Variant


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_no_page_of_the_project_repeats_what_it_would_inherit(name, language):
    assert own_words(name, language).front.repeated == ()


def test_an_outside_variant_inherits_chess_and_says_only_what_differs(newts):
    option = {"randomness": {"help": "Which rank."}}
    variant = newts(OF_CHESS, pieces={"N": ["white newt", "the white newt"]}, options=option)
    words, chess = words_of("Newts", variant, "en"), own_words("Chess", "en")
    assert words.front.files == ("Newts/rules/en.md", "rules/Chess/en.md", "rules/Orthodox/en.md")
    assert (words.piece("N"), words.piece("n")) == ("white newt", "black knight")
    assert words.sentence(Event("moved", 0, (0, 1), ("N",)), SEATS) == "The white newt goes from a8 to b8."
    assert words.result("checkmate", "White", "Black") == "Black is checkmated."
    assert words.unlisted == chess.unlisted
    assert words_of("Newts", variant, "fr").letters == own_words("Chess", "fr").letters


def test_an_option_is_inherited_field_by_field_and_the_nearest_base_wins(newts):
    option = words_of("Newts", newts(OF_CHESS, options={"randomness": {"help": "Which rank."}}), "en").options[
        "randomness"
    ]
    assert (option.title, option.help) == ("Starting position", "Which rank.")
    # Chess says this better than the base that it shares with Atomic.
    assert option.choices["0"] == "the usual one"
    assert option.choices["1"] == "shuffled, the same for both"
    assert own_words("Atomic", "en").options["randomness"].choices["0"] == "as in chess"


def test_a_page_says_its_title_and_summary_and_with_a_body_its_facts_and_reminder(newts, tmp_path):
    variant = newts(OF_CHESS)
    page = tmp_path / "Newts" / "rules" / "en.md"
    for key in PAGE:
        for body in ("", "Newts.\n"):
            write_words(tmp_path / "Newts", en={one: PAGE[one] for one in PAGE if one != key})
            page.write_text(page.read_text(encoding="utf-8") + body, encoding="utf-8")
            if body or key in ("title", "summary"):
                with pytest.raises(InvalidVariant, match=rf"^Newts/rules/en\.md: the front matter lacks “{key}”$"):
                    words_of("Newts", variant, "en")
            else:
                words = words_of("Newts", variant, "en")
                assert words.facts == (
                    ("8 × 8",) if key == "reminder" else ("8 × 8 squares", "one move after the other")
                )
                assert words.reminder[-1:] == ("Play." if key == "facts" else "The other rules are those of chess.",)


def test_words_for_undeclared_codes_are_not_inherited(newts):
    source = """
from variants.orthodox import Orthodox
from variants.position import Draws, Option, only
class Variant(Orthodox):
    drawings = only({symbol: Orthodox.drawings[symbol] for symbol in "Kk"})
    event_codes = only({"moved": "arrow"})
    reasons = only(frozenset({"stalemate"}))
    options = (Option("randomness", (0, 2)),)
    draws = Draws(3, "claim", 80)
"""
    words = words_of("Newts", newts(source), "en")
    has = words.codes()
    assert (has["pieces"], has["events"], has["to_loser"]) == ({"K", "k"}, {"moved"}, frozenset())
    assert words.unlisted == {"moved"}
    assert set(words.options["randomness"].choices) == {"0", "2"}
    # The sentence of the base says “fifty moves”, which is not this limit.
    assert has["results"] == {"stalemate"}


def test_of_several_bases_the_first_in_the_order_of_methods_wins(pond):
    variant = of_pond()
    write_words(pond, en={**SPLASHED, **choices({"0": "pond"})})
    chess, of_the_pond = VARIANTS["Chess"], variant.__mro__[1]
    event_codes = variant.event_codes
    for bases, said in (((chess, of_the_pond), "the usual one"), ((of_the_pond, chess), "pond")):
        both = type("Both", bases, {"event_codes": event_codes})
        words = Words.load(pond / "Newts" / "rules" / "en.md", both)
        assert words.options["randomness"].choices["0"] == said


def test_own_headlines_weigh_more_than_inherited_ones(pond):
    write_words(pond, en={**SPLASHED, "headlines": {"check": "Check.", "castled": "Castled."}})
    write_words(pond / "Newts", en={**PAGE, "headlines": {"splashed": "Splash.", "castled": "Safe."}})
    words = words_of("Newts", of_pond(), "en")
    assert words.headlined == ("splashed", "castled", "check")
    said = words.headline(Event("castled", 0, (60, 62), ("K", "R")), SEATS)
    assert said == ("Safe.", "White castles: the white king goes to g1.")


def test_an_installed_package_keeps_the_words_of_its_base_beside_it(pond):
    words = words_of("Newts", of_pond(), "fr")
    assert words.front.files == ("Newts/rules/fr.md", "pond/rules/fr.md", "rules/Orthodox/fr.md")
    assert words.sentence(Event("splashed", 0, (), ("N",)), SEATS) == "Le cavalier blanc splashes."


@pytest.mark.parametrize(
    ("language", "front", "fault"),
    [
        ("en", {"events": {"splashed": "{who} splashes."}}, "events.splashed asks for “who”, which is not known there"),
        ("en", {**SPLASHED, "pieces": {"N": ["newt"]}}, "pieces.N must have two forms, alone and in a sentence"),
        ("en", {**SPLASHED, "evnts": {}}, "“evnts” is not a key of the front matter"),
        ("en", {"events": ["splashed"]}, "events must be a table of keys"),
        ("en", {**SPLASHED, "unlisted": "splashed"}, "unlisted must be a list of codes of events"),
        ("en", {**SPLASHED, **choices({"1": " "})}, "options.randomness.choices.1 must be a text"),
        ("fr", None, "the page is missing"),
    ],
)
def test_a_wrong_word_is_named_by_the_file_it_is_inherited_from(pond, language, front, fault):
    if front is None:
        (pond / "rules" / f"{language}.md").unlink()
    else:
        write_words(pond, **{language: front})
    with pytest.raises(InvalidVariant) as caught:
        words_of("Newts", of_pond(), language)
    assert str(caught.value) == f"pond/rules/{language}.md: {fault}"


def test_a_word_missing_in_a_base_is_reported_in_that_language(pond):
    write_words(pond, fr={})
    assert words_of("Newts", of_pond(), "en").has_sentence("splashed")
    fault = r"^Newts/rules/fr\.md: events lacks “splashed”, as do pond/rules/fr\.md and "
    with pytest.raises(InvalidVariant, match=fault):
        words_of("Newts", of_pond(), "fr")


def test_an_inherited_sentence_that_does_not_fit_its_event_is_named_by_its_file(pond):
    words = words_of("Newts", of_pond(), "en")
    with pytest.raises(WordsError, match=r"^pond/rules/en\.md: the event “splashed” has no 'the_piece1'"):
        words.sentence(Event("splashed", 0), SEATS)


def test_a_base_in_the_own_folder_of_a_variant_shares_its_words(tmp_path):
    toy = next(toy for toy in TOYS if toy.__mro__[1] in TOYS)
    home = write_variant(tmp_path, toy)
    words = words_of(toy.__name__, registry.load(toy.__name__, [tmp_path]), "en")
    assert words.front.files == (f"{home.name}/rules/en.md",)


@pytest.mark.parametrize(
    ("own", "repeated"),
    [
        ({"pieces": {"N": ["white knight", "the white knight"]}}, ("pieces.N only repeats rules/Orthodox/en.md",)),
        (choices({"0": "the usual one"}), ("options.randomness.choices.0 only repeats rules/Chess/en.md",)),
        (choices({"0": "as in chess"}), ()),
        ({"pieces": {"N": ["white knight", "that white knight"]}}, ()),
        # Facts are never inherited, so those of the base are no repetition.
        ({"facts": [*own_words("Chess", "en").facts]}, ()),
    ],
)
def test_an_entry_that_says_what_would_be_inherited_is_found(newts, own, repeated):
    assert words_of("Newts", newts(OF_CHESS, **own), "en").front.repeated == repeated
