"""The rules pages: Markdown of `rules/` as HTML, with boards drawn and examples played by the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from markupsafe import Markup

from server.book.document import Document, Heading, Section, read, skeleton
from server.book.examples import chosen_cover
from server.book.fences import Fence, PageFault, each
from server.book.figures import NOTHING, Illustration, Illustrator
from server.drawing.pieces import Drawings
from server.texts.catalogue import translator
from server.texts.front_matter import WordsError, may_lack, page_with_body, place
from server.texts.languages import FALLBACK
from server.texts.words import Words
from variants.position import Position


class RulesPage(NamedTuple):
    """A rules page. Its HTML is the project's own and safe for templates."""

    lead: str
    """HTML: the paragraphs before the first section."""
    html: str
    """The sections. Each is a `<section id>` of `<div class="step">`, which hold a `<div class="text">` and perhaps its
    `<figure class="fig">`."""
    contents: tuple[Heading, ...]
    cover: Illustration = NOTHING
    """The cover figure with its example; empty for none."""
    ending: str = ""
    """HTML: the text on how a game ends, of the heading `#end`, else `#draws`, up to its first figure."""
    lacking: str = ""
    """Why the body is in the fallback language: the faults of the body in the requested one; "" without any."""
    language: str = ""
    """The language of the body, if it is not the requested one."""
    turned: bool = False
    """Whether a board is turned; the page must hold the `definitions` for it."""


class Step(NamedTuple):
    """A text of a section and its figure, if any, which is folded if it has a title."""

    text: str
    aside: str = ""
    title: str = ""


def build(
    name: str,
    variant: type[Position],
    words: Words,
    drawings: Drawings,
    pause: Callable[[], object] = lambda: None,
) -> RulesPage:
    """The rules page of a variant in the language of `words`.

    Draws all boards and plays all examples; calls `pause` in each step. Raises PageFault, naming file and line, for a
    faulty fence, and WordsError for a missing page. If the language is not complete and its body has a fault or
    another skeleton than the English one, the English body is used; where a page of a complete one has no body, that
    of another language. A page without a body in any is made from what the variant declares.
    """
    illustrator = partial(Illustrator, name, variant, words, drawings)
    if words.made:
        document = Document(_made_body(words), place(words.page), words.language, moves=words.move)
        return _build(illustrator(), pause, document)
    english = may_lack(words.page)
    own = words.page if english is not None else page_with_body(words.page)

    def opened(page: Path) -> Document:
        pause()
        return read(page, page.stem if page == own else words.language, words.move)

    try:
        document = opened(own)
        if english is not None and skeleton(document.sections) != skeleton(opened(english).sections):
            sentence = f"the headings, fences and links are not those of {place(english)}"
            raise PageFault(document.page, document.first_line, sentence)
        language = own.stem
        return _build(illustrator(), pause, document, language if language != words.language else "")
    except (PageFault, WordsError) as fault:
        if english is None:
            raise
        return _build(illustrator(), pause, opened(english), FALLBACK, str(fault))


def _made_body(words: Words) -> str:
    """The Markdown of a page that consists of what the class declares, and says so."""
    _ = translator(words.language)
    lead = [_("This page was made from the variant's declaration; its author has not written one.")]
    if words.front.undescribed:
        lead.append(
            _("The variant also has rules of its own that are not written here: some of what follows may not hold.")
        )
    titles = {"board": _("The board")}
    if words.rules.family:
        titles |= {"pieces": _("The pieces"), "moves": _("Moves"), "end": _("The end of the game")}
    sections = [f"## {title} {{#{topic}}}\n\n```rules\nabout: {topic}\n```\n" for topic, title in titles.items()]
    if words.options:
        sections.append(f"## {_('Options')} {{#options}}\n\n```options\n```\n")
    return "\n".join([" ".join(lead), "", *sections])


def _build(
    illustrator: Illustrator,
    pause: Callable[[], object],
    document: Document,
    language: str = "",
    lacking: str = "",
) -> RulesPage:
    # Two covers are a fault of the page.
    chosen_cover(document.fences)
    first, *sections = document.sections
    for fence in first.fences:
        raise PageFault(fence.page, fence.line, "the first fence stands before the first section")

    def draw(fence: Fence) -> tuple[int, Sequence[Illustration]]:
        pause()
        return fence.line, illustrator.draw(fence)

    drawn = dict(each(draw, document.fences))
    ends = {section.heading.id: f"{section.title}\n{_opening(section, drawn)}" for section in sections}
    page = RulesPage(
        lead=lead_html(first, language),
        html="".join(section_html(section, illustrator.macros, language, drawn) for section in sections),
        contents=document.contents,
        cover=illustrator.cover,
        ending=ends.get("end", ends.get("draws", "")),
        lacking=lacking,
        language=language,
        turned=illustrator.turned,
    )
    _check_links(page, document)
    return page


def _opening(section: Section, drawn: Mapping[int, Sequence[Illustration]]) -> str:
    """The text of a section up to its first figure."""
    text, *rest = section.blocks
    fence = rest[0] if rest else None
    stated = drawn[fence.line][0].text if isinstance(fence, Fence) and fence.kind == "rules" else ""
    return f"{text}{stated}"


def lead_html(section: Section, language: str = "") -> str:
    """What precedes the first heading; `language` is given if it is not that of the page."""
    (text,) = section.blocks
    return f'<div lang="{language}">{text}</div>' if language else str(text)


def section_html(
    section: Section,
    macros: Any,
    language: str = "",
    drawn: Mapping[int, Sequence[Illustration]] = MappingProxyType({}),
) -> str:
    """A section in steps: the text up to a fence, and its figure.

    A section whose heading has the class `folded` is folded as a whole, else each foldable example. `macros` are those
    of `figures.html`; `language` is given if it is not that of the page; `drawn` has each fence by its line.
    """
    steps: list[Step] = []
    text = Markup()
    for block in section.blocks:
        if isinstance(block, Markup):
            text = block
            continue
        for drawing in drawn[block.line]:
            if drawing.folded and not section.folded:
                steps.append(Step(text, drawing.figure + drawing.text, drawing.folded))
            else:
                steps.append(Step(text + drawing.text, drawing.figure))
            text = Markup()
    return str(macros.section(section, language, [*steps, Step(text)] if text else steps))


def _check_links(page: RulesPage, document: Document) -> None:
    html = page.lead + page.html
    ids = Counter(re.findall(r'\bid="([^"]+)"', html))
    for target in re.findall(r'<a [^>]*href="#([^"]+)"', html):
        if target not in ids:
            line = document.line_of(f"](#{target})")
            raise PageFault(document.page, line, f"nothing on the page has the id “{target}” of a link")
    for id, times in ids.items():
        if times > 1:
            line = max(document.line_of(f"{{#{id}"), document.line_of(f"id: {id}"))
            raise PageFault(document.page, line, f"the id “{id}” stands {times} times on the page")
