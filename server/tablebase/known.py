"""The function by which a search knows endgames: it asks a table that has been built."""

from __future__ import annotations

from pathlib import Path

from server.bots.estimate import Known
from server.tablebase.numbering import numbering_of
from server.tablebase.table import Table, path_of
from variants.position import Position

FOLDER = "endgames"
"""Where in the folder of the site's data the tables are."""


def known_of(folder: Path, name: str, variant: type[Position]) -> Known | None:
    """What the table of most men in this folder knows of a variant; None where there is no table.

    Raises TableError where there is one that cannot be used, and NumberingError.
    """
    numbering = numbering_of(name, variant)
    if numbering is None:
        return None
    for men in reversed(numbering.men):
        path = path_of(folder, name, men)
        if path.exists():
            break
    else:
        return None
    table = Table(path)
    table.check(name, numbering)
    numbers, place, value = table.heading.numbers, numbering.place, table.value

    def known(position: Position) -> float | None:
        found = place(position)
        if found is None or found[0] >= numbers:
            return None
        number, sign = found
        return sign * value(number)

    return known
