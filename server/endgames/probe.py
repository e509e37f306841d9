"""Asks the tables of endgames that have been built what a position is worth."""

from __future__ import annotations

from pathlib import Path

from server.bots.estimate import Probe
from server.endgames.table import Table, path_of
from variants.position import Position

FOLDER = "endgames"
"""Where in the folder of the site's data the tables are."""


def probes(folder: Path, name: str, variant: type[Position]) -> Probe | None:
    """What the table of most men in this folder knows of a variant; None where there is no table.

    Raises TableError where there is one that cannot be used.
    """
    endgames = variant.endgames
    if endgames is None:
        return None
    for men in reversed(endgames.men):
        path = path_of(folder, name, men)
        if path.exists():
            break
    else:
        return None
    table = Table(path)
    table.check(name, variant)
    numbers, place, value = table.heading.numbers, endgames.place, table.value

    def probe(position: Position) -> float | None:
        found = place(position)
        if found is None or found[0] >= numbers:
            return None
        number, sign = found
        return sign * value(number)

    return probe
