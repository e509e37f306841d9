"""The sections of a page, and the skeleton that it shares with its translations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from server.book.fences import SAID, PageFault, fences_in
from server.texts.front_matter import place, read_page

_ID = re.compile(r"^## .*\{#([a-z0-9-]+)(?: \.folded)?\}$", re.M)
_HEADING = re.compile(r"^(#+) (?:.*\{#([a-z0-9-]+(?: \.folded)?)\}|(.*))$", re.M)
_LEAD = re.compile(r"\s*[^\s#]")
_LINK = re.compile(r"\]\(([^)]+)\)")
_WIKIPEDIA = re.compile(r"^https://\w\w\.wikipedia\.org/.*")


class PagePart(NamedTuple):
    """A section of Markdown; with id "", the part before the first one, or a whole page."""

    id: str
    text: str
    page: Path
    first_line: int
    """The number of its first line in the file."""

    @property
    def place(self) -> str:
        """The file and the line number, as faults name them."""
        return f"{place(self.page)}:{self.first_line}"


class Skeleton(NamedTuple):
    """The structure of a page, which is the same in every language."""

    headings: Sequence[str]
    """Level and id of each heading (`##aim`), or its title without an id; last, a mark if a text precedes them all."""
    fences: Sequence[Mapping[str, str]]
    """Fences, without the values in words."""
    links: Sequence[str]


def skeleton(part: PagePart) -> Skeleton:
    """Headings, fences and links of some Markdown. Raises PageFault."""
    headings = [level + (mark or title) for level, mark, title in _HEADING.findall(part.text)]
    headings += ["a text before the first"] if _LEAD.match(part.text) else []
    fences = [
        {"kind": fence.kind} | {key: fence.text(key) for key in fence.fields if key not in SAID}
        for fence in fences_in(part.text, place(part.page), part.first_line)
    ]
    return Skeleton(headings, fences, [_WIKIPEDIA.sub("Wikipedia", link) for link in _LINK.findall(part.text)])


def sections(body: PagePart) -> list[PagePart]:
    """The sections of a page, after the part before the first one."""
    parts, first_line = [], body.first_line
    for text in _split(body.text):
        mark = _ID.match(text)
        parts.append(PagePart(mark[1] if mark else "", text, body.page, first_line))
        first_line += text.count("\n")
    return parts


def _split(body: str) -> list[str]:
    texts, fenced = [""], False
    for line in body.splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            texts.append("")
        texts[-1] += line
    return texts


def body_of(page: Path) -> PagePart:
    """The whole Markdown of a rules page. Raises WordsError."""
    read = read_page(page)
    return PagePart("", read.body, page, read.first_line)


def compare(own: Path, english: Path) -> None:
    """Raise PageFault if the body of a page has other headings, fences or links than the English one.

    Raises WordsError as `read_page`.
    """
    body = body_of(own)
    if skeleton(body) != skeleton(body_of(english)):
        raise PageFault(
            place(own), body.first_line, f"the headings, fences and links are not those of {place(english)}"
        )
