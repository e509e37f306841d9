"""What a printer does to plain typing: apostrophes, narrow spaces, signs, French contractions."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NARROW = "\u202f"
_BEFORE = re.compile(r"[ \u00a0\n]+([:;!?»])")
_AFTER = re.compile(r"«[ \u00a0\n]+")
_APOSTROPHE = re.compile(r"(?<=\w)'")
_TIMES = re.compile(r"(?<=\d) x (?=\d)")
_DASH = re.compile(r"(?<=\s)--?(?=\s)")
_SAFE = re.compile(
    r"(<(?:code|pre|svg|script|style|kbd)\b.*?</(?:code|pre|svg|script|style|kbd)>|<[^>]*>|&#?\w+;)", re.S
)
_CONTRACTIONS = (
    (re.compile(r"\b([Dd])e les\b"), r"\1es"),
    (re.compile(r"\b([Dd])e le\b"), r"\1u"),
    (re.compile(r"(?<!\w)à les\b"), "aux"),
    (re.compile(r"(?<!\w)à le\b"), "au"),
    (re.compile(r"(?<!\w)À les\b"), "Aux"),
    (re.compile(r"(?<!\w)À le\b"), "Au"),
)


def typography(text: str, language: str) -> str:
    """A plain text as a printer would set it: ’ for ', × between numbers, – for a hyphen that stands alone.

    In French also a narrow no-break space (U+202F) where a plain one stands before `: ; ! ? »` or after `«`.
    """
    text = _DASH.sub("–", _TIMES.sub(" × ", _APOSTROPHE.sub("’", text)))
    if language == "fr":
        text = _AFTER.sub("«" + _NARROW, _BEFORE.sub(_NARROW + r"\1", text))
    return text


def typography_html(html: str, language: str) -> str:
    """The same for the texts of HTML; tags, their attributes, entities, code and drawings stay as they are."""
    parts = _SAFE.split(html)
    parts[::2] = [typography(part, language) for part in parts[::2]]
    return "".join(parts)


def listed(texts: Iterable[str], language: str) -> str:
    """Some texts as one list, between them a semicolon as the language sets it."""
    return (f"{_NARROW}; " if language == "fr" else "; ").join(texts)


def contract(text: str, language: str) -> str:
    """A French sentence with “de les Blancs”, “à le fou” said as they are said: “des Blancs”, “au fou”."""
    if language == "fr":
        for pattern, short in _CONTRACTIONS:
            text = pattern.sub(short, text)
    return text
