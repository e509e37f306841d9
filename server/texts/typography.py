"""Typography: apostrophes, narrow spaces, signs, contractions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from server.texts.languages import BY_CODE, apply

_APOSTROPHE = re.compile(r"(?<=\w)'")
_TIMES = re.compile(r"(?<=\d) x (?=\d)")
_DASH = re.compile(r"(?<=\s)--?(?=\s)")
_SAFE = re.compile(
    r"(<(?:code|pre|svg|script|style|kbd)\b.*?</(?:code|pre|svg|script|style|kbd)>|<[^>]*>|&#?\w+;)", re.S
)


def typography(text: str, language: str) -> str:
    """A plain text as a printer would set it: ’ for ', × between numbers, – for a hyphen that stands alone.

    Then by the rules of its language for signs, such as narrow no-break spaces, and as `unbroken` does.
    """
    text = _DASH.sub("–", _TIMES.sub(" × ", _APOSTROPHE.sub("’", text)))
    return unbroken(apply(BY_CODE[language].set, text), language)


def unbroken(text: str, language: str) -> str:
    """A text whose numbers and squares stay on one line with the word that they belong to (U+00A0)."""
    return apply(BY_CODE[language].unbroken, text)


def typography_html(html: str, language: str) -> str:
    """The same for the texts of HTML; tags, their attributes, entities, code and drawings stay as they are."""
    parts = _SAFE.split(html)
    parts[::2] = [typography(part, language) for part in parts[::2]]
    return "".join(parts)


def listed(texts: Iterable[str], language: str) -> str:
    """Some texts as one list, between them a semicolon as the language sets it."""
    return BY_CODE[language].separator.join(texts)


def contract(text: str, language: str) -> str:
    """A sentence in which words are contracted that meet in it: French “de les Blancs” becomes “des Blancs”."""
    return apply(BY_CODE[language].contractions, text)
