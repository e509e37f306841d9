"""Texts of the site that are longer than a sentence: Markdown of our own in each language, made into a page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import NamedTuple

from server.book.figures import macros
from server.book.parts import PagePart, chosen, lacking, sections
from server.book.prose import Heading, Prose
from server.book.rulebook import section
from server.texts.catalogue import translator
from server.texts.languages import BY_CODE, FALLBACK


class Essay(NamedTuple):
    """A text in one language; its HTML is the project's own and safe to put into a template as it is."""

    lead: str
    html: str
    contents: tuple[Heading, ...]
    lacking: bool
    """Whether parts of it are in the fallback, as its language lacks them."""


def essay(folder: Path, language: str, values: Mapping[str, str]) -> Essay:
    """The text `<language>.md` of a folder, with its `$names` filled in."""
    own, english = (_parts(folder / f"{each}.md") for each in (language, FALLBACK))
    parts = own if BY_CODE[language].complete else chosen(own, english)
    foreign = lacking(parts, language)
    prose = Prose(language)
    # A line that is longer than the window is scrolled, also by keys: broken lines would lose their indentation.
    lead, *texts = (
        prose.html(Template(part.text).substitute(values)).replace("<pre>", '<pre tabindex="0">') for part in parts
    )
    html = macros(translator(language))
    return Essay(
        f'<div lang="{FALLBACK}">{lead}</div>' if "" in foreign else lead,
        "".join(
            section([text], html, FALLBACK if part.id in foreign else "")
            for part, text in zip(parts[1:], texts, strict=True)
        ),
        prose.contents,
        bool(foreign),
    )


def _parts(page: Path) -> list[PagePart]:
    return sections(page, page.read_text(encoding="utf-8")) if page.is_file() else []
