"""A language is a folder: no code names one, a new one needs no code, and what one lacks is said in English."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from server.texts.languages import FALLBACK, LanguageError, read
from tests.harness.checkout import ROOT, bare_environment, copied
from tools import translations
from variants.registry import load_all

ASK = """
import json, sys
from pathlib import Path
from server.runtime import Config
from tests.harness.composition import create_app
app = create_app(Config(data=Path(sys.argv[1]), engines=0, contact="mailto:words@chess.example"))
found = {}
for path in sys.argv[2:]:
    answer = app.test_client().get(path, headers={"Accept-Language": "eo, fr;q=0.5"})
    found[path] = [answer.status_code, answer.headers.get("Location", ""), answer.get_data(True) if answer.is_json or
        answer.mimetype.startswith(("text/", "application/")) else ""]
print(json.dumps(found))
"""

SETTINGS = """
name = "Esperanto"
locale = "eo"
[people]
called = "{Adjective} {animal}"
adjectives = "bold kuraĝa"
animals = "fox vulpo"
"""
CATALOGUE = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "Finished games"
msgstr "Finitaj ludoj"

msgid "{count} player is waiting."
msgid_plural "{count} players are waiting."
msgstr[0] "{count} ludanto atendas."
msgstr[1] "{count} ludantoj atendas."
"""
ENGLISH = (ROOT / "rules" / "Apocalypse" / f"{FALLBACK}.md").read_text(encoding="utf-8")
AIM = (
    re.search(r"^## The aim.*?(?=^## )", ENGLISH, re.M | re.S)[0]
    .replace("## The aim", "## La celo")
    .replace("https://en.", "https://eo.")
)
"""A section that differs from the English one in nothing but its words."""
PAGE = (
    """---
title: Apokalipso
seats:
  white: [Blanko, Blanko]
events:
  moved: "{the_piece1} iras de {square1} al {square2}."
---

Du etaj armeoj.

"""
    + AIM
    + """
## La vico {#turn}

Ambaŭ elektas movon.

```board
fen: npppn/p3p/5/P3P/NPPPN
caption: Figuro, kiun la angla paĝo ne havas.
```
"""
)
"""A page that lacks entries and sections."""

WHOLE = (
    (ROOT / "rules" / "Dobutsu" / f"{FALLBACK}.md")
    .read_text(encoding="utf-8")
    .replace("title: Dobutsu shogi", "title: Bestoj", 1)
    .replace("\n## ", "\n## La ", 1)
)
"""A page that lacks nothing."""
PATHS = (
    *("/", "/eo/", "/en/", "/eo/games", "/eo/variants/Apocalypse", "/eo/variants/Dobutsu", "/eo/fair-play", "/eo/make"),
    *("/sitemap.xml", "/offline/eo", "/manifest/eo.webmanifest"),
    *("/eo/variants/Apocalypse/leaflet", "/eo/nothing", "/eo/programs"),
)


KEPT = {"Apocalypse", "Checkered", "Chess", "Dice", "Dobutsu"}
"""The variants of the house."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the house with a folder of a language of its own."""
    house = copied(tmp_path_factory.mktemp("languages") / "house")
    (house / "static").symlink_to(ROOT / "static")
    for name in load_all().keys() - KEPT:  # Each page costs time.
        shutil.rmtree(house / "variants" / name)
        shutil.rmtree(house / "rules" / name)
    folder = house / "server" / "translations" / "eo"
    (folder / "LC_MESSAGES").mkdir(parents=True)
    (folder / "language.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "LC_MESSAGES" / "messages.po").write_text(CATALOGUE, encoding="utf-8")
    (house / "rules" / "Apocalypse" / "eo.md").write_text(PAGE, encoding="utf-8")
    (house / "rules" / "Dobutsu" / "eo.md").write_text(WHOLE, encoding="utf-8")
    return house


def run(house, *arguments):
    """The exit status of Python there with these arguments, and what it prints."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=house, env=bare_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0 or not done.stderr, done.stderr
    return done.returncode, done.stdout


LIST = ("-m", "tools.translations", "eo")


@pytest.fixture(scope="module")
def pages(house, tmp_path_factory):
    """What that house answers: status, where it leads, and the text."""
    status, out = run(house, "-c", ASK, str(tmp_path_factory.mktemp("data")), *PATHS)
    assert status == 0
    return json.loads(out.splitlines()[-1])


def test_a_folder_is_enough_for_a_language(pages):
    assert pages["/"][:2] == [302, "/eo/"]
    assert pages["/eo/nothing"][0] == 404
    paths = set(PATHS) - {"/", "/eo/nothing"}
    assert {path: pages[path][0] for path in paths} == dict.fromkeys(paths, 200)
    assert '<html lang="eo">' in pages["/eo/"][2]
    assert "Finitaj ludoj" in pages["/eo/games"][2]
    assert re.search(r'<a class="lang" href="/eo/" lang="eo" hreflang="eo">.*Esperanto', pages["/en/"][2])
    assert '<link rel="alternate" hreflang="eo" href="http://localhost/eo/">' in pages["/en/"][2]
    assert "<loc>http://localhost/eo/variants/Dice</loc>" in pages["/sitemap.xml"][2]
    assert json.loads(pages["/manifest/eo.webmanifest"][2])["start_url"] == "/eo/"
    assert "Bestoj" in pages["/offline/eo"][2]


def test_an_incomplete_page_is_shown_in_english_as_a_whole_with_a_notice(pages):
    page = pages["/eo/variants/Apocalypse"][2]
    assert '<h1 lang="en">Apocalypse</h1>' in page
    assert '<div class="intro"><div lang="en"><p>' in page
    assert '<section id="aim" lang="en">' in page
    assert '<ol lang="en"><li><a href="#aim">' in page
    leaflet = pages["/eo/variants/Apocalypse/leaflet"][2]
    assert '<ol class="short" lang="en">' in leaflet
    assert '<section class="ending" lang="en">' in leaflet
    assert not re.search("Blanko|La celo|Du etaj|kiun la angla", page)
    assert "Parts of this page are in English" in page
    whole = pages["/eo/variants/Dobutsu"][2]
    assert "<h1>Bestoj</h1>" in whole
    assert re.search(r'<section id="aim">\s*<h2><a href="#aim">La ', whole)
    assert '<section id="aim" lang="en">' not in whole
    assert "Parts of this page are in English" not in whole
    assert "Parts of this page are in English" in pages["/eo/fair-play"][2]
    assert '<section id="envelope" lang="en">' in pages["/eo/fair-play"][2]
    assert "Parts of this page are in English" not in pages["/eo/games"][2]


def test_every_page_of_an_incomplete_language_says_how_to_correct_it(pages):
    out = '<a href="mailto:words@chess.example">Send a correction</a>'
    assert all(out in pages[path][2] for path in ("/eo/", "/eo/games", "/eo/variants/Dobutsu", "/eo/nothing"))
    assert out not in pages["/en/"][2]


def test_missing_translations_are_listed_with_place_fields_and_english_text(house):
    status, out = run(house, *LIST)
    assert status == 0
    assert re.search(r"^missing   server/[\w./]+:\d+: {name} offers a draw\. \(fields: name\)$", out, re.M)
    assert "missing   rules/Apocalypse/eo.md: events.promoted: {the_piece1} becomes a horseman on {square1}. " in out
    assert re.search(r"^missing   rules/Apocalypse/eo\.md: ## The pieces .* \(rules/Apocalypse/en\.md:", out, re.M)
    assert re.search(r"^changed   rules/Apocalypse/eo\.md:\d+: ## The turn {#turn}: its headings, figures", out, re.M)
    assert "missing   server/translations/eo/language.toml: animals: wolf" in out
    assert "missing   essays/make/eo.md: ## Check it {#check}" in out
    assert "Finished games" not in out
    assert out.splitlines()[-1].endswith("0 WRONG.")


WORDS = "server/translations/eo/LC_MESSAGES/messages.po"
APOCALYPSE = "rules/Apocalypse/eo.md"
OWN = "server/translations/eo/language.toml"
FAULTS = {
    "fields that are not filled": [
        (WORDS, "{count} ludanto a", "{kount} ludanto a", "has the fields ('count', 'kount') instead of ('count',)"),
        (APOCALYPSE, "{square2}", "{where}", "asks for “where”"),
    ],
    "what is misspelled": [
        (WORDS, "{count} ludanto a", "{count ludanto a", "has a misspelled field"),
        (APOCALYPSE, "seats:", "saets:", "is not a key"),
    ],
    "a plural form that is missing": [(WORDS, "{count} ludantoj atendas.", "", "needs 2 plural forms")],
    "a catalogue that cannot be read": [(WORDS, 'msgstr "Finitaj', 'misgstr "Finitaj', "cannot be read")],
    "a language that is promised to be complete": [(OWN, '"eo"', '"eo"\ncomplete = true', "missing")],
}


@pytest.fixture
def spoiled(house):
    """The house, whose folders of the language may be changed."""
    originals = {house / place: text for place, text in ((WORDS, CATALOGUE), (APOCALYPSE, PAGE), (OWN, SETTINGS))}
    yield house
    for path, text in originals.items():
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("faults", FAULTS.values(), ids=FAULTS)
def test_a_wrong_translation_is_named_and_ends_with_status_1(spoiled, faults):
    for place, old, new, _ in faults:
        text = (spoiled / place).read_text(encoding="utf-8")
        assert old in text
        (spoiled / place).write_text(text.replace(old, new, 1), encoding="utf-8")
    status, out = run(spoiled, *LIST)
    assert status == 1, out[-300:]
    assert [said for *_, said in faults if said not in out] == []


def test_an_unknown_language_is_refused(tmp_path):
    with pytest.raises(
        translations.CommandError, match=r"^qq: there is no such translation, but es, fr; to begin one, make "
    ):
        [*translations.examine("qq")]
    with pytest.raises(translations.CommandError, match=r"^en: its texts are those of the source, and no translation"):
        [*translations.examine(FALLBACK)]


@pytest.mark.slow
def test_missing_texts_are_put_into_the_catalogue_once(spoiled):
    for expected in (len(translations.said()) - 2, 0):
        status, out = run(spoiled, *LIST, "--begin")
        assert status == 0
        assert f"\n{expected} texts were put into the catalogue" in f"\n{out}"
    text = (spoiled / WORDS).read_text(encoding="utf-8")
    assert text.startswith(CATALOGUE)
    assert re.search(r'#\. server/[\w./]+:\d+\n(#, .*\n)?msgid "{name} offers a draw\."\nmsgstr ""\n', text)
    assert "missing   " in run(spoiled, *LIST)[1], "what is empty is still missing"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("locale = 'eo'", "translations/eo/language.toml lacks 'name'"),
        ("name = ", "translations/eo/language.toml cannot be read: "),
        ("name = 'E'\nlocale = 'eo'\n[typography]\nset = [['(', '']]", "cannot be read: "),
    ],
)
def test_a_folder_that_cannot_be_used_is_named(tmp_path, text, said):
    folder = tmp_path / "eo"
    folder.mkdir()
    (folder / "language.toml").write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError) as caught:
        read(folder)
    assert said in str(caught.value)
