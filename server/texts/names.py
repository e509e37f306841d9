"""Names of people: generated ones, and the rules for chosen ones.

No person may have the name of the computer or the dice.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import sha256

from server.game import DICE, STRENGTHS, Refusal, computer_id, is_deleted, strength_of
from server.texts.catalogue import translator
from server.texts.languages import BY_CODE, FALLBACK, LANGUAGES

MOST_CACHED = 8192
"""Generated names that are cached."""

LONGEST_NAME = 32
"""Characters of a name."""

MOST_MARKS = 4
"""Accents and other marks on one letter; more would cover the lines above and below."""

JOINERS = "\u200c\u200d"
"""Invisible characters that Persian, Indic scripts and many emoji need."""

BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode classifies as letters, marks and signs."""

_ALIKE = "aаαɑ bв cс dԁđ eеε3 gԍɡց hһнհħ iіιɩı1lł jј kкκ mмμ nηոп oоοօø0 pрρ rг sѕ5 tтτŧ7 uυս vνѵ xхχ yуγ"
"""Characters that look alike, small or as capitals: all of a word look like its first one."""

LETTER_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
"""Pairs of letters that look like one."""

_SEEN = {ord(sign): word[0] for word in _ALIKE.split() for sign in word}
ADJECTIVES, ANIMALS = tuple(BY_CODE[FALLBACK].adjectives), tuple(BY_CODE[FALLBACK].animals)
"""The words of generated names, in English."""


@lru_cache(maxsize=MOST_CACHED)
def generated_name(person: str, language: str) -> str:
    """A generated name: always the same for a public id, the same animal in every language."""
    number = int.from_bytes(sha256(person.encode()).digest(), "big")
    number, place = divmod(number, len(ANIMALS))
    animal, adjective = ANIMALS[place], ADJECTIVES[number % len(ADJECTIVES)]
    words = BY_CODE[language]
    if animal not in words.animals or adjective not in words.adjectives:
        words = BY_CODE[FALLBACK]
    animal, _, form = words.animals[animal].partition("/")
    forms = words.adjectives[adjective].split("/")
    adjective = forms[min(int(form or 0), len(forms) - 1)]
    capitals = {"Animal": animal.capitalize(), "Adjective": adjective.capitalize()}
    return words.called.format(animal=animal, adjective=adjective, **capitals)


def default_name(person: str, language: str, _: Callable[[str], str]) -> str:
    """The name of a person who has not chosen one."""
    if person == DICE:
        return _("The dice")
    if is_deleted(person):
        return _("Deleted player")
    strength = strength_of(person)
    if strength is None:
        return generated_name(person, language)
    return {1: _("Computer (easy)"), 2: _("Computer (medium)"), 3: _("Computer (strong)")}[strength]


def checked_name(name: str) -> str:
    """A chosen name in the stored form: NFC.

    Raises Refusal for a name with control characters (also of the direction of writing), with invisible ones except
    joiners, with blanks around, too many accents on a letter or a wrong length, or like the computer's or the dice's.
    """
    name = unicodedata.normalize("NFC", name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refusal("name_length", "A name has 1 to 32 characters.")
    seen = name.translate(dict.fromkeys(map(ord, JOINERS)))
    marks = "".join("x" if unicodedata.category(character) in ("Mn", "Me") else " " for character in seen)
    if (
        not seen.isprintable()
        or name != name.strip()
        or BLANKS.intersection(seen)
        or marks[:1] in ("", "x")
        or "x" * (MOST_MARKS + 1) in marks
    ):
        raise Refusal("name_characters", "A name is made of visible characters, without spaces at its ends.")
    if is_reserved(name):
        raise Refusal("name_reserved", "That name is reserved. Choose another.")
    return name


def is_reserved(name: str) -> bool:
    """Whether a name looks like that of the computer or the dice in some language.

    Case, accents, spaces, digits, text in brackets, and the script of a letter are ignored.
    """
    return not _readings(name).isdisjoint(_nobodys())


@cache
def _nobodys() -> frozenset[str]:
    readings: set[str] = set()
    for language in LANGUAGES:
        _ = translator(language)
        for name in (
            _("The computer"),
            *(default_name(each, language, _) for each in (DICE, *map(computer_id, STRENGTHS))),
        ):
            readings |= _readings(name)
    return frozenset(readings)


def reading(name: str) -> str:
    """The reading of a name: names that look alike, small or as capitals, have the same one."""
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    # Also before an l, an i and a 1 are one: “ci” is no d.
    return _joined(_joined("".join(filter(str.isalnum, small))).translate(_SEEN))


def _joined(plain: str) -> str:
    for pair, single in LETTER_PAIRS:
        plain = plain.replace(pair, single)
    return plain


def _readings(name: str) -> set[str]:
    """The readings of a name: with its digits as letters and without, with its brackets and without."""
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bracket = next((place for place, sign in enumerate(small) if unicodedata.category(sign) == "Ps"), len(small))
    words = (text for part in (small, small[:bracket]) for text in (part, part.translate(_SEEN)))
    return {"".join(filter(str.isalpha, word)).translate(_SEEN) for word in words} - {""}
