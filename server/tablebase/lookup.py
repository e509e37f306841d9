"""The lookup of a search in a table of endgames."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from server.bots import estimate
from server.tablebase.numbering import numbering_of
from server.tablebase.table import Table, path_of
from variants.position import Position

FOLDER = "endgames"
"""The folder of the tables in the data folder."""


def endgame_table(folder: Path, name: str, variant: type[Position]) -> estimate.EndgameTable | None:
    """The lookup in the table with the most men of a variant in this folder; None without a table.

    Raises TableError for a table that cannot be used, and NumberingError.
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
