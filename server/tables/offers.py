"""What a seat may send now: each move with the row that shows it to the player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from server.tables.refusal import Refusal
from variants.position import Move, Position, Risk, Seat, Square

MOST_REMEMBERED = 50_000
"""Rows of moves that are remembered, some 400 bytes each."""


class Offer(NamedTuple):
    """A move that a seat may send, and its row in the seat's view: plain data, see ARCHITECTURE.md."""

    move: Move
    row: dict[str, Any]


def offers(position: Position, seat: Seat) -> Mapping[str, Offer]:
    """Every move the position offers this seat, by the text it is sent as."""
    labels = position.labels(seat)
    several = crowded([move.path for move in labels])
    kind, risky, risk, special = type(position), position.risky, position.risk, position.special
    found = {}
    for move, label in labels.items():
        offer = _risked(kind, move, label, risk(seat, move)) if risky(seat, move) else _plain(kind, move, label)
        more: dict[str, Any] = {}
        if code := special(seat, move):
            more["special"] = code
        if move.path in several:
            more["becomes"] = position.becomes(seat, move)
        found[offer.row["id"]] = Offer(move, {**offer.row, **more}) if more else offer
    return found


@lru_cache(maxsize=MOST_REMEMBERED)
def _plain(kind: type[Position], move: Move, label: str) -> Offer:
    """A move of which there is no more to say: the same ones are offered in turn after turn, in game after game."""
    return Offer(move, {"id": kind.write(move), "path": move.path, "label": label})


@lru_cache(maxsize=MOST_REMEMBERED)
def _risked(kind: type[Position], move: Move, label: str, why: Risk | None) -> Offer:
    """A move that may turn out illegal."""
    risk = {"risk": why._asdict()} if why else {}
    return Offer(move, {**_plain(kind, move, label).row, "risky": True, **risk})


def chosen(found: Mapping[str, Offer], text: str, rules: type[Position]) -> Offer:
    """The one of these offers that a text names. Raises Refusal for another move, MoveError where it spells none."""
    if text not in found:
        raise Refusal("not_offered", "The move {move} is not possible now.", move=rules.write(rules.read(text)))
    return found[text]


def crowded(paths: list[tuple[Square, ...]]) -> set[tuple[Square, ...]]:
    """The paths at whose end a chooser is needed: those of several moves, and the beginnings of longer ones."""
    if len(set(paths)) == len(paths) and max(map(len, paths), default=0) <= 2:
        return set()
    several = {path for path, times in Counter(paths).items() if times > 1}
    return several | {path[:length] for path in paths for length in range(2, len(path))}
