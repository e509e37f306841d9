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
    squares, separated by commas; or the letters of the pieces in hand, for each seat out of its text in `hands`, in the
    order of its slots where a picture counts the pieces in them. For no square, and for empty hands, it is `-`.
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


_SQUARE = re.compile("([a-z])([0-9]{1,2})|([0-9])([0-9])")
_SQUARES = re.compile(f"(?:{_SQUARE.pattern}){{1,2}}")

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


def allows(value: Value, text: str, files: int, ranks: int) -> bool:
    """Whether this text may be such a value, on a board of this size; squares also as `reading.passed` reads them."""
    if value.parts:
        return parted(value, text) is not None
    if value.most is not None:
        return counted(value, text) is not None
    if value.squares:
        named = [part for part in text.split(",") if part != "-"]
        return len(named) <= value.squares and all(_on_board(part, files, ranks) for part in named)
    return text == "-" or not value.hands or set(text) <= set("".join(value.hands))


def _on_board(text: str, files: int, ranks: int) -> bool:
    """Whether a text is the names of one or two squares, or their rows and files as digits."""
    if not _SQUARES.fullmatch(text):
        return False
    return all(
        ord(file) - ord("a") < files and 1 <= int(rank) <= ranks if file else int(row) < ranks and int(column) < files
        for file, rank, row, column in _SQUARE.findall(text)
    )


def counted(value: Value, text: str) -> int | None:
    """The number that a text gives, or None where it is none from `least` to `most`."""
    if not re.fullmatch("-?[0-9]{1,9}", text) or not value.least <= int(text) <= (value.most or 0):
        return None
    return int(text)
