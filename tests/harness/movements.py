"""How pieces go, by the fence `moves`: its sentences, its marks, and pages with one such fence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from server.book.fences import PageFault
from server.book.movement import best_square, marks_of, mover_of
from server.book.rulebook import RulesPage, build
from server.book.validation import drawings_of
from server.texts.catalogue import translator
from server.texts.front_matter import read_page
from server.texts.rule_text import sentence
from server.texts.words import Words
from tests.harness.checkout import ROOT
from variants.betza import ways
from variants.orthodox import Orthodox
from variants.registry import load, load_all

__all__ = [
    "FAMILY",
    "PageFault",
    "best_square",
    "caption",
    "fence_page",
    "marks_of",
    "mover_of",
    "page_of",
    "said",
    "ways",
]

FAMILY: Mapping[str, type[Orthodox]] = {
    name: variant for name, variant in load_all().items() if issubclass(variant, Orthodox)
}
"""The variants of chess."""


def said(notation: str, language: str) -> str:
    """The sentence of a notation in a language, about “it”."""
    return sentence("it", notation, translator(language))


def page_of(folder: Path, *lines: str, name: str = "Chess", language: str = "en") -> RulesPage:
    """A page with the words of a variant and a fence `moves` of these lines."""
    return fence_page(folder, "moves", *lines, name=name, language=language)


def fence_page(folder: Path, kind: str, *lines: str, name: str = "Chess", language: str = "en") -> RulesPage:
    """A page with the words of a variant and a fence of these lines."""
    front = read_page(ROOT / f"rules/{name}/{language}.md").front
    page = folder / "rules/Foo" / f"{language}.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    fence = "\n".join((f"```{kind}", *lines, "```"))
    page.write_text(f"---\n{front}\n---\n\n## Ways {{#ways}}\n\n{fence}\n", encoding="utf-8")
    words = Words.load(page, load(name))
    return build(name, load(name), words, drawings_of(name, load(name)))


def caption(page: RulesPage) -> str:
    """The caption of the first figure of a page."""
    return re.sub("<[^>]+>", "", re.findall("<figcaption>(.*?)</figcaption>", page.html, re.S)[0]).strip()
