"""The answers to the messages that decisions were taken for."""

from __future__ import annotations

from variants.game import DIGEST, digest

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
        self._records += digest((person, message)) + number.to_bytes(_NUMBER, "big")

    def number(self, person: str, message: str) -> int | None:
        """The number of turns after the decision for this message; None if none was taken."""
        at = self._records.find(digest((person, message)))
        return int.from_bytes(self._records[at + DIGEST : at + DIGEST + _NUMBER], "big") if at >= 0 else None
