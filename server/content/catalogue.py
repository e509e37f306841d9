"""The variants in groups, with the facets and the words by which a reader finds one among many."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from server.content.library import Library
from server.game import N_, start_of
from server.texts.catalogue import translator
from server.texts.entries import GROUPS
from server.texts.languages import FALLBACK, LANGUAGES
from variants.orthodox import Orthodox
from variants.position import Eyes, Position

USUAL_SQUARES = 64
"""Squares of the board of chess; a board is small or large beside it."""

DAYS_OF_WEEK = 7

KIND = N_("chess variant")


def fold(text: str) -> str:
    """A text for comparison: without case, accents and signs. `static/lib/search.js` has the same function."""
    bare = "".join(sign for sign in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(sign))
    return " ".join(re.findall(r"[^\W_]+", bare))


class Facets(NamedTuple):
    """What lists may sort and filter a variant by: of its class, and of its front matter."""

    group: str
    """A code of `GROUPS`."""
    kinds: frozenset[str]
    """Of `together`, `hidden` and `luck`, what it is."""
    board: str
    """`small`, `usual` or `large`."""
    minutes: int
    """How long a game lasts; 0 if the page does not say."""
    novelty: int
    """New rules for somebody who knows chess, from 1 to 5; 0 if the page does not say."""
    since: date | None


class Query(NamedTuple):
    """A wish for variants; each part that is empty admits all."""

    text: str = ""
    kinds: frozenset[str] = frozenset()
    board: str = ""
    minutes: int = 0
    """At most so many; a variant of unknown length is left out."""
    novelty: int = 0
    """At most so much; a variant of unknown novelty is left out."""

    def admits(self, facets: Facets, words: str) -> bool:
        """Whether a variant with these facets and `search_words` is wanted: its words begin with those of the text."""
        return (
            all(f" {word}" in f" {words}" for word in fold(self.text).split())
            and self.kinds <= facets.kinds
            and self.board in ("", facets.board)
            and (not self.minutes or 0 < facets.minutes <= self.minutes)
            and (not self.novelty or 0 < facets.novelty <= self.novelty)
        )


class Catalogue:
    """Sorts the variants of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._facets: dict[str, Facets] = {}
        self._names: dict[str, str] = {}
        self._words: dict[tuple[str, str], str] = {}

    def facets(self, name: str) -> Facets:
        """The facets of a variant."""
        if name not in self._facets:
            self._facets[name] = self._facets_of(name)
        return self._facets[name]

    def name_words(self, name: str) -> str:
        """The words of the names of a variant in all languages, folded; each is also called a chess variant."""
        if name not in self._names:
            texts = [name]
            for language in LANGUAGES:
                words = self._library.words(name, language)
                texts += [words.title, *words.other_names, translator(language)(KIND)]
            self._names[name] = _unique(texts)
        return self._names[name]

    def search_words(self, name: str, language: str) -> str:
        """The words by which a variant is found: those of its names, and of its summary in this language."""
        key = name, language
        if key not in self._words:
            self._words[key] = _unique([self.name_words(name), self._library.words(name, language).summary])
        return self._words[key]

    def groups(self, names: Iterable[str], language: str) -> Mapping[str, list[str]]:
        """These variants by group, in the order of lists; within a group by their titles. No group is empty."""
        titles = {name: self._library.words(name, language).title for name in names}
        in_order = sorted(titles, key=lambda name: fold(titles[name]))
        grouped = {group: [name for name in in_order if self.facets(name).group == group] for group in GROUPS}
        return {group: members for group, members in grouped.items() if members}

    def of_the_week(self, day: date) -> str:
        """The variant of the ISO week of a day: each in turn, in an order that is fixed by the names; "" for none."""
        names = sorted(self._library.variants, key=lambda name: sha256(name.encode()).digest())
        # The first day of the calendar is a Monday.
        return names[(day.toordinal() - 1) // DAYS_OF_WEEK % len(names)] if names else ""

    def _facets_of(self, name: str) -> Facets:
        rules, words = self._library.variants[name], self._library.words(name, FALLBACK)
        start = start_of(rules)
        has = {"together": len(start.to_act) > 1, "hidden": rules.hidden, "luck": bool(rules.chance)}
        files, ranks = rules.size
        squares = files * ranks - len(rules.holes)
        board = "small" if squares < USUAL_SQUARES else "large" if squares > USUAL_SQUARES else "usual"
        kinds = frozenset(kind for kind in has if has[kind])
        return Facets(words.group or _group(start, has), kinds, board, words.minutes, words.novelty, words.since)


def _unique(texts: Iterable[str]) -> str:
    """The words of these texts, folded, each once."""
    return " ".join(dict.fromkeys(fold(" ".join(texts)).split()))


def _group(start: Position, has: Mapping[str, bool]) -> str:
    """The group of a variant whose page names none, by what its class has and chess lacks."""
    signs = {
        "together": has["together"],
        "hidden": has["hidden"],
        "chance": has["luck"],
        "hands": bool(start.picture(Eyes.ALL).hands),
        "boards": start.size != Orthodox.size or bool(start.holes),
        "pieces": not {*start.drawings.values()} <= {*Orthodox.drawings.values()},
    }
    return next((group for group, applies in signs.items() if applies), "chess")
