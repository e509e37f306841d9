"""A FEN of chess as other programs write it, `rows w KQkq - 0 1`: told from ours, and put into our form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from variants import castling
from variants.errors import FenError
from variants.fen import LONGEST, counter, join

_RIGHTS = re.compile("-|[KQA-Hkqa-h]{1,4}")


def is_one(fen: object) -> bool:
    """Whether rights to castle stand in letters where our form counts plies."""
    words = fen.split(" ") if isinstance(fen, str) and len(fen) <= LONGEST else []
    return len(words) > 2 and _RIGHTS.fullmatch(words[2]) is not None


def ours(fen: str, board: Sequence[str], more_flags: str) -> str:
    """The same in our form; `board` is what its rows say. The count of quiet turns is left out: ours has none."""
    words = fen.split(" ")
    if len(words) not in (4, 6):
        raise FenError(
            "fen_standard",
            "A FEN whose third field is “{rights}” has four fields, or six with its two counters; not {found}.",
            rights=words[2],
            found=len(words),
        )
    rows, turn, rights, passing = words[:4]
    _, number = map(counter, words[4:] or ("0", "1"))
    named = {"flags": castling.digits(rights, board) + more_flags, "enpassant": passing}
    return join(rows, turn, 2 * max(number - 1, 0) + (turn == "b"), named)
