"""Markdown as HTML: text set by the rules of its language, headings that link to themselves, a table of contents."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any, NamedTuple

from markdown import Markdown
from markupsafe import Markup

from server.texts.typography import typography, typography_html

_TITLE = re.compile(r'(<h[23] (?:class="folded" )?id="([^"]+)">)(.*?)(</h[23]>)')
_SECTION = re.compile(r'<h2 (class="folded" )?id="([^"]+)">(.*?)</h2>(.*)', re.S)
_TAG = re.compile(r"<[^>]+>")


class Heading(NamedTuple):
    """A line of the table of contents: the id to link to, the title as plain text, and what is below it."""

    id: str
    title: str
    below: tuple[Heading, ...] = ()


class Prose:
    """Converts the Markdown of one page, piece by piece in the order of the page."""

    def __init__(self, language: str) -> None:
        self._language = language
        extensions = ["attr_list", "def_list", "fenced_code", "tables", "toc"]
        self._markdown = Markdown(extensions=extensions, output_format="html")
        self._headings: list[Heading] = []

    @property
    def contents(self) -> tuple[Heading, ...]:
        """The headings so far: those of sections, each with those of the third level in it."""
        return tuple(self._headings)

    def html(self, text: str) -> str:
        """A piece of the page as HTML."""
        html = typography_html(self._markdown.reset().convert(text), self._language)
        self._collect(getattr(self._markdown, "toc_tokens", ()))
        # Each heading links to itself, so that its address can be copied.
        return _TITLE.sub(r'\1<a href="#\2">\3</a>\4', html).strip()

    def _collect(self, tokens: Sequence[Mapping[str, Any]]) -> None:
        for token in tokens:
            heading = Heading(token["id"], typography(unescape(token["name"]), self._language))
            if token["level"] == 2 or not self._headings:
                self._headings.append(heading)
            elif token["level"] == 3:
                section = self._headings[-1]
                self._headings[-1] = section._replace(below=(*section.below, heading))
            self._collect(token["children"])


class Section(NamedTuple):
    """What a text of a page begins with: the heading of a section, as HTML without its id, and the rest."""

    id: str
    folded: bool
    title: Markup
    name: Markup
    """The same without any elements."""
    text: Markup


def section_of(html: str) -> Section:
    """The section that this HTML begins; one without id and title where it begins with something else."""
    found = _SECTION.match(html)
    if found is None:
        return Section("", False, Markup(), Markup(), Markup(html))
    name = Markup(_TAG.sub("", found[3]))
    return Section(found[2], bool(found[1]), Markup(f"<h2>{found[3]}</h2>\n"), name, Markup(found[4]))
