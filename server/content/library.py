"""The variants that the site offers, with their words, drawings, covers and rules pages."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path

from server.book.examples import Example
from server.book.rulebook import RulesPage, build
from server.book.validation import InvalidVariant, validate
from server.drawing.pieces import PIECE_SETS, Drawings
from server.game import find_rules, players_of
from server.runtime.loop import yield_to_loop
from server.texts.catalogue import translator
from server.texts.words import Words
from variants.position import Position
from variants.registry import discover

log = logging.getLogger(__name__)


class Library:
    """All variants that can be loaded, the site's own and those of the folders `outside`.

    A variant that cannot be loaded, or that lacks its words, is left out and named in `faults`; so is one from outside
    with a rules page that does not hold.
    """

    def __init__(self, outside: Iterable[str | Path]) -> None:
        variants, faults, _ = discover(outside)
        self.faults = [str(fault) for fault in faults]
        self.variants: dict[str, type[Position]] = {}
        self.covers: dict[str, Example | None] = {}
        """The figure of its rules page by which lists show a variant; None for its start."""
        self._words: dict[tuple[str, str], Words] = {}
        self._drawings: dict[str, Mapping[str, Drawings]] = {}
        self._pages: dict[tuple[str, str], RulesPage] = {}
        for name, variant in variants.items():
            self._add(name, variant)
        for fault in self.faults:
            log.error("a variant is left out", extra={"fault": fault})

    @property
    def for_two(self) -> list[str]:
        """The variants of two players, in which strangers are paired."""
        return [name for name, rules in self.variants.items() if players_of(rules) == 2]

    @property
    def first(self) -> str:
        """The variant that stands first; "" where there is none."""
        return next(iter(self.variants), "")

    def rules(self, variant: str) -> type[Position]:
        """The rules of a variant. Raises Refusal for an unknown one."""
        return find_rules(self.variants, variant)

    def words(self, variant: str, language: str) -> Words:
        """The words of a variant in a language. Raises Refusal for an unknown variant."""
        self.rules(variant)
        return self._words[variant, language]

    def drawings(self, variant: str, pieces: str = PIECE_SETS[0]) -> Drawings:
        """The drawings of a variant in a set of pieces. Raises Refusal for an unknown variant."""
        self.rules(variant)
        return self._drawings[variant][pieces]

    def page(self, variant: str, language: str) -> RulesPage:
        """The rules page of a variant, made when it is first asked for. Raises Refusal, PageFault and WordsError."""
        words = self.words(variant, language)
        page = self._pages.get((variant, language))
        if page is None:
            rules, drawings = self.variants[variant], self.drawings(variant)
            page = build(variant, rules, words, drawings, translator(language), yield_to_loop)
            self._pages[variant, language] = page
        return page

    def _add(self, name: str, variant: type[Position]) -> None:
        try:
            words, drawings, cover = validate(name, variant)
        except InvalidVariant as error:
            self.faults.append(f"{name}: {error}")
            return
        self.variants[name] = variant
        self._drawings[name] = drawings
        self.covers[name] = cover
        for language, translation in words.items():
            self._words[name, language] = translation
