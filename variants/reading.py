"""The fields of a chess FEN, and checks for unplayable positions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from variants.army import DOWN, GRID, LAST_ROWS, UP, Army, DoubleStep
from variants.errors import FenError
from variants.fen import Fields
from variants.position import Square


def by_name(fields: Fields, keys: Sequence[str]) -> Mapping[str, str]:
    """The named fields, or the plain ones of vchess by these names in order. Raises FenError if there are too many."""
    if len(fields.plain) > len(keys):
        raise FenError(
            "fen_plain", "After the ply counter there are at most {most} fields, not {found}.",
            most=len(keys), found=len(fields.plain),
        )  # fmt: skip
    return fields.named or dict(zip(keys, fields.plain, strict=False))


def square(text: str, key: str) -> Square | None:
    """A square as its name or as two digits, row and file from the top left; `-` is None. Raises FenError."""
    if text == "-":
        return None
    if re.fullmatch("[0-7]{2}", text):
        return int(text[0]) * 8 + int(text[1])
    if text not in GRID.index:
        raise FenError("fen_square", "“{text}” in the field “{key}” is not a square.", text=text, key=key)
    return GRID.index[text]


def passed(text: str, key: str, most: int) -> tuple[DoubleStep, ...]:
    """The double steps of an en-passant field, in the order of the squares, at most so many. Raises FenError.

    Where the pawn does not stand straight beyond, its square follows: `d3c4`.
    """
    if text == "-":
        return ()
    parts = [part for part in text.split(",") if part != "-"]  # As vchess writes it where a side has none.
    double_steps = set()
    for part in parts[: most + 1]:
        over = square(part[:2], key)
        if over is not None and len(parts) <= most:
            pawn = square(part[2:], key) if part[2:] else _beyond(over)
            double_steps.add(DoubleStep(over, _beyond(over) if pawn is None else pawn))
        else:
            raise FenError("fen_square", "“{text}” in the field “{key}” is not a square.", text=text, key=key)
    return tuple(sorted(double_steps))


def _beyond(over: Square) -> Square:
    return over + (DOWN if over < 32 else UP)


def written(en_passant: Sequence[DoubleStep]) -> str:
    """The text that `passed` reads."""
    names = GRID.names
    return ",".join([names[at] + ("" if pawn == _beyond(at) else names[pawn]) for at, pawn in en_passant]) or "-"


def refuse_kings(board: Sequence[str]) -> None:
    """Raise FenError unless each colour has one king."""
    if board.count("K") != 1:
        raise FenError("fen_white_kings", "There must be one white king, not {found}.", found=board.count("K"))
    if board.count("k") != 1:
        raise FenError("fen_black_kings", "There must be one black king, not {found}.", found=board.count("k"))


def refuse_pawns(board: Sequence[str], *armies: Army) -> None:
    """Raise FenError if a pawn stands where none can: on the first or the last rank."""
    for number in sorted(LAST_ROWS):
        if any(board[number] in army.ways for army in armies):
            raise FenError("fen_pawn", "No pawn can stand on {square}.", square=GRID.names[number])


def refuse_passing(board: Sequence[str], passed: DoubleStep, army: Army) -> None:
    """Raise FenError unless a pawn of this army can just have made this double step."""
    square, pawn = passed
    origin = 2 * square - pawn
    if board[pawn] in army.en_passant and 0 <= origin < 64 and not board[square] and not board[origin]:
        for way in army.ways[board[pawn]]:
            if (square, pawn) in army.pawns.steps[way][origin]:
                return
    raise FenError("fen_enpassant", "No pawn can just have jumped over {square}.", square=GRID.names[square])
