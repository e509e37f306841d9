"""A position of chess as other programs write it: the six fields of a FEN, and moves in SAN."""

from __future__ import annotations

from variants import san, standard
from variants.army import Passed
from variants.chessboard import Chessmen
from variants.errors import FenError, MoveError
from variants.position import Move, Square


class SixFields(Chessmen):
    """What other programs can read of a position, and read here."""

    def takeable(self) -> tuple[Square, ...]:
        """The en-passant squares where a seat that is to act can capture."""
        return tuple(
            [passed.square for passed in self.passing if not self.board[passed.square] and self._taken(passed)]
        )

    def _taken(self, passed: Passed) -> bool:
        for seat in self.to_act:
            for origin in self.army(seat).takers(self.board, passed):
                path = (origin, passed.square)
                if any(move.path == path for move in self.moves(seat)):
                    return True
        return False

    def standard_fen(self) -> str | None:
        """Six fields, if reading them gives this position again."""
        if not standard.LETTERS.issuperset(self.board):
            return None
        fen = self.six_fields()
        try:
            again = type(self).from_fen(fen, self.settings)
        except FenError:
            return None
        return fen if (again.key(), again.plies) == (self.key(), self.plies) else None

    def six_fields(self) -> str:
        """The part of the position that six fields can hold."""
        turn = self.turn_letters[self.to_act[0]]
        return standard.written(self.board, turn, self.castling, self.takeable(), self.quiet, self.plies)

    @classmethod
    def san(cls, note: str) -> str:
        """The text with castling as the letter O."""
        return san.written(note)

    def from_san(self, text: str) -> Move | None:
        """A move as its squares or in SAN."""
        seat = self.to_act[0]
        offered = tuple(self.moves(seat))
        try:
            move = self.read(text)
        except MoveError:
            move = None
        return move if move in offered else san.read(text, self.board, self.army(seat).pieces, self.castling, offered)
