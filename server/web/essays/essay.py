"""Texts of the site that are longer than a sentence: Markdown of our own in each language, made into a page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import NamedTuple

from server.book.figures import macros
from server.book.parts import PagePart, sections, skeleton
from server.book.prose import Heading, Prose
from server.book.rulebook import section
from server.texts.catalogue import translator
from server.texts.languages import BY_CODE, FALLBACK, file_in


class Essay(NamedTuple):
    """A text in one language; its HTML is the project's own and safe to put into a template as it is."""

    lead: str
    html: str
    contents: tuple[Heading, ...]
    lacking: bool
    """Whether it is in the fallback, as its language lacks it or says something else."""


def essay(folder: Path, language: str, values: Mapping[str, str]) -> Essay:
    """The text `<language>.md` of a folder, with its `$names` filled in."""
    body = _body(folder, language)
    foreign = "" if body.page.stem == language else FALLBACK
    prose = Prose(language)
    lead, *texts = (Template(part.text).substitute(values) for part in sections(body))
    lead, html = prose.html(lead), macros(translator(language))
    return Essay(
        f'<div lang="{foreign}">{lead}</div>' if foreign else lead,
        # A line that is longer than the window is scrolled, also by keys: broken lines would lose their indentation.
        "".join(section(prose.section(text), (), html, foreign) for text in texts).replace(
            "<pre>", '<pre tabindex="0">'
        ),
        prose.contents,
        bool(foreign),
    )


def _body(folder: Path, language: str) -> PagePart:
    """The text in this language; in the fallback, where the language is not complete and it says something else."""
    files = file_in(folder, language), folder / f"{FALLBACK}.md"
    own, english = (PagePart("", file.read_text(encoding="utf-8"), file, 1) for file in files)
    return own if BY_CODE[language].complete or skeleton(own) == skeleton(english) else english
