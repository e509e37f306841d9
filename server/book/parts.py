"""The parts of a page as a reader gets it: each in their own language, or in the fallback where that lacks it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from server.book.fences import SAID, fences_in
from server.texts.front_matter import may_lack, place, read_page
from server.texts.languages import FALLBACK

_ID = re.compile(r"^## .*\{#([a-z0-9-]+)(?: \.folded)?\}$", re.M)
_HEADING = re.compile(r"^(#+) (?:.*\{#([a-z0-9-]+(?: \.folded)?)\}|(.*))$", re.M)
_LINK = re.compile(r"\]\(([^)]+)\)")
_WIKIPEDIA = re.compile(r"^https://\w\w\.wikipedia\.org/.*")


class PagePart(NamedTuple):
    """A section of Markdown, or what stands before the first, whose id is ""."""

    id: str
    text: str
    page: Path
    first_line: int
    """The number of its first line in the file."""

    @property
    def language(self) -> str:
        """The language it is written in."""
        return self.page.stem

    @property
    def place(self) -> str:
        """The file and the line, as faults name them."""
        return f"{place(self.page)}:{self.first_line}"


class Skeleton(NamedTuple):
    """What the pages of one variant have in common in every language."""

    headings: Sequence[str]
    """Level and id: `##aim`; the title of a heading without an id."""
    fences: Sequence[Mapping[str, str]]
    """Without what they say in words."""
    links: Sequence[str]


def skeleton(body: str) -> Skeleton:
    """Headings, fences and links of some Markdown. Raises PageFault."""
    headings = [level + (mark or title) for level, mark, title in _HEADING.findall(body)]
    fences = [
        {"kind": fence.kind} | {key: fence.text(key) for key in fence.fields if key not in SAID}
        for fence in fences_in(body, "", 0)
    ]
    return Skeleton(headings, fences, [_WIKIPEDIA.sub("Wikipedia", link) for link in _LINK.findall(body)])


def sections(page: Path, body: str, first_line: int = 1) -> list[PagePart]:
    """The sections of the Markdown of a file, what stands before the first among them."""
    found = []
    for text in _split(body):
        mark = _ID.match(text)
        found.append(PagePart(mark[1] if mark else "", text, page, first_line))
        first_line += text.count("\n")
    return found


def _split(body: str) -> list[str]:
    texts, fenced = [""], False
    for line in body.splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            texts.append("")
        texts[-1] += line
    return texts


def parts_of(page: Path) -> list[PagePart]:
    """The parts of a rules page, in the order of the English one where its language may lack some.

    A section that has other headings, fences or links than the English one tells of rules that have changed since: it
    counts as lacking. Raises WordsError and PageFault.
    """
    beside = may_lack(page)
    if beside is None:
        read = read_page(page)
        return sections(page, read.body, read.first_line)
    own, english = (parts_of_file(each) for each in (page, beside))
    return chosen(own, english)


def parts_of_file(page: Path) -> list[PagePart]:
    """The sections of a file itself; none where it is missing."""
    if not page.is_file():
        return []
    read = read_page(page)
    return sections(page, read.body, read.first_line)


def chosen(own: Sequence[PagePart], english: Sequence[PagePart]) -> list[PagePart]:
    """The English sections, each in the own words where they say the same."""
    by_id = {part.id: part for part in own}
    return [by_id[part.id] if up_to_date(by_id.get(part.id), part) else part for part in english]


def up_to_date(own: PagePart | None, english: PagePart) -> bool:
    """Whether there is an own section with some text that has the headings, fences and links of the English one."""
    return own is not None and bool(own.text.strip()) and skeleton(own.text) == skeleton(english.text)


def lacking(parts: Sequence[PagePart], language: str) -> frozenset[str]:
    """The ids of the parts that are in the fallback instead of this language."""
    return frozenset(part.id for part in parts if part.language == FALLBACK != language)
