"""Texts of the house that are longer than a sentence: Markdown of our own in each language, made into a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import NamedTuple

from markdown import Markdown

from server.book.rulebook import Heading, headings, section
from server.texts.typography import typography_html


class Essay(NamedTuple):
    """A text in one language; its HTML is the project's own and safe to put into a template as it is."""

    lead: str
    html: str
    contents: tuple[Heading, ...]


def essay(folder: Path, language: str, values: Mapping[str, str]) -> Essay:
    """The text `<language>.md` of a folder, with its `$names` filled in."""
    text = Template((folder / f"{language}.md").read_text(encoding="utf-8")).substitute(values)
    markdown = Markdown(extensions=["attr_list", "toc", "fenced_code"], output_format="html")
    # A line that is longer than the window is scrolled, also by keys: broken lines would lose their indentation.
    html = typography_html(markdown.convert(text), language).replace("<pre>", '<pre tabindex="0">')
    lead, *parts = re.split(r"(?=<h2)", html)
    return Essay(lead, "".join(map(section, parts)), headings(getattr(markdown, "toc_tokens", ()), language))
