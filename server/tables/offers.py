"""What a seat may send now: each move with the row that shows it to the player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from server.tables.refusal import Refusal
from variants.position import Move, Position, Seat, Square


class Offer(NamedTuple):
    """A move that a seat may send, and its row in the seat's view: plain data, see ARCHITECTURE.md."""

    move: Move
    row: dict[str, Any]


def offers(position: Position, seat: Seat) -> Mapping[str, Offer]:
    """Every move the position offers this seat, by the text it is sent as."""
    labels = position.labels(seat)
    crowded = _crowded([move.path for move in labels])
    write, risky, risk, special = position.write, position.risky, position.risk, position.special
    found = {}
    for move, label in labels.items():
        text = write(move)
        row: dict[str, Any] = {"id": text, "path": move.path, "label": label}
        if risky(seat, move):
            row["risky"] = True
            if why := risk(seat, move):
                row["risk"] = why._asdict()
        if code := special(seat, move):
            row["special"] = code
        if move.path in crowded:
            row["becomes"] = position.becomes(seat, move)
        found[text] = Offer(move, row)
    return found


def chosen(found: Mapping[str, Offer], text: str, rules: type[Position]) -> Offer:
    """The one of these offers that a text names. Raises Refusal for another move, MoveError where it spells none."""
    if text not in found:
        raise Refusal("not_offered", "The move {move} is not possible now.", move=rules.write(rules.read(text)))
    return found[text]


def _crowded(paths: list[tuple[Square, ...]]) -> set[tuple[Square, ...]]:
    """The paths at whose end a chooser is needed: those of several moves, and the beginnings of longer ones."""
    several = {path for path, times in Counter(paths).items() if times > 1}
    return several | {path[:length] for path in paths for length in range(2, len(path))}
