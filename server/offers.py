"""What a seat may send now: each move with the row that shows it to the player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from variants.position import Move, Position, Seat


class Offer(NamedTuple):
    """A move that a seat may send, and its row in the seat's view: plain data, see ARCHITECTURE.md."""

    move: Move
    row: dict[str, Any]


def offers(position: Position, seat: Seat) -> Mapping[str, Offer]:
    """Every move the position offers this seat, by the text it is sent as."""
    labels = position.labels(seat)
    paths = Counter(move.path for move in labels)
    # A chooser is needed where one path is several moves, or the beginning of longer ones.
    begun = {move.path[:length] for move in labels for length in range(2, len(move.path))}
    found = {}
    for move, label in labels.items():
        text = position.write(move)
        row: dict[str, Any] = {"id": text, "path": move.path, "label": label}
        if position.risky(seat, move):
            row["risky"] = True
        if special := position.special(seat, move):
            row["special"] = special
        if paths[move.path] > 1 or move.path in begun:
            row["becomes"] = position.becomes(seat, move)
        found[text] = Offer(move, row)
    return found
