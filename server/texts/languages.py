"""The languages of the site: a folder in `translations/` each, with everything that depends on the language as data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from babel.core import Locale

TRANSLATIONS = Path(__file__).parent.parent / "translations"
FALLBACK = "en"
"""The language of the texts in the code, used for what another language lacks."""

Rules = tuple[tuple[re.Pattern[str], str], ...]
"""Patterns and their replacements."""

CODE = re.compile("[a-z][a-z]")


class LanguageError(ValueError):
    """A language folder that cannot be used; the message names the file and the fault."""


class Language(NamedTuple):
    """The contents of `language.toml`."""

    code: str
    name: str
    """Its name in the language itself."""
    locale: str
    """With its country, for dates and link previews: `fr_FR`."""
    complete: bool
    """Whether it must have every text."""
    called: str
    """The template of generated names: {animal} and {adjective}, or {Animal} and {Adjective}."""
    adjectives: Mapping[str, str]
    """By the English ones. Forms are separated by `/`."""
    animals: Mapping[str, str]
    """By the English ones; after a `/` the index of the adjective's form, from 0."""
    separator: str
    """Between the parts of a list."""
    set: Rules
    """Typographic rules of the language."""
    unbroken: Rules
    """Spaces at which no line is broken."""
    contractions: Rules
    """Contractions of words with a name that is filled into a sentence."""
    common: frozenset[str]
    """Frequent words of its pages that other languages lack, or have in `shared`."""
    shared: frozenset[str]
    """Its words that are frequent in another language too."""
    wrong: re.Pattern[str] | None
    """Patterns that no typographically correct text contains."""


def read(folder: Path) -> Language:
    """The language of a folder. Raises LanguageError."""
    try:
        data = tomllib.loads((folder / "language.toml").read_text(encoding="utf-8"))
        people, signs, style = (data.get(part, {}) for part in ("people", "typography", "style"))
        return Language(
            folder.name,
            data["name"],
            data["locale"],
            data.get("complete", False),
            people.get("called", "{Adjective} {Animal}"),
            _pairs(people.get("adjectives", "")),
            _pairs(people.get("animals", "")),
            signs.get("separator", "; "),
            _rules(signs.get("set", ())),
            _rules(signs.get("unbroken", ())),
            _rules(signs.get("contractions", ())),
            frozenset(style.get("common", "").split()),
            frozenset(style.get("shared", "").split()),
            re.compile(style["wrong"]) if "wrong" in style else None,
        )
    except KeyError as error:
        raise LanguageError(f"translations/{folder.name}/language.toml lacks {error}") from error
    except (OSError, ValueError, TypeError, AttributeError, re.error) as error:
        raise LanguageError(f"translations/{folder.name}/language.toml cannot be read: {error}") from error


def _pairs(text: str) -> Mapping[str, str]:
    """`bear oso, bison bison` as a table; a single word is its own translation."""
    pairs = [pair.split(maxsplit=1) for pair in text.split(",") if pair.strip()]
    return {pair[0]: pair[-1].strip() for pair in pairs}


def _rules(rows: Iterable[Any]) -> Rules:
    return tuple((re.compile(pattern), replacement) for pattern, replacement in rows)


def apply(rules: Rules, text: str) -> str:
    """A text after these replacements, one after the other."""
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def _found() -> dict[str, Language]:
    codes = sorted(folder.name for folder in TRANSLATIONS.iterdir() if CODE.fullmatch(folder.name))
    return {code: read(TRANSLATIONS / code) for code in sorted(codes, key=lambda code: code != FALLBACK)}


BY_CODE = _found()
LANGUAGES = tuple(BY_CODE)
"""The languages by their codes, the fallback first."""

COMPLETE = tuple(code for code, language in BY_CODE.items() if language.complete)


def name_in(code: str, language: str) -> str:
    """The name of a language in a language: `anglais`."""
    return Locale.parse(code).get_language_name(language) or BY_CODE[code].name


def file_in(folder: Path, language: str) -> Path:
    """The Markdown file of a folder in this language, else in the fallback."""
    own = folder / f"{language}.md"
    return own if own.is_file() else folder / f"{FALLBACK}.md"
