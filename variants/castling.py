"""Castling from any arrangement of king and rooks: rights, their text, and the squares concerned."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Final, NamedTuple

from variants.army import GRID
from variants.errors import FenError
from variants.grid import Grid
from variants.keys import Part
from variants.position import Move, Square

Rights = tuple[Square | None, Square | None, Square | None, Square | None]
"""The rook's square where the right is left, else None: White's on the a-side, on the h-side, then Black's two."""

NO_RIGHTS: Final[Rights] = (None, None, None, None)

KINGS: Final = frozenset("Kk")
"""The symbols of kings that castle."""


class Castle(NamedTuple):
    """One castling."""

    move: Move
    """Its move: the king's two squares from the usual squares, else the king's square and the rook's."""
    king: tuple[Square, Square]
    rook: tuple[Square, Square]
    crossed: tuple[Square, ...]
    """The king's squares from the first to the last but one: none may be attacked. The last depends on the rook too."""
    clear: tuple[Square, ...]
    """Squares that must be empty."""
    text: str
    """`0-0` or `0-0-0`."""

    def is_clear(self, board: Sequence[str]) -> bool:
        """Whether nothing stands in its way."""
        return not any(board[square] for square in self.clear)


class Castling:
    """Castling on one board.

    `king_file` is the file where kings usually stand, `targets` are those where they end, on the a-side and on the
    h-side; the rook ends beside the king. Usual rooks stand in the corners.
    """

    kings: Final = ("K", "K", "k", "k")
    """For each right the symbol of the king,"""
    rooks: Final = ("R", "R", "r", "r")
    """and that of the rook."""

    def __init__(self, board: Grid, king_file: int, targets: tuple[int, int]) -> None:
        self.files = board.files
        self.home: Final = (*[self.files * (board.ranks - 1)] * 2, 0, 0)
        """For each right the first square of the rank it belongs to."""
        digits = self.files < 9
        self._letters = ascii_lowercase[: self.files]
        self._none = str(self.files) if digits else "-"
        choices = (*map(str, range(self.files)),) if digits else tuple(self._letters)
        also = tuple(ascii_lowercase[: self.files + 1]) if digits else ()
        self.flags = (Part((self._none, *choices), also=also),) * 4
        """The text of rights: the file of the rook with which White, then Black, may castle on the a-side, and on the
        h-side. The first choice is none."""
        self.usual = self._none * 4
        self._king_file, self._targets, self._board = king_file, targets, board
        self._usual_squares = tuple([home + king_file for home in self.home])
        self._plans: dict[tuple[Square, Square], Castle] = {}

    def plan(self, king: Square, rook: Square) -> Castle:
        """The castling of this king with this rook."""
        plan = self._plans.get((king, rook))
        if plan is None:
            plan = self._plans[king, rook] = self._planned(king, rook)
        return plan

    def _planned(self, king: Square, rook: Square) -> Castle:
        home = king - king % self.files
        short = rook > king
        king_to = home + self._targets[short]
        rook_to = king_to + (-1 if short else 1)
        usual = king % self.files == self._king_file and rook % self.files in (0, self.files - 1)
        step = 1 if king_to > king else -1
        concerned = range(min(king, rook, king_to, rook_to), max(king, rook, king_to, rook_to) + 1)
        return Castle(
            self._board.steps[king][king_to if usual else rook],
            (king, king_to),
            (rook, rook_to),
            tuple(range(king, king_to, step)) or (king,),
            tuple(square for square in concerned if square not in (king, rook)),
            "0-0" if short else "0-0-0",
        )

    def find(self, rights: Rights, board: Sequence[str], move: Move) -> Castle | None:
        """The castling that this king's move means on this board, or None where pieces stand in the way.

        On drawn squares a castling is written as the king's move onto its own rook; where a player may also declare a
        recapture on an own square, that move means the recapture if the king cannot castle.
        """
        for number, rook in enumerate(rights):
            if rook is not None and move.path[0] == self.king(number, board):
                castle = self.plan(move.path[0], rook)
                if castle.move == move and castle.is_clear(board):
                    return castle
        return None

    def king(self, number: int, board: Sequence[str]) -> Square | None:
        """The square of the king of a right, on its first rank: the usual one if one stands there, else the first.

        Others may have been promoted.
        """
        usual, symbol = self._usual_squares[number], self.kings[number]
        if board[usual] == symbol:
            return usual
        home = self.home[number]
        return next((home + file for file in range(self.files) if board[home + file] == symbol), None)

    def after(
        self, rights: Rights, board: Sequence[str], later: Sequence[str], mover: str, origin: Square, target: Square
    ) -> Rights:
        """The rights after a move, on the board before it and on that `later`.

        One ends with a move from or to its king's square or its rook's, and where another king would have it later. A
        king that has changed sides is a king of the other side on that rank.
        """
        if mover not in KINGS and board[target] not in KINGS and origin not in rights and target not in rights:
            return rights
        left: list[Square | None] = []
        for number, rook in enumerate(rights):
            king = self.king(number, board)
            if king is None and mover in KINGS and origin - self.home[number] in range(self.files):
                king = origin
            stays = {origin, target}.isdisjoint((rook, king)) and king == self.king(number, later)
            left.append(rook if stays else None)
        return (left[0], left[1], left[2], left[3])

    def standing(self, rights: Rights, board: Sequence[str]) -> Rights:
        """The rights after pieces may have left the board: a right goes with its king and with its rook."""
        left = [
            rook
            if rook is not None and board[rook] == self.rooks[number] and self.king(number, board) is not None
            else None
            for number, rook in enumerate(rights)
        ]
        return (left[0], left[1], left[2], left[3])

    def usual_rights(self, board: Sequence[str]) -> Rights:
        """A right wherever king and rook stand on their usual squares."""
        left: list[Square | None] = []
        for king, rook, home, file in zip(self.kings, self.rooks, self.home, (0, self.files - 1) * 2, strict=True):
            stand = board[home + self._king_file] == king and board[home + file] == rook
            left.append(home + file if stand else None)
        return (left[0], left[1], left[2], left[3])

    def usable(self, rights: Rights, board: Sequence[str]) -> Rights:
        """The rights of which king and rook stand on their rank, the rook on its side of the king."""
        left = [
            rook if rook is not None and rook - self.home[number] in self._beside(number, board) else None
            for number, rook in enumerate(rights)
        ]
        return (left[0], left[1], left[2], left[3])

    def outermost(self, board: Sequence[str]) -> Rights:
        """A right for each king with the rook that stands outermost on that side of its first rank."""
        rights: list[Square | None] = []
        for number in range(4):
            file = (max if number % 2 else min)(self._beside(number, board), default=None)
            rights.append(None if file is None else self.home[number] + file)
        return (rights[0], rights[1], rights[2], rights[3])

    def possible(self, board: Sequence[str]) -> tuple[frozenset[str], ...]:
        """For each of the four characters that `read` takes, those that the board allows: files of rooks, and none."""
        allowed = []
        for number in range(4):
            choices = [self.flags[0].choices[file + 1] for file in self._beside(number, board)]
            allowed.append(frozenset([self._none, *choices]))
        return tuple(allowed)

    def _rank(self, number: int, board: Sequence[str]) -> tuple[int | None, list[int]]:
        """The files of the king and of the rooks of a right, on its rank."""
        home, king = self.home[number], self.king(number, board)
        rank = board[home : home + self.files]
        rooks = [file for file, symbol in enumerate(rank) if symbol == self.rooks[number]]
        return None if king is None else king - home, rooks

    def _beside(self, number: int, board: Sequence[str]) -> list[int]:
        """The files of the rooks that stand on a right's side of its king; none without a king."""
        king, rooks = self._rank(number, board)
        return [file for file in rooks if king is not None and (file > king) == bool(number % 2)]

    def read(self, text: str, board: Sequence[str]) -> Rights:
        """The rights that four characters of `flags` give. Raises FenError where the board contradicts one."""
        rights: list[Square | None] = []
        for number, character in enumerate(text):
            file = self._letters.find(character) if character.isalpha() else self._file(character)
            rights.append(None if file < 0 else self._right(number, file, board))
        return (rights[0], rights[1], rights[2], rights[3])

    def _file(self, character: str) -> int:
        return -1 if character == self._none else int(character)

    def _right(self, number: int, file: int, board: Sequence[str]) -> Square:
        rook = self.home[number] + file
        if file not in self._beside(number, board):
            raise FenError(
                "fen_castling",
                "The board contradicts the right to castle with a rook on {square}.",
                square=self._board.names[rook],
            )  # fmt: skip
        return rook

    def digits(self, letters: str, board: Sequence[str]) -> str:
        """What `read` reads, from letters: `K` and `Q` for White's outermost rook on that side, `A`-`H` for the rook on
        a file, Black's in lower case, `-` for none. Raises FenError."""
        files = [self._none] * 4
        for letter in letters.replace("-", ""):
            side, first = letter.lower(), 0 if letter.isupper() else 2
            king, rooks = self._rank(first, board)
            ends = {"q": min(rooks, default=0), "k": max(rooks, default=self.files - 1)}
            file = ends[side] if side in ends else self._letters.find(side)
            number = first + (side == "k" if side in ends else file > (self._king_file if king is None else king))
            if file < 0 or files[number] != self._none:
                raise FenError("fen_flags", "The flags of the FEN, “{flags}”, are misspelled.", flags=letters)
            files[number] = self.flags[0].choices[file + 1]
        return "".join(files)

    def write(self, rights: Rights) -> str:
        """The four characters of these rights."""
        choices = self.flags[0].choices
        return "".join([choices[0] if rook is None else choices[rook % self.files + 1] for rook in rights])

    def letters(self, rights: Rights, board: Sequence[str]) -> str:
        """What `digits` reads: `KQkq` where the rook is the outermost on its side, else the letter of its file."""
        text = ""
        for number in (1, 0, 3, 2):
            rook = rights[number]
            if rook is not None:
                _, rooks = self._rank(number, board)
                short = bool(number % 2)
                outermost = rook % self.files == (max(rooks) if short else min(rooks))
                letter = ("k" if short else "q") if outermost else self._letters[rook % self.files]
                text += letter.upper() if number < 2 else letter
        return text or "-"

    def is_usual(self, rights: Rights, board: Sequence[str]) -> bool:
        """Whether every right is that of a king on its usual file and a rook in the corner."""
        return all(
            rook is None or (rook % self.files in (0, self.files - 1) and board[home + self._king_file] == king)
            for king, home, rook in zip(self.kings, self.home, rights, strict=True)
        )


CASTLING: Final = Castling(GRID, 4, (2, 6))
"""Castling in chess."""
