"""Whole numbers in texts that people and programs write, read alike everywhere."""

from __future__ import annotations


def whole_number(text: str, longest: int) -> int | None:
    """The number that 1 to `longest` digits from 0 to 9 write; None for any other text.

    Python's own `int` and `str.isdigit` take digits of every script.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= longest else None
