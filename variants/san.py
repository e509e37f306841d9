"""SAN, the movetext of PGN, written and read: `e4`, `Nbd2`, `exd8=Q+`, `O-O`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase

from variants.castling import Castle, Castling, Rights
from variants.grid import Grid
from variants.position import Move, Square

_SUFFIX = re.compile(r"[+#!?]+$")
_CASTLING = re.compile(r"[O0o](-[O0o]){1,2}")
_JOINED_CASTLING = re.compile("[O0o]{2,3}")


def written(note: str) -> str:
    """A move in SAN: castling has the letter O."""
    return note.replace("0", "O") if note.startswith("0-0") else note


class SanReader:
    """Reads SAN on one board, with the letters of the pieces there."""

    def __init__(self, grid: Grid, castling: Castling, letters: str) -> None:
        """`letters` are those of the kinds, in lower case."""
        self._grid = grid
        self._castling = castling
        file = f"[{ascii_lowercase[0]}-{ascii_lowercase[grid.files - 1]}]"
        rank = f"(?:{'|'.join(map(str, range(grid.ranks, 0, -1)))})"
        kinds = "".join(sorted(set(letters) - {"p"}))
        into = f"[{kinds.upper()}{kinds}]"
        self._squares = re.compile(rf"({file}{rank})[x:-]?({file}{rank})(?:=?({into}))?")
        self._move = re.compile(rf"([P{kinds.upper()}]?)({file}?)({rank}?)[x:-]?({file}{rank})(?:=?\(?({into})\)?)?")

    def read(
        self,
        text: str,
        board: Sequence[str],
        kinds: Mapping[str, str],
        rights: Rights,
        offered: Iterable[Move],
        promoting: Iterable[Square],
    ) -> Move | None:
        """The one offered move that a text denotes; `kinds` gives the kind of each symbol. None for none or several.

        The text may name more of the origin than is needed, and a promotion where it makes no difference on the squares
        of `promoting`.
        """
        text = _SUFFIX.sub("", text)
        if _CASTLING.fullmatch(text):
            wanted = re.sub("[Oo]", "0", text)
            matches = [move for move, plan in self._castlings(board, kinds, rights, offered) if plan.text == wanted]
            return matches[0] if len(matches) == 1 else None
        spelled = self._move.fullmatch(text)
        if spelled is None:
            return None
        kind, file, rank, target, into = spelled.groups("")
        matches = [
            move
            for move in offered
            if len(move.path) == 2
            and move.path[1] == self._grid.index[target]
            and kinds[board[move.path[0]]] == (kind.lower() or "p")
            and self._begins(move.path[0], file, rank)
            and self._castling.find(rights, board, move) is None
        ]
        exact = [move for move in matches if move.into == into.lower()]
        if not exact and (kind or "P") == "P":
            exact = [move for move in matches if not move.into and move.path[1] in promoting]
        return exact[0] if len(exact) == 1 else None

    def _begins(self, origin: Square, file: str, rank: str) -> bool:
        """Whether a square has this file and this rank, where they are named."""
        name = self._grid.names[origin]
        return (not file or name[0] == file) and (not rank or name[1:] == rank)

    def tidied(self, text: str) -> str:
        """A text of other spellings as `read` takes it: squares without a hyphen, castling with hyphens."""
        text = _SUFFIX.sub("", text)
        if _JOINED_CASTLING.fullmatch(text):
            return "-".join(text)
        squares = self._squares.fullmatch(text)
        return squares[1] + squares[2] + (squares[3] or "").lower() if squares else text

    def castling(
        self, text: str, board: Sequence[str], kinds: Mapping[str, str], rights: Rights, offered: Iterable[Move]
    ) -> Move | None:
        """The one castling that a king's move denotes: to the square where it goes, or to that of the rook."""
        spelled = self._move.fullmatch(self.tidied(text))
        if spelled is None:
            return None
        kind, file, rank, target, into = spelled.groups("")
        if into or kind not in ("", "K") or not (kind or (file and rank)):
            return None
        matches = [
            move
            for move, plan in self._castlings(board, kinds, rights, offered)
            if self._begins(plan.king[0], file, rank) and self._grid.index[target] in (plan.king[1], plan.rook[0])
        ]
        return matches[0] if len(matches) == 1 else None

    def _castlings(
        self, board: Sequence[str], kinds: Mapping[str, str], rights: Rights, offered: Iterable[Move]
    ) -> list[tuple[Move, Castle]]:
        """The castlings among the offered moves, some of which may begin behind the board: drops, and casts of dice."""
        plans = [
            (move, self._castling.find(rights, board, move))
            for move in offered
            if move.path and move.path[0] < len(board) and kinds.get(board[move.path[0]]) == "k"
        ]
        return [(move, plan) for move, plan in plans if plan is not None]
