"""The text of a roll: as a move, and in the FEN (D6, D7)."""

from __future__ import annotations

from collections.abc import Mapping

from variants.errors import MoveError
from variants.position import Move

KINDS = "pnbrqk"


def write_roll(move: Move) -> str:
    """`=n`; "" for what is no roll."""
    return "" if move.path else f"={move.into}"


def read_roll(text: object) -> Move | None:
    """The roll of a text; None for a text that does not begin like one. Raises MoveError."""
    if not isinstance(text, str) or not text.startswith("="):
        return None
    if len(text) != 2 or text[1] not in KINDS:
        raise MoveError("dice_text", "“{text}” is not a roll: write = and one of p, n, b, r, q, k.", text=text)
    return Move((), text[1])


def read_rolled(named: Mapping[str, str]) -> str:
    """The kind that must move; "" while the die is in the cup."""
    return named.get("roll", named.get("toplay", "-")).strip("-")  # As xogo calls it.
