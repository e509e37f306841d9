"""The rules pages: Markdown of `rules/` as HTML, with boards drawn and examples played by the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from html import unescape
from itertools import count
from typing import Any, NamedTuple

from markdown import Markdown

from server.book.cover import chosen_cover
from server.book.fences import FENCE_KEYS, Fence, PageFault, count_fences, each, fences_in
from server.book.illustrations import Illustration, Illustrator
from server.book.parts import lacking, parts_of
from server.drawing.drawings import Drawings
from server.texts.front import place
from server.texts.languages import FALLBACK
from server.texts.speech import Translate
from server.texts.typography import typography, typography_html
from server.texts.words import Words
from variants.position import Position

_MARKER = re.compile(r"<!--fence (\d+)-->")
_MOVE = re.compile(r"<code>([^<\s]{1,16})</code>")
"""A move or a square as authors write it: short, and never broken over two lines."""
_TITLE = re.compile(r'(<h[23] (?:class="folded" )?id="([^"]+)">)(.*?)(</h[23]>)')
_TAG = re.compile(r"<[^>]+>")
_HEADING = re.compile(r'<h2 (class="folded" )?id="([^"]+)">')


class Heading(NamedTuple):
    """A line of the table of contents: the id to link to, the title as plain text, and what is below it."""

    id: str
    title: str
    below: tuple[Heading, ...] = ()


class RulesPage(NamedTuple):
    """A rules page. Its HTML is the project's own and safe to put into a template as it is."""

    title: str
    description: str
    """Plain text, for search engines and previews."""
    lead: str
    """HTML: the paragraphs before the first section."""
    html: str
    """The sections. Each is a `<section id>` of `<div class="step">`, of which each holds a `<div class="text">` and
    perhaps, after it, the `<figure class="fig">` that belongs beside that text."""
    contents: tuple[Heading, ...]
    cover: Illustration = Illustration()
    """The figure that lists show of the variant, with its example; empty where there is none."""
    ending: str = ""
    """HTML: how a game ends, the text under the heading `#end` or else `#draws` before its first figure."""
    lacking: bool = False
    """Whether parts of it are in the fallback, as the language of the page lacks them."""
    turned: bool = False
    """Whether a board is turned; the page that holds the HTML holds its `definitions` before it."""


def build(
    name: str,
    variant: type[Position],
    words: Words,
    drawings: Drawings,
    say: Translate,
    pause: Callable[[], object] = lambda: None,
) -> RulesPage:
    """The rules page of a variant in the language of `words`; `say` is the site's catalogue in that language.

    All boards are drawn and all examples played on the way; `pause` is called in each step. Raises PageFault, naming
    file and line, for a fence that does not hold, and WordsError for a page that is not there.
    """
    parts = parts_of(words.page)
    where, first_line = place(parts[0].page), parts[0].first_line
    body = "\n".join(part.text for part in parts)
    fences = [fence for part in parts for fence in fences_in(part.text, place(part.page), part.first_line)]
    # Two covers are a fault of the page, and not only of the lists that show one.
    covering = chosen_cover(fences)
    markdown = _markdown()
    pause()
    html = typography_html(markdown.convert(body), words.language)
    html = _MOVE.sub(r'<code class="move">\1</code>', html)
    # Each heading links to itself, so that its address can be copied.
    html = _TITLE.sub(r'\1<a href="#\2">\3</a>\4', html)
    illustrator = Illustrator(name, variant, words, drawings, say)

    def draw(fence: Fence) -> Illustration:
        pause()
        return illustrator.draw(fence)

    drawn = each(draw, fences)
    if len(_MARKER.findall(html)) != len(drawn) or len(drawn) != count_fences(body):
        raise PageFault(where, first_line, "a fence is not closed, or stands inside something else")
    whole = html + "".join(part.text + part.figure for part in drawn)
    ids = re.findall(r'\bid="([^"]+)"', whole)
    for target in re.findall(r'<a [^>]*href="#([^"]+)"', whole):
        if target not in ids:
            raise PageFault(where, first_line, f"nothing on the page has the id “{target}” of a link")
    lead, *sections = re.split(r"(?=<h2)", html)
    if _MARKER.search(lead):
        raise PageFault(where, first_line, "the first fence stands before the first section")
    foreign = lacking(parts, words.language)
    return RulesPage(
        title=words.title,
        description=words.summary,
        lead=f'<div lang="{FALLBACK}">{lead.strip()}</div>' if "" in foreign else lead.strip(),
        html="".join(section(part, drawn, foreign) for part in sections),
        contents=headings(getattr(markdown, "toc_tokens", ()), words.language),
        cover=drawn[fences.index(covering)] if covering is not None else Illustration(),
        ending=_ending(sections),
        lacking=bool(foreign),
        turned=illustrator.turned,
    )


def _ending(sections: Sequence[str]) -> str:
    told = {found[2]: part for part in sections if (found := _HEADING.match(part))}
    return _MARKER.split(told.get("end", told.get("draws", "")))[0].strip()


def _markdown() -> Markdown:
    """A converter that puts a marker with its number, from 0 on, in the place of each fence of ours."""
    numbers = count()

    # superfences would swallow an exception here, so the fences are only marked.
    def mark(*_: Any, **__: Any) -> str:
        return f"<!--fence {next(numbers)}-->"

    custom = [{"name": kind, "class": kind, "format": mark} for kind in FENCE_KEYS]
    return Markdown(
        extensions=["attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc", "pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": custom}},
        output_format="html",
    )


def section(html: str, drawn: Sequence[Illustration] = (), foreign: Collection[str] = ()) -> str:
    """A section in steps: the text up to a fence, and the figure that belongs beside it.

    One whose heading has the class `folded` is folded as a whole, else each example that may be. Sections whose ids are
    `foreign` are marked as being in the fallback language.
    """
    opening = _HEADING.match(html)
    folded = opening is not None and bool(opening[1])
    mark = f' id="{opening[2]}"' if opening is not None else ""
    title = ""
    if opening is not None:
        mark += f' lang="{FALLBACK}"' if opening[2] in foreign else ""
        html = f"<h2>{html[opening.end() :]}"
    if folded:
        title, end, html = html.partition("</h2>")
        title += end
    steps, text = "", ""
    parts = _MARKER.split(html)
    for number, part in enumerate(parts):
        if number % 2 == 0:
            text += part.strip()
            continue
        shown = drawn[int(part)]
        if shown.folded and not folded:
            aside = _fold(shown.folded, shown.figure + shown.text)
        else:
            text, aside = text + shown.text, shown.figure
        steps += f'<div class="step"><div class="text">{text}</div>{aside}</div>'
        text = ""
    if text:
        steps += f'<div class="step"><div class="text">{text}</div></div>'
    if folded:
        steps = title + _fold(f'<span class="vh">{_TAG.sub("", title)}</span>', steps)
    return f"<section{mark}>{steps}</section>"


def _fold(title: str, html: str) -> str:
    """A part that a narrow window shows by its title alone until it is unfolded; wide ones and paper show it whole."""
    return f'<details class="fold part"><summary><span>{title}</span></summary>{html}</details>'


def headings(tokens: Sequence[Any], language: str) -> tuple[Heading, ...]:
    """The table of contents from what the converter found."""
    return tuple(
        Heading(token["id"], typography(unescape(token["name"]), language), headings(token["children"], language))
        for token in tokens
    )
