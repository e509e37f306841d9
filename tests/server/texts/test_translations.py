"""Every word of the house exists in each complete language, and what there is of a language is right."""

import re
from collections import Counter
from functools import cache

import pytest
from babel.core import Locale

from server.texts.catalogue import count_in, forms_in, translator
from server.texts.languages import BY_CODE, FALLBACK, LANGUAGES
from tests.harness.checkout import ROOT
from tools.translations import examine, said

OURS = [path for path in (ROOT / "static").rglob("*.js") if "dist" not in path.parts]
COMMENT = re.compile(r"/\*.*?\*/|^ *//.*?$", re.S | re.M)
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
SEVERAL_WORDS = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
SELECTOR = re.compile(r"[#\[\]=<>(){}]|^.\.\w|, ")


@cache
def texts():
    """All texts of the house, read once, by the worker that needs them."""
    return said()


def test_the_extraction_finds_texts_of_every_kind():
    assert "Break the seal" in texts()
    assert "There is no game at this address." in texts()
    assert any(isinstance(message, tuple) for message in texts())
    assert any(place.startswith("variants/") for place in texts().values())
    for path in ROOT.glob("server/web/**/*.html"):
        assert set(re.findall(r'\b_\("([^"]+)"', path.read_text(encoding="utf-8"))) <= texts().keys(), path.name


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != FALLBACK])
def test_translations_are_valid_and_complete_where_declared(language):
    found = [*examine(language)]
    assert [each for each in found if each.kind == "WRONG" or BY_CODE[language].complete] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != FALLBACK])
def test_no_text_is_translated_twice(language):
    """The reader of the file takes one of the two, and says nothing."""
    text = (ROOT / "server" / "translations" / language / "LC_MESSAGES" / "messages.po").read_text(encoding="utf-8")
    found = Counter(re.findall(r"^(?:msgctxt .*\n)?msgid .*(?:\n\".*)*", text, re.M))
    assert [message for message, times in found.items() if times > 1] == []


@pytest.mark.parametrize(("language", "articles"), [("fr", "les? la aux? des du"), ("es", "el la los las al del")])
def test_the_article_of_a_seat_comes_with_its_name(language, articles):
    before = re.compile(rf"\b(?:{'|'.join(articles.split())}) \{{seats?\}}")
    translate = translator(language)
    assert [text for text in texts() if isinstance(text, str) and before.search(translate(text))] == []


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 joueur attend."), (1, "1 joueur attend."), (2, "2 joueurs attendent.")]
)
def test_french_counts_as_french_does(count, text):
    assert count_in("fr", "{count} player is waiting.", "{count} players are waiting.", count) == text


def test_a_plural_form_is_not_a_text_of_its_own_too():
    """Where the form is chosen by hand, it is right for two forms at most."""
    forms = {form for text in texts() if isinstance(text, tuple) for form in text}
    assert [text for text in texts() if text in forms] == []


@pytest.mark.parametrize("script", sorted(path.relative_to(ROOT / "static") for path in OURS), ids=str)
def test_scripts_contain_no_untranslated_text(script):
    """A text of several words in a string of a script would be shown to nobody in French."""
    code = COMMENT.sub("", (ROOT / "static" / script).read_text(encoding="utf-8"))
    assert [text for text in LITERAL.findall(code) if SEVERAL_WORDS.search(text) and not SELECTOR.search(text)] == []


def test_the_plural_forms_of_scripts_are_those_of_the_catalogue_for_every_count():
    for language in LANGUAGES:
        forms = forms_in(language, "{count} seal broken", "{count} seals broken")
        category = Locale.parse(language).plural_form
        for count in (*range(300), 1_000, 1_000_000):
            text = forms[category(count)].format(count=count)
            assert text == count_in(language, "{count} seal broken", "{count} seals broken", count)
    assert forms_in("fr", "{count} seal broken", "{count} seals broken")["one"] == "{count} sceau rompu"
