"""The site's own words: an English text in the code, and its translations in `translations/`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from server.texts.typography import typography
from server.texts.words import LANGUAGES

TRANSLATIONS = Path(__file__).parent.parent / "translations"


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language, read from its source, so that nothing has to be compiled or can be out of date.

    English has none: the texts in the code are its words. Raises FileNotFoundError for another language without one.
    """
    if language == LANGUAGES[0]:
        return NullTranslations()
    compiled = BytesIO()
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return Translations(compiled)


@cache
def speaker(language: str) -> Callable[[str], str]:
    """A function from an English text of the site to the same in this language, set as a printer would."""
    say = catalogue(language).gettext

    @cache
    def speak(text: str) -> str:
        return typography(say(text), language)

    return speak


def count_in(language: str, one: str, many: str, count: int) -> str:
    """A text with a {count}, in the plural form that the language asks for."""
    return typography(catalogue(language).ngettext(one, many, count), language).format(count=count)
