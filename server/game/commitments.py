"""Commitments: a digest that fixes a sealed move, or the dice of a game, before it is shown; and the dice themselves.

Everybody sees the digest first, and what it is taken of later: then each can be computed again.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from hashlib import sha256

from variants.position import Seat


def sealed_text(table: str, turn: int, takebacks: int, seat: Seat, move: str, nonce: str) -> str:
    """The text whose digest seals a move.

    `turn` counts from 1; `takebacks` is how often turns had been taken back; `move` is the text as it was sent.
    """
    place = f"table {table}\nturn {turn}\ntakebacks {takebacks}\nseat {seat}\n"
    return f"cavalier seal 1\n{place}move {move}\nnonce {nonce}\n"


def seal_digest(table: str, turn: int, takebacks: int, seat: Seat, move: str, nonce: str) -> str:
    """SHA-256 of `sealed_text` in UTF-8: 64 hexadecimal digits."""
    return sha256(sealed_text(table, turn, takebacks, seat, move, nonce).encode()).hexdigest()


def dice_digest(table: str, seed: str) -> str:
    """SHA-256, in hexadecimal digits, of the text that fixes the seed of a table's dice."""
    return sha256(f"cavalier dice 1\ntable {table}\nseed {seed}\n".encode()).hexdigest()


def roll(seed: str, table: str, turn: int, takebacks: int, seat: Seat, moves: Collection[str]) -> str:
    """The one of these moves that a chance player makes in a turn, counted from 1, after a number of takebacks.

    HMAC-SHA-256 (RFC 2104) of a text that names the roll, keyed with the seed, read as a number and divided by the
    number of moves: the remainder counts from 0 in the moves' alphabetical order.
    """
    text = f"cavalier roll 1\ntable {table}\nturn {turn}\ntakebacks {takebacks}\nseat {seat}\n"
    number = int.from_bytes(hmac.digest(bytes.fromhex(seed), text.encode(), "sha256"))
    return sorted(moves)[number % len(moves)]
