"""Texts of the site that are longer than a sentence: Markdown of our own in each language, made into a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import NamedTuple

from markdown import Markdown

from server.book.parts import Part, chosen, lacking, sections
from server.book.rulebook import Heading, headings, section
from server.texts.languages import BY_CODE, FALLBACK
from server.texts.typography import typography_html


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
    text = Template("\n".join(part.text for part in parts)).substitute(values)
    markdown = Markdown(extensions=["attr_list", "toc", "fenced_code"], output_format="html")
    # A line that is longer than the window is scrolled, also by keys: broken lines would lose their indentation.
    html = typography_html(markdown.convert(text), language).replace("<pre>", '<pre tabindex="0">')
    lead, *html_parts = re.split(r"(?=<h2)", html)
    return Essay(
        f'<div lang="{FALLBACK}">{lead}</div>' if "" in foreign else lead,
        "".join(section(part, (), foreign) for part in html_parts),
        headings(getattr(markdown, "toc_tokens", ()), language),
        bool(foreign),
    )


def _parts(page: Path) -> list[Part]:
    return sections(page, page.read_text(encoding="utf-8")) if page.is_file() else []
