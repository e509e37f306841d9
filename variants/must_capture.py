"""A part: a player who can capture must."""

from __future__ import annotations

from typing import Self

from variants.orthodox import Orthodox
from variants.position import Move, RuleFact, Seat


class MustCapture(Orthodox):
    """A player who has a capture among the legal moves plays one."""

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The obligation."""
        return [RuleFact("must_capture"), *super().rule_facts()]

    def legal(self, seat: Seat) -> list[Move]:
        """The captures, or all moves where there are none."""
        moves = super().legal(seat)
        return [move for move in moves if self.captures(seat, move)] or moves

    def captures(self, seat: Seat, move: Move) -> bool:
        """Whether a move captures."""
        return self.effects(seat, move).victim != ""

    def null_move(self) -> Self | None:
        """None: who need not move need not capture."""
        return None
