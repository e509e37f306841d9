"""Typography: apostrophes, narrow spaces, signs, French contractions."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NARROW = "\u202f"
_NO_BREAK = "\u00a0"
_BEFORE = re.compile(r"[ \u00a0\n]+([:;!?»])")
_AFTER = re.compile(r"«[ \u00a0\n]+")
_APOSTROPHE = re.compile(r"(?<=\w)'")
_TIMES = re.compile(r"(?<=\d) x (?=\d)")
_DASH = re.compile(r"(?<=\s)--?(?=\s)")
_LITTLE = "à|a|au|aux|avec|dans|de|des|du|en|est|et|il|elle|la|le|les|ou|où|par|pour|puis|que|qui|sont|sur|un|une"
_UNBROKEN = (
    # A number and what it counts: “50 coups”; but neither a square, a move nor a part of a name: “d2 le”, “SHA-256 du”.
    re.compile(rf"(?<![\w.-])(\d+) (?=(?!(?:{_LITTLE})\b)[^\W\d_])"),
    # Two numbers and the word between them: “1 sur 2”, “1 à 5”.
    re.compile(r"(?<=\d) (sur|à) (?=\d)"),
    # A number and the word before it: “phase 2”; but not the number of a move, as in “Après 1.e4”.
    re.compile(rf"(?<=[^\W\d_]) (?=\d+(?![\w{_NO_BREAK}]|\.\w))"),
    # A square and the short word before it: “en c3”, “de g1”.
    re.compile(r"(?<!\w)(en|à|de|vers|sur|et|par) (?=[a-z]\d\d?(?!\w))", re.I),
)
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

    In French also a narrow no-break space (U+202F) where a plain one stands before `: ; ! ? »` or after `«`, and what
    `unbroken` does.
    """
    text = _DASH.sub("–", _TIMES.sub(" × ", _APOSTROPHE.sub("’", text)))
    if language == "fr":
        text = unbroken(_AFTER.sub("«" + _NARROW, _BEFORE.sub(_NARROW + r"\1", text)), language)
    return text


def unbroken(text: str, language: str) -> str:
    """A French text whose numbers and squares stay on one line with the word that they belong to (U+00A0)."""
    if language == "fr":
        counted, between, before, square = _UNBROKEN
        text = counted.sub(rf"\1{_NO_BREAK}", text)
        text = between.sub(rf"{_NO_BREAK}\1{_NO_BREAK}", text)
        text = square.sub(rf"\1{_NO_BREAK}", before.sub(_NO_BREAK, text))
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
