"""Variants of installed packages: each names a module in the entry point group `cavalier.variants`."""

from __future__ import annotations

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
    # Imported here because whoever loads a variant of the house by its name does without.
    from importlib.metadata import entry_points

    entries = [
        Installed(point.name, f"package {point.dist.name if point.dist else '?'}", point.load, point.module)
        for point in entry_points(group=GROUP)
    ]
    return sorted(entries, key=lambda entry: (entry.place, entry.name))
