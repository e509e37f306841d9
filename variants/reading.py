"""The fields of a chess FEN, and checks for unplayable positions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from variants.army import GRID, Army, DoubleStep
from variants.errors import FenError
from variants.fen import Fields
from variants.grid import Grid
from variants.position import Square


def by_name(fields: Fields, keys: Sequence[str]) -> Mapping[str, str]:
    """The named fields, or the plain ones of vchess by these names in order. Raises FenError if there are too many."""
    if len(fields.plain) > len(keys):
        raise FenError(
            "fen_plain", "After the ply counter there are at most {most} fields, not {found}.",
            most=len(keys), found=len(fields.plain),
        )  # fmt: skip
    return fields.named or dict(zip(keys, fields.plain, strict=False))


def square(text: str, key: str, grid: Grid = GRID) -> Square | None:
    """A square as its name or as two digits, row and file from the top left; `-` is None. Raises FenError."""
    if text == "-":
        return None
    if re.fullmatch("[0-9]{2}", text) and int(text[0]) < grid.ranks and int(text[1]) < grid.files:
        return grid.square(int(text[1]), int(text[0]))
    if text not in grid.index:
        raise FenError("fen_square", "“{text}” in the field “{key}” is not a square.", text=text, key=key)
    return grid.index[text]


def passed(text: str, key: str, most: int, grid: Grid = GRID) -> tuple[DoubleStep, ...]:
    """The double steps of an en-passant field, in the order of the squares, at most so many. Raises FenError.

    Where the pawn does not stand straight beyond, its square follows: `d3c4`.
    """
    if text == "-":
        return ()
    parts = [part for part in text.split(",") if part != "-"]  # As vchess writes it where a side has none.
    double_steps = set()
    for part in parts[: most + 1]:
        first = re.match("[a-z]?[0-9]{1,2}", part)
        over = square(first[0] if first else part, key, grid)
        if over is not None and first is not None and len(parts) <= most:
            pawn = square(part[first.end() :] or "-", key, grid)
            double_steps.add(DoubleStep(over, _beyond(over, grid) if pawn is None else pawn))
        else:
            raise FenError("fen_square", "“{text}” in the field “{key}” is not a square.", text=text, key=key)
    return tuple(sorted(double_steps))


def _beyond(over: Square, grid: Grid) -> Square:
    return over + (grid.files if 2 * over < grid.files * grid.ranks else -grid.files)


def written(en_passant: Sequence[DoubleStep], grid: Grid = GRID) -> str:
    """The text that `passed` reads."""
    names = grid.names
    return ",".join([names[at] + ("" if pawn == _beyond(at, grid) else names[pawn]) for at, pawn in en_passant]) or "-"


def refuse_kings(board: Sequence[str], kings: Sequence[str] = "Kk") -> None:
    """Raise FenError unless each side has one of each of its kings, given by their symbols; "" where it needs none."""
    for king in "".join(kings):
        found = board.count(king)
        if found == 1:
            continue
        if king == "K":
            raise FenError("fen_white_kings", "There must be one white king, not {found}.", found=found)
        if king == "k":
            raise FenError("fen_black_kings", "There must be one black king, not {found}.", found=found)
        raise FenError("fen_royal", "There must be one piece {piece}, not {found}.", piece=king, found=found)


def refuse_more(board: Sequence[str], set_of: Sequence[str]) -> None:
    """Raise FenError for a board with more pieces of a kind than this set of pieces has."""
    for symbol in dict.fromkeys(filter(None, board)):
        found, most = board.count(symbol), set_of.count(symbol)
        if found > most:
            raise FenError(
                "fen_more",
                "There are at most {most} pieces {piece}, not {found}.",
                most=most,
                piece=symbol,
                found=found,
            )


def refuse_pawns(board: Sequence[str], *armies: Army) -> None:
    """Raise FenError if a pawn stands where none can: on the first or the last rank."""
    for number in sorted({square for army in armies for square in army.last}):
        if any(board[number] in army.ways and number in army.last for army in armies):
            raise FenError("fen_pawn", "No pawn can stand on {square}.", square=armies[0].grid.names[number])


def refuse_passing(board: Sequence[str], passed: DoubleStep, army: Army) -> None:
    """Raise FenError unless a pawn of this army can just have made this double step."""
    square, pawn = passed
    origin = 2 * square - pawn
    empty = 0 <= origin < len(board) and not board[square] and not board[origin]
    if empty and board[pawn] in army.en_passant:
        for way in army.ways[board[pawn]]:
            if (square, pawn) in army.pawns.steps[way][origin]:
                return
    raise FenError("fen_enpassant", "No pawn can just have jumped over {square}.", square=army.grid.names[square])
