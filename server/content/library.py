"""The variants that the site offers, with their words, drawings, covers and rules pages."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from server.book.examples import Example, cover
from server.book.rulebook import RulesPage, build
from server.book.validation import InvalidVariant, VariantContent, validate
from server.drawing.pieces import PIECE_SETS, Drawings
from server.game import find_rules, players_of, start_of
from server.runtime.loop import yield_to_loop
from server.texts.languages import FALLBACK, LANGUAGES
from server.texts.words import Words
from variants.position import Position
from variants.registry import discover

log = logging.getLogger(__name__)


class Library:
    """All variants that can be loaded: the project's own and those of the folders `outside`.

    A variant that cannot be loaded, or that lacks its English words, is left out and named in `faults`; so is one from
    outside that lacks a drawing or has a faulty rules page.
    """

    def __init__(self, outside: Iterable[str | Path]) -> None:
        variants, faults, _ = discover(outside)
        self.faults = [str(fault) for fault in faults]
        self._valid: dict[str, VariantContent] = {}
        self._pages: dict[tuple[str, str], RulesPage] = {}
        for name, variant in variants.items():
            try:
                self._valid[name] = validate(name, variant)
            except InvalidVariant as error:
                self.faults.append(f"{name}: {error}")
        self.variants = {name: variants[name] for name in self._valid}
        self._covers: dict[str, Example | None] = {}
        for fault in self.faults:
            log.error("a variant is left out", extra={"fault": fault})

    def warm_up(self) -> None:
        """Read the words of all variants before a page needs them, yielding to the loop between."""
        for variant in self.variants:
            for language in LANGUAGES:
                yield_to_loop()
                self.words(variant, language)

    @property
    def for_two(self) -> list[str]:
        """The variants of two players, in which strangers are paired."""
        return [name for name, rules in self.variants.items() if players_of(rules) == 2]

    @property
    def first(self) -> str:
        """The variant that stands for all: the first one whose players act at once, else the first; "" for none."""
        together = (name for name, rules in self.variants.items() if len(start_of(rules).to_act) > 1)
        return next(together, next(iter(self.variants), ""))

    def rules(self, variant: str) -> type[Position]:
        """The rules of a variant. Raises Refusal for an unknown one."""
        return find_rules(self.variants, variant)

    def words(self, variant: str, language: str) -> Words:
        """The words of a variant in a language. Raises Refusal for an unknown variant."""
        self.rules(variant)
        return self._valid[variant].words(language)

    def drawings(self, variant: str, pieces: str = PIECE_SETS[0]) -> Drawings:
        """The drawings of a variant in a set of pieces. Raises Refusal for an unknown variant."""
        self.rules(variant)
        return self._valid[variant].drawings(pieces)

    def cover(self, variant: str) -> Example | None:
        """The figure of a variant's rules page for lists, played at the first request; None for its start.

        Raises Refusal for an unknown variant.
        """
        if variant not in self._covers:
            self._covers[variant] = cover(self.rules(variant), self.words(variant, FALLBACK))
        return self._covers[variant]

    def page(self, variant: str, language: str) -> RulesPage:
        """The rules page of a variant, built at the first request. Raises Refusal, PageFault and WordsError."""
        words = self.words(variant, language)
        page = self._pages.get((variant, language))
        if page is None:
            rules, drawings = self.variants[variant], self.drawings(variant)
            page = build(variant, rules, words, drawings, yield_to_loop)
            self._pages[variant, language] = page
        return page
