"""FEN syntax: rows and plain fields or JSON behind them, or rows alone."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from variants.errors import FenError

LONGEST_FEN = 1000
"""Characters of a FEN; far more than any board needs, far less than a parser could choke on."""

MOST_PLIES = 999_999_999
"""The greatest ply counter that is read and written."""


class Fields(NamedTuple):
    """A parsed FEN. Missing fields are None or empty."""

    rows: str
    turn: str | None
    plies: int | None
    named: Mapping[str, str]
    """The keys of the JSON form."""
    plain: tuple[str, ...]
    """What follows the ply counter in the form of vchess."""


def words_of(text: str) -> list[str]:
    """The plain fields of a FEN. Any blanks separate them; so do the underscores of links where there are no blanks."""
    words = text.partition("{")[0].split()
    return words[0].replace("_", " ").split() if len(words) == 1 else words


def split(text: str, turns: Iterable[str], keys: Collection[str]) -> Fields:
    """Parse a FEN. `turns` are the letters a turn may have, `keys` those its JSON may have.

    A turn or a ply counter `-` counts as missing. Raises FenError.
    """
    if not isinstance(text, str):
        raise FenError("fen_type", "A FEN is a text, not {value}.", value=type(text).__name__)
    if len(text) > LONGEST_FEN:
        raise FenError(
            "fen_long", "The FEN has {length} characters; {limit} are enough.", length=len(text), limit=LONGEST_FEN
        )
    _, brace, tail = text.partition("{")
    words = words_of(text)
    if not words:
        raise FenError("fen_rows", "The FEN has no rows.")
    named = _named(brace + tail, keys) if brace else {}
    turn, plies = [None if word == "-" else word for word in (*words[1:3], "-", "-")[:2]]
    letters = list(turns)  # In a text “wb” would be found too.
    if turn is not None and turn not in letters:
        raise FenError(
            "fen_turn", "The side to move must be one of {turns}, not “{turn}”.", turns=", ".join(letters), turn=turn
        )
    if brace and len(words) > 3:
        raise FenError("fen_both", "A FEN has either plain fields or JSON after the ply counter, not both.")
    return Fields(words[0], turn, None if plies is None else counter(plies), named, tuple(words[3:]))


def join(rows: str, turn: str, plies: int, named: Mapping[str, str]) -> str:
    """The FEN in the form this project writes. The ply counter stops at `MOST_PLIES`, so that it can be read again."""
    return f"{rows} {turn} {min(plies, MOST_PLIES)} {json.dumps(dict(named), separators=(',', ':'))}"


def counter(word: str) -> int:
    """The number of plies or of turns that a text gives. Raises FenError."""
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise FenError(
            "fen_plies", "The ply counter must be a whole number of at most 9 digits, not “{word}”.", word=word
        )
    return int(word)


def _named(text: str, keys: Collection[str]) -> dict[str, str]:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, value in items:
            if name in values:
                raise FenError("fen_key_twice", "The key “{name}” occurs twice in the FEN.", name=name)
            values[name] = value
        return values

    try:
        values: dict[str, Any] = json.loads(text, object_pairs_hook=pairs)
        # Half of a character, which an escape can write, is no text.
        json.dumps(values, ensure_ascii=False).encode()
    except (json.JSONDecodeError, UnicodeEncodeError, RecursionError) as error:
        where = error.pos + 1 if isinstance(error, json.JSONDecodeError) else max(1, text.lower().find("\\ud") + 1)
        raise FenError(
            "fen_json", "The JSON of the FEN cannot be read at its character {where}.", where=where
        ) from error
    for name, value in values.items():
        if name not in keys:
            raise FenError(
                "fen_key", "The FEN has an unknown key “{name}”; known: {known}.", name=name, known=", ".join(keys)
            )
        if not isinstance(value, str):
            raise FenError("fen_value", "The value of “{name}” in the FEN must be a text.", name=name)
    return values
