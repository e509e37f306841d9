"""How the report of the lab is written: sections with plots and tables, and figures as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tools.lab import figures
from tools.lab.figures import Estimate, Spread
from tools.lab.plots import Bar, Plot
from tools.lab.subject import Subject


class Table(NamedTuple):
    """Numbers: the first column names the row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Section(NamedTuple):
    """One question that is asked of a game."""

    id: str
    title: str
    text: Sequence[str]
    plots: Sequence[Plot]
    tables: Sequence[Table]


Parts = Iterator[str | Plot | Table]
"""What a section consists of."""


def section(id: str, title: str) -> Callable[[Callable[[Subject], Parts]], Callable[[Subject], Section]]:
    """A section, of a function that yields its sentences, plots and tables."""

    def declared(parts: Callable[[Subject], Parts]) -> Callable[[Subject], Section]:
        def made(told: Subject) -> Section:
            all_ = list(parts(told))
            plots, tables = [p for p in all_ if isinstance(p, Plot)], [p for p in all_ if isinstance(p, Table)]
            return Section(id, title, [p for p in all_ if isinstance(p, str)], plots, tables)

        return made

    return declared


def sure(estimate: Estimate, form: str = ".1%") -> str:
    """An estimate with its interval."""
    return f"{estimate.value:{form}} ({estimate.low:{form}} to {estimate.high:{form}})"


def signed(estimate: Estimate) -> str:
    """The same of a difference."""
    return sure(estimate, "+.1%").replace("-", "−")


def often(value: float) -> str:
    """How often in a game."""
    return f"{value:.2f}"


def between(distribution: Spread | None) -> str:
    """Where nine in ten lie, as the end of a sentence."""
    if distribution is None:
        return ""
    return f", nine in ten between {distribution.quantiles[0]} and {distribution.quantiles[-1]}"


def bar(name: str, estimate: Estimate, signed: bool = False) -> Bar:
    """A bar with its interval."""
    text = f"{estimate.value:+.1%}".replace("-", "−") if signed else f"{estimate.value:.1%}"
    return Bar(name, estimate.value, text, (estimate.low, estimate.high))


def some(by_turn: Sequence[tuple[int, Spread]]) -> Sequence[tuple[int, Spread]]:
    """Some turns, about ten, for a table."""
    return by_turn[:: max(1, len(by_turn) // 10)]


def spreads(rows: Sequence[tuple[str, Spread | None]]) -> Table:
    """What is known of distributions, a row each."""
    return Table(
        ("", "mean", "least", *(f"{part:.0%}" for part in figures.QUANTILES), "most"),
        [
            (name, f"{each.mean:.1f}", str(each.least), *map(str, each.quantiles), str(each.most))
            for name, each in rows
            if each is not None
        ],
    )
