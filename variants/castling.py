"""Castling from any arrangement of king and rooks: rights, their text, and the squares concerned."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from variants.army import GRID, STEPS
from variants.errors import FenError
from variants.keys import Part
from variants.position import Move, Square

Rights = tuple[Square | None, Square | None, Square | None, Square | None]
"""The rook's square where the right is left, else None: White's on the a-side, on the h-side, then Black's two."""

KINGS: Final = ("K", "K", "k", "k")
ROOKS: Final = ("R", "R", "r", "r")
HOME: Final = (56, 56, 0, 0)
"""For each right the first square of the rank it belongs to."""
NO_RIGHTS: Final[Rights] = (None, None, None, None)
FLAGS: Final = (Part(tuple("801234567"), also=tuple("abcdefghi")),) * 4
"""The text of rights: the file of the rook with which White, then Black, may castle on the a-side, and on the h-side;
`8` is none."""


class Castle(NamedTuple):
    """One castling."""

    move: Move
    """Its move: the king's two squares from the orthodox squares, else the king's square and the rook's."""
    king: tuple[Square, Square]
    rook: tuple[Square, Square]
    crossed: tuple[Square, ...]
    """The king's squares from the first to the last but one: none may be attacked. The last depends on the rook too."""
    clear: tuple[Square, ...]
    """Squares that must be empty."""
    text: str
    """`0-0` or `0-0-0`."""


@lru_cache(maxsize=256)
def plan(king: Square, rook: Square) -> Castle:
    """The castling of this king with this rook: the king ends on the c- or the g-file, the rook beside it."""
    home = king - king % 8
    short = rook > king
    king_to, rook_to = (home + 6, home + 5) if short else (home + 2, home + 3)
    orthodox = king % 8 == 4 and rook % 8 in (0, 7)
    step = 1 if king_to > king else -1
    concerned = range(min(king, rook, king_to, rook_to), max(king, rook, king_to, rook_to) + 1)
    return Castle(
        STEPS[king][king_to if orthodox else rook],
        (king, king_to),
        (rook, rook_to),
        tuple(range(king, king_to, step)) or (king,),
        tuple(square for square in concerned if square not in (king, rook)),
        "0-0" if short else "0-0-0",
    )


def is_clear(plan: Castle, board: Sequence[str]) -> bool:
    """Whether nothing stands in the way of this castling."""
    return not any(board[square] for square in plan.clear)


def find(rights: Rights, board: Sequence[str], move: Move) -> Castle | None:
    """The castling that this king's move means on this board, or None where pieces stand in the way.

    On drawn squares a castling is written as the king's move onto its own rook; where a player may also declare a
    recapture on an own square, that move means the recapture if the king cannot castle.
    """
    mover = board[move.path[0]]
    for king, rook in zip(KINGS, rights, strict=True):
        if king == mover and rook is not None:
            castle = plan(move.path[0], rook)
            if castle.move == move and is_clear(castle, board):
                return castle
    return None


def after(rights: Rights, mover: str, origin: Square, target: Square) -> Rights:
    """The rights after a move: a king's move ends its two rights, a move from or to a rook's square ends that one."""
    if mover not in KINGS and origin not in rights and target not in rights:
        return rights
    left = [
        None if mover == king or rook in (origin, target) else rook for king, rook in zip(KINGS, rights, strict=True)
    ]
    return (left[0], left[1], left[2], left[3])


def standing(rights: Rights, board: Sequence[str]) -> Rights:
    """The rights after pieces may have left the board: a right goes with its king and with its rook."""
    left = [
        rook if rook is not None and board[rook] == tower and king in board else None
        for king, tower, rook in zip(KINGS, ROOKS, rights, strict=True)
    ]
    return (left[0], left[1], left[2], left[3])


def orthodox(board: Sequence[str]) -> Rights:
    """A right wherever king and rook stand on their orthodox squares."""
    text = ""
    for king, rook, home, file in zip(KINGS, ROOKS, HOME, (0, 7, 0, 7), strict=True):
        text += str(file) if board[home + 4] == king and board[home + file] == rook else "8"
    return read(text, board)


def possible(board: Sequence[str]) -> tuple[frozenset[str], ...]:
    """For each of the four characters that `read` takes, those that the board allows: files of rooks, and `8`."""
    allowed = []
    for number, home in enumerate(HOME):
        rank = board[home : home + 8]
        king = rank.index(KINGS[number]) if KINGS[number] in rank else None
        rooks = [file for file, symbol in enumerate(rank) if symbol == ROOKS[number]]
        beside = [file for file in rooks if king is not None and (file > king) == bool(number % 2)]
        allowed.append(frozenset(["8", *map(str, beside)]))
    return tuple(allowed)


def read(text: str, board: Sequence[str]) -> Rights:
    """The rights that four characters give: a file (`0`-`7` or `a`-`h`), or `8` or `i` where there is none.

    Raises FenError where the board contradicts a right.
    """
    rights: list[Square | None] = []
    for number, character in enumerate(text):
        file = "abcdefghi".find(character) if character.isalpha() else int(character)
        rights.append(None if file == 8 else _right(number, file, board))
    return (rights[0], rights[1], rights[2], rights[3])


def _right(number: int, file: int, board: Sequence[str]) -> Square:
    home = HOME[number]
    rook = home + file
    rank = board[home : home + 8]
    king = home + rank.index(KINGS[number]) if KINGS[number] in rank else None
    if king is None or board[rook] != ROOKS[number] or (rook > king) != bool(number % 2):
        raise FenError(
            "fen_castling",
            "The board contradicts the right to castle with a rook on {square}.",
            square=GRID.names[rook],
        )  # fmt: skip
    return rook


def digits(letters: str, board: Sequence[str]) -> str:
    """What `read` reads, from letters: `K` and `Q` for White's outermost rook on that side, `A`-`H` for the rook on a
    file, Black's in lower case, `-` for none. Raises FenError."""
    files = ["8"] * 4
    for letter in letters.replace("-", ""):
        side, first = letter.lower(), 0 if letter.isupper() else 2
        rank = board[HOME[first] : HOME[first] + 8]
        rooks = [file for file, symbol in enumerate(rank) if symbol == ROOKS[first]]
        king = rank.index(KINGS[first]) if KINGS[first] in rank else 4
        ends = {"q": min(rooks, default=0), "k": max(rooks, default=7)}
        file = ends[side] if side in ends else "abcdefgh".index(side)
        number = first + (side == "k" if side in ends else file > king)
        if files[number] != "8":
            raise FenError("fen_flags", "The flags of the FEN, “{flags}”, are misspelled.", flags=letters)
        files[number] = str(file)
    return "".join(files)


def write(rights: Rights) -> str:
    """The four digits of these rights."""
    return "".join("8" if rook is None else str(rook % 8) for rook in rights)


def letters(rights: Rights, board: Sequence[str]) -> str:
    """What `digits` reads: `KQkq` where the rook is the outermost on its side, else the letter of its file."""
    text = ""
    for number in (1, 0, 3, 2):
        rook = rights[number]
        if rook is not None:
            rank = board[HOME[number] : HOME[number] + 8]
            rooks = [file for file, symbol in enumerate(rank) if symbol == ROOKS[number]]
            short = bool(number % 2)
            outermost = rook % 8 == (max(rooks) if short else min(rooks))
            letter = ("k" if short else "q") if outermost else "abcdefgh"[rook % 8]
            text += letter.upper() if number < 2 else letter
    return text or "-"


def is_orthodox(rights: Rights, board: Sequence[str]) -> bool:
    """Whether every right is that of a king on the e-file and a rook in the corner."""
    return all(
        rook is None or (rook % 8 in (0, 7) and board[HOME[number] + 4] == KINGS[number])
        for number, rook in enumerate(rights)
    )
