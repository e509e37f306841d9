"""Sealed envelopes: a digest that fixes a move before it is shown, and the text it is taken of."""

from __future__ import annotations

from hashlib import sha256

from variants.position import Seat


def canonical(table: str, turn: int, takebacks: int | None, seat: Seat, move: str, nonce: str) -> str:
    """The text that is hashed.

    `turn` counts from 1; `takebacks` is how often turns had been taken back, None for version 1 of the text, which does
    not tell it; `move` is the text as it was sent.
    """
    version, told = (1, "") if takebacks is None else (2, f"takebacks {takebacks}\n")
    return f"cavalier seal {version}\ntable {table}\nturn {turn}\n{told}seat {seat}\nmove {move}\nnonce {nonce}\n"


def commitment(table: str, turn: int, takebacks: int | None, seat: Seat, move: str, nonce: str) -> str:
    """SHA-256 of the canonical text in UTF-8: 64 hexadecimal digits."""
    return sha256(canonical(table, turn, takebacks, seat, move, nonce).encode()).hexdigest()
