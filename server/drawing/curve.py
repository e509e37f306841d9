"""A curve of values over time as SVG: it needs no script, and the site's sheets give it its colours."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from markupsafe import Markup, escape

WIDTH, HEIGHT = 340, 160
LEFT, BOTTOM = 44, 22
"""The margins for the labels of values and of times."""

STEPS = (10, 25, 50, 100, 250, 500, 1000)
"""Distances between lines that are labelled, in points."""

MOST_LINES = 5


class Sample(NamedTuple):
    """A value at a time."""

    at: float
    value: float


def curve(samples: Sequence[Sample], title: str, first: str, last: str) -> Markup:
    """The curve of at least one sample, in the order of time; `first` and `last` label the ends of the time axis."""
    values = [sample.value for sample in samples]
    step = next(step for step in STEPS if (max(values) - min(values)) / step <= MOST_LINES - 2 or step == STEPS[-1])
    low, high = floor(min(values) / step) * step, ceil(max(values) / step) * step
    high += step if high == low else 0
    began, lasted = samples[0].at, max(samples[-1].at - samples[0].at, 1.0)

    def x(at: float) -> float:
        return round(LEFT + (WIDTH - LEFT - 8) * (at - began) / lasted, 1)

    def y(value: float) -> float:
        return round(8 + (HEIGHT - BOTTOM - 8) * (high - value) / (high - low), 1)

    lines = "".join(
        f'<path class="curve-grid" d="M{LEFT} {y(value)}H{WIDTH - 8}"/>'
        f'<text x="{LEFT - 8}" y="{y(value) + 4}" text-anchor="end">{value}</text>'
        for value in range(low, high + 1, step)
    )
    path = "L".join(f"{x(sample.at)} {y(sample.value)}" for sample in samples)
    labels = (
        f'<text x="{LEFT}" y="{HEIGHT - 4}">{escape(first)}</text>'
        f'<text x="{WIDTH - 8}" y="{HEIGHT - 4}" text-anchor="end">{escape(last)}</text>'
    )
    newest = f'<circle class="curve-end" cx="{x(samples[-1].at)}" cy="{y(samples[-1].value)}" r="4"/>'
    return Markup(
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">{lines}'
        f'<path class="curve-line" d="M{path}"/>{newest}{labels}</svg>'
    )
