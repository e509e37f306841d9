"""Every word of the house exists in French: what the code says is extracted anew and compared with the catalogue."""

import re
from collections.abc import Iterable
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from server.texts.catalogue import TRANSLATIONS, count_in, speaker
from server.texts.languages import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent.parent
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "N_": None,
    "_n": (1, 2),
    "FenError": (2,),
    "MoveError": (2,),
    "SettingsError": (2,),
    "MarkError": (2,),
    "Refusal": (2,),
    "TooSoon": (2,),
    "RecordError": (2,),
}
"""Which argument of which call is a text of the house. The errors in a variant's own folder have their words there."""

Message = str | tuple[str, ...]

OURS = [path for path in (ROOT / "static").rglob("*.js") if "vendor" not in path.parts]
COMMENT = re.compile(r"/\*.*?\*/|^ *//.*?$", re.S | re.M)
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
SEVERAL_WORDS = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
SELECTOR = re.compile(r"[#\[\]=<>(){}]|^.\.\w|, ")


def said() -> dict[Message, str]:
    """All texts in the code and the templates, each with the place of one use."""
    found: dict[Message, str] = {}
    sources = [
        *(
            (path, "python")
            for folder in ("server/**", "variants")
            for path in ROOT.glob(f"{folder}/*.py")
            if not {"example", "like"}.intersection(path.parts)
        ),  # A variant's own folder.
        *((path, "jinja2.ext:babel_extract") for path in ROOT.glob("server/templates/*.html")),
    ]
    for path, method in sources:
        # A template that cannot be read must fail here and not be passed over.
        for line, text, _, _ in extract_from_file(method, path, KEYWORDS, options={"silent": "false"}):
            found[text] = f"{path.relative_to(ROOT)}:{line}"
    return found


SAID = said()
OTHERS = [language for language in LANGUAGES if language != "en"]


def catalogue(language: str):
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def strings(message: Message | None) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message or ())


def fields(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_extraction_finds_texts_of_every_kind() -> None:
    assert "Break the seal" in SAID
    assert "There is no game at this address." in SAID
    assert any(isinstance(message, tuple) for message in SAID)
    assert any(place.startswith("variants/") for place in SAID.values())
    for path in ROOT.glob("server/templates/*.html"):
        assert set(re.findall(r'\b_\("([^"]+)"', path.read_text(encoding="utf-8"))) <= SAID.keys(), path.name


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    known = catalogue(language)
    missing = []
    for message, place in SAID.items():
        found = known.get(strings(message)[0])
        if found is None or found.fuzzy or not all(strings(found.string)) or not strings(found.string):
            missing.append(f"{place}: {message!r}")
    assert missing == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_left_over(language: str) -> None:
    known = catalogue(language)
    assert [message.id for message in known if message.id and message.id not in SAID] == []
    assert list(known.obsolete) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_fields_of_its_text(language: str) -> None:
    for message in catalogue(language):
        if message.id:
            assert fields(strings(message.string)) == fields(strings(message.id)), message.id


def test_french_is_set_as_a_printer_would() -> None:
    assert speaker("fr")("Which move?") == "Quel coup\u202f?"
    assert "’" in speaker("fr")("There is no game at this address.")
    assert speaker("en")("Which move?") == "Which move?"


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 joueur attend."), (1, "1 joueur attend."), (2, "2 joueurs attendent.")]
)
def test_french_counts_as_french_does(count: int, told: str) -> None:
    assert count_in("fr", "{count} player is waiting.", "{count} players are waiting.", count) == told


@pytest.mark.parametrize("script", sorted(path.relative_to(ROOT / "static") for path in OURS), ids=str)
def test_scripts_hold_no_words_of_their_own(script: Path) -> None:
    """A text of several words in a string of a script would be shown to nobody in French."""
    code = COMMENT.sub("", (ROOT / "static" / script).read_text(encoding="utf-8"))
    assert [text for text in LITERAL.findall(code) if SEVERAL_WORDS.search(text) and not SELECTOR.search(text)] == []
