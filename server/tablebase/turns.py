"""What a seat may do in a turn, whether it acts or not."""

from __future__ import annotations

from collections.abc import Mapping

from variants.position import Move, Position, Seat


def acts(position: Position, seat: Seat) -> list[Mapping[Seat, Move]]:
    """What this seat may add to a turn: one of its moves, or nothing where it does not act."""
    return [{seat: move} for move in position.moves(seat)] if seat in position.to_act else [{}]
