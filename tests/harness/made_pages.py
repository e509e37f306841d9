"""Variants from outside that have no rules page of their own, and the pages that are made for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from server.book.rulebook import RulesPage
from server.book.validation import InvalidVariant, drawings_of, page_of, words_of
from server.kit.pages import visible
from server.texts.languages import BY_CODE
from server.texts.words import Words
from variants.registry import load

__all__ = ["InvalidVariant", "faulty_signs", "front", "made", "said", "write"]

LINES = ("title: Newts", "summary: A game of newts.")
"""The front matter that a page must have."""


AS_DATA = '''"""A variant as data."""

import json
from pathlib import Path

from variants.declaration import declare

Variant = declare(json.loads((Path(__file__).parent / "newts.json").read_text(encoding="utf-8")), "Newts")
'''


def write(folder: Path, variant: str | Mapping[str, Any], **pages: str) -> None:
    """The variant Newts by its source or its declaration, with pages by language, else a title in English."""
    home = folder / "Newts"
    (home / "rules").mkdir(parents=True)
    (home / "__init__.py").write_text(variant if isinstance(variant, str) else AS_DATA, encoding="utf-8")
    if not isinstance(variant, str):
        (home / "newts.json").write_text(json.dumps(variant), encoding="utf-8")
    for language, page in (pages or {"en": front()}).items():
        (home / "rules" / f"{language}.md").write_text(page, encoding="utf-8")


def front(*more: str, body: str = "") -> str:
    """A page with a title, a summary and more lines of front matter."""
    return "\n".join(["---", *LINES, *more, "---", body])


def made(folder: Path, language: str) -> tuple[Words, RulesPage]:
    """The words and the page of Newts."""
    variant = load("Newts", [folder])
    words = words_of("Newts", variant, language)
    return words, page_of("Newts", variant, words, drawings_of("Newts", variant))


def said(folder: Path, language: str) -> str:
    """The text of a page as a reader sees it."""
    _, page = made(folder, language)
    return visible(page.lead + page.html)


def faulty_signs(text: str, language: str) -> list[str]:
    """Signs of typography that are wrong in a language."""
    wrong = BY_CODE[language].wrong
    return wrong.findall(text) if wrong else []
