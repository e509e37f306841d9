"""The keys of a FEN's JSON, declared: what a reader takes there is what a form offers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class Part(NamedTuple):
    """A part of a value: one of a few texts."""

    choices: tuple[str, ...]
    at: str = ""
    """The square that it speaks of, if it speaks of one."""
    also: tuple[str, ...] = ()
    """Other texts that are read there, and offered by no form."""


class Value(NamedTuple):
    """What the value of a key may be; with nothing said, any text.

    It is its `parts` one after the other; or a whole number from `least` to `most`; or the names of up to `squares`
    squares, separated by commas; or the letters of the pieces in hand, for each seat out of its text in `hands`. For
    no square, and for empty hands, it is `-`.
    """

    parts: tuple[Part, ...] = ()
    least: int = 0
    most: int | None = None
    squares: int = 0
    hands: tuple[str, ...] = ()
    usual: str = "-"
    """The value where no piece stands on the board yet."""
    offered: bool = True
    """Whether a form asks for it; not for a key that is read only because other programs write it."""


TEXT = Value()
"""The value of a key of which nothing is declared."""


def one_of(*texts: str, offered: bool = True) -> Value:
    """A value that is one of these texts; the first is the usual one."""
    return Value(parts=(Part(texts),), usual=texts[0], offered=offered)


@lru_cache(maxsize=256)
def _pattern(parts: tuple[Part, ...]) -> re.Pattern[str]:
    longest = [sorted((*part.choices, *part.also), key=len, reverse=True) for part in parts]
    return re.compile("".join([f"({'|'.join(map(re.escape, choices))})" for choices in longest]))


def parted(value: Value, text: str) -> tuple[str, ...] | None:
    """The parts of a text, or None where it is not made of choices of this value."""
    match = _pattern(value.parts).fullmatch(text)
    return None if match is None else match.groups()


def counted(value: Value, text: str) -> int | None:
    """The number that a text gives, or None where it is none from `least` to `most`."""
    if not re.fullmatch("-?[0-9]{1,9}", text) or not value.least <= int(text) <= (value.most or 0):
        return None
    return int(text)
