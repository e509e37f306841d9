"""Plots as small SVG for the report of the lab: bars, columns, a band. What they look like, the style sheet says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH = 640
LABEL = 190
"""Units on the left for the names of bars."""
FIGURE = 130
"""Units on the right for their figures."""
ROW = 26
HEIGHT = 190
"""Of what has two axes."""
LEFT, BOTTOM, TOP = 46, 40, 10
MOST_COLUMNS = 40
LONGEST_NAME = 24


class Plot(NamedTuple):
    """A drawing and what it shows."""

    title: str
    svg: str


class Bar(NamedTuple):
    """A row: its name, how long the bar is, what stands beside it, and from where to where the value is sure."""

    name: str
    value: float
    text: str
    sure: tuple[float, float] | None = None


def bars(title: str, rows: Sequence[Bar], top: float = 0.0, even: float | None = None, low: float = 0.0) -> Plot:
    """A bar a row, from `low` to `top` or to the longest of them; a line where all would be `even`."""
    reaches = [number for row in rows for number in (row.value, *(row.sure or ()))]
    high: float = max([top, *reaches]) or 1.0
    least: float = min([low, *reaches])
    wide = WIDTH - LABEL - FIGURE

    def x(value: float) -> float:
        return LABEL + (value - least) / (high - least) * wide

    parts = []
    for number, row in enumerate(rows):
        y = number * ROW
        zero, end = sorted((x(max(0.0, least)), x(row.value)))
        parts.append(_text(LABEL - 8, y + 17, _short(row.name), "end"))
        parts.append(f'<rect class="bar" x="{_n(zero)}" y="{y + 5}" width="{_n(end - zero)}" height="16"/>')
        if row.sure is not None:
            left, right = map(x, row.sure)
            parts.append(f'<path class="sure" d="M{_n(left)} {y + 13}H{_n(right)}M{_n(left)} {y + 8}v10')
            parts.append(f'M{_n(right)} {y + 8}v10"/>')
        parts.append(_text(LABEL + wide + 10, y + 17, row.text))
    height = len(rows) * ROW
    parts.append(f'<path class="axis" d="M{_n(x(max(0.0, least)))} 0V{height}"/>')
    if even is not None:
        parts.append(f'<path class="even" d="M{_n(x(even))} 0V{height}"/>')
    return _plot(title, height, parts)


def columns(title: str, numbers: Mapping[int, int], below: str) -> Plot:
    """How often each number occurred, some of them together where there are many."""
    first, last = min(numbers), max(numbers)
    step = _step((last - first + 1) / MOST_COLUMNS)
    start = first // step * step
    heights = [0] * ((last - start) // step + 1)
    for number, count in numbers.items():
        heights[(number - start) // step] += count
    highest = max(heights)
    wide, tall = WIDTH - LEFT - 10, HEIGHT - BOTTOM - TOP
    column = wide / len(heights)
    parts = _frame(highest, below if step == 1 else f"{below}, {step} to a column")
    for place, count in enumerate(heights):
        if count:
            height = count / highest * tall
            parts.append(
                f'<rect class="bar" x="{_n(LEFT + place * column + 0.5)}" y="{_n(TOP + tall - height)}"'
                f' width="{_n(max(1.0, column - 1))}" height="{_n(height)}"/>'
            )
    shown = max(1, ceil(len(heights) / 10))
    for place in range(0, len(heights), shown):
        parts.append(_text(LEFT + (place + 0.5) * column, HEIGHT - BOTTOM + 16, str(start + place * step), "middle"))
    return _plot(title, HEIGHT, parts)


def band(title: str, points: Sequence[tuple[int, float, float, float]], below: str) -> Plot:
    """A line through the middle of a band: (x, lower edge, middle, upper edge)."""
    highest = max(high for _, _, _, high in points) or 1.0
    first, last = points[0][0], points[-1][0]
    wide, tall = WIDTH - LEFT - 20, HEIGHT - BOTTOM - TOP

    def at(x: float, y: float) -> str:
        return f"{_n(LEFT + (x - first) / max(1, last - first) * wide)} {_n(TOP + tall - y / highest * tall)}"

    # What has one point only is drawn as a short line, which would not be seen otherwise.
    drawn = points if len(points) > 1 else [points[0], (first + 1, *points[0][1:])]
    edge = [at(x, high) for x, _, _, high in drawn] + [at(x, low) for x, low, _, _ in reversed(drawn)]
    parts = _frame(highest, below)
    parts.append(f'<path class="band" d="M{"L".join(edge)}z"/>')
    parts.append(f'<path class="line" d="M{"L".join(at(x, middle) for x, _, middle, _ in drawn)}"/>')
    step = _step((last - first + 1) / 10)
    for x in sorted({first, *range(ceil(first / step) * step, last + 1, step)}):
        if x == first or x - first >= step / 2:
            parts.append(_text(float(at(x, 0).split()[0]), HEIGHT - BOTTOM + 16, str(x), "middle"))
    return _plot(title, HEIGHT, parts)


def _frame(highest: float, below: str) -> list[str]:
    """The lower axis with what it counts, and how high the plot goes."""
    floor_ = HEIGHT - BOTTOM
    return [
        f'<path class="axis" d="M{LEFT} {floor_}H{WIDTH}"/>',
        _text(LEFT - 6, TOP + 9, f"{highest:g}", "end"),
        _text(LEFT - 6, floor_, "0", "end"),
        _text((LEFT + WIDTH) / 2, HEIGHT - 5, below, "middle"),
    ]


def _plot(title: str, height: int, parts: Sequence[str]) -> Plot:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" aria-label="{escape(title)}"'
    return Plot(title, f'{head} viewBox="0 0 {WIDTH} {height}">{"".join(parts)}</svg>')


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _step(least: float) -> int:
    """1, 2 or 5, or ten times as many, or …: the first that is not below."""
    if least <= 1:
        return 1
    power = int(10 ** floor(log10(least)))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def _n(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
