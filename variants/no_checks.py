"""A part: no move may give check."""

from __future__ import annotations

from variants.orthodox import Orthodox
from variants.position import Move, RuleFact, Seat


class NoChecks(Orthodox):
    """A move that gives check is illegal."""

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The prohibition."""
        return [RuleFact("no_checks"), *super().rule_facts()]

    def legal(self, seat: Seat) -> list[Move]:
        """The moves after which no king of the next seat is attacked."""
        return [move for move in super().legal(seat) if not self.gives_check(seat, move)]

    def gives_check(self, seat: Seat, move: Move) -> bool:
        """Whether a king of the next seat is attacked after this move."""
        board = list(self.board)
        self.settle(board, self.effects(seat, move))
        army, kings = self.army(seat), self.kings(self.next_seat(seat))
        return any(symbol in kings and army.attacks(board, square) for square, symbol in enumerate(board) if symbol)
