"""The moves that the board offers to plan while another seat is to act."""

from __future__ import annotations

from typing import Any

from server.game import ambiguous_paths
from server.runtime.loop import yield_to_loop
from variants.position import Move, Position, Seat


def plannable_moves(position: Position, seat: Seat) -> list[Move]:
    """The moves that this seat could play after some move of the seat to act; on a hidden board, as far as it sees."""
    if position.hidden:
        return list(position.premoves(seat))
    if len(position.to_act) != 1 or seat in position.to_act:
        return []
    moves: dict[Move, None] = {}
    (acting,) = position.to_act
    for move in position.moves(acting):
        yield_to_loop()
        after = position.play({acting: move})
        if after.to_act == (seat,) and after.result() is None:
            moves |= dict.fromkeys(after.moves(seat))
    return list(moves)


def rows(position: Position, seat: Seat, moves: list[Move]) -> list[dict[str, Any]]:
    """The rows of these moves, as in views; labelled by their squares."""
    onboard = [move for move in moves if move.path]
    several = ambiguous_paths([move.path for move in onboard])
    offers = []
    for move in onboard:
        text = position.write(move)
        more = {"becomes": position.becomes(seat, move)} if move.path in several else {}
        offers.append({"id": text, "path": move.path, "label": text, **more})
    return offers
