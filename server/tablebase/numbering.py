"""Where the numbering of a variant's small endgames is found, and what a seat may do in one of them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from variants.numbering import Numbering
from variants.position import Move, Position, Seat


class NumberingError(Exception):
    """A module that cannot be a numbering, and why."""


def numbering_of(name: str, variant: type[Position]) -> Numbering | None:
    """The class `Endgames` of `endgames.py` beside the rules of a variant; None where there is no such module.

    Raises NumberingError where the module does not hold such a class.
    """
    module = f"{sys.modules[variant.__module__].__package__}.endgames"
    try:
        if find_spec(module) is None:
            return None
        numbering: Numbering = import_module(module).Endgames(variant)
        return numbering
    except Exception as error:  # Whatever the module of a variant raises, other variants are to be solved.
        raise NumberingError(f"{name}: its endgames cannot be read: {type(error).__name__}: {error}.") from error


def acts(position: Position, seat: Seat) -> list[Mapping[Seat, Move]]:
    """What this seat may add to a turn: one of its moves, or nothing where it does not act."""
    return [{seat: move} for move in position.moves(seat)] if seat in position.to_act else [{}]
