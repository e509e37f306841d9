"""Markdown as HTML: typography of the language, headings that link to themselves, a table of contents."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from typing import Any, NamedTuple

from markdown import Markdown
from markupsafe import Markup

from server.texts.typography import typography, typography_html

_SUBHEADING = re.compile(r'(<h3 id="([^"]+)">)(.*?)(</h3>)')
_MOVE = re.compile(r"<code>([^<\s]{1,16})</code>")
"""A move or a square as authors write it: short, and never broken over two lines."""


class Heading(NamedTuple):
    """A line of the table of contents: the id to link to, the title as plain text, and what is below it."""

    id: str
    title: str
    below: tuple[Heading, ...] = ()


class Section(NamedTuple):
    """A section of a page: its heading, and the text up to its first figure."""

    id: str
    folded: bool
    title: Markup
    name: Markup
    """The title without any elements."""
    text: Markup


class Prose:
    """Converts the Markdown of one page, piece by piece in the order of the page."""

    def __init__(self, language: str, moves: Callable[[str], str] | None = None) -> None:
        """`moves`: how the language writes moves, if inline code is a move or a square."""
        self._language = language
        self._moves = moves
        extensions = ["attr_list", "def_list", "fenced_code", "tables", "toc"]
        self._markdown = Markdown(extensions=extensions, output_format="html")
        self._headings: list[Heading] = []

    @property
    def contents(self) -> tuple[Heading, ...]:
        """The headings so far: of sections, each with those of the third level in it."""
        return tuple(self._headings)

    def html(self, text: str) -> Markup:
        """A piece of the page as HTML."""
        html = self._printed(self._markdown.reset().convert(text))
        self._collect(getattr(self._markdown, "toc_tokens", ()))
        # Each heading links to itself, so that its address can be copied.
        return Markup(_SUBHEADING.sub(r'\1<a href="#\2">\3</a>\4', html).strip())

    def section(self, text: str) -> Section:
        """A piece of the page that begins with the heading of a section."""
        heading, _, rest = text.partition("\n")
        self.html(heading)
        (token,) = self._markdown.toc_tokens  # type: ignore[attr-defined]  # An attribute that an extension adds.
        title = Markup('<h2><a href="#{}">{}</a></h2>\n').format(token["id"], Markup(self._printed(token["html"])))
        name = Markup(self._printed(token["name"]))
        return Section(token["id"], heading.endswith(" .folded}"), title, name, self.html(rest))

    def _printed(self, html: str) -> str:
        html = typography_html(html, self._language)
        if self._moves is None:
            return html
        write = self._moves
        return _MOVE.sub(lambda code: f'<code class="move">{write(code[1])}</code>', html)

    def _collect(self, tokens: Sequence[Mapping[str, Any]]) -> None:
        for token in tokens:
            heading = Heading(token["id"], typography(unescape(token["name"]), self._language))
            if token["level"] == 2 or not self._headings:
                self._headings.append(heading)
            elif token["level"] == 3:
                section = self._headings[-1]
                self._headings[-1] = section._replace(below=(*section.below, heading))
            self._collect(token["children"])
