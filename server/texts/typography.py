"""Typography: apostrophes, narrow spaces, signs, contractions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from server.texts.languages import BY_CODE, apply

_APOSTROPHE = re.compile(r"(?<=\w)'")
_TIMES = re.compile(r"(?<=\d) x (?=\d)")
_DASH = re.compile(r"(?<![«“]\s)(?<=\s)--?(?=\s)")
_BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_]")
_SAFE = re.compile(
    r"(<(?:code|pre|svg|script|style|kbd)\b.*?</(?:code|pre|svg|script|style|kbd)>|<[^>]*>|&#?\w+;)", re.S
)


def typography(text: str, language: str) -> str:
    """A plain text with typographic signs: ’ for ', × between numbers, – for a hyphen between spaces.

    Then the rules of the language, such as narrow no-break spaces, and `unbroken`.
    """
    text = _DASH.sub("–", _TIMES.sub(" × ", _APOSTROPHE.sub("’", text)))
    return unbroken(apply(BY_CODE[language].set, text), language)


def unbroken(text: str, language: str) -> str:
    """A text with no-break spaces (U+00A0) between numbers or squares and their words."""
    return apply(BY_CODE[language].unbroken, text)


def typography_html(html: str, language: str) -> str:
    """The typography of the texts in HTML; tags, attributes, entities, code and drawings are not changed."""
    parts = _SAFE.split(html)
    parts[::2] = [typography(part, language) for part in parts[::2]]
    return "".join(parts)


def listed(texts: Iterable[str], language: str) -> str:
    """Texts joined by the list separator of the language."""
    return BY_CODE[language].separator.join(texts)


def contract(text: str, language: str) -> str:
    """A sentence with the contractions of its language: French “de les Blancs” becomes “des Blancs”."""
    return apply(BY_CODE[language].contractions, text)


def finished(text: str, language: str) -> str:
    """A sentence after names are filled in: with contractions, no-break spaces, and capitals at the beginnings."""
    return _BEGINNING.sub(lambda match: match[0].upper(), unbroken(contract(text, language), language))
