"""The rules pages: Markdown of `rules/` as HTML, with boards drawn and examples played by the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from server.book.examples import chosen_cover
from server.book.fences import Fence, PageFault, each, split
from server.book.figures import NOTHING, Illustration, Illustrator
from server.book.parts import body_of, compare, sections
from server.book.prose import Heading, Prose, Section
from server.drawing.pieces import Drawings
from server.texts.front_matter import WordsError, may_lack, place
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
    turned: bool = False
    """Whether a board is turned; the page must hold the `definitions` for it."""


class Step(NamedTuple):
    """A text of a section and its figure, if any, which is folded if it has a title."""

    text: str
    aside: str = ""
    title: str = ""


Block = Markup | Illustration
"""A text as HTML, or a drawn fence."""


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
    another skeleton than the English one, the English body is used.
    """
    english = may_lack(words.page)
    illustrator = partial(Illustrator, name, variant, words, drawings)
    try:
        if english is not None:
            compare(words.page, english)
        return _build(illustrator(), pause, words.page)
    except (PageFault, WordsError) as fault:
        if english is None:
            raise
        return _build(illustrator(), pause, english, str(fault))


def _build(illustrator: Illustrator, pause: Callable[[], object], source: Path, lacking: str = "") -> RulesPage:
    parts, language = sections(body_of(source)), FALLBACK if lacking else ""
    pieces = each(lambda part: split(part.text, place(part.page), part.first_line), parts)
    fences = [piece for some in pieces for piece in some if isinstance(piece, Fence)]
    # Two covers are a fault of the page.
    chosen_cover(fences)
    for piece in pieces[0]:
        if isinstance(piece, Fence):
            raise PageFault(piece.page, piece.line, "the first fence stands before the first section")
    prose = Prose(illustrator.words.language, moves=illustrator.words.move)

    def draw(fence: Fence) -> Illustration:
        pause()
        return illustrator.draw(fence)

    drawn = iter(each(draw, fences))

    def convert(piece: str | Fence) -> Block:
        if isinstance(piece, Fence):
            return next(drawn)
        pause()
        return prose.html(piece)

    ((first,), *rest), opened = pieces, []
    lead = str(convert(first))
    for opening, *others in rest:
        assert isinstance(opening, str)
        pause()
        opened.append((prose.section(opening), [convert(piece) for piece in others]))
    ends = {opening.id: opening.title + "\n" + opening.text for opening, _ in opened}
    page = RulesPage(
        lead=f'<div lang="{language}">{lead}</div>' if language else lead,
        html="".join(section(opening, blocks, illustrator.macros, language) for opening, blocks in opened),
        contents=prose.contents,
        cover=illustrator.cover,
        ending=ends.get("end", ends.get("draws", "")),
        lacking=lacking,
        turned=illustrator.turned,
    )
    _check_links(page, place(parts[0].page), parts[0].first_line)
    return page


def section(opening: Section, blocks: Sequence[Block], macros: Any, language: str = "") -> str:
    """A section in steps: the text up to a fence, and its figure.

    A section whose heading has the class `folded` is folded as a whole, else each foldable example. `macros` are those
    of `figures.html`; `language` is given if it is not that of the page.
    """
    steps: list[Step] = []
    text = Markup()
    for block in (opening.text, *blocks):
        if isinstance(block, str):
            text += block
        elif block.folded and not opening.folded:
            steps.append(Step(text, block.figure + block.text, block.folded))
            text = Markup()
        else:
            steps.append(Step(text + block.text, block.figure))
            text = Markup()
    if text:
        steps.append(Step(text))
    return str(macros.section(opening, language, steps))


def _check_links(page: RulesPage, where: str, line: int) -> None:
    html = page.lead + page.html
    ids = set(re.findall(r'\bid="([^"]+)"', html))
    for target in re.findall(r'<a [^>]*href="#([^"]+)"', html):
        if target not in ids:
            raise PageFault(where, line, f"nothing on the page has the id “{target}” of a link")
