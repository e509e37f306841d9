"""The letters of the pieces in the languages of the site, for lists of moves that are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from server.texts.front_matter import RULES, folder_of
from server.texts.languages import LANGUAGES
from server.texts.words import Words
from variants.position import Position

_LETTER = re.compile(r"^[A-NP-Z](?=[a-l0-9x:@-])|(?<==)[A-Z]|(?<=[0-9])[A-Z]$")
"""The letter of the piece that moves, and that of a promotion."""


def in_chess_letters(words: Iterable[str], name: str, rules: type[Position]) -> list[str]:
    """Words of SAN with the letters of chess, from the first language of the site that has all their letters."""
    words = list(words)
    used = {letter for word in words for letter in _LETTER.findall(word)}
    letters = next((each for each in _languages(name, rules) if used <= each.keys()), {})
    return [_LETTER.sub(lambda match: letters.get(match[0], match[0]), word) for word in words]


@lru_cache(maxsize=64)
def _languages(name: str, rules: type[Position]) -> tuple[Mapping[str, str], ...]:
    """The letters of chess, then by language, English first, the letter of chess for each of its letters.

    The English page of a variant, too, may have letters of its own, such as E for an elephant.
    """
    chess = {symbol.upper(): symbol.upper() for symbol in rules.drawings}
    folder = folder_of(rules, name, RULES)
    pages = [folder / f"{language}.md" for language in LANGUAGES]
    languages = [Words.load(page, rules).letters for page in pages if page.is_file()]
    return (chess, *({letters.get(each, each): each for each in chess} for letters in languages))
