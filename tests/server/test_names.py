"""What people are called: friendly names that offend nobody in either language, and what a chosen name may hold."""

import re
import unicodedata
from collections import Counter

import pytest

from server.game import DICE, STRENGTHS, Refusal, computer_id
from server.runtime import Config
from server.store import Journal
from server.texts.catalogue import speaker
from server.texts.languages import BY_CODE, FALLBACK, LANGUAGES
from server.texts.names import (
    ADJECTIVES,
    ANIMALS,
    BLANKS,
    LONGEST_NAME,
    MOST_MARKS,
    called,
    chosen,
    friendly,
    is_nobodys,
)
from tests.harness.composition import build, create_app
from tests.harness.sources import scripted

PEOPLE = [f"{number:020x}" for number in range(20_000)]

EPICENE = """
admirable affable agile aimable calme chevaleresque fiable fidèle habile honnête héroïque infatigable
intrépide légendaire lucide modeste noble optimiste paisible perspicace poétique rapide sage serviable sincère
splendide tenace tranquille
"""
"""French adjectives in -e that are the same in the masculine, as dictionaries say."""

MASCULINE = """
aigle alpaga béluga capybara chinchilla cygne grèbe hippocampe hippogriffe koala lama lièvre nautile okapi panda
renne rouge-gorge scarabée suricate tigre
"""
"""French animals that end as feminine ones do and are masculine, as dictionaries say."""

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


@pytest.fixture
def house(tmp_path):
    """A house with an empty journal."""
    made = build(Config(data=tmp_path), scripted())
    yield made
    made.close()


def test_a_person_has_the_same_name_in_every_process():
    assert [friendly("0" * 20, language) for language in ("en", "fr")] == ["Adventurous Bunting", "Bruant aventureux"]
    assert [friendly("f" * 20, language) for language in ("en", "fr")] == ["Patient Jaguar", "Jaguar patient"]


def test_all_languages_name_the_same_animal_and_the_same_virtue():
    for person in PEOPLE[:2000]:
        adjective, animal = friendly(person, FALLBACK).lower().split()
        for words in BY_CODE.values():
            told = friendly(person, words.code).lower()
            assert words.animals[animal].partition("/")[0] in told
            assert any(form in told for form in words.adjectives[adjective].split("/"))


def test_names_are_many_and_none_is_more_frequent_than_chance_makes_it():
    assert min(len(ADJECTIVES), len(ANIMALS)) >= 64
    pairs = Counter(friendly(person, "en") for person in PEOPLE)
    assert len(pairs) > 0.94 * len(ADJECTIVES) * len(ANIMALS)
    for place, choices in ((0, ADJECTIVES), (1, ANIMALS)):
        found = Counter(friendly(person, "en").split()[place] for person in PEOPLE)
        mean = len(PEOPLE) / len(choices)
        assert len(found) == len(choices)
        assert max(abs(count - mean) for count in found.values()) < 5 * mean**0.5


def test_an_adjective_has_the_form_that_its_animal_asks_for(monkeypatch):
    foxes = [person for person in PEOPLE if friendly(person, FALLBACK).endswith(" Fox")]
    adjectives, animals = {"witty": "spirituel/spirituelle"}, {"fox": "renarde/1"}
    monkeypatch.setitem(BY_CODE, "xx", BY_CODE["fr"]._replace(animals=animals, adjectives=adjectives))
    told = {friendly(person, FALLBACK): friendly(person, "xx") for person in foxes}
    assert told.pop("Witty Fox") == "Renarde spirituelle"
    assert all(name == own for name, own in told.items()), "a name that lacks a word is whole in English"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["adjectives", "animals"])
def test_every_word_is_there_once_in_each_language(kind, language):
    words = getattr(BY_CODE[language], kind)
    assert words.keys() == getattr(BY_CODE[FALLBACK], kind).keys()
    forms = [form for word in words.values() for form in word.rstrip("/1").split("/")]
    assert len(set(forms)) == len(forms), [word for word, times in Counter(forms).items() if times > 1]
    letter = "[a-z]" if language == FALLBACK else r"[^\W\d_A-Z]"
    assert all(re.fullmatch(rf"{letter}+([- ]{letter}+)?", form) for form in forms)


def test_french_adjectives_agree_with_their_animals():
    """Every animal is masculine in French, and so is every adjective."""
    adjectives, animals = BY_CODE["fr"].adjectives.values(), BY_CODE["fr"].animals.values()
    assert [word for word in adjectives if word[-1] == "e" and word not in EPICENE.split()] == []
    assert [word for word in animals if word[-1] in "ea" and word not in MASCULINE.split()] == []


@pytest.mark.parametrize("language", AMBIGUOUS)
def test_no_word_reads_badly(language):
    words = BY_CODE[language]
    used = {form for word in (*words.adjectives.values(), *words.animals.values()) for form in word.split("/")}
    assert sorted(used.intersection(AMBIGUOUS[language].split())) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_friendly_name_could_have_been_chosen(language):
    for person in PEOPLE:
        chosen(friendly(person, language))


def test_who_chose_a_name_is_called_by_it_in_every_language(house):
    assert [house.descriptions.person("ann", language) for language in LANGUAGES] == [
        friendly("ann", one) for one in LANGUAGES
    ]
    house.names.rename("ann", "Ánn")
    assert {house.descriptions.person("ann", language) for language in LANGUAGES} == {"Ánn"}


# Chosen names


@pytest.mark.parametrize(
    "name",
    [
        "Zoé",
        "x" * LONGEST_NAME,
        "O'Neil-Smith, Jr.",
        "Mac & Cheese <3",
        "漢字",
        "שרה",
        "علی\u200cرضا",
        "क\u094d\u200dष",
        "👩\u200d🚀",
        "1\ufe0f\u20e3",
        "ကျွန်ုပ်",
        "น้ำ",
        "Ọ̀ṣun",
    ],
)
def test_names_of_every_script_are_welcome(name):
    chosen(name)


@pytest.mark.parametrize("name", ["", "x" * (LONGEST_NAME + 1)], ids=["empty", "too long"])
def test_a_name_of_another_length_is_refused(name):
    with pytest.raises(Refusal) as refused:
        chosen(name)
    assert refused.value.code == "name_length"


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
    ],
    ids=lambda name: name.encode("unicode_escape").decode()[:30],
)
def test_a_name_that_hides_turns_or_buries_text_is_refused(name):
    with pytest.raises(Refusal) as refused:
        chosen(name)
    assert refused.value.code == "name_characters"


NOBODYS = [
    called(each, language, speaker(language)) for each in (DICE, *map(computer_id, STRENGTHS)) for language in LANGUAGES
]


@pytest.mark.parametrize("name", NOBODYS)
def test_nobody_is_called_as_the_computer_or_the_dice_are_in_any_language(name):
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
            chosen(written)
        assert refused.value.code == "name_reserved", written


@pytest.mark.parametrize(
    "name",
    [
        "Computer",
        "ORDINATEUR",
        "The computer",
        "L\u2019ordinateur",
        "Computer (master)",
        "computer [+++]",
        "Computer 7",
        "\u0421omputer 7",
    ],
)
def test_nobody_is_called_as_a_computer_that_is_stronger_still(name):
    assert is_nobodys(name)


@pytest.mark.parametrize(
    "name",
    [
        "Compute",
        "Computer Freak",
        "Comte",
        "Dice",
        "The Dice Man",
        "Des",
        "Strong",
        "(strong)",
        "12",
        "Ordi",
        "\u0414\u0435\u0434",
    ],
)
def test_names_that_only_remind_of_them_are_welcome(name):
    chosen(name)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site with nobody in it."""
    app = create_app(Config(data=tmp_path_factory.mktemp("site"), identity_rate=0, address_rate=0))
    yield app
    app.extensions["cavalier"].close()


@pytest.mark.parametrize(
    "door", ["/fr/name", "/fr/game/{table}/name", "/fr/game/{table}/join", "/fr/variants/Chess/play"]
)
def test_no_door_lets_anybody_in_under_the_name_of_the_computer(site, door):
    house = site.extensions["cavalier"]
    table = house.opener.open("Chess", {}, "ann", 0)
    answer = site.test_client().post(door.format(table=table), data={"name": "computer (STRONG)", "seat": "1"})
    assert answer.status_code == 400
    assert "Ce nom est réservé." in answer.text
    assert house.names.chosen == {}


def test_no_program_comes_under_the_name_of_the_computer(site):
    answer = site.test_client().post("/api/v1/identity", json={"name": "Ordinateur (fort)"})
    assert answer.status_code == 400
    assert '"code":"name_reserved"' in answer.text
    assert site.extensions["cavalier"].names.chosen == {}


def house_at(data, place):
    """A house with its journal on either engine."""
    return build(Config(data=data, journal=place if isinstance(place, str) else ""), scripted())


def test_a_name_is_kept_composed(tmp_path, place):
    """Two ways to type the same name are the same name."""
    typed = unicodedata.normalize("NFD", "Zoé")
    assert typed != "Zoé"
    house = house_at(tmp_path, place)
    house.names.rename("ann", typed)
    assert house.names.chosen["ann"] == "Zoé"
    house.close()
    journal = Journal(place)
    assert journal.names() == {"ann": "Zoé"}
    journal.close()


def test_who_was_called_as_the_computer_is_before_that_was_refused_is_so_no_more(tmp_path, place):
    journal = Journal(place)
    journal.rename("ann", "COMPUTER (strong)", 0.0)
    journal.rename("bob", "Bob", 0.0)
    journal.close()
    house = house_at(tmp_path, place)
    assert [house.descriptions.person(person, "en") for person in ("ann", "bob")] == [friendly("ann", "en"), "Bob"]
    assert house.names.chosen == {"bob": "Bob"}
    house.close()
