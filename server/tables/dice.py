"""Chance players at a table: their moves follow from a seed that was fixed, and shown as a digest, before the game.

Everybody sees the digest from the beginning and the seed when the game is over: then each roll can be computed again.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from hashlib import sha256

from variants.position import Seat


def commitment(table: str, seed: str) -> str:
    """SHA-256, in hexadecimal digits, of the text that fixes a table's seed."""
    return sha256(f"cavalier dice 1\ntable {table}\nseed {seed}\n".encode()).hexdigest()


def roll(seed: str, table: str, turn: int, takebacks: int, seat: Seat, moves: Collection[str]) -> str:
    """Which of these moves a chance player makes in a turn, counted from 1, after so many takebacks.

    HMAC-SHA-256 (RFC 2104) of a text that names the roll, keyed with the seed, read as a number and divided by how many
    moves there are: the remainder counts from 0 in the moves' alphabetical order.
    """
    told = f"cavalier roll 1\ntable {table}\nturn {turn}\ntakebacks {takebacks}\nseat {seat}\n"
    number = int.from_bytes(hmac.digest(bytes.fromhex(seed), told.encode(), "sha256"))
    return sorted(moves)[number % len(moves)]
