"""A text in Markdown, read once: its sections, with texts as HTML, and its fences, which Python-Markdown reads too."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions.toc import render_inner_html, strip_tags
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import ETX, STX
from markupsafe import Markup

from server.book.fences import FENCE_KEYS, SAID, Fence, PageFault, each, parse_fence
from server.texts.front_matter import place, read_page
from server.texts.typography import typography, typography_html

_FENCE = re.compile(rf"^```({'|'.join(FENCE_KEYS)})[ \t]*\n(.*?)^```[ \t]*$|^~~~.*?^~~~[ \t]*$", re.M | re.S)
"""A fence of the project, or code that may show one."""
_PLACEHOLDER = re.compile(f"{STX}fence:([0-9]+){ETX}")
_MISPLACED = "a fence is not closed, or stands inside something else"
_KINDS = "|".join(f"{kind.removesuffix('s')}s?" for kind in FENCE_KEYS)
_STRAY = {
    re.compile(rf"^.*```(?:{'|'.join(FENCE_KEYS)})[ \t]*$", re.M): _MISPLACED,
    re.compile(rf"^ *```[ \t]*(?i:{_KINDS})[ \t]*$", re.M): (
        f"a fence is one of {', '.join(FENCE_KEYS)}, in small letters and right after the signs"
    ),
    re.compile(r"^ {0,3}\[[^\]]+\]:", re.M): "a link stands in its text, as [text](address), and a note in brackets",
}
"""Markdown that a text between fences must not contain: pattern -> the fault."""
_SUBHEADING = re.compile(r'(<h3 id="([^"]+)">)(.*?)(</h3>)')
_MOVE = re.compile(r"<code>([^<\s]{1,16})</code>")
"""A move or a square as authors write it: short, and never broken over two lines."""
_HEADING = re.compile("h[1-6]")
_LINK = re.compile(r"\]\(([^)]+)\)")
_WIKIPEDIA = re.compile(r"^https://\w\w\.wikipedia\.org/.*")


class Heading(NamedTuple):
    """A line of the table of contents: the id to link to, the title as plain text, and what is below it."""

    id: str
    title: str
    below: tuple[Heading, ...] = ()


class Section(NamedTuple):
    """A section; the first one of a document is what precedes the headings, and has an empty one."""

    heading: Heading
    title: Markup
    """The heading as HTML."""
    folded: bool
    blocks: Sequence[Markup | Fence]
    """Texts and fences in turn: a text first and last, which may be empty."""
    elements: Sequence[Element]
    """The tree, from the heading on."""

    @property
    def fences(self) -> list[Fence]:
        """The fences, in order."""
        return [block for block in self.blocks if isinstance(block, Fence)]


class Skeleton(NamedTuple):
    """The structure of a page or of sections, which is the same in every language."""

    headings: Sequence[str]
    """Level and id of each heading (`##aim`); last, a mark if a text precedes them all."""
    fences: Sequence[Mapping[str, str]]
    """Fences, without the values in words."""
    links: Sequence[str]


class Document:
    """A text in Markdown, cut at its headings of the second level and at its fences."""

    def __init__(
        self, text: str, page: str, language: str, first_line: int = 1, moves: Callable[[str], str] | None = None
    ) -> None:
        """`first_line` is its line in the file `page`; `moves`: how the language writes moves, if inline code is a move
        or a square. Raises PageFault, which names all faulty fences.
        """
        self.text, self.page, self.first_line = text, page, first_line
        markdown = Markdown(extensions=["attr_list", "def_list", "fenced_code", "tables", "toc"], output_format="html")
        reader = _FenceReader(page, first_line)
        outline = _Outline(markdown, reader.fences, language, moves)
        # After white space is normalized, and before `fenced_code`, which would take any fence for code.
        markdown.preprocessors.register(reader, "fences", 26)
        markdown.treeprocessors.register(outline, "outline", -1)
        markdown.convert(text)
        self.sections: Sequence[Section] = outline.sections
        for fence in reader.fences:
            if fence not in self.fences:
                raise PageFault(page, fence.line, _MISPLACED)

    @property
    def fences(self) -> list[Fence]:
        """All fences, in order."""
        return [fence for section in self.sections for fence in section.fences]

    def line_of(self, text: str) -> int:
        """The line in the file where a text of the source stands last; that of the beginning where it does not."""
        return self.first_line + self.text.count("\n", 0, max(0, self.text.rfind(text)))

    @property
    def contents(self) -> tuple[Heading, ...]:
        """The headings of the sections."""
        return tuple(section.heading for section in self.sections[1:])


def read(page: Path, language: str = "", moves: Callable[[str], str] | None = None) -> Document:
    """The body of a rules page, typeset in its own language or in this one.

    Raises PageFault, and WordsError as `read_page`.
    """
    _, body, first_line = read_page(page)
    return Document(body, place(page), language or page.stem, first_line, moves)


def skeleton(sections: Sequence[Section]) -> Skeleton:
    """The structure of some sections."""
    elements = [element for section in sections for top in section.elements for element in top.iter()]
    fences = [fence for section in sections for fence in section.fences]
    headings = ["#" * int(each.tag[1]) + _mark(each) for each in elements if _HEADING.fullmatch(each.tag)]
    if any(section.elements and not section.heading.id for section in sections):
        headings.append("a text before the first")
    links = [each.get("href", "") for each in elements if each.tag == "a"]
    links += [link for fence in fences for key in sorted(SAID) for link in _LINK.findall(fence.text(key))]
    return Skeleton(
        headings,
        [{"kind": fence.kind} | {key: fence.text(key) for key in fence.fields if key not in SAID} for fence in fences],
        [_WIKIPEDIA.sub("Wikipedia", link) for link in links],
    )


def _mark(heading: Element) -> str:
    """The id and the classes of a heading, as authors write them."""
    return " .".join([heading.get("id", ""), *heading.get("class", "").split()])


class _FenceReader(Preprocessor):
    """Parses the fences of the project; each leaves a paragraph with its number."""

    def __init__(self, page: str, first_line: int) -> None:
        super().__init__()
        self.fences: list[Fence] = []
        self._page, self._first_line = page, first_line

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        bounds = [0, *(bound for match in _FENCE.finditer(text) for bound in match.span()), len(text)]

        def read_piece(span: tuple[int, int]) -> str:
            return self._read(text[slice(*span)], self._first_line + text.count("\n", 0, span[0]))

        return "".join(each(read_piece, pairwise(bounds))).split("\n")

    def _read(self, piece: str, line: int) -> str:
        if match := _FENCE.fullmatch(piece):
            if not match[1]:
                return piece
            self.fences.append(parse_fence(match[1], match[2], self._page, line))
            return f"\n\n{STX}fence:{len(self.fences) - 1}{ETX}\n\n"
        for pattern, sentence in _STRAY.items():
            if stray := pattern.search(piece):
                raise PageFault(self._page, line + piece.count("\n", 0, stray.end()), sentence)
        return piece


class _Outline(Treeprocessor):
    """Cuts the finished tree into sections."""

    def __init__(
        self, markdown: Markdown, fences: Sequence[Fence], language: str, moves: Callable[[str], str] | None
    ) -> None:
        super().__init__(markdown)
        self._fences, self._language, self._moves = fences, language, moves
        self.sections = [self._section(())]

    def run(self, root: Element) -> None:
        starts = [number for number, element in enumerate(root) if element.tag == "h2"]
        self.sections = [self._section(root[start:end]) for start, end in pairwise([0, *starts, len(root)])]

    def _section(self, elements: Sequence[Element]) -> Section:
        heading, title, folded = Heading("", ""), Markup(), False
        blocks: list[Markup | Fence] = []
        text = Element("div")
        for element in elements:
            if element.tag == "h2":
                below = tuple(self._heading(each) for top in elements for each in top.iter("h3"))
                heading = self._heading(element)._replace(below=below)
                title = Markup('<h2><a href="#{}">{}</a></h2>\n').format(heading.id, Markup(self._html(element)))
                folded = "folded" in element.get("class", "").split()
            elif match := _PLACEHOLDER.fullmatch(element.text or ""):
                blocks += (self._text(text), self._fences[int(match[1])])
                text = Element("div")
            else:
                text.append(element)
        return Section(heading, title, folded, (*blocks, self._text(text)), elements)

    def _heading(self, element: Element) -> Heading:
        name = unescape(strip_tags(render_inner_html(element, self.md)))
        return Heading(element.get("id", ""), typography(name, self._language))

    def _text(self, parent: Element) -> Markup:
        # Each heading links to itself, so that its address can be copied.
        return Markup(_SUBHEADING.sub(r'\1<a href="#\2">\3</a>\4', self._html(parent)))

    def _html(self, parent: Element) -> str:
        """The typeset content of an element."""
        html, moves = typography_html(render_inner_html(parent, self.md), self._language), self._moves
        return _MOVE.sub(lambda code: f'<code class="move">{moves(code[1])}</code>', html) if moves else html
