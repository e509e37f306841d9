"""FENs of dobutsu shogi as vchess, xogo and Fairy-Stockfish write them, converted to this project's form (D14)."""

from __future__ import annotations

import json
import re

from variants.errors import FenError
from variants.fen import LONGEST_FEN, counter, join, words_of

_LETTERS = str.maketrans("PpKk", "CcLl")
_BRACKETS = re.compile(r"([^ \[]+)\[([A-Za-z-]*)\]")
_SIX, _EIGHT = "CEGceg", "CCEGcceg"
"""What each digit of a reserve counts: of vchess, and of xogo, which counts hens (as chicks) after chicks."""
_DEFAULTS = ["w", "0", "1"]
"""The fields after the rows of Fairy-Stockfish where they are missing."""


def from_foreign(fen: str) -> str:
    """The same in this project's form; a text of none of these programs stays as it is. Raises FenError."""
    if not isinstance(fen, str) or len(fen) > LONGEST_FEN:
        return fen
    _, brace, tail = fen.partition("{")
    words = words_of(fen)
    rows = words[0] if words else ""
    if "[" in rows:
        return _of_fairy(rows, words[1:])
    if not re.search("[PpKk]", rows):
        return fen
    reserve = _reserve(tail) if brace else words[3] if len(words) == 4 else ""
    if len(words) > 4 or (brace and len(words) > 3):
        return fen
    words[0] = rows.translate(_LETTERS)
    return " ".join(words[:3]) + (f' {{"hands":"{_hands(reserve)}"}}' if reserve else "")


def _of_fairy(rows: str, words: list[str]) -> str:
    """`gle/1c1/1C1/ELG[-] w 0 1`: the hands in brackets, a hen as a promoted chick, a count of moves."""
    match = _BRACKETS.fullmatch(rows)
    too_many = len(words) > len(_DEFAULTS)
    words = [default if word == "-" else word for word, default in zip(words, _DEFAULTS, strict=False)]
    words += _DEFAULTS[len(words) :]
    if match is None or too_many or words[0] not in ("w", "b"):
        raise FenError("fen_brackets", "A FEN with the hands in brackets is written like {example}.",
                       example="gle/1c1/1C1/ELG[-] w 0 1")  # fmt: skip
    _, number = map(counter, words[1:])
    board = match[1].replace("+C", "H").replace("+c", "h")
    return join(board, words[0], 2 * max(number - 1, 0) + (words[0] == "b"), {"hands": match[2] or "-"})


def _reserve(tail: str) -> str:
    """The reserve that the JSON of xogo tells; "" where there is none."""
    try:
        named = json.loads("{" + tail)
    except (ValueError, RecursionError):
        return "?"
    return str(named.get("reserve", "")) if named.keys() <= {"reserve", "ispawn"} else "?"


def _hands(reserve: str) -> str:
    kinds = {6: _SIX, 8: _EIGHT}.get(len(reserve), "")
    if not kinds or not re.fullmatch("[0-2]+", reserve):
        raise FenError("fen_reserve", "A reserve is 6 or 8 digits from 0 to 2, not “{reserve}”.", reserve=reserve)
    return "".join(kind * int(count) for kind, count in zip(kinds, reserve, strict=True)) or "-"
