"""Composed positions of Checkered in which the switch alone wins by force, and whether the bot switches.

`switches.json` holds them, with how many actions of both seats the win takes at most; `winning` proves it by the rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import NamedTuple

from server.bots.budget import Budget
from server.bots.choose import choose
from variants.position import Move, Position, Seat
from variants.registry import load


class Composed(NamedTuple):
    """A position and the number of actions, the switch included, after which the side to act has won."""

    position: Position
    actions: int


def composed() -> list[Composed]:
    """All of them."""
    rows = json.loads(Path(__file__).with_name("switches.json").read_text(encoding="utf-8"))
    return [Composed(load("Checkered").from_fen(row["fen"]), row["actions"]) for row in rows]


def winning(position: Position, actions: int) -> list[Move]:
    """The moves after which the side to act wins within so many actions, whatever the other does."""
    (seat,) = position.to_act
    return [move for move in position.moves(seat) if _wins(position.play({seat: move}), seat, actions - 1)]


def _wins(position: Position, seat: Seat, actions: int) -> bool:
    result = position.result()
    if result is not None:
        return result.points[seat] == 1
    if not actions:
        return False
    (actor,) = position.to_act
    outcomes = (_wins(position.play({actor: move}), seat, actions - 1) for move in position.moves(actor))
    return any(outcomes) if actor == seat else all(outcomes)


def switches(position: Position, nodes: int, random: Random) -> bool:
    """Whether the bot plays the switch, with so many nodes."""
    (seat,) = position.to_act
    move = choose(position, seat, Budget(nodes), random).draw(random)
    return position.special(seat, move) == "switch"
