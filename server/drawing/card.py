"""The picture that a message shows of a link: a board beside a few words, as a PNG of 1200 by 630 pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from server.drawing.diagram import painter
from server.drawing.signs import INK

WIDTH, HEIGHT = 1200, 630
PAPER = "#f6f6f3"
QUIET = "#474c52"
MARGIN, BAND = 42, 12
BOARD = HEIGHT - BAND - 2 * MARGIN
"""Pixels that a board takes at most, in height and in width."""
TITLE_SIZES = (76, 64, 54, 46, 38)
MOST_TITLE_LINES, MOST_LINES = 3, 4
LONGEST = 240
"""Characters of a text that are set."""

_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


class Texts(NamedTuple):
    """The words of a card."""

    label: str
    title: str
    line: str


class Look(NamedTuple):
    """The files that a card is set with: the typefaces of titles and of text, and the site's mark as SVG."""

    display: Path
    text: Path
    mark: Path


def card(board: str, texts: Texts, look: Look) -> bytes:
    """The card of a board given as SVG. Raises DrawingUnavailable where the system lacks libcairo."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    box = _BOX.search(board)
    assert box is not None
    scale = BOARD / max(map(float, box.groups()))
    wide, high = (round(float(side) * scale) for side in box.groups())
    drawing = _painted(board, wide, high)
    image.paste(drawing, (MARGIN, MARGIN + (BOARD - high) // 2), drawing)
    draw = ImageDraw.Draw(image)
    left = MARGIN + wide + 54
    room = WIDTH - MARGIN - left
    _words(draw, texts, look, left, room)
    mark = _painted(look.mark.read_text(encoding="utf-8"), 56, 56)
    image.paste(mark, (left, MARGIN + BOARD - 56), mark)
    draw.text((left + 72, MARGIN + BOARD - 12), "Cavalier", font=_font(look.display, 34), fill=INK, anchor="ls")
    side = BAND // 2
    for at in range(WIDTH // side):
        row = HEIGHT - side * (1 + at % 2)
        draw.rectangle((at * side, row, at * side + side - 1, row + side - 1), fill=INK)
    written = BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def readable(text: str) -> bool:
    """Whether the typefaces of a card have every letter of this text."""
    return all(letter < "\u0100" or letter in "ŒœŸ–—‘’“”…€" for letter in _plain(text))


def _words(draw: ImageDraw.ImageDraw, texts: Texts, look: Look, left: int, room: int) -> None:
    """Label, title and line from the top, the title as large as it fits into its lines."""
    down = MARGIN + 30
    draw.text((left, down), _plain(texts.label), font=_font(look.text, 30, 600), fill=QUIET, anchor="ls")
    for size in TITLE_SIZES:
        font = _font(look.display, size)
        lines = list(_lines(texts.title, font, room))
        if len(lines) <= MOST_TITLE_LINES and all(font.getlength(line) <= room for line in lines):
            break
    down += 22
    for line in lines[:MOST_TITLE_LINES]:
        down += round(size * 1.1)
        draw.text((left, down), line, font=font, fill=INK, anchor="ls")
    down += 24
    font = _font(look.text, 32, 400)
    lines = list(_lines(texts.line, font, room))
    if len(lines) > MOST_LINES:
        lines[MOST_LINES - 1 :] = [f"{lines[MOST_LINES - 1]}…"]
    for line in lines:
        down += 43
        draw.text((left, down), line, font=font, fill=QUIET, anchor="ls")


def _lines(text: str, font: ImageFont.FreeTypeFont, room: int) -> Iterator[str]:
    line = ""
    for word in _plain(text).split(" "):
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def _plain(text: str) -> str:
    """A text without the spaces that the typefaces lack."""
    return re.sub(r"\s", " ", text[:LONGEST])


def _painted(svg: str, wide: int, high: int) -> Image.Image:
    written: bytes = painter().svg2png(bytestring=svg.encode(), output_width=wide, output_height=high)
    return Image.open(BytesIO(written)).convert("RGBA")


@lru_cache(maxsize=32)
def _font(file: Path, size: int, weight: int = 0) -> ImageFont.FreeTypeFont:
    """A typeface at a size in pixels; one with weights needs a weight. Every machine sets a text alike."""
    font = ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)
    if weight:
        font.set_variation_by_axes([weight])
    return font
