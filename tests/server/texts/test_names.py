"""What people are called: friendly names that offend nobody in either language, and what a chosen name may hold."""

import re
import unicodedata
from collections import Counter
from contextlib import closing

import pytest

from server.game import DICE, STRENGTHS, Refusal, computer_id
from server.store import Journal
from server.texts.catalogue import translator
from server.texts.languages import BY_CODE, FALLBACK, LANGUAGES
from server.texts.names import (
    BLANKS,
    LONGEST_NAME,
    MOST_MARKS,
    checked_name,
    default_name,
    generated_name,
    is_reserved,
)
from tests.harness.composition import app_at

AMBIGUOUS = {
    "en": """
    ass cock tit booby shag swallow beaver cougar coon rat pig dog bitch cow snake worm louse ape monkey dodo gull
    cuckoo turkey chicken vulture shark weasel toad sloth cheetah drake raccoon penguin walrus newt stag
    hot wild hard big fat little small black white brown yellow red gay proud straight simple innocent special curious
    warm tender easy loose naughty smart lucky fair silver golden fresh
    """,
    "fr": """
    âne porc cochon dindon pigeon mouton chameau veau vautour requin serpent singe phoque blaireau cafard pou crapaud
    paon fou butor grue dinde poule morue bécasse thon maquereau coucou étourneau manchot dingo chacal faisan merle
    faucon condor serin troglodyte martinet pipit pétrel cacatoès castor chien chat chatte chauve-souris lapin rat
    chaud dur gros petit noir blanc brun jaune rouge gai fier simple innocent spécial curieux tendre facile leste
    naïf brave bon savant constant gentil vif doré frais
    """,
}
"""Words that scold, sneer, belittle or have a second meaning in one of the languages, alone or beside another word."""


def test_a_person_has_the_same_name_in_every_process():
    assert [generated_name("0" * 20, language) for language in ("en", "fr")] == [
        "Adventurous Bunting",
        "Bruant aventureux",
    ]
    assert [generated_name("f" * 20, language) for language in ("en", "fr")] == ["Patient Jaguar", "Jaguar patient"]


def test_an_adjective_has_the_form_that_its_animal_asks_for(monkeypatch):
    adjectives, animals = {"witty": "spirituel/spirituelle"}, {"fox": "renarde/1"}
    monkeypatch.setitem(BY_CODE, "xx", BY_CODE["fr"]._replace(animals=animals, adjectives=adjectives))
    people = [f"{number:020x}" for number in range(20_000)]
    shown = {
        generated_name(one, FALLBACK): generated_name(one, "xx")
        for one in people
        if generated_name(one, FALLBACK).endswith(" Fox")
    }
    assert shown.pop("Witty Fox") == "Renarde spirituelle"
    assert all(name == own for name, own in shown.items()), "a name that lacks a word is whole in English"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["adjectives", "animals"])
def test_every_word_of_generated_names_exists_once_in_each_language(kind, language):
    words = getattr(BY_CODE[language], kind)
    assert words.keys() == getattr(BY_CODE[FALLBACK], kind).keys()
    forms = [form for word in words.values() for form in word.rstrip("/1").split("/")]
    assert len(set(forms)) == len(forms), [word for word, times in Counter(forms).items() if times > 1]
    letter = "[a-z]" if language == FALLBACK else r"[^\W\d_A-Z]"
    assert all(re.fullmatch(rf"{letter}+([- ]{letter}+)?", form) for form in forms)


@pytest.mark.parametrize("language", AMBIGUOUS)
def test_no_word_reads_badly(language):
    words = BY_CODE[language]
    used = {form for word in (*words.adjectives.values(), *words.animals.values()) for form in word.split("/")}
    assert sorted(used.intersection(AMBIGUOUS[language].split())) == []


def test_every_friendly_name_could_have_been_chosen():
    for name in {generated_name(f"{number:020x}", language) for language in LANGUAGES for number in range(2_000)}:
        checked_name(name)


def test_a_chosen_name_is_shown_in_every_language(app):
    house = app.extensions["cavalier"]
    assert [house.descriptions.person("zoe", one) for one in LANGUAGES] == [
        generated_name("zoe", one) for one in LANGUAGES
    ]
    house.names.rename("zoe", "Zoé")
    assert {house.descriptions.person("zoe", language) for language in LANGUAGES} == {"Zoé"}


# Chosen names


def test_names_of_every_script_are_welcome():
    for name in ("Zoé", "x" * LONGEST_NAME, "O'Neil-Smith, Jr.", "Mac & Cheese <3", "漢字", "שרה", "علی\u200cرضا"):
        checked_name(name)
    for name in ("क\u094d\u200dष", "👩\u200d🚀", "1\ufe0f\u20e3", "ကျွန်ုပ်", "น้ำ", "Ọ̀ṣun"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *(f"a{control}b" for control in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"),
        *(f"a{broken}b" for broken in ("\0", "\n", "\t", "\x7f", "\x85", "\u2028", "\ufeff", "\u200b", "\u00ad")),
        *(f"a{unassigned}" for unassigned in ("\ud800", "\udfff", "\ue000", "\U000e0041", "\uffff")),
        *(f"a{blank}" for blank in sorted(BLANKS)),
        " a",
        "a ",
        "\u00a0a",
        "\u200d",
        "\u200c\u200d",
        "\u0301a",
        "\u20dda",
        "a" + "\u0316" * (MOST_MARKS + 1),
        "a" + "\u0316\u200d" * (MOST_MARKS + 1),
        *("", "x" * (LONGEST_NAME + 1)),
    ],
    ids=lambda name: name.encode("unicode_escape").decode()[:30],
)
def test_a_name_that_hides_turns_or_buries_text_is_refused_and_one_of_another_length(name):
    with pytest.raises(Refusal) as refused:
        checked_name(name)
    assert refused.value.code == ("name_characters" if 0 < len(name) <= LONGEST_NAME else "name_length")


NOBODYS = [
    default_name(each, language, translator(language))
    for each in (DICE, *map(computer_id, STRENGTHS))
    for language in LANGUAGES
]


@pytest.mark.parametrize("name", NOBODYS)
def test_names_of_the_computer_and_the_dice_are_reserved_in_every_language(name):
    wide = "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in name)
    for written in (
        name,
        name.upper(),
        name.replace(" ", "  "),
        name.replace(" ", "_"),
        name.replace(" ", "\u200d"),
        unicodedata.normalize("NFD", name),
        "".join(sign for sign in unicodedata.normalize("NFD", name) if sign.isascii()),
        wide,
        name.replace("e", "\u0435").replace("o", "\u03bf"),
        name.upper().replace("C", "\u0421").replace("O", "\u041e").replace("T", "\u0422"),
        name.replace("o", "0").replace("l", "1").replace("s", "5"),
        f"{name} 2",
        f"\u2013 {name} \u2013",
    ):
        with pytest.raises(Refusal) as refused:
            checked_name(written)
        assert refused.value.code == "name_reserved", written


def test_names_of_future_computer_strengths_are_reserved_and_similar_ones_are_not():
    for name in ("Computer", "L\u2019ordinateur", "Computer (master)", "computer [+++]", "\u0421omputer 7"):
        assert is_reserved(name), name
    for name in ("Compute", "Computer Freak", "Dice", "The Dice Man", "Des", "(strong)", "12", "\u0414\u0435\u0434"):
        checked_name(name)


@pytest.mark.parametrize(
    "door",
    ["/fr/name", "/fr/game/{table}/name", "/fr/game/{table}/join", "/fr/variants/Chess/play", "/api/v1/identity"],
)
def test_no_door_lets_anybody_in_under_the_name_of_the_computer(app, door):
    house, name = app.extensions["cavalier"], "computer (STRONG)"
    path = door.format(table=house.opener.open("Chess", {}, "ann", 0))
    sent = {"json": {"name": name}} if "api" in door else {"data": {"name": name, "seat": "1"}}
    client = app.test_client()
    answer = client.post(path, **sent)
    assert (answer.status_code, client.get_cookie("cavalier")) == (400, None)
    assert ('"code":"name_reserved"' if "api" in door else "Ce nom est réservé.") in answer.text
    assert name not in house.names.chosen.values()


def test_a_name_is_kept_composed(app):
    """Two ways to type the same name are the same name."""
    house, typed = app.extensions["cavalier"], unicodedata.normalize("NFD", "Zoé")
    assert typed != "Zoé"
    house.names.rename("ann", typed)
    assert house.names.chosen["ann"] == house.journal.names()["ann"] == "Zoé"


def test_an_old_name_that_imitates_the_computer_is_no_longer_shown(tmp_path):
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        journal.rename("ann", "COMPUTER (strong)", 0.0)
        journal.rename("bob", "Bob", 0.0)
    with app_at(tmp_path) as app:
        house = app.extensions["cavalier"]
        called = [house.descriptions.person(person, "en") for person in ("ann", "bob")]
        assert called == [generated_name("ann", "en"), "Bob"]
        assert house.names.chosen == {"bob": "Bob"}
