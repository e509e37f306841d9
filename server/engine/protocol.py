"""The protocol between the server and an engine process: one JSON object a line, a task or its answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from variants.game import Game
from variants.position import Position, Seat

Task = Mapping[str, Any]
"""A task: a JSON object."""


class ProtocolError(Exception):
    """A task or an answer breaks the protocol; the message says how."""


def move_task(name: str, game: Game, seat: Seat, random: Random, *, strength: int, seconds: float) -> Task:
    """The task to find a move for this seat. `name` is the folder name of the variant.

    It holds nothing that the seat cannot know: a determinization of the position, and no past of a hidden board. The
    past has all positions that may occur again, and the seat that loses by those whose next repetition is lost.
    """
    known = game.position.guess(seat, random)
    lost = {} if known.hidden else {each.fen(): loser for each, loser in game.nearly_lost()}
    about = _about(name, known, () if known.hidden else game.recent(), random, seconds)
    return {"do": "move", **about, "lost": lost, "seat": seat, "strength": strength}


def evaluation_task(
    name: str, game: Game, random: Random, *, seconds: float, nodes: int | None = None, lines: bool = False
) -> Task:
    """The task to evaluate a position for all seats. It holds the true position: only for games that are over.

    Its past has only the positions whose next repetition draws the game, so that no move is charged for an earlier one.
    """
    ends = [] if game.position.hidden else game.nearly_over()
    drawn = [each for each, result in ends if result.reason == "repetition"]
    return {"do": "evaluate", **_about(name, game.position, drawn, random, seconds), "nodes": nodes, "lines": lines}


def _about(name: str, position: Position, past: Iterable[Position], random: Random, seconds: float) -> Task:
    return {
        "variant": name,
        "settings": dict(position.settings),
        "fen": position.fen(),
        "quiet": position.quiet,
        "past": list(dict.fromkeys(each.fen() for each in past)),
        "seconds": seconds,
        "seed": random.getrandbits(48),
    }


def encode(message: Mapping[str, Any]) -> bytes:
    """A task or an answer as a line. Raises ProtocolError where it is not JSON."""
    try:
        return json.dumps(message, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    except (TypeError, ValueError) as error:
        raise ProtocolError(f"It cannot be written: {error}.") from error


def decode(line: bytes) -> dict[str, Any]:
    """The task or the answer of a line. Raises ProtocolError."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("It is not JSON.") from error
    if not isinstance(message, dict):
        raise ProtocolError("It is not an object.")
    return message
