"""Standard FEN of chess, `rows w KQkq - 0 1`: recognised, converted to this project's form, and written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from variants.castling import Castling, Rights
from variants.errors import FenError
from variants.fen import LONGEST_FEN, counter, join, words_of
from variants.grid import Grid
from variants.position import Square

_RIGHTS = re.compile("-|[KQA-Lkqa-l]{1,4}")
_DEFAULTS = ["", "w", "-", "-", "0", "1"]


def is_one(fen: object) -> bool:
    """Whether castling rights are letters, where this project's form counts plies."""
    words = words_of(fen) if isinstance(fen, str) and len(fen) <= LONGEST_FEN and "{" not in fen else []
    return len(words) > 2 and _RIGHTS.fullmatch(words[2]) is not None


class SixFields(NamedTuple):
    """A standard FEN."""

    rows: str
    turn: str
    rights: str
    en_passant: str
    halfmoves: int
    """Halfmoves since the last capture or pawn's move."""
    number: int
    """The number of the move, from 1."""


def six_fields(words: list[str]) -> SixFields:
    """The fields of a standard FEN; those that are missing or `-` have their defaults. Raises FenError."""
    if len(words) > len(_DEFAULTS):
        raise FenError(
            "fen_standard",
            "A FEN whose third field is “{rights}” has at most six fields, not {found}.",
            rights=words[2],
            found=len(words),
        )
    words = [*words, *_DEFAULTS[len(words) :]]
    rows, turn, rights, en_passant, halfmoves, number = [
        default if word == "-" else word for word, default in zip(words, _DEFAULTS, strict=True)
    ]
    return SixFields(rows, turn, rights, en_passant, counter(halfmoves), counter(number))


def ours(fields: SixFields, named: Mapping[str, str]) -> str:
    """The same in this project's form; `named` are the fields after the ply counter."""
    number = max(fields.number - 1, 0)
    return join(fields.rows, fields.turn, 2 * number + (fields.turn == "b"), named)


def written(
    grid: Grid,
    castling: Castling,
    board: Sequence[str],
    turn: str,
    rights: Rights,
    en_passant: Sequence[Square],
    quiet: int,
    plies: int,
) -> str:
    """Six fields. `en_passant` has what can be captured en passant now, of which one square at most is written. A right
    has the letter of its rook's file where another rook of the colour stands farther out.
    """
    taken = grid.names[en_passant[0]] if en_passant else "-"
    return f"{grid.write_rows(board)} {turn} {castling.letters(rights, board)} {taken} {quiet} {plies // 2 + 1}"
