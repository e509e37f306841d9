"""The rules pages of the project: complete, the same in both languages, true in every figure, with their facts."""

import re
from functools import cache

import pytest

from server.book import document
from server.book.rulebook import build
from server.book.validation import check_lists, drawings_of
from server.kit import pages
from server.kit.pages import error_faults, page_faults, raised_codes
from server.texts.front_matter import read_page
from server.texts.languages import COMPLETE, FALLBACK, LANGUAGES
from tests.harness.drawings import PIECE_SETS
from tests.harness.words import ROOT, VARIANTS, words_of

PAGES = [(name, language) for name in VARIANTS for language in COMPLETE]
PARTIAL = [(name, language) for name in VARIANTS for language in LANGUAGES if language not in COMPLETE]


@cache
def page_of(name, language):
    """A page as the site shows it; every fence of it is played on the way."""
    return build(name, VARIANTS[name], words_of(name, language), drawings_of(name, VARIANTS[name]))


@cache
def body_of(name, language):
    return read_page(words_of(name, language).page).body


@cache
def fences_of(name, language):
    """The fences of a page."""
    return document.read(words_of(name, language).page).fences


def shown_codes(name, language):
    """The events and ends that the played examples of a page show."""
    return pages.shown_codes(pages.played_examples(words_of(name, language), VARIANTS[name]))


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_every_figure_holds_and_every_page_is_built(name, language):
    page = page_of(name, language)
    assert page.lead
    kinds = [fence.kind for fence in fences_of(name, language)]
    nothing_played = sum(
        fence.kind == "question" and not {"turns", "goal"} & fence.fields.keys() for fence in fences_of(name, language)
    )
    figures = len(kinds) - kinds.count("options") + kinds.count("question") - nothing_played
    assert page.html.count("<figure") == figures, "a question has a board, and what the right answer leads to"


@pytest.mark.parametrize("name", VARIANTS)
def test_every_set_has_all_drawings_and_every_language_the_lists_of_the_english_page(name):
    for pieces in PIECE_SETS:
        drawings_of(name, VARIANTS[name], pieces)
    for language in LANGUAGES:
        check_lists(words_of(name, FALLBACK), words_of(name, language))


@pytest.mark.parametrize(("name", "language"), PARTIAL)
def test_a_page_of_a_language_that_is_not_complete_is_built_and_shows_all_that_the_english_one_shows(name, language):
    page, english = page_of(name, language), page_of(name, FALLBACK)
    assert page.html.count("<figure") == english.html.count("<figure")
    assert [heading.id for heading in page.contents] == [heading.id for heading in english.contents]
    assert bool(page.lacking) == ('lang="en"' in page.lead + page.html)
    if not page.lacking:
        assert [*page_faults(words_of(name, language), page)] == []


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_every_event_and_every_way_to_end_of_its_own_occurs_in_a_played_example(name, language):
    shown, owed = shown_codes(name, language), pages.required_codes(VARIANTS[name])
    assert owed.events <= shown.events <= set(VARIANTS[name].event_codes)
    assert owed.reasons <= shown.reasons <= VARIANTS[name].reasons


def test_inherited_words_occur_in_a_played_example_of_some_page():
    all_shown = [shown_codes(name, "en") for name in VARIANTS]
    assert {code for variant in VARIANTS.values() for code in variant.event_codes} == {
        code for shown in all_shown for code in shown.events
    }


@pytest.mark.parametrize("name", VARIANTS)
def test_complete_languages_have_the_same_headings_fences_and_links_in_the_same_order(name):
    assert all(pages.skeleton(words_of(name, "en")) == pages.skeleton(words_of(name, other)) for other in COMPLETE)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_words(name, language):
    english, other = words_of(name, FALLBACK), words_of(name, language)
    assert english.codes() == other.codes()
    assert english.unlisted == other.unlisted
    assert len(english.facts) == len(other.facts)
    assert len(english.reminder) == len(other.reminder)


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_every_page_is_of_one_language_set_as_a_printer_would_and_asks_three_questions(name, language):
    words = words_of(name, language)
    assert [*page_faults(words, page_of(name, language)), *pages.quiz_faults(VARIANTS[name], words)] == []


@pytest.mark.parametrize(("name", "language"), PAGES + PARTIAL)
def test_every_error_of_a_variant_has_a_sentence(name, language):
    folder = ROOT / "variants" / name
    assert raised_codes(folder) or name != "Apocalypse"
    assert [*error_faults(words_of(name, language), VARIANTS[name])] == []


NINE = ("Apocalypse", "Atomic", "Checkered", "Chess", "Dark", "Dice", "Dobutsu", "Progressive", "Synchrone")


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", NINE)
def test_a_page_has_ten_lines_for_beginners_and_an_annotated_game(name, language):
    (game,) = [fence for fence in fences_of(name, language) if "comments" in fence.fields]
    assert len(game.lines("turns")) >= 9
    assert len(game.lines("comments")) >= 6
    body = body_of(name, language)
    for part in ("beginners", "questions", "game"):
        assert len(re.findall(rf"^## .*{{#{part} .folded}}$", body, re.M)) == 1
    lines = body.partition("{#beginners .folded}")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d+)\. ", lines, re.M) == [str(number) for number in range(1, 11)]
