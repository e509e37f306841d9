"""How a figure is taken and what its line looks like."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

Figure = dict[str, Any]
RUNS = 7
"""Times a rate is measured; the line tells the median and the extremes."""
LEAST_SECONDS = 0.3
"""How long one run lasts at least."""


def figure(name: str, unit: str, values: list[float], **more: Any) -> Figure:
    """A line: the median of the values, with the least and the most of them where there are several."""
    spread = {"least": tidy(min(values)), "most": tidy(max(values)), "runs": len(values)} if len(values) > 1 else {}
    return {"figure": name, "value": tidy(median(values)), "unit": unit, **spread, **more}


def delays(seconds: Iterable[float]) -> Figure:
    """The fields of a line for how long something took: median, percentile 99 and maximum in milliseconds."""
    ordered = sorted(1000 * each for each in seconds)
    shares = {"p50_ms": 0.5, "p99_ms": 0.99, "most_ms": 1.0}
    return {name: tidy(ordered[min(int(share * len(ordered)), len(ordered) - 1)]) for name, share in shares.items()}


def rates(work: Callable[[], int], runs: int = RUNS) -> list[float]:
    """How much a second `work` does, several times; it says how much it did, and is called once in vain to warm up."""
    work()
    found = []
    for _ in range(runs):
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < LEAST_SECONDS:
            done += work()
        found.append(done / (time.perf_counter() - began))
    return found


def milliseconds(calls: Iterable[Callable[[], object]]) -> list[float]:
    """How long each call takes."""
    found = []
    for call in calls:
        began = time.perf_counter()
        call()
        found.append((time.perf_counter() - began) * 1000)
    return found


def tidy(value: float) -> float | int:
    """A number with three digits that count, or whole."""
    return round(value) if abs(value) >= 100 else float(f"{value:.3g}")
