"""A part: a piece that the other side's pieces of its kind attack cannot move or give check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from variants.orthodox import Orthodox
from variants.position import Move, RuleFact, Seat, Square


class Paralyses(Orthodox):
    """A piece attacked by a piece of its kind of the other side, which may be paralysed too, is paralysed: it neither
    moves nor attacks. Guarded kings are excepted, but with `paralysed_kings`. A pawn that can be captured en passant is
    not attacked by that. A paralysed rook still castles, because that is the king's move.
    """

    paralysed_kings: ClassVar[bool] = False
    """Whether kings paralyse each other, so that they may stand side by side."""

    legality_by_trial = True  # A move lays open and shuts off the lines of paralysis, also far from the king.

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The paralysis, and whether it holds for kings."""
        royal = "".join(dict.fromkeys("".join(cls.guarded).lower()))
        kings = "paralysis_kings" if cls.paralysed_kings else "paralysis_no_kings"
        facts = [RuleFact("paralysis"), *([RuleFact(kings, kinds=royal)] if royal else [])]
        return [*facts, *super().rule_facts()]

    def exempt(self) -> str:
        """The symbols that cannot be paralysed."""
        return "" if self.paralysed_kings else "".join(self.guarded)

    def is_paralysed(self, board: Sequence[str], square: Square) -> bool:
        """Whether the piece on a square of this board is paralysed."""
        symbol = board[square]
        if symbol in self.exempt():
            return False
        twin = symbol.swapcase()
        rival = self.army(int(symbol.isupper()))
        return any(other == twin and square in rival.targets(board, at) for at, other in enumerate(board))

    def paralysed(self) -> frozenset[Square]:
        """The squares of paralysed pieces; computed once per position."""
        squares = range(len(self.board))
        return self.once("paralysed", lambda: frozenset([at for at in squares if self._stands_paralysed(at)]))

    def _stands_paralysed(self, square: Square) -> bool:
        return self.board[square] != "" and self.is_paralysed(self.board, square)

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """Whether an attacker of this square is not paralysed. Of kings that paralyse each other none attacks one."""
        if not super().threatened(board, square, seat):
            return False
        checkers = self.threat(seat).watch(board, [square]).checkers
        harmless = set(self.kings(1 - seat)).difference(self.exempt())
        return not all(board[at] in harmless or self.is_paralysed(board, at) for at in checkers)

    def holds(self, seat: Seat, move: Move) -> bool:
        """Not with a paralysed piece."""
        return move.path[0] not in self.paralysed() and super().holds(seat, move)
