"""Standard FEN of chess, `rows w KQkq - 0 1`: recognised, converted to this project's form, and written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from variants import castling
from variants.army import GRID
from variants.castling import Rights
from variants.errors import FenError
from variants.fen import LONGEST_FEN, counter, join
from variants.position import Square

LETTERS = frozenset({"", *"PNBRQKpnbrqk"})
"""The symbols of the pieces of standard FEN."""

_RIGHTS = re.compile("-|[KQA-Hkqa-h]{1,4}")


def is_one(fen: object) -> bool:
    """Whether castling rights are letters, where this project's form counts plies."""
    words = fen.split(" ") if isinstance(fen, str) and len(fen) <= LONGEST_FEN else []
    return len(words) > 2 and _RIGHTS.fullmatch(words[2]) is not None


def ours(fen: str, board: Sequence[str], more_flags: str) -> str:
    """The same in this project's form; `board` is its parsed rows. There is no halfmove clock: this form has none."""
    words = fen.split(" ")
    if len(words) not in (4, 6):
        raise FenError(
            "fen_standard",
            "A FEN whose third field is “{rights}” has four fields, or six with its two counters; not {found}.",
            rights=words[2],
            found=len(words),
        )
    rows, turn, rights, en_passant = words[:4]
    _, number = [counter(word) for word in words[4:] or ("0", "1")]
    named = {"flags": castling.digits(rights, board) + more_flags, "enpassant": en_passant}
    return join(rows, turn, 2 * max(number - 1, 0) + (turn == "b"), named)


def written(
    board: Sequence[str], turn: str, rights: Rights, en_passant: Sequence[Square], quiet: int, plies: int
) -> str:
    """Six fields. `en_passant` has what can be captured en passant now, of which one square at most is written. A right
    has the letter of its rook's file where another rook of the colour stands farther out.
    """
    taken = GRID.names[en_passant[0]] if en_passant else "-"
    return f"{GRID.write_rows(board)} {turn} {castling.letters(rights, board)} {taken} {quiet} {plies // 2 + 1}"
