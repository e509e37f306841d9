"""What the fields of a chess FEN say, and the positions that no game could go on from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from variants.army import GRID, LAST_ROWS, Army
from variants.errors import FenError
from variants.fen import Fields
from variants.generation import taker_way
from variants.position import Square


def by_name(fields: Fields, keys: Sequence[str]) -> Mapping[str, str]:
    """The named fields, or the older plain ones by these names in order. Raises FenError if there are too many."""
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


def squares(text: str, key: str, most: int) -> tuple[Square, ...]:
    """Different squares in the order of their numbers, at most so many, with commas between them. Raises FenError."""
    if text == "-":
        return ()
    parts = [part for part in text.split(",") if part != "-"]  # As vchess writes it where a side has none.
    found = {square(part, key) for part in parts[: most + 1]}
    if len(parts) > most or None in found:
        raise FenError("fen_square", "“{text}” in the field “{key}” is not a square.", text=text, key=key)
    return tuple(sorted(number for number in found if number is not None))


def names(numbers: Sequence[Square]) -> str:
    """The names of squares as `squares` reads them."""
    return ",".join([GRID.names[number] for number in numbers]) or "-"


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


def refuse_passing(board: Sequence[str], passing: Square, army: Army) -> None:
    """Raise FenError unless a pawn of this army can just have jumped over that square."""
    if passing // 8 in (2, 5):
        way = -taker_way(passing)
        pawn = board[passing + way]
        if pawn in army.passing and way in army.ways[pawn] and not board[passing] and not board[passing - way]:
            return
    raise FenError("fen_enpassant", "No pawn can just have jumped over {square}.", square=GRID.names[passing])
