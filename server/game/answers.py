"""The answers to the messages that decisions were taken for."""

from __future__ import annotations

from hashlib import blake2b

_DIGEST = 16
"""Bytes of a digest of a person and an id."""

_NUMBER = 4
"""Bytes of a number."""


class Answers:
    """The number of turns after each decision that a message asked for, by its person and its id.

    20 bytes each: a digest of person and id, and the number.
    """

    def __init__(self) -> None:
        self._records = bytearray()

    def add(self, person: str, message: str, number: int) -> None:
        """Note the number of turns after the decision for a message."""
        self._records += _digest(person, message) + number.to_bytes(_NUMBER, "big")

    def number(self, person: str, message: str) -> int | None:
        """The number of turns after the decision for this message; None if none was taken."""
        at = self._records.find(_digest(person, message))
        return int.from_bytes(self._records[at + _DIGEST : at + _DIGEST + _NUMBER], "big") if at >= 0 else None


def _digest(person: str, message: str) -> bytes:
    return blake2b(f"{person}\n{message}".encode(), digest_size=_DIGEST).digest()
