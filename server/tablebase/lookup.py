"""The lookup of a search in a table of endgames, by the numbering of a variant's small endgames."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from server.bots import estimate
from server.tablebase.table import Table, path_of
from variants.numbering import Numbering
from variants.position import Move, Position, Seat


class NumberingError(Exception):
    """A module that is no numbering; the message says why."""


def numbering_of(name: str, variant: type[Position]) -> Numbering | None:
    """The class `Endgames` of `endgames.py` beside the rules of a variant; None without such a module.

    Raises NumberingError if the module has no such class.
    """
    module = f"{sys.modules[variant.__module__].__package__}.endgames"
    try:
        if find_spec(module) is None:
            return None
        numbering: Numbering = import_module(module).Endgames(variant)
        return numbering
    except Exception as error:  # Any exception of the module: other variants can still be solved.
        raise NumberingError(f"{name}: its endgames cannot be read: {type(error).__name__}: {error}.") from error


def acts(position: Position, seat: Seat) -> list[Mapping[Seat, Move]]:
    """What this seat may add to a turn: one of its moves each, or a single empty act if it does not act."""
    return [{seat: move} for move in position.moves(seat)] if seat in position.to_act else [{}]


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
