"""Variants of installed packages: each names a module in the entry point group `cavalier.variants`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

GROUP = "cavalier.variants"


class Installed(NamedTuple):
    """A variant of a package: its name, its distribution, its entry point, and the name of its module."""

    name: str
    place: str
    load: Callable[[], object]
    module: str

    def folders(self) -> list[Path]:
        """Where the files of the package are, of which nothing is imported: none for a module that is no folder."""
        from importlib.util import find_spec

        try:
            spec = find_spec(self.module.partition(".")[0])
        except (ImportError, ValueError):
            return []
        return [Path(place) for place in (spec and spec.submodule_search_locations) or ()]


def installed() -> list[Installed]:
    """All entry points of the group, in the same order each time; none is imported yet."""
    if not any(map(_may_offer, sys.path)):
        return []
    # Imported here because it takes as long as all variants together, and is rarely needed.
    from importlib.metadata import entry_points

    found = [
        Installed(point.name, f"package {point.dist.name if point.dist else '?'}", point.load, point.module)
        for point in entry_points(group=GROUP)
    ]
    return sorted(found, key=lambda one: (one.place, one.name))


def _may_offer(place: str) -> bool:
    """Whether a package in this folder names the group; an archive cannot be examined and counts as one that may."""
    try:
        with os.scandir(place or ".") as entries:
            packages = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return os.path.isfile(place)
    return any(map(_names_us, packages))


def _names_us(package: str) -> bool:
    try:
        with open(os.path.join(package, "entry_points.txt"), "rb") as points:
            return GROUP.encode() in points.read()
    except OSError:
        return False
