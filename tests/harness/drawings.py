"""Drawings of pieces as small pictures, and how much two of them differ."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageChops, ImageStat

from server.drawing.diagram import painter
from server.drawing.pieces import LETTERS, PIECE_SETS, DrawingError, Drawings
from tests.harness.checkout import ROOT

__all__ = [
    "FIRST", "LETTERS", "PIECE_SETS", "SECOND", "SQUARES", "DrawingError", "Drawings", "small", "unlike",
]  # fmt: skip

FIRST = ROOT / "pieces"
SECOND = FIRST / "woodcut"
SQUARES = ("#efe9dc", "#a7b0b6", "#eeecdf", "#a3b19d", "#fbfaf6", "#c3c6c6", "#8b949b", "#879482", "#a4a8a8")
"""The colours of all squares, light and dark."""
SMALL = 24


@lru_cache(maxsize=4096)
def small(svg: str, square: str) -> Image.Image:
    """A drawing on a square, as large as on the smallest board."""
    drawn = painter().svg2png(bytestring=svg.encode(), output_width=SMALL, output_height=SMALL)
    piece = Image.open(io.BytesIO(drawn)).convert("RGBA")
    shown = Image.new("RGBA", piece.size, square)
    shown.alpha_composite(piece)
    return shown.convert("L")


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])
