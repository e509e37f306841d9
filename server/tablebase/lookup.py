"""The function by which a search knows endgames: it asks a table that has been built."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from server.bots import estimate
from server.tablebase.numbering import numbering_of
from server.tablebase.table import Table, path_of
from variants.position import Position

FOLDER = "endgames"
"""Where in the folder of the site's data the tables are."""


def endgame_table(folder: Path, name: str, variant: type[Position]) -> estimate.EndgameTable | None:
    """What the table of most men in this folder knows of a variant; None where there is no table.

    Raises TableError where there is one that cannot be used, and NumberingError.
    """
    numbering = numbering_of(name, variant)
    if numbering is None:
        return None
    paths = [path_of(folder, name, men) for men in reversed(numbering.men)]
    path = next(filter(Path.exists, paths), None)
    if path is None:
        return None
    table = Table(path)
    table.check(name, numbering)
    return estimate.EndgameTable(partial(table.known, numbering), table.value, table.heading.numbers)
