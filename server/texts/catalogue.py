"""The site's own words: an English text in the code, and its translations in `translations/`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.core import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from server.texts.languages import FALLBACK, TRANSLATIONS
from server.texts.typography import typography

MILLION = 1_000_000
"""A count with a category of its own in French and Spanish."""


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language, read from its `.po` file: there is no compiled form to be out of date.

    The fallback has none: its words are the texts in the code, also for texts that another language lacks.
    """
    source = catalogue_file(language)
    if not source.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return Translations(compiled)


def catalogue_file(language: str) -> Path:
    """The catalogue file of a language."""
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


@cache
def translator(language: str) -> Callable[[str], str]:
    """A function from an English text of the site to its translation, with the typography of the language."""
    say = catalogue(language).gettext

    @cache
    def speak(text: str) -> str:
        translation = say(text)
        return typography(translation, FALLBACK if translation == text else language)

    return speak


def count_in(language: str, singular: str, plural: str, count: int) -> str:
    """A text with a {count}, in the plural form that the language asks for."""
    return form_in(language, singular, plural, count).format(count=count)


def form_in(language: str, singular: str, plural: str, count: int) -> str:
    """The plural form for a count, with its fields to be filled."""
    translation = catalogue(language).ngettext(singular, plural, count)
    return typography(translation, FALLBACK if translation in (singular, plural) else language)


def forms_in(language: str, singular: str, plural: str) -> dict[str, str]:
    """The plural forms by the categories of Unicode's CLDR, which `Intl.PluralRules` of browsers answers too."""
    category = Locale.parse(language).plural_form
    samples = {category(count): count for count in (*reversed(range(200)), MILLION)}
    return {name: form_in(language, singular, plural, count) for name, count in samples.items()}
