"""Plots of the report as SVG, described in Vega-Lite and with the colours of the style sheet, so also in the dark."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import vl_convert
from markupsafe import Markup

Spec = Mapping[str, Any]
"""A part of a plot in the words of Vega-Lite."""

NAMES, BARS, FIGURES = 190, 320, 130
"""Units for the names of bars, for the bars, and for their figures; other plots are as wide as all three."""
WIDEST_NAME = 150
"""Of a name, in the widest of the fonts it may be shown in."""
ROW = 26
HEIGHT = 190
MOST_COLUMNS, MOST_TICKS = 40, 10

INK = {"color": "var(--ink)"}
CONFIG: Spec = {
    # The plot has a name of its own, and the tables below say the numbers.
    "aria": False,
    "view": {"stroke": None},
    "text": {**INK, "fontSize": 13, "limit": WIDEST_NAME},
    "rule": INK,
    "axis": {
        "grid": False, "labelSeparation": 4, "domainColor": "var(--edge)", "tickColor": "var(--edge)",
        "labelColor": "var(--ink)", "titleColor": "var(--ink)", "labelFontSize": 13, "titleFontSize": 13,
        "titleFontWeight": "normal",
    },
}  # fmt: skip


class Plot(NamedTuple):
    """A drawing and what it shows."""

    title: str
    svg: Markup


class Bar(NamedTuple):
    """A row: its name, how long the bar is, what stands beside it, and from where to where the value is sure."""

    name: str
    value: float
    text: str
    sure: tuple[float, float] | None = None


def bars(title: str, rows: Sequence[Bar], top: float = 0.0, even: float | None = None, low: float = 0.0) -> Plot:
    """A bar a row, from `low` to `top` or to the longest of them; a line where all would be `even`."""
    reaches = [number for row in rows for number in (row.value, *(row.sure or ()))]
    least, high = min([low, *reaches]), max([top, *reaches]) or 1.0
    scale = {"domain": [least, high], "nice": False}
    values = [
        {"row": number, "name": row.name, "value": row.value, "text": row.text}
        | (dict(zip(("low", "high"), row.sure, strict=True)) if row.sure else {})
        for number, row in enumerate(rows)
    ]
    # Two rows may have one name: they are told apart by their number.
    y = {"field": "row", "type": "ordinal", "axis": None}

    def at(field: str) -> Spec:
        return {"field": field, "type": "quantitative", "axis": None, "scale": scale}

    end = {"type": "tick", "color": "var(--ink)", "opacity": 1, "thickness": 1.5, "size": 10}
    layers = [
        _layer({"type": "bar", "color": "var(--h3)"}, x=at("value"), y=y),
        _layer({"type": "text", "align": "right"}, x={"value": -8}, y=y, text={"field": "name"}),
        _layer({"type": "text", "align": "left"}, x={"value": BARS + 10}, y=y, text={"field": "text"}),
        _layer({"type": "rule", "color": "var(--edge)"}, x={"datum": max(0.0, least), "axis": None}),
    ]
    if any(row.sure for row in rows):
        layers.append(_layer({"type": "rule", "strokeWidth": 1.5}, x=at("low"), x2={"field": "high"}, y=y))
        layers += [_layer(end, x=at(field), y=y) for field in ("low", "high")]
    if even is not None:
        line = {"type": "rule", "color": "var(--seal-ink)", "strokeWidth": 1.5, "strokeDash": [5, 3]}
        layers.append(_layer(line, x={"datum": even, "axis": None}))
    # The names and figures stand beside the bars, where a layout does not reckon with them.
    padding = {"left": NAMES, "right": FIGURES, "top": 0, "bottom": 0}
    return _plot(title, values, layers, width=BARS, height={"step": ROW}, padding=padding, autosize="none")


def columns(title: str, numbers: Mapping[int, int], below: str) -> Plot:
    """How often each number occurred, some of them together where there are many."""
    columns = {"maxbins": MOST_COLUMNS, "minstep": 1, "extent": [min(numbers), max(numbers) + 1]}
    x = {"field": "number", "bin": columns, "title": below, "axis": {"format": "d"}}
    y = {"field": "times", "aggregate": "sum", "title": None, "axis": {"tickMinStep": 1, "tickCount": 3}}
    values = [{"number": number, "times": times} for number, times in sorted(numbers.items())]
    return _plot(title, values, [_layer({"type": "bar", "color": "var(--h3)"}, x=x, y=y)])


def band(title: str, points: Sequence[tuple[int, float, float, float]], below: str) -> Plot:
    """A line through the middle of a band: (x, lower edge, middle, upper edge)."""
    # What has one point only is drawn as a short line, which would not be seen otherwise.
    points = points if len(points) > 1 else [points[0], (points[0][0] + 1, *points[0][1:])]
    values = [dict(zip(("x", "low", "middle", "high"), point, strict=True)) for point in points]
    x = {
        "field": "x", "type": "quantitative", "title": below,
        "scale": {"zero": False, "nice": False},
        "axis": {"format": "d", "tickCount": min(MOST_TICKS, points[-1][0] - points[0][0])},
    }  # fmt: skip
    area = {"type": "area", "color": "var(--h2)", "opacity": 1}
    low, middle = ({"field": field, "type": "quantitative", "title": None} for field in ("low", "middle"))
    layers = [
        _layer(area, x=x, y=low, y2={"field": "high"}),
        _layer({"type": "line", **INK, "strokeWidth": 1.5}, x=x, y=middle),
    ]
    return _plot(title, values, layers)


def _layer(mark: Spec, **encoding: Spec) -> Spec:
    return {"mark": mark, "encoding": encoding}


def _plot(title: str, values: Sequence[Spec], layers: Sequence[Spec], **size: Any) -> Plot:
    size = size or {"width": NAMES + BARS + FIGURES, "height": HEIGHT, "autosize": {"type": "fit"}}
    spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json", "background": None, "config": CONFIG,
        "data": {"values": values}, "layer": layers, **size,
    }  # fmt: skip
    svg = vl_convert.vegalite_to_svg(spec)
    head = re.match(r'<svg [^>]*(viewBox="[^"]*")[^>]*>', svg)
    assert head is not None
    opened = '<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" aria-label="{}" '
    return Plot(title, Markup(opened).format(title) + Markup(head[1] + ">" + svg[head.end() :]))
