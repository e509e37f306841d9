"""Sealed envelopes: a digest that fixes a move before it is shown, and the text it is taken of."""

from __future__ import annotations

import secrets
from hashlib import sha256

from variants.position import Seat

NONCE_BYTES = 16
"""128 bits: without them the few legal moves of a position could all be tried."""


def fresh() -> str:
    """A new nonce for one envelope: 32 hexadecimal digits."""
    return secrets.token_hex(NONCE_BYTES)


def canonical(table: str, turn: int, seat: Seat, move: str, nonce: str) -> str:
    """The text that is hashed; `turn` counts from 1, `move` is the text as it was sent."""
    return f"cavalier seal 1\ntable {table}\nturn {turn}\nseat {seat}\nmove {move}\nnonce {nonce}\n"


def commitment(table: str, turn: int, seat: Seat, move: str, nonce: str) -> str:
    """SHA-256 of the canonical text in UTF-8: 64 hexadecimal digits."""
    return sha256(canonical(table, turn, seat, move, nonce).encode()).hexdigest()
