"""What goes over the pipe between the house and a process that thinks: one JSON object a line, a task or its answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from variants.game import Game
from variants.position import Position, Seat

Task = Mapping[str, Any]
"""What is to be thought about: JSON as it stands."""

LONGEST = 1 << 20
"""Bytes in a line, with its end, unless more is said."""


class Malformed(ValueError):
    """A line that is no object of JSON, or too long."""


def move(name: str, game: Game, seat: Seat, random: Random, *, strength: int, seconds: float) -> Task:
    """What should this seat play? The variant is named as its folder is.

    What the seat cannot know is not in the task: of the position a guess goes over, of a hidden board's past nothing.
    """
    known = game.position.guess(seat, random)
    about = _about(name, known, () if known.hidden else game.recent(), random, seconds)
    return {"do": "move", **about, "seat": seat, "strength": strength}


def judge(name: str, game: Game, random: Random, *, seconds: float, nodes: int | None = None) -> Task:
    """What is this position worth to everybody? It goes over as it is: not for games that are still played.

    Of the past it gets what is drawn if it comes once more: nobody is to be charged for a draw that there was not.
    """
    drawn = () if game.position.hidden else game.nearly_drawn()
    return {"do": "judge", **_about(name, game.position, drawn, random, seconds), "nodes": nodes}


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


def written(message: Mapping[str, Any], longest: int = LONGEST) -> bytes:
    """A task or an answer as a line. Raises Malformed where it is too long, or not of JSON."""
    try:
        line = json.dumps(message, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    except (TypeError, ValueError) as error:
        raise Malformed(f"It cannot be written: {error}.") from error
    if len(line) > longest:
        raise Malformed(f"It is longer than {longest} bytes.")
    return line


def read(line: bytes, longest: int = LONGEST) -> dict[str, Any]:
    """The task or the answer of a line. Raises Malformed."""
    if len(line) > longest:
        raise Malformed(f"It is longer than {longest} bytes.")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Malformed("It is not JSON.") from error
    if not isinstance(message, dict):
        raise Malformed("It is not an object.")
    return message
