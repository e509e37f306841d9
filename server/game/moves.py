"""The legal moves of a seat as a player is shown them: each by the text that is sent for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from server.game.errors import Refusal
from server.game.view_types import MoveView, RiskView
from variants.position import Move, Position, Risk, Seat, Square

CACHED_ROWS = 50_000
"""Rows of moves in each cache (LRU), some 400 bytes each."""


class LegalMove(NamedTuple):
    """A move that a seat may send, and its row in the seat's view: plain data, see docs/interfaces.md."""

    move: Move
    row: MoveView


def legal_moves(position: Position, seat: Seat) -> Mapping[str, LegalMove]:
    """Every move the position offers this seat, by the text it is sent as."""
    labels, risks = position.labels(seat), position.risks(seat)
    several = ambiguous_paths([move.path for move in labels])
    kind, special = type(position), position.special
    moves = {}
    for move, label in labels.items():
        legal = _risky(kind, move, label, risks[move]) if move in risks else _plain(kind, move, label)
        if code := special(seat, move):
            legal = LegalMove(move, {**legal.row, "special": code})
        if move.path in several:
            legal = LegalMove(move, {**legal.row, "becomes": position.becomes(seat, move)})
        moves[legal.row["id"]] = legal
    return moves


@lru_cache(maxsize=CACHED_ROWS)
def _plain(kind: type[Position], move: Move, label: str) -> LegalMove:
    """The row of a move with only a path and a label: the same rows occur in turn after turn, in all games."""
    return LegalMove(move, {"id": kind.write(move), "path": move.path, "label": label})


@lru_cache(maxsize=CACHED_ROWS)
def _risky(kind: type[Position], move: Move, label: str, risk: Risk) -> LegalMove:
    """A move that may turn out illegal."""
    needs, price, squares, pieces = risk
    why: RiskView = {"needs": needs, "price": price, "squares": squares, "pieces": pieces}
    return LegalMove(move, {**_plain(kind, move, label).row, "risky": True, "risk": why})


def find_legal(legal: Mapping[str, LegalMove], text: str, rules: type[Position]) -> LegalMove:
    """The one of these moves that a text names. Raises Refusal for another move, MoveError where it spells none."""
    if text not in legal:
        raise Refusal("not_offered", "The move {move} is not possible now.", move=rules.write(rules.read(text)))
    return legal[text]


def ambiguous_paths(paths: list[tuple[Square, ...]]) -> set[tuple[Square, ...]]:
    """The paths at whose end the player must choose: those of several moves, and the beginnings of longer ones."""
    if len(set(paths)) == len(paths) and max(map(len, paths), default=0) <= 2:
        return set()
    several = {path for path, times in Counter(paths).items() if times > 1}
    return several | {path[:length] for path in paths for length in range(2, len(path))}
