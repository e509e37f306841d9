"""The layout of a diagram: squares, slots of hands, arrows and the tiles of lost pieces, in units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import atan2, ceil, floor, hypot, pi
from typing import NamedTuple

from server.drawing.marks import Arrow, Lost
from server.drawing.pieces import SQUARE


class Layout(NamedTuple):
    """The layout of a diagram in units; the board's top left corner is (0, 0)."""

    files: int
    ranks: int
    turned: bool
    unit: float
    """The thickness of lines, scaled with the board: 1 for eight files."""
    text: float
    """The scale of coordinates: hands make a drawing high, and small in a low window."""
    margin: float
    """Room for coordinates, left and below."""
    corners: tuple[tuple[int, int], ...]
    """Top left corner of every square, then of every slot of the hands."""
    slot: int
    """Width and height of a slot: those of a square, but a little less on a board of few files."""
    left: float
    right: float
    top: float
    bottom: float
    """The bounds of the drawing."""

    def side(self, square: int) -> int:
        """Width and height of a square or a slot."""
        return SQUARE if square < self.files * self.ranks else self.slot

    def centre(self, square: int) -> tuple[int, int]:
        """The middle of a square or a slot."""
        x, y = self.corners[square]
        half = self.side(square) // 2
        return x + half, y + half


FEWEST_SLOTS = 6
"""The fewest slots in a row; on a board of fewer files the row is wider than the board."""
NARROW_SLOT = 44
"""The size of a slot of such a row: large enough for a finger on a phone of 360 by 640 pixels."""
LEAST_TEXT = 0.84
"""The least `text` beside hands: there coordinates have ten pixels."""


@lru_cache(maxsize=128)
def layout(
    size: tuple[int, int], hands: tuple[int, ...], turned: bool, coordinates: bool, near: int | None = None
) -> Layout:
    """The layout of a board of this size with hands of these numbers of slots: the near seat's below, others above.

    Without a viewer's seat the first one is near; on a turned board the second.
    """
    files, ranks = size
    unit = min(max(files, ranks, 2) / 8, 1.5)
    text = max(unit, LEAST_TEXT) if any(hands) else unit
    margin = 17 * text if coordinates else 1.0
    corners = [
        ((files - 1 - file if turned else file) * SQUARE, (ranks - 1 - row if turned else row) * SQUARE)
        for row in range(ranks)
        for file in range(files)
    ]
    slot = SQUARE if files >= FEWEST_SLOTS else NARROW_SLOT
    columns = max(files, FEWEST_SLOTS)
    beside = max(columns * slot - files * SQUARE, 0) // 2 if any(hands) else 0
    top, bottom = -1.0, ranks * SQUARE + margin
    near = int(turned) if near is None else near
    near = near if near < len(hands) else 0
    for seat, slots in enumerate(hands):
        height = ceil(slots / columns) * slot
        start = bottom + 4 if seat == near else top - 4 - height
        corners += [(at % columns * slot - beside, floor(start) + at // columns * slot) for at in range(slots)]
        if slots and seat == near:
            bottom += height + 5
        elif slots:
            top -= height + 5
    left, right = min(-margin, -beside - 1.0), files * SQUARE + beside + 1.0
    return Layout(files, ranks, turned, unit, text, margin, tuple(corners), slot, left, right, top, bottom)


def short(value: float) -> str:
    """A number with at most two decimals and no needless zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def arrow_points(place: Layout, squares: Sequence[int], occupied: bool) -> list[tuple[float, float]]:
    """The line of an arrow, from behind a vacated centre (or the edge of an occupied one) to the edge of its target.

    A way that turns back on itself is drawn as two lines side by side.
    """
    points: list[tuple[float, float]] = [place.centre(square) for square in squares]
    if len(points) > 2:
        (ax, ay), (bx, by), (cx, cy) = points[-3:]
        cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if cross == 0 and (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0:
            far = hypot(bx - ax, by - ay)
            dx, dy = (by - ay) / far * 7, -(bx - ax) / far * 7
            points[-3:] = [(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (cx - dx, cy - dy)]
    first = hypot(points[1][0] - points[0][0], points[1][1] - points[0][1])
    final = hypot(points[-1][0] - points[-2][0], points[-1][1] - points[-2][1])
    short = first < 60 and len(points) == 2
    start = (10.0 if short else 17.0) if occupied else (-11.0 if short else 3.0)
    end = 20.0 if final > 60 else 18.5
    return [
        _along(points[0], points[1], start / first),
        *points[1:-1],
        _along(points[-1], points[-2], end / final),
    ]


def _along(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def lost_corners(place: Layout, lost: Lost, arrows: Iterable[Arrow]) -> list[tuple[float, float]]:
    """The corners for the tile of a lost piece on a square, the farthest from arriving arrows first."""
    x, y = place.centre(lost.square)
    ways = []
    for arrow in arrows:
        if arrow.squares[-1] == lost.square:
            from_x, from_y = place.centre(arrow.squares[-2])
            ways.append(atan2(from_y - y, from_x - x))

    def distance(corner: tuple[int, int]) -> float:
        turn = atan2(corner[1], corner[0])
        return min((abs((turn - way + pi) % (2 * pi) - pi) for way in ways), default=0.0)

    order = sorted(((1, 1), (-1, 1), (1, -1), (-1, -1)), key=distance, reverse=True)
    right, bottom = place.files * SQUARE - 19, place.ranks * SQUARE - 19
    return [(min(max(x + dx * 18 - 9, 1), right), min(max(y + dy * 18 - 9, 1), bottom)) for dx, dy in order]
