"""Variants of installed packages: each names a module in the entry point group `cavalier.variants`."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import NamedTuple

GROUP = "cavalier.variants"


class Installed(NamedTuple):
    """What a package offers: a variant's name, from where, and what imports the module that holds it."""

    name: str
    place: str
    load: Callable[[], object]


def installed() -> list[Installed]:
    """All that is offered, in the same order each time; nothing is imported yet."""
    found = [
        Installed(point.name, f"package {point.dist.name if point.dist else '?'}", point.load)
        for point in entry_points(group=GROUP)
    ]
    return sorted(found, key=lambda one: (one.place, one.name))
